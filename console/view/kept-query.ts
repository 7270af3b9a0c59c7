/** What somebody asks of the lines that were kept: the hours before a moment (now when empty), with words in them. */
type KeptAsk = Readonly<{ hours: number; until: string; words: string }>;

/** The members of the request for kept lines. */
export type KeptQuery = Readonly<{ history: true; since: string; until?: string; q?: string; tail: number }>;

/** So many are read; a search finds what is older. */
const TAIL = 2_000;
const HOUR_MS = 3_600_000;

/** Says what is asked of the gateway; `until` is as controls have it, in the reader's zone. */
export function keptQuery({ hours, until, words }: KeptAsk, nowMs: number): KeptQuery {
  const untilMs = until === "" ? Number.NaN : new Date(until).getTime();
  const endMs = Number.isNaN(untilMs) ? nowMs : untilMs;
  return {
    history: true,
    since: new Date(endMs - hours * HOUR_MS).toISOString(),
    ...(!Number.isNaN(untilMs) && { until: new Date(untilMs).toISOString() }),
    ...(words !== "" && { q: words }),
    tail: TAIL,
  };
}
