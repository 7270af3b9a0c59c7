import { AsyncLocalStorage } from "node:async_hooks";

const passes = new AsyncLocalStorage<AbortSignal | undefined>();

/** Does the work of one pass: whatever it calls, however deep, finds the signal that ends it. */
export function withinPass<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return passes.run(signal, work);
}

/** Begins work that a pass only sets off: it goes on when the pass ends, and has deadlines of its own. */
export function outsidePass<T>(work: () => T): T {
  return passes.run(undefined, work);
}

/** Returns the signal that ends the pass which is under way here; undefined outside of one. */
export function passSignal(): AbortSignal | undefined {
  return passes.getStore();
}

/** Reports that a pass went on after its time: what it still wanted to do is the next one's. */
export class PassOverError extends Error {
  constructor() {
    super("This pass has used up its time");
    this.name = "PassOverError";
  }
}
