import type { BerthEvent } from "./follow-events.ts";
import { pause } from "./pause.ts";

/** How a wait looks at what it waits for: a read, what makes it look again, and when it is over. */
type Waiting<T> = Readonly<{
  read: () => Promise<T>;
  until: (value: T) => boolean;
  events: (signal: AbortSignal) => AsyncGenerator<BerthEvent, void>;
  timeoutMs: number;
  signal?: AbortSignal;
}>;

/** Carries what was last seen of something that did not come in time. */
export class WaitTimeout<T> extends Error {
  override readonly name = "WaitTimeout";
  readonly last: T;

  constructor(timeoutMs: number, last: T) {
    super(`It did not come within ${Math.round(timeoutMs / 1_000)} s.`);
    this.last = last;
  }
}

/** Events may be withheld from who may read the resource: then it is looked at by the clock alone. */
const LOOK_EVERY_MS = 5_000;

/** Reads until the value is as wanted: at once after each event of it, and every few seconds. */
export async function waitFor<T>({ read, until, events, timeoutMs, signal }: Waiting<T>): Promise<T> {
  const ends = new AbortController();
  const over = AbortSignal.any([
    ends.signal,
    AbortSignal.timeout(timeoutMs),
    ...(signal === undefined ? [] : [signal]),
  ]);
  const news = events(over);
  // Asked for before the first read: what changes between the two is heard of.
  let next = nextOf(news);
  try {
    for (;;) {
      const value = await read();
      if (until(value)) return value;
      const heard = await Promise.race([next, pause(LOOK_EVERY_MS, over).catch(() => undefined)]);
      signal?.throwIfAborted();
      if (over.aborted) throw new WaitTimeout(timeoutMs, value);
      if (heard !== undefined) next = heard === "event" ? nextOf(news) : NEVER;
    }
  } finally {
    ends.abort();
  }
}

const NEVER = new Promise<never>(() => undefined);

async function nextOf(news: AsyncGenerator<BerthEvent, void>): Promise<"event" | "ended"> {
  const { done } = await news.next().catch(() => ({ done: true }));
  return done === true ? "ended" : "event";
}
