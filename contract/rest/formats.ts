/**
 * Judges the string formats of REST. zod and the OpenAPI validator both ask these functions, so that they cannot
 * disagree; the error texts are pydantic's (docs/adr/0027). `undefined` = the text is well formed.
 */
/** The form in which all ids are kept, and nearly all are sent. */
export const CANONICAL_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEX = /^[0-9a-fA-F]$/;
const GROUP_LENGTHS = [8, 4, 4, 4, 12] as const;

/** Says what is wrong with the text of a UUID, in pydantic's words; braces, urn:uuid: and 32 bare digits are accepted too. */
export function uuidFault(text: string): string | undefined {
  // The steps below would look at each of its characters.
  if (CANONICAL_UUID.test(text)) return undefined;
  const { digits, offset } = bareUuid(text);
  const odd = Array.from(digits).findIndex((character) => character !== "-" && !HEX.test(character));
  if (odd !== -1) return `invalid character: found \`${Array.from(digits)[odd] ?? ""}\` at ${odd + offset}`;
  return digits.includes("-") ? groupFault(digits.split("-")) : lengthFault(digits.length);
}

function lengthFault(length: number): string | undefined {
  return length === 32 ? undefined : `invalid length: found ${length}`;
}

function groupFault(groups: readonly string[]): string | undefined {
  if (groups.length !== GROUP_LENGTHS.length) return `invalid group count: expected 5, found ${groups.length}`;
  const wrong = groups.findIndex((group, index) => group.length !== GROUP_LENGTHS[index]);
  if (wrong === -1) return undefined;
  return `invalid group length in group ${wrong}: expected ${GROUP_LENGTHS[wrong] ?? 0}, found ${groups[wrong]?.length ?? 0}`;
}

/** Rewrites an accepted UUID as 36 lower-case characters; leaves any other text alone. */
export function canonicalUuid(text: string): string {
  if (CANONICAL_UUID.test(text) || uuidFault(text) !== undefined) return text;
  const digits = bareUuid(text).digits.replaceAll("-", "").toLowerCase();
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    "-",
  );
}

function bareUuid(text: string): { digits: string; offset: number } {
  if (/^urn:uuid:/i.test(text)) return { digits: text.slice(9), offset: 9 };
  if (text.startsWith("{") && text.endsWith("}") && text.length > 2) return { digits: text.slice(1, -1), offset: 1 };
  return { digits: text, offset: 0 };
}

/** Says why a text is no e-mail address, in email-validator's words. */
export function emailFault(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  if (at === -1) return "An email address must have an @-sign.";
  if (local === "") return "There must be something before the @-sign.";
  if (domain === "") return "There must be something after the @-sign.";
  return localFault(local) ?? domainFault(domain) ?? (text.length > 254 ? "The email address is too long." : undefined);
}

function localFault(local: string): string | undefined {
  if (local.length > 64) return "The email address is too long before the @-sign.";
  if (!/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(local))
    return "The email address contains invalid characters before the @-sign.";
  if (local.startsWith(".")) return "An email address cannot start with a period.";
  if (local.endsWith(".")) return "An email address cannot have a period immediately before the @-sign.";
  return local.includes("..") ? "An email address cannot have two periods in a row." : undefined;
}

function domainFault(domain: string): string | undefined {
  if (!/^[A-Za-z0-9.-]+$/.test(domain)) return "The part after the @-sign contains invalid characters.";
  if (!domain.includes(".")) return "The part after the @-sign is not valid. It should have a period.";
  const isHostname =
    domain.length <= 253 &&
    domain.split(".").every((label) => /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label));
  return isHostname ? undefined : "The part after the @-sign is not a valid host name.";
}

const RFC3339 =
  /^(\d{4})-(0\d|1[0-2])-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Tells whether a text is an RFC 3339 date-time with an offset, a real day and no leap second. */
export function isTimestamp(text: string): boolean {
  // Of what does not match, no part is a number.
  const [, year, month, day] = RFC3339.exec(text) ?? [];
  return Number(year) >= 1 && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

/** Counts the days of a month; none for a month that does not exist. */
export function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Maps the format names of the OpenAPI document to the functions that judge them. */
export const FORMATS: Readonly<Record<"uuid" | "email" | "date-time", (text: string) => boolean>> = {
  uuid: (text) => uuidFault(text) === undefined,
  email: (text) => emailFault(text) === undefined,
  "date-time": isTimestamp,
};
