/** Forms of VAT numbers behind the prefix, by prefix (docs/adr/0012); Greece writes EL, Northern Ireland XI. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};
const OTHER_FORM = /^[A-Z0-9]{2,20}$/;

/** Tells whether a country (ISO 3166-1) belongs to the EU's VAT area. */
export function isInEu(countryCode: string): boolean {
  const prefix = vatPrefix(countryCode);
  return prefix !== "XI" && prefix in FORMS;
}

/** Tells whether VIES can be asked about a normalized number. */
export function isKnownToVies(number: string): boolean {
  return number.slice(0, 2) in FORMS;
}

/** Splits a normalized number into its prefix and the rest. */
export function vatIdOf(number: string): Readonly<{ prefix: string; number: string }> {
  return { prefix: number.slice(0, 2), number: number.slice(2) };
}

/** Writes a VAT number as it is stored: upper case, without blanks and marks. */
export function normalizeVatNumber(given: string): string {
  return given.toUpperCase().replaceAll(/[\s.\-/]/g, "");
}

/** Says what is wrong with the form of a normalized VAT number of a country; undefined = nothing. */
export function vatNumberFault(number: string, countryCode: string): string | undefined {
  const prefix = vatPrefix(countryCode);
  if (countryCode === "GB" && number.startsWith("XI")) return formFault(number, "XI");
  if (!(prefix in FORMS)) return OTHER_FORM.test(number) ? undefined : "a VAT number has 2 to 20 letters and digits";
  if (!number.startsWith(prefix)) return `a VAT number of ${countryCode} starts with ${prefix}`;
  return formFault(number, prefix);
}

function formFault(number: string, prefix: string): string | undefined {
  const isWellFormed = FORMS[prefix]?.test(number.slice(prefix.length)) === true;
  return isWellFormed ? undefined : `this is not how VAT numbers that start with ${prefix} are formed`;
}

function vatPrefix(countryCode: string): string {
  return countryCode === "GR" ? "EL" : countryCode;
}
