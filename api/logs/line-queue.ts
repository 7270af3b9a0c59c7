/** One line of a container. */
export type LogLine = Readonly<{ pod: string; container: string; at: string; text: string }>;

/** Passes lines from many sources to one reader; who is too fast waits, so that a slow reader costs no memory. */
export class LineQueue {
  readonly #linesMax: number;
  #lines: LogLine[] = [];
  #waitingPushes: (() => void)[] = [];
  #wakeReader: (() => void) | undefined;
  #isEnded = false;

  constructor(linesMax: number) {
    this.#linesMax = linesMax;
  }

  /** Adds a line once there is room; false when nobody reads any more. */
  async push(line: LogLine): Promise<boolean> {
    while (this.#lines.length >= this.#linesMax && !this.#isEnded)
      await new Promise<void>((resolve) => this.#waitingPushes.push(resolve));
    if (this.#isEnded) return false;
    this.#lines.push(line);
    this.wake();
    return true;
  }

  /** Takes what there is, after a wait of `delayMs` at most; undefined once nothing can come any more. */
  async take(delayMs: number): Promise<readonly LogLine[] | undefined> {
    if (this.#lines.length === 0 && !this.#isEnded) await this.#somethingComes(delayMs);
    const taken = this.#lines;
    this.#lines = [];
    const pushes = this.#waitingPushes;
    this.#waitingPushes = [];
    for (const go of pushes) go();
    return taken.length === 0 && this.#isEnded ? undefined : taken;
  }

  /** Makes a reader that waits look up. */
  wake(): void {
    this.#wakeReader?.();
  }

  /** Ends it: what lies here can still be taken. */
  end(): void {
    this.#isEnded = true;
    for (const go of this.#waitingPushes) go();
    this.#waitingPushes = [];
    this.wake();
  }

  #somethingComes(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wakeReader?.(), delayMs);
      this.#wakeReader = () => {
        clearTimeout(timer);
        this.#wakeReader = undefined;
        resolve();
      };
    });
  }
}
