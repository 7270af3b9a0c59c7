import { RoundRobin } from "../../adapters/round-robin.ts";

/** Does so much at once, and what waits lane by lane in turn: who has much to do holds up nobody else by more than one of theirs. */
export class FairQueue {
  readonly #waiting = new RoundRobin<() => void>();
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(lane, resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
