import { renderError } from "../render-error.ts";

const ZONES: ReadonlyMap<string, string> = new Map(
  ["Etc/UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => [zone.toLowerCase(), zone]),
);

/** Refuses what is no zone: clusters know them by exactly their names; of older names only that it is one is known here. */
export function assertTimeZone(timeZone: string, member: string): void {
  const known = ZONES.get(timeZone.toLowerCase());
  if (known === timeZone) return;
  if (known !== undefined) throw renderError(member, `is no time zone; ${known} is one`);
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw renderError(member, "is no time zone; use a name such as Europe/Berlin or Etc/UTC");
  }
}
