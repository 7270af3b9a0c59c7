/** Lets one loop wait for work; a wake-up that comes while it works counts for the next wait. */
export class WakeUp {
  #wake: () => void = () => undefined;
  #isWoken = false;

  /** Ends the wait, or keeps the next one from beginning. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** Forgets a wake-up that has come. */
  forget(): void {
    this.#isWoken = false;
  }

  /** Waits for a wake-up, at most for a time; not at all once the signal has aborted. */
  async wait(mostMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isWoken && !signal.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#isWoken = false;
  }
}
