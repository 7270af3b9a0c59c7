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

/** A schedule: `hourly`, `daily`, `weekly` or a line of five fields. */
export const CRON_OR_NAME = `^(hourly|daily|weekly|${[MINUTE, HOUR, DAY, MONTH, WEEKDAY].map(fieldOf).join(" ")})$`;

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

function orderOf(text: string, index: number): number {
  if (index === 3 && NAMES.includes(text)) return NAMES.indexOf(text) + 1;
  return index === 4 && DAYS.includes(text) ? DAYS.indexOf(text) : Number(text) || 0;
}
