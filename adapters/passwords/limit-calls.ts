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
