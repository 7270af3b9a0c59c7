import { USAGE_DAYS_MAX } from "../../contract/rest/usage.ts";
import { refusedValue } from "../http/refused-value.ts";

const DAY_MS = 86_400_000;

/** Derives the days that are read, in UTC: this month up to now when nothing is said. */
export function deriveUsageRange(
  asked: Readonly<{ from?: string | undefined; to?: string | undefined }>,
  nowMs: number,
): Readonly<{ from: Date; to: Date }> {
  const now = new Date(nowMs);
  const to = asked.to === undefined ? new Date(Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS) : new Date(asked.to);
  const monthBegin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const from = new Date(asked.from ?? monthBegin);
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days <= 0) throw refusedValue(["query", "from"], "from must lie before to");
  if (days > USAGE_DAYS_MAX) throw refusedValue(["query", "from"], `from and to may lie ${USAGE_DAYS_MAX} days apart`);
  return { from, to };
}
