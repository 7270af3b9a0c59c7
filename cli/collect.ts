/** Reads a list to its end, or as far as was asked. */
export async function collect<T>(items: AsyncIterable<T>, most = Infinity): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}
