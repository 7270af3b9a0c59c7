import { cronFields, type CronFields } from "./cron-fields.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = "January February March April May June July August September October November December".split(" ");
/** More times of a day than these are told by their fields. */
const TIMES_MAX = 4;

/** Says a cron line in words: "at 04:30, Monday to Friday"; the line itself where it is none. */
export function saySchedule(line: string): string {
  const fields = cronFields(line);
  return fields === undefined ? line : [timesOf(fields), ...daysOf(fields)].join(", ");
}

function timesOf({ minutes, hours }: CronFields): string {
  if (minutes.length * hours.length <= TIMES_MAX)
    return `at ${joined(hours.flatMap((hour) => minutes.map((minute) => `${padded(hour)}:${padded(minute)}`)))}`;
  const [first = 0] = minutes;
  return minutes.length === 1 ? oncePerHour(first, hours) : oftenPerHour(minutes, hours);
}

function oncePerHour(minute: number, hours: readonly number[]): string {
  const step = stepOf(hours, 24);
  if (step === undefined) return `at minute ${minute} of the hours ${joined(runs(hours, String))}`;
  const past = minute === 0 ? "" : `, ${minute} minutes past`;
  return step === 1 ? `every hour${past}` : `every ${step} hours${past}`;
}

function oftenPerHour(minutes: readonly number[], hours: readonly number[]): string {
  const isAnyHour = hours.length === 24;
  const step = stepOf(minutes, 60);
  const within = joined(runs(hours, String));
  if (step === undefined)
    return `at minute ${joined(runs(minutes, String))} of ${isAnyHour ? "every hour" : `the hours ${within}`}`;
  const often = step === 1 ? "every minute" : `every ${step} minutes`;
  return isAnyHour ? often : `${often}, in the hours ${within}`;
}

function daysOf({ dates, months, weekdays }: CronFields): readonly string[] {
  const byDate = dates.length < 31 ? `on the ${joined(runs(dates, String))} of the month` : "";
  const byWeekday = weekdays.length < 7 ? joined(runs(fromMonday(weekdays), (day) => WEEKDAYS[day % 7] ?? "")) : "";
  const days = byDate !== "" && byWeekday !== "" ? `${byDate} or ${byWeekday}` : byDate + byWeekday;
  const within = months.length < 12 ? `in ${joined(runs(months, (month) => MONTHS[month - 1] ?? ""))}` : "";
  return [days === "" && within === "" ? "every day" : days, within].filter(Boolean);
}

/** A week begins on Monday, so that Saturday and Sunday stand together. */
function fromMonday(weekdays: readonly number[]): readonly number[] {
  return weekdays.map((day) => (day === 0 ? 7 : day)).toSorted((one, other) => one - other);
}

/** Every so many, from 0 to the end of the hour or day. */
function stepOf(values: readonly number[], size: number): number | undefined {
  const step = size / values.length;
  return Number.isInteger(step) && values.every((value, index) => value === index * step) ? step : undefined;
}

/** Says three or more in a row as "from to". */
function runs(values: readonly number[], say: (value: number) => string): readonly string[] {
  const ends = values.filter((value, index) => values[index + 1] !== value + 1);
  return ends.flatMap((end, index) => {
    const inRow = values.filter((value) => value <= end && value > (ends[index - 1] ?? -1));
    const [first = end] = inRow;
    return inRow.length > 2 ? [`${say(first)} to ${say(end)}`] : inRow.map(say);
  });
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

const padded = (value: number): string => String(value).padStart(2, "0");
