const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_BACK_MAX = 366;
const NAMES = ["", "", "", "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC", "SUN MON TUE WED THU FRI SAT"];

/**
 * Finds the last minute up to a time at which a cron line of five fields was due, in UTC; undefined where it was not for a
 * year. A day is due by its date or its weekday where both are limited, as everywhere.
 */
export function lastCronTime(line: string, beforeMs: number): number | undefined {
  const fields = line.split(" ");
  const times = timesOfDay(fields);
  const isDue = dayRule(fields);
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
  const times = timesOfDay(line.split(" "));
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
function timesOfDay(fields: readonly string[]): number[] {
  return valuesOf(fields, 1, 0, 23).flatMap((hour) =>
    valuesOf(fields, 0, 0, 59).map((minute) => (hour * 60 + minute) * MINUTE_MS),
  );
}

function dayRule(fields: readonly string[]): (day: Date) => boolean {
  const dates = new Set(valuesOf(fields, 2, 1, 31));
  const months = new Set(valuesOf(fields, 3, 1, 12));
  const weekdays = new Set(valuesOf(fields, 4, 0, 6));
  const [isAnyDate, isAnyWeekday] = [fields[2]?.startsWith("*"), fields[4]?.startsWith("*")];
  return (day) => {
    if (!months.has(day.getUTCMonth() + 1)) return false;
    const [byDate, byWeekday] = [dates.has(day.getUTCDate()), weekdays.has(day.getUTCDay())];
    return isAnyDate === true || isAnyWeekday === true ? byDate && byWeekday : byDate || byWeekday;
  };
}

/** Names the weekdays of a cron line; Sunday is 0. */
export function weekdaysOf(line: string): ReadonlySet<number> {
  return new Set(valuesOf(line.split(" "), 4, 0, 6));
}

/** Lists the values of a field, upwards. */
function valuesOf(fields: readonly string[], index: number, min: number, max: number): number[] {
  const all = Array.from({ length: max - min + 1 }, (_, place) => min + place);
  const items = (fields[index] ?? "*").split(",").map((item) => itemOf(item, index, { min, max }));
  return all.filter((value) => items.some((has) => has(value)));
}

function itemOf(
  item: string,
  index: number,
  { min, max }: Readonly<{ min: number; max: number }>,
): (value: number) => boolean {
  const [range = "*", step] = item.split("/");
  const [from = "*", to] = range.split("-");
  const isAny = from === "*";
  const first = isAny ? min : numberOf(from, index);
  // A step after a single value runs on to the end.
  const runsOn = isAny || (to === undefined && step !== undefined);
  const last = runsOn ? max : numberOf(to ?? from, index);
  return (value) => value >= first && value <= last && (value - first) % Number(step ?? 1) === 0;
}

function numberOf(text: string, index: number): number {
  const at = (NAMES[index] ?? "").split(" ").indexOf(text);
  return at < 0 || text === "" ? Number(text) : at + (index === 3 ? 1 : 0);
}
