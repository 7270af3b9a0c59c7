/** Lets only a few work at a time; the others wait in the order in which they came. */
export class Turns {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts who waits. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Does some work when its turn has come. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working < this.#max) this.#working += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Who comes next takes the place over: nobody slips in between.
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }
}
