/** Does something with each item, so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: concurrency }, run));
}

/** Lets so many calls run at a time; the others wait in line. */
export function limitCalls(concurrency: number): <T>(call: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (call) => {
    if (running >= concurrency) await new Promise<void>((resolve) => line.push(resolve));
    else running += 1;
    try {
      return await call();
    } finally {
      const next = line.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
