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

/** What is looked at, who asks, how it is read, and with which others it is counted. */
type Look<T> = Readonly<{ key: string; userId: string; read: () => Promise<T>; group?: string }>;

const RETRY_AFTER_SECONDS = 5;

/** Looks at one thing once for all who ask, until the answer is old. */
export class SharedLooks<T> {
  readonly #limits: SharingLimits;
  readonly #places = new TakenPlaces();
  readonly #looks = new Map<string, { answer: Promise<T>; isSeen: boolean }>();
  readonly #groups = new Map<string, number>();

  constructor(limits: SharingLimits) {
    this.#limits = limits;
  }

  /** Tells whether somebody looks at it, or has a moment ago. */
  has(key: string): boolean {
    return this.#looks.has(key);
  }

  /** Tells whether an answer is there already. */
  hasSeen(key: string): boolean {
    return this.#looks.get(key)?.isSeen === true;
  }

  /** Counts the looks of a group that are under way or not old yet. */
  countOf(group: string): number {
    return this.#groups.get(group) ?? 0;
  }

  /** Answers what is seen; who has begun too many looks that are under way is refused. */
  look({ key, userId, read, group = key }: Look<T>): Promise<T> {
    const known = this.#looks.get(key);
    if (known !== undefined) return known.answer;
    const leave = this.#places.take(userId, this.#limits.perUser);
    if (leave === undefined)
      throw new BerthError("rate_limited", {
        publicMessage: "You ask for too many metrics at once; repeat shortly.",
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    const beganMs = performance.now();
    const look = { answer: read().finally(leave), isSeen: false };
    this.#looks.set(key, look);
    this.#count(group, 1);
    const rest = (isSeen: boolean): void => {
      look.isSeen = isSeen;
      this.#forgetAfter({ key, group }, restMs(this.#limits, isSeen, performance.now() - beganMs));
    };
    look.answer.then(
      () => rest(true),
      () => rest(false),
    );
    return look.answer;
  }

  #count(group: string, more: 1 | -1): void {
    const count = this.countOf(group) + more;
    if (count > 0) this.#groups.set(group, count);
    else this.#groups.delete(group);
  }

  #forgetAfter({ key, group }: Readonly<Record<"key" | "group", string>>, ms: number): void {
    setTimeout(() => {
      this.#looks.delete(key);
      this.#count(group, -1);
    }, ms).unref();
  }
}

/** Derives how long nothing is looked at anew; who only did not answer is asked again soon even so. */
export function restMs({ freshMs, failedMs, restFactor = 0 }: SharingLimits, isSeen: boolean, tookMs: number): number {
  const wishedMs = restFactor * tookMs;
  return isSeen ? Math.max(freshMs, wishedMs) : Math.max(failedMs, Math.min(freshMs, wishedMs));
}
