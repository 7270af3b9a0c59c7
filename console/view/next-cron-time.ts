import { cronFields } from "./cron-fields.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A leap day comes back within eight years. */
const DAYS_MAX = 8 * 366;
/** The furthest that a clock is set back. */
const BACK_MS = 3 * HOUR_MS;

/**
 * Finds when a cron line is due next, by the clock of a zone; undefined where it never is, or where the browser does not know the
 * zone. A time that the clock leaves out is passed over, of one that comes twice the next counts.
 */
export function nextCronTime(line: string, timeZone: string, afterMs: number): number | undefined {
  const fields = cronFields(line);
  const wallOf = wallClock(timeZone);
  if (fields === undefined || wallOf === undefined) return undefined;
  const times = fields.hours.flatMap((hour) => fields.minutes.map((minute) => hour * HOUR_MS + minute * MINUTE_MS));
  const fromMs = wallOf(afterMs) - BACK_MS;
  const firstDay = Math.floor(fromMs / DAY_MS) * DAY_MS;
  for (let day = firstDay; day < firstDay + DAYS_MAX * DAY_MS; day += DAY_MS) {
    const date = new Date(day);
    if (!fields.isDue(date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCDay())) continue;
    for (const time of times) {
      const found = day + time > fromMs ? instantOf(day + time, wallOf, afterMs) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

type Wall = (atMs: number) => number;

/** The first moment after another at which the clock shows a time: its offset is that of the day before or after. */
function instantOf(wallMs: number, wallOf: Wall, afterMs: number): number | undefined {
  const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => wallOf(atMs) - atMs);
  return offsets
    .map((offset) => wallMs - offset)
    .toSorted((one, other) => one - other)
    .find((atMs) => atMs > afterMs && wallOf(atMs) === wallMs);
}

/** Tells what the clock of a zone shows, as if it were UTC, to the minute. */
function wallClock(timeZone: string): Wall | undefined {
  const format = formatOf(timeZone);
  if (format === undefined) return undefined;
  return (atMs) => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute);
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const members = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  try {
    return new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", { timeZone, hourCycle: "h23", ...members });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
