/*
 * What a server sends may hold what a terminal obeys: escape sequences that retitle, recolour, move or answer, and signs that turn the
 * direction of writing. Nothing of it reaches the output: it is shown as what it is.
 */

/** Controls (but for tab and newline), invisible and directing signs, and ends of line that no editor shows. */
const OBEYED = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escape = (sign: string): string =>
  Array.from({ length: sign.length }, (_unit, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );

/** Shows what a terminal would obey as its number, "\u001b"; tabs and ends of line stay. */
export function cleanText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(OBEYED, escape);
}

/** Cleans a text that has its place in one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/[\n\t]+/g, " ");
}

/** Cleans a text of JSON, or one whose strings are quoted as JSON's: the number is then the sign's own spelling, and no value changes. */
export function cleanQuoted(text: string): string {
  return text.replace(OBEYED, escape);
}

/** Tells whether a text has something that is cleaned away. */
export function isUnclean(text: string): boolean {
  return text.search(OBEYED) !== -1;
}
