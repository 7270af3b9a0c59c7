/** A stream that has nothing to send. */
export type Sleeper<News> = Readonly<{
  /** Tells whether news is its business; what is not it has passed over. */
  isCalledBy: (news: News) => boolean;
}>;

type Clock = Readonly<{ monotonicMs: () => number; setTimeout: (callback: () => void, delayMs: number) => unknown }>;

/** Streams that are due within it wake together, so that what they ask shares statements. */
const TICK_MS = 250;

/**
 * Holds the streams that wait: of ten thousand a change wakes those that tell it, and no other. They share timers, one for
 * each quarter of a second in which any is due.
 */
export class Sleepers<News> {
  readonly #clock: Clock;
  readonly #asleep = new Map<Sleeper<News>, () => void>();
  readonly #due = new Map<number, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for news that is its business, for its time, or for the signal, whichever is first. */
  sleep(sleeper: Sleeper<News>, dueAtMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        group.delete(wake);
        signal.removeEventListener("abort", wake);
        this.#asleep.delete(sleeper);
        resolve();
      };
      const group = this.#groupOf(dueAtMs);
      group.add(wake);
      signal.addEventListener("abort", wake);
      this.#asleep.set(sleeper, wake);
    });
  }

  /** Wakes those whose business it is. */
  tell(news: News): void {
    for (const [sleeper, wake] of [...this.#asleep]) if (sleeper.isCalledBy(news)) wake();
  }

  /** Returns who is due at the same tick; its timer goes on where all of them have left, and wakes nobody then. */
  #groupOf(dueAtMs: number): Set<() => void> {
    const tick = Math.ceil(dueAtMs / TICK_MS);
    const known = this.#due.get(tick);
    if (known !== undefined) return known;
    const group = new Set<() => void>();
    this.#due.set(tick, group);
    this.#clock.setTimeout(
      () => {
        this.#due.delete(tick);
        for (const wake of [...group]) wake();
      },
      tick * TICK_MS - this.#clock.monotonicMs(),
    );
    return group;
  }
}
