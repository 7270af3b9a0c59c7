/** What an organization has at most of the workers; a kind has so many that this is enough for a burst of one. */
const SHARE = 2 / 3;

/**
 * Counts the workers that each lane has, and keeps one lane from having all of them: whose passes wait long, for a host that
 * is silent or an API server that is busy, leaves workers for the others' at any time.
 */
export class WorkerShares {
  readonly #running = new Map<string, number>();
  readonly #most: number;

  constructor(concurrency: number) {
    this.#most = Math.max(1, Math.floor(concurrency * SHARE));
  }

  /** Tells whether a lane may have one more; what belongs to no organization may have all. */
  isOpen = (lane: string): boolean => lane === "" || (this.#running.get(lane) ?? 0) < this.#most;

  begin(lane: string): void {
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
  }

  end(lane: string): void {
    const left = (this.#running.get(lane) ?? 0) - 1;
    if (left > 0) this.#running.set(lane, left);
    else this.#running.delete(lane);
  }
}

/** Names the lane of a key: each organization has its namespace, what belongs to none shares one. */
export function laneOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf("/")));
}
