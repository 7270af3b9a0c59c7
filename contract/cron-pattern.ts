/**
 * Derives the pattern of a cron line of five fields that Kubernetes, CloudNativePG and MOCO all take. It stands in the CRDs,
 * so it must compile in RE2; that a range runs upwards no such pattern can say (`hasUpwardRanges`).
 */
const MINUTE = "[0-5]?[0-9]";
const HOUR = "([01]?[0-9]|2[0-3])";
const DAY = "(0?[1-9]|[12][0-9]|3[01])";
const MONTH = "(0?[1-9]|1[0-2]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)";
const WEEKDAY = "([0-6]|SUN|MON|TUE|WED|THU|FRI|SAT)";
const STEP = "(/[1-9][0-9]?)?";

function fieldOf(value: string): string {
  const item = `(\\*|${value}(-${value})?)${STEP}`;
  return `${item}(,${item})*`;
}

const LINE = [MINUTE, HOUR, DAY, MONTH, WEEKDAY].map(fieldOf).join(" ");
/** A schedule as a line of five fields. */
export const CRON_LINE = `^${LINE}$`;
/** A schedule that names one time of day, and days of the week. */
export const WEEK_LINE = `^${MINUTE} ${HOUR} \\* \\* ${fieldOf(WEEKDAY)}$`;
/** A schedule: `hourly`, `daily`, `weekly` or a line of five fields. */
export const CRON_OR_NAME = `^(hourly|daily|weekly|${LINE})$`;
/** What each of them asks for, as an error says it. */
export const CRON_WORDS = {
  line: 'String should be a cron line of five fields (minute, hour, day of the month, month, day of the week), such as "0 3 * * MON-FRI"',
  lineOrName:
    'String should be hourly, daily, weekly or a cron line of five fields (minute, hour, day of the month, month, day of the week), such as "0 3 * * MON-FRI"',
  week: 'String should be a cron line of one minute, one hour, "* *" and days of the week, such as "0 20 * * MON-FRI"',
} as const;

const NAMES = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const DAYS = "SUN MON TUE WED THU FRI SAT".split(" ");

/** Tells whether every range of a cron line runs upwards; the engines refuse one that does not. */
export function hasUpwardRanges(line: string): boolean {
  return line.split(" ").every((part, index) =>
    part.split(",").every((item) => {
      const [from = "", to = from] = (item.split("/")[0] ?? "").split("-");
      return orderOf(from, index) <= orderOf(to, index);
    }),
  );
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Tells whether a cron line whose ranges run upwards ever comes: the 31st of February does not. */
export function comesEver(line: string): boolean {
  const [, , days = "*", months = "*", weekdays = "*"] = line.split(" ");
  // A day of the month or one of the week: where both are said, one of them is enough.
  if (!weekdays.split(",").some((item) => item === "*" || item === "*/1")) return true;
  return DAYS_OF_MONTHS.some(
    (last, index) =>
      isMet(months, index + 1, 3) &&
      Array.from({ length: last }, (_, day) => day + 1).some((day) => isMet(days, day, 2)),
  );
}

function isMet(part: string, value: number, index: number): boolean {
  return part.split(",").some((item) => {
    const [range = "", step] = item.split("/");
    const { first, last } = boundsOf(range, index, step !== undefined);
    return value >= first && value <= last && (value - first) % Number(step ?? 1) === 0;
  });
}

/** From one number on goes what has a step and no end. */
function boundsOf(range: string, index: number, hasStep: boolean): Readonly<{ first: number; last: number }> {
  if (range === "*") return { first: 1, last: Infinity };
  const [from = "", to] = range.split("-");
  const first = orderOf(from, index);
  if (to !== undefined) return { first, last: orderOf(to, index) };
  return { first, last: hasStep ? Infinity : first };
}

function orderOf(text: string, index: number): number {
  if (index === 3 && NAMES.includes(text)) return NAMES.indexOf(text) + 1;
  return index === 4 && DAYS.includes(text) ? DAYS.indexOf(text) : Number(text) || 0;
}
