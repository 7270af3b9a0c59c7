/** Takes the first items of a list, and tells whether there are no others. */
export async function takeItems<T>(
  items: AsyncIterable<T>,
  most: number,
): Promise<Readonly<{ rows: readonly T[]; isWhole: boolean }>> {
  const rows: T[] = [];
  for await (const item of items) {
    if (rows.length === most) return { rows, isWhole: false };
    rows.push(item);
  }
  return { rows, isWhole: true };
}
