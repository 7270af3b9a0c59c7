import type { HistoryRange } from "../../adapters/history/history-client.ts";
import { HISTORY_DAYS_MAX, HISTORY_POINTS_MAX } from "../../contract/rest/metrics-history.ts";
import { refusedValue } from "../http/refused-value.ts";

/** From when to when somebody asks, in which steps. */
export type AskedRange = Readonly<{ from?: string | undefined; to?: string | undefined; step?: number | undefined }>;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const POINTS_DEFAULT = 120;
const STEP_SECONDS_MIN = 15;

/**
 * Derives what is read: never more points than may be answered, at times that are multiples of the step, so that those who
 * ask shortly after each other ask the same, and plots do not jitter.
 */
export function deriveHistoryRange({ from, to, step }: AskedRange, nowMs: number): HistoryRange {
  const toSeconds = Math.floor((to === undefined ? nowMs : Date.parse(to)) / 1_000);
  const fromSeconds = from === undefined ? toSeconds - HOUR_SECONDS : Math.floor(Date.parse(from) / 1_000);
  const length = toSeconds - fromSeconds;
  if (length <= 0) throw refusedValue(["query", "from"], "from must lie before to");
  if (length > HISTORY_DAYS_MAX * DAY_SECONDS)
    throw refusedValue(["query", "from"], `from and to may lie ${HISTORY_DAYS_MAX} days apart`);
  const wished = step ?? Math.ceil(length / POINTS_DEFAULT);
  const stepSeconds = Math.max(STEP_SECONDS_MIN, wished, Math.ceil(length / (HISTORY_POINTS_MAX - 1)));
  const aligned = (seconds: number): number => Math.floor(seconds / stepSeconds) * stepSeconds;
  return { fromSeconds: aligned(fromSeconds), toSeconds: aligned(toSeconds), stepSeconds };
}
