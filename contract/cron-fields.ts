/** Names months from January on, as cron lines do. */
export const CRON_MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
/** Names weekdays from Sunday on, as cron lines do. */
export const CRON_WEEKDAYS = "SUN MON TUE WED THU FRI SAT".split(" ");

type Field = Readonly<{ place: number; min: number; max: number; names: readonly string[] }>;

/** What the fields of a cron line count; names stand for numbers, from the least on. */
const FIELDS = {
  minute: { place: 0, min: 0, max: 59, names: [] },
  hour: { place: 1, min: 0, max: 23, names: [] },
  date: { place: 2, min: 1, max: 31, names: [] },
  month: { place: 3, min: 1, max: 12, names: CRON_MONTHS },
  weekday: { place: 4, min: 0, max: 6, names: CRON_WEEKDAYS },
} as const satisfies Readonly<Record<string, Field>>;

/** Returns the items of a field of a cron line; one that is not there names everything. */
export function cronItems(line: string, name: keyof typeof FIELDS): string[] {
  return (line.split(" ")[FIELDS[name].place] ?? "*").split(",");
}

/** Lists the values that a field of a cron line names, upwards; Sunday is 0. */
export function cronValues(line: string, name: keyof typeof FIELDS): number[] {
  const field = FIELDS[name];
  const items = cronItems(line, name).map((item) => itemOf(item, field));
  const all = Array.from({ length: field.max - field.min + 1 }, (_, place) => field.min + place);
  return all.filter((value) => items.some((has) => has(value)));
}

function itemOf(item: string, field: Field): (value: number) => boolean {
  const [range = "*", step] = item.split("/");
  const [from = "*", to] = range.split("-");
  const isAny = from === "*";
  const first = isAny ? field.min : numberOf(from, field);
  // A step after a single value runs on to the end.
  const runsOn = isAny || (to === undefined && step !== undefined);
  const last = runsOn ? field.max : numberOf(to ?? from, field);
  return (value) => value >= first && value <= last && (value - first) % Number(step ?? 1) === 0;
}

function numberOf(text: string, { min, names }: Field): number {
  const at = names.indexOf(text);
  return at < 0 ? Number(text) : min + at;
}

/** What reads a cron line: Kubernetes what runs by CronJobs, MOCO's backups with it, and CloudNativePG its own schedules. */
export type CronReader = "Kubernetes" | "CloudNativePG";

/** Tells whether a field limits no day; a star with a step does for Kubernetes (robfig/cron 3), not for CloudNativePG (1.2). */
export function isOpen(line: string, name: "date" | "weekday", reader: CronReader): boolean {
  const isStar = (item: string): boolean => item === "*" || item === "*/1";
  return cronItems(line, name).some((item) => (reader === "Kubernetes" ? isStar(item) : item.startsWith("*")));
}

/** Tells whether every range of a cron line runs upwards; the engines refuse one that does not. */
export function hasUpwardRanges(line: string): boolean {
  return (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).every((name) =>
    cronItems(line, name).every((item) => {
      const [from = "", to] = (item.split("/")[0] ?? "").split("-");
      return to === undefined || numberOf(from, FIELDS[name]) <= numberOf(to, FIELDS[name]);
    }),
  );
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Tells whether a CronJob's line whose ranges run upwards ever comes: the 31st of February does not. */
export function comesEver(line: string): boolean {
  // A day of the month or one of the week: where both are said, one of them is enough.
  if (!isOpen(line, "weekday", "Kubernetes")) return true;
  const [earliest = Infinity] = cronValues(line, "date");
  return cronValues(line, "month").some((month) => earliest <= (DAYS_OF_MONTHS[month - 1] ?? 0));
}
