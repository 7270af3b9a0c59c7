import { isTimestamp } from "../../contract/rest/formats.ts";
import { LOG_DAYS_MAX } from "../../contract/rest/deployment-observation.ts";
import { refusedValue } from "../http/refused-value.ts";

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const DAY_MS = 86_400_000;

/** Reads a time, or how long ago something was. */
export function readLogTime(member: "since" | "until", text: string, nowMs: number): number {
  const [ago, count, unit = "s"] = /^([0-9]{1,6})([smhd]?)$/.exec(text) ?? [];
  if (ago !== undefined) return nowMs - Number(count) * (UNITS[unit] ?? 1) * 1_000;
  if (!isTimestamp(text)) throw refusedValue(["query", member], "This is no time; write 2h, or 2026-01-31T12:00:00Z");
  return Date.parse(text);
}

/** Derives from when to when kept lines are read: the day before its end when nothing is said. */
export function deriveLogRange(
  { since, until }: Readonly<{ since?: string | undefined; until?: string | undefined }>,
  nowMs: number,
): Readonly<{ fromMs: number; toMs: number }> {
  const toMs = until === undefined ? nowMs : readLogTime("until", until, nowMs);
  const fromMs = since === undefined ? toMs - DAY_MS : readLogTime("since", since, nowMs);
  if (fromMs >= toMs) throw refusedValue(["query", "since"], "since must lie before until");
  if (toMs - fromMs > LOG_DAYS_MAX * DAY_MS)
    throw refusedValue(["query", "since"], `since and until may lie ${LOG_DAYS_MAX} days apart`);
  return { fromMs, toMs };
}
