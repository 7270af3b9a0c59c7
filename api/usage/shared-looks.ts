import { BerthError } from "../../contract/errors.ts";
import { TakenPlaces } from "../http/taken-places.ts";

/** How long a look is everybody's at least, and how many somebody has under way. */
export type SharingLimits = Readonly<{
  freshMs: number;
  failedMs: number;
  perUser: number;
  /** For how many times as long as a look took nothing is looked at anew: of a large answer most is time of this process, which is everybody's. */
  restFactor?: number;
}>;

/** What is looked at, who asks, and how it is read. */
export type Look<T> = Readonly<{ key: string; userId: string; read: () => Promise<T> }>;

const RETRY_AFTER_SECONDS = 5;

/** Looks at one thing once for all who ask, until the answer is old. */
export class SharedLooks<T> {
  readonly #limits: SharingLimits;
  readonly #places = new TakenPlaces();
  readonly #looks = new Map<string, Promise<T>>();

  constructor(limits: SharingLimits) {
    this.#limits = limits;
  }

  /** Answers what is seen; who has begun too many looks that are under way is refused. */
  look({ key, userId, read }: Look<T>): Promise<T> {
    const known = this.#looks.get(key);
    if (known !== undefined) return known;
    const leave = this.#places.take(userId, this.#limits.perUser);
    if (leave === undefined)
      throw new BerthError("rate_limited", {
        publicMessage: "You ask for too many metrics at once; repeat shortly.",
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    const beganMs = performance.now();
    const look = read().finally(leave);
    this.#looks.set(key, look);
    const rest = (isSeen: boolean): void =>
      this.#forgetAfter(key, restMs(this.#limits, isSeen, performance.now() - beganMs));
    look.then(
      () => rest(true),
      () => rest(false),
    );
    return look;
  }

  #forgetAfter(key: string, ms: number): void {
    setTimeout(() => this.#looks.delete(key), ms).unref();
  }
}

/** Derives how long nothing is looked at anew; who only did not answer is asked again soon even so. */
export function restMs({ freshMs, failedMs, restFactor = 0 }: SharingLimits, isSeen: boolean, tookMs: number): number {
  const wishedMs = restFactor * tookMs;
  return isSeen ? Math.max(freshMs, wishedMs) : Math.max(failedMs, Math.min(freshMs, wishedMs));
}
