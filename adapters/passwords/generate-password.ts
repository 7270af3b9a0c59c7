import { randomInt } from "node:crypto";
import { SecretText } from "../../contract/secret-text.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 32;

/** Generates a password of 190 bits, of letters and digits only: it stands in URLs and in SQL. */
export function generatePassword(): SecretText {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? "");
  return new SecretText(characters.join(""));
}
