import { readFileSync } from "node:fs";
import type { z } from "zod";

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;
type Given = Readonly<Record<string, string>>;
type Described<Schema> = Readonly<{ schema: Schema; secrets: readonly string[] }>;

/**
 * Reads settings from the environment, secret ones also from the files that `<NAME>_FILE` names. `faultsOf` judges what
 * several settings say together, with undefined while one of them is wrong. Every fault stands in one message that has
 * names only, never values.
 */
export function readSettings<Schema extends z.ZodObject>(
  { schema, secrets }: Described<Schema>,
  env: Environment,
  faultsOf: (given: Given, settings: z.infer<Schema> | undefined) => readonly string[],
): z.infer<Schema> {
  const faults: string[] = [];
  const given = readGiven(secrets, env, faults);
  const parsed = schema.safeParse(given);
  if (!parsed.success) faults.push(...parsed.error.issues.flatMap((issue) => namesOf(schema, issue)));
  faults.push(...faultsOf(given, parsed.data));
  if (faults.length > 0 || !parsed.success) throw new Error(`Settings are wrong: ${[...new Set(faults)].join("; ")}`);
  return parsed.data;
}

/** Returns a fault where only one of two settings is there. */
export function together(given: Given, one: string, other: string): string[] {
  return (given[one] === undefined) === (given[other] === undefined) ? [] : [`${one} and ${other} belong together`];
}

function readGiven(secrets: readonly string[], env: Environment, faults: string[]): Given {
  const given: Record<string, string> = {};
  const files = new Map(secrets.map((name) => [`${name}_FILE`, name]));
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith("BERTH_") || value === undefined || value === "") continue;
    const target = files.get(name);
    if (target === undefined) given[name] = value;
    else if ((env[target] ?? "") !== "") faults.push(`${target} and ${name} are both set`);
    else {
      const text = readText(value);
      if (text === undefined) faults.push(`${name} names a file that cannot be read`);
      else given[target] = text;
    }
  }
  return given;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

function namesOf({ shape }: z.ZodObject, issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => `${name} is not a setting`);
  const name = String(issue.path[0] ?? "");
  if (issue.code === "invalid_type" && issue.input === undefined) return [`${name} is missing`];
  const member: unknown = shape[name];
  const { description = "" } = (member as z.ZodType | undefined)?.meta() ?? {};
  return [`${name} has a wrong value${description === "" ? "" : ` (${description})`}`];
}
