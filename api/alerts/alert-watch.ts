/** What is seen of a rule now: so; neither so nor over; not so; not known. */
export type Seen =
  | Readonly<{ is: "so"; message: string; sinceMs?: number }>
  | Readonly<{ is: "between" }>
  | Readonly<{ is: "not" }>
  | Readonly<{ is: "unknown" }>;

/** What is remembered of a rule between two looks. */
export type Watch = Readonly<{ sinceMs: number; clearSinceMs: number | undefined; isOpen: boolean }>;

/** How long it lasts before it is told, and how long it has to be over. */
export type Patience = Readonly<{ forMs: number; clearMs: number }>;

/** What follows: what to remember, and what to tell. */
type Verdict = Readonly<{ watch: Watch | undefined; told?: "started" | "ended" }>;

/**
 * Decides what a look changes. An alert begins once it was so for a time, without a look that said otherwise, and ends once
 * it was over for a time; what is not known changes nothing, and between both thresholds an open alert stays open.
 */
export function nextWatch(watch: Watch | undefined, seen: Seen, patience: Patience, nowMs: number): Verdict {
  if (seen.is === "unknown") return { watch };
  const isHeld = seen.is === "between" && watch?.isOpen === true;
  if (isHeld) return { watch: { ...watch, clearSinceMs: undefined } };
  return seen.is === "so" ? whileSo(watch, seen.sinceMs, patience, nowMs) : whileNot(watch, patience, nowMs);
}

function whileSo(watch: Watch | undefined, since: number | undefined, { forMs }: Patience, nowMs: number): Verdict {
  const sinceMs = Math.min(watch?.sinceMs ?? nowMs, since ?? nowMs, nowMs);
  const isOpen = watch?.isOpen ?? false;
  const begins = !isOpen && nowMs - sinceMs >= forMs;
  const next = { sinceMs, clearSinceMs: undefined, isOpen: isOpen || begins };
  return begins ? { watch: next, told: "started" } : { watch: next };
}

function whileNot(watch: Watch | undefined, { clearMs }: Patience, nowMs: number): Verdict {
  if (watch === undefined || !watch.isOpen) return { watch: undefined };
  const clearSinceMs = watch.clearSinceMs ?? nowMs;
  if (nowMs - clearSinceMs >= clearMs) return { watch: undefined, told: "ended" };
  return { watch: { ...watch, clearSinceMs } };
}
