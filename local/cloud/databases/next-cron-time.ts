const NAMES: readonly (readonly string[])[] = [
  [],
  [],
  [],
  [],
  ["", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
  ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
];
const LEAST = [0, 0, 0, 1, 1, 0];
const MOST = [59, 59, 23, 31, 12, 6];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A leap day comes back within eight years. */
const DAYS_MAX = 8 * 366;

/** Returns the first moment after another that a line of six fields (seconds first) names, in UTC; undefined when there is none. */
export function nextCronTime(line: string, afterMs: number): number | undefined {
  const fields = line.trim().split(/\s+/);
  if (fields.length !== 6) throw new Error(`"${line}" does not have six fields`);
  const [seconds, minutes, hours, days, months, weekdays] = fields.map(parseField) as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  const anyDay = fields[3] === "*" || fields[5] === "*";
  const startMs = Math.floor(afterMs / DAY_MS) * DAY_MS;
  for (let day = 0; day < DAYS_MAX; day += 1) {
    const date = new Date(startMs + day * DAY_MS);
    if (!months.has(date.getUTCMonth() + 1)) continue;
    const named = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
    // As cron has it: of two restricted fields either is enough.
    if (anyDay ? !named.every(Boolean) : !named.some(Boolean)) continue;
    const found = firstOfDay({ hours, minutes, seconds }, date.getTime(), afterMs);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Times = Readonly<{ hours: Set<number>; minutes: Set<number>; seconds: Set<number> }>;

function firstOfDay({ hours, minutes, seconds }: Times, dayMs: number, afterMs: number): number | undefined {
  for (const hour of hours) {
    const hourMs = dayMs + hour * HOUR_MS;
    if (hourMs + HOUR_MS <= afterMs) continue;
    const moments = [...minutes].flatMap((minute) =>
      [...seconds].map((second) => hourMs + (minute * 60 + second) * 1000),
    );
    const found = moments.find((atMs) => atMs > afterMs);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists the values of a field, upwards. */
function parseField(field: string, index: number): Set<number> {
  const values = field.split(",").flatMap((item) => parseItem(item, index));
  return new Set(values.sort((one, other) => one - other));
}

function parseItem(item: string, index: number): number[] {
  const [least, most] = [LEAST[index] ?? 0, MOST[index] ?? 0];
  const [range = "", step] = item.split("/");
  const [from = "", to = step === undefined ? from : String(most)] =
    range === "*" ? [String(least), String(most)] : range.split("-");
  const values: number[] = [];
  for (let value = parseValue(from, index); value <= parseValue(to, index); value += Number(step ?? 1))
    values.push(value);
  return values;
}

function parseValue(text: string, index: number): number {
  const named = NAMES[index]?.indexOf(text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named : Number(text);
  if (!Number.isInteger(value) || value < (LEAST[index] ?? 0) || value > (MOST[index] ?? 0))
    throw new Error(`"${text}" is no value of field ${index + 1}`);
  return value;
}
