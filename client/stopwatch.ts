/** The two clocks of a machine: the one of the day may be set, the steady one stands still while the machine sleeps. */
export type Clocks = Readonly<{ wallMs: () => number; monotonicMs: () => number }>;

/** Tells how much time has passed, also while the machine slept. */
export class Stopwatch {
  readonly #clocks: Clocks;
  #began: Readonly<{ wallMs: number; monotonicMs: number }>;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#began = read(clocks);
  }

  restart(): void {
    this.#began = read(this.#clocks);
  }

  /** What passed by the clock that went further. */
  get elapsedMs(): number {
    const { wallMs, monotonicMs } = read(this.#clocks);
    return Math.max(wallMs - this.#began.wallMs, monotonicMs - this.#began.monotonicMs);
  }
}

function read({ wallMs, monotonicMs }: Clocks): Readonly<{ wallMs: number; monotonicMs: number }> {
  return { wallMs: wallMs(), monotonicMs: monotonicMs() };
}
