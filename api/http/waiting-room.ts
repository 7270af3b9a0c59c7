import { BerthError } from "../../contract/errors.ts";
import { TakenPlaces } from "./taken-places.ts";

/** So soon somebody who has too many waits under way may ask again: one of them may end at any moment. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Counts the answers that users wait for (`?wait=`) in this process: each holds a connection, a listener and a look at the
 * database for minutes, which a limit of requests per second does not see.
 */
export class WaitingRoom {
  readonly #max: number;
  readonly #places = new TakenPlaces();

  constructor(max: number) {
    this.#max = max;
  }

  /** Does work that may wait; whoever has too many such under way is refused before anything is done. */
  async within<T>(user: string, work: () => Promise<T>): Promise<T> {
    const leave = this.#places.take(user, this.#max);
    if (leave === undefined)
      throw new BerthError("rate_limited", {
        publicMessage: `More than ${this.#max} requests with wait are under way; wait for one to end, or ask without wait.`,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
