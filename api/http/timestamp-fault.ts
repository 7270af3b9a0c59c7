import { daysIn } from "../../contract/rest/formats.ts";

/** What pydantic would call the fault of a date-time: its type and its sentence. */
type TimestampFault = Readonly<{ type: string; error?: string }>;

const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?$/i;

/** Says what is wrong with a text that is no RFC 3339 date-time, in pydantic's words. */
export function timestampFault(text: string): TimestampFault {
  const error = dateFault(text);
  if (error !== undefined) return { type: "datetime_from_date_parsing", error };
  if (text.startsWith("0000")) return { type: "datetime_parsing", error: "year 0 is out of range" };
  // Pydantic takes these for midnight or local time; an expiry without an offset means another moment in each zone.
  if (text.length === 10) return { type: "datetime_parsing", error: "input is too short" };
  if (TIME.test(text)) return { type: "timezone_aware" };
  return { type: "datetime_from_date_parsing", error: "unexpected extra characters at the end of the input" };
}

function dateFault(text: string): string | undefined {
  if (text.length < 10) return "input is too short";
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)];
  if (!isNumber(year)) return "invalid character in year";
  if (text[4] !== "-") return "invalid date separator, expected `-`";
  if (!isNumber(month)) return "invalid character in month";
  if (text[7] !== "-") return "invalid date separator, expected `-`";
  if (!isNumber(day)) return "invalid character in day";
  return calendarFault(Number(year), Number(month), Number(day));
}

function calendarFault(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12) return "month value is outside expected range of 1-12";
  return day < 1 || day > daysIn(year, month) ? "day value is outside expected range" : undefined;
}

function isNumber(text: string): boolean {
  return /^[0-9]+$/.test(text);
}
