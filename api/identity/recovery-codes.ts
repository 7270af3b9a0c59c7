import { randomInt } from "node:crypto";
import { hashToken } from "./api-key-format.ts";

/** Without what looks like something else; 16 of them are 79 bits. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const GROUPS = 4;
const GROUP_LENGTH = 4;
const CODES = 10;

/** Makes the recovery codes of an account. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, newGroup).join("-"));
}

/** Hashes a recovery code as it is typed: case, spaces and dashes do not count. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ""));
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? "").join("");
}
