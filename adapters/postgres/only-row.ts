/** Returns the row of a statement that always has one. */
export function onlyRow<T>({ rows }: Readonly<{ rows: readonly T[] }>): T {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement that always returns a row returned none");
  return row;
}
