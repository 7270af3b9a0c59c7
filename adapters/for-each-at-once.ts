/** Takes a step for each item, so many at a time and begun in their order, while more may begin; the first fault is thrown at once. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  most: number,
  step: (item: T) => Promise<void>,
  mayGoOn: () => boolean | Promise<boolean> = () => true,
): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) {
      if (!(await mayGoOn())) return;
      await step(item);
    }
  };
  await Promise.all(Array.from({ length: most }, work));
}
