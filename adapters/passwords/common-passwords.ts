import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Names the file of marks, from the project's root; scripts/common-passwords.ts writes it. */
export const COMMON_PASSWORDS_FILE = "adapters/passwords/common-passwords.txt";

/** 48 bits: of a billion other passwords none is expected to be taken for one of ten thousand. */
const MARK_CHARACTERS = 8;
const UNIT_LENGTHS = [1, 2, 3, 4] as const;

/** Derives what a common password is known by. */
export function passwordMark(password: string): string {
  return hash("sha256", password.toLowerCase(), "base64url").slice(0, MARK_CHARACTERS);
}

let marks: ReadonlySet<string> | undefined;

/**
 * Tells whether everybody who guesses tries this password early: it is on the list, a few characters again and again, or
 * `about` the account itself. Nothing is asked of its characters (NIST SP 800-63B, 5.1.1.2).
 */
export function isCommonPassword(password: string, about: readonly string[] = []): boolean {
  marks ??= new Set(readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8").split("\n"));
  const own = about.flatMap((text) => [text, text.split("@")[0] ?? ""]).map((text) => text.toLowerCase());
  return marks.has(passwordMark(password)) || isRepeated(password) || own.includes(password.toLowerCase());
}

function isRepeated(password: string): boolean {
  const characters = Array.from(password);
  const repeats = (length: number): boolean =>
    characters.every((character, index) => index < length || character === characters[index - length]);
  return UNIT_LENGTHS.some(repeats);
}
