const NAMES: Readonly<Record<number, string>> = {
  3: "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC",
  4: "SUN MON TUE WED THU FRI SAT",
};
const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** What a cron line of five fields names: the values of each field, upwards. */
export type CronFields = Readonly<{
  minutes: readonly number[];
  hours: readonly number[];
  dates: readonly number[];
  months: readonly number[];
  /** Sunday is 0. */
  weekdays: readonly number[];
  /** Tells whether a day is meant, by its date, month (from 1) and weekday: where date and weekday are both limited, either is enough. */
  isDue: (date: number, month: number, weekday: number) => boolean;
}>;

/** Reads a cron line; undefined where it is none. */
export function cronFields(line: string): CronFields | undefined {
  const fields = line.trim().split(/\s+/);
  if (fields.length !== BOUNDS.length) return undefined;
  const values = fields.map(valuesOf);
  if (values.some(({ length }) => length === 0)) return undefined;
  const [minutes, hours, dates, months, weekdays] = values as [number[], number[], number[], number[], number[]];
  const isEither = !isOpen(fields[2]) && !isOpen(fields[4]);
  const isDue: CronFields["isDue"] = (date, month, weekday) => {
    const named = [dates.includes(date), weekdays.includes(weekday)];
    return months.includes(month) && (isEither ? named.some(Boolean) : named.every(Boolean));
  };
  return { minutes, hours, dates, months, weekdays, isDue };
}

/** A star limits no day; with a step of more than one it does, for Kubernetes. */
function isOpen(field = "*"): boolean {
  return field.split(",").some((item) => item === "*" || item === "*/1");
}

function valuesOf(field: string, index: number): number[] {
  const [min, max] = BOUNDS[index] ?? [0, 0];
  const items = field.split(",").map((item) => itemOf(item, index));
  return Array.from({ length: max - min + 1 }, (_, place) => min + place).filter((value) =>
    items.some(({ first, last, step }) => value >= first && value <= last && (value - first) % step === 0),
  );
}

function itemOf(item: string, index: number): Readonly<{ first: number; last: number; step: number }> {
  const [min, max] = BOUNDS[index] ?? [0, 0];
  const [range = "*", step] = item.split("/");
  const [from = "*", to] = range.split("-");
  const first = from === "*" ? min : numberOf(from, index);
  // A step after a single value runs on to the end.
  const runsOn = from === "*" || (to === undefined && step !== undefined);
  return { first, last: runsOn ? max : numberOf(to ?? from, index), step: Number(step ?? 1) };
}

function numberOf(text: string, index: number): number {
  const at = (NAMES[index] ?? "").split(" ").indexOf(text);
  return at < 0 || text === "" ? Number(text) : at + (index === 3 ? 1 : 0);
}
