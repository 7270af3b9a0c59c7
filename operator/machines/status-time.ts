/** Reads a time of a status, in ms since 1970; undefined when there is none. */
export function parseTime(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}

/** Reads since when something lasts: a time to come was written by a clock that was ahead, and counts from now on. */
export function parseSince(text: string | undefined, nowMs: number): number | undefined {
  const ms = parseTime(text);
  return ms === undefined ? undefined : Math.min(ms, nowMs);
}

/** What `parseSince` reads of any kind's status. */
type Since = Readonly<{
  phaseSince?: string | undefined;
  unhealthySince?: string | undefined;
  attemptStartedAt?: string | undefined;
  startedAt?: string | undefined;
  rollover?: Readonly<{ since: string }> | undefined;
  git?: Readonly<{ committedAt?: string | undefined }> | undefined;
}>;

/** Clocks of those who lead one after the other differ by less. */
const CLOCKS_APART_MS = 60_000;

/** Tells whether times to come are set right: as long as they stand written, what they say would not be overdue. */
export function isSetRight(shown: Since | undefined, now: Since | undefined, nowMs: number): boolean {
  return isAhead(shown, nowMs + CLOCKS_APART_MS) && !isAhead(now, nowMs + CLOCKS_APART_MS);
}

function isAhead(status: Since = {}, ofMs: number): boolean {
  const { phaseSince, unhealthySince, attemptStartedAt, startedAt, rollover, git } = status;
  const all = [phaseSince, unhealthySince, attemptStartedAt, startedAt, rollover?.since, git?.committedAt];
  return all.some((text) => (parseTime(text) ?? 0) > ofMs);
}

/** Writes a time as a status has it. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Writes a time that may not be there yet. */
export function formatOptionalTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatTime(ms);
}
