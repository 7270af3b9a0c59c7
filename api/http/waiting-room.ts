import { BerthError } from "../../contract/errors.ts";

/** So soon somebody who has too many waits under way may ask again: one of them may end at any moment. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Counts the answers that users wait for (`?wait=`) in this process: each holds a connection, a listener and a look at the
 * database for minutes, which a limit of requests per second does not see.
 */
export class WaitingRoom {
  readonly #max: number;
  readonly #waiting = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Does work that may wait; whoever has too many such under way is refused before anything is done. */
  async within<T>(user: string, work: () => Promise<T>): Promise<T> {
    const count = this.#waiting.get(user) ?? 0;
    if (count >= this.#max)
      throw new BerthError("rate_limited", {
        publicMessage: `More than ${this.#max} requests with wait are under way; wait for one to end, or ask without wait.`,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    this.#waiting.set(user, count + 1);
    try {
      return await work();
    } finally {
      this.#leave(user);
    }
  }

  #leave(user: string): void {
    const left = (this.#waiting.get(user) ?? 1) - 1;
    if (left > 0) this.#waiting.set(user, left);
    else this.#waiting.delete(user);
  }
}
