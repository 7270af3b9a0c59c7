const endings: (() => Promise<void>)[] = [];

/** Has something that a whole mocha process shares stopped after its last test. */
export function atEnd(stop: () => Promise<void>): void {
  endings.push(stop);
}

/** Stops what was shared, the newest first; called once, by the root hook. */
export async function runEndings(): Promise<void> {
  for (const stop of endings.splice(0).reverse()) await stop();
}
