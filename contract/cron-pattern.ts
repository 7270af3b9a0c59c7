import { CRON_MONTHS, CRON_WEEKDAYS } from "./cron-fields.ts";

/**
 * Derives the pattern of a cron line of five fields that Kubernetes, CloudNativePG and MOCO all take. It stands in the CRDs,
 * so it must compile in RE2; that a range runs upwards no such pattern can say (`hasUpwardRanges`).
 */
const MINUTE = "[0-5]?[0-9]";
const HOUR = "([01]?[0-9]|2[0-3])";
const DAY = "(0?[1-9]|[12][0-9]|3[01])";
const MONTH = `(0?[1-9]|1[0-2]|${CRON_MONTHS.join("|")})`;
const WEEKDAY = `([0-6]|${CRON_WEEKDAYS.join("|")})`;
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
