import { cronValues, isOpen, type CronReader } from "./cron-fields.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_BACK_MAX = 366;

/**
 * Finds the last minute up to a time at which a cron line of five fields was due, in UTC; undefined where it was not for a
 * year. A day is due by its date or its weekday where both are limited, by what its reader takes for a limit.
 */
export function lastCronTime(line: string, beforeMs: number, reader: CronReader): number | undefined {
  const times = timesOfDay(line);
  const isDue = dayRule(line, reader);
  const startOfDay = Math.floor(beforeMs / DAY_MS) * DAY_MS;
  for (let day = startOfDay; day > startOfDay - DAYS_BACK_MAX * DAY_MS; day -= DAY_MS) {
    if (!isDue(new Date(day))) continue;
    const time = times.findLast((one) => day + one <= beforeMs);
    if (time !== undefined) return day + time;
  }
  return undefined;
}

/** Counts the most times of a cron line within so long, of a day at most: as many as there are where it is due each day. */
export function mostCronTimes(line: string, withinMs: number): number {
  const times = timesOfDay(line);
  const twoDays = [...times, ...times.map((time) => time + DAY_MS)];
  let most = 0;
  let end = 0;
  for (const [begin, time] of times.entries()) {
    while ((twoDays[end] ?? Infinity) < time + withinMs) end += 1;
    most = Math.max(most, end - begin);
  }
  return most;
}

/** Lists when it is due on a day that it is due on, from midnight. */
function timesOfDay(line: string): number[] {
  return cronValues(line, "hour").flatMap((hour) =>
    cronValues(line, "minute").map((minute) => (hour * 60 + minute) * MINUTE_MS),
  );
}

function dayRule(line: string, reader: CronReader): (day: Date) => boolean {
  const dates = new Set(cronValues(line, "date"));
  const months = new Set(cronValues(line, "month"));
  const weekdays = new Set(cronValues(line, "weekday"));
  const isEither = !isOpen(line, "date", reader) && !isOpen(line, "weekday", reader);
  return (day) => {
    if (!months.has(day.getUTCMonth() + 1)) return false;
    const [byDate, byWeekday] = [dates.has(day.getUTCDate()), weekdays.has(day.getUTCDay())];
    return isEither ? byDate || byWeekday : byDate && byWeekday;
  };
}
