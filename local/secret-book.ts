import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { writeFileAtomically } from "./atomic-file.ts";

/** Gives each name a random secret, the same one at every start of the same home folder. */
export async function openSecretBook<Name extends string>(
  path: string,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const known = await readFile(path, "utf8").then(
    (text) => JSON.parse(text) as Partial<Record<Name, string>>,
    (): Partial<Record<Name, string>> => ({}),
  );
  const entries = names.map((name) => [name, known[name] ?? randomBytes(24).toString("hex")] as const);
  const secrets = Object.fromEntries(entries) as Record<Name, string>;
  if (names.some((name) => known[name] === undefined))
    await writeFileAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}
