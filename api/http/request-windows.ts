import { hash } from "node:crypto";

/** How many requests a bucket has taken in its window, until when that lasts, and what clients call the bucket. */
type Bucket = { hits: number; endsAtMs: number; readonly partition: string };

/** Counts requests by bucket, in windows that begin with a bucket's first request. */
export class RequestWindows {
  readonly #windowMs: number;
  // What nobody has used for a whole window has ended, and goes with its generation.
  #current = new Map<string, Bucket>();
  #previous = new Map<string, Bucket>();
  #turnsAtMs = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts one more request of a bucket. */
  count(key: string, nowMs: number): Bucket {
    if (nowMs >= this.#turnsAtMs) this.#turn(nowMs);
    let bucket = this.#current.get(key);
    if (bucket === undefined) {
      bucket = this.#previous.get(key) ?? { hits: 0, endsAtMs: 0, partition: partitionOf(key) };
      this.#current.set(key, bucket);
    }
    if (bucket.endsAtMs <= nowMs) {
      bucket.hits = 0;
      bucket.endsAtMs = nowMs + this.#windowMs;
    }
    bucket.hits += 1;
    return bucket;
  }

  #turn(nowMs: number): void {
    this.#previous = this.#current;
    this.#current = new Map();
    this.#turnsAtMs = nowMs + this.#windowMs;
  }
}

/** A mark of the bucket that tells nothing of whose it is. */
function partitionOf(key: string): string {
  return Buffer.from(hash("sha256", key, "hex").slice(0, 12)).toString("base64");
}
