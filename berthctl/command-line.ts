import { parseArgs } from "node:util";

/** What somebody asked berthctl to do. */
export type Command =
  | Readonly<{ name: "doctor"; json: boolean }>
  | Readonly<{ name: "backup"; file: string }>
  | Readonly<{ name: "restore"; file: string }>
  | Readonly<{ name: "rebuild-projection" }>
  | Readonly<{ name: "reapply-git"; apply: boolean; kubeconfig: string | undefined }>
  | Readonly<{ name: "remove-orphans"; yes: boolean }>
  | Readonly<{ name: "help" }>;

/** Reports a command line that nobody can follow; the message says what was expected. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const USAGE = `berthctl, with the operator's settings in the environment:

  berthctl doctor [--json]       checks every dependency and right, says what to do; exits with 1 on a fault
  berthctl backup FILE           writes the rows of Postgres that exist nowhere else (users, keys, audit, …)
  berthctl restore FILE          reads them into a new database, before a gateway starts on it;
                                 in both cases - is the output, or the input: a pod has nowhere to keep a file
  berthctl rebuild-projection    has the leading operator write every row of the projection anew
  berthctl reapply-git [--apply] [--kubeconfig FILE]
                                 makes the custom resources that Git has and the management cluster lacks;
                                 without --apply it only lists them. FILE is of the gateway's account
  berthctl remove-orphans [--yes]
                                 lists what Git or Argo CD have without a resource, and removes it but for databases
`;

/** Reads a command line. */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [name = "help", ...rest] = positionals;
  if (values.help === true) return { name: "help" };
  assertOptions(name, Object.keys(values));
  if (name === "backup" || name === "restore") return { name, file: onlyFile(name, rest) };
  if (rest.length > 0) throw new UsageError(`${name} takes no argument, found ${rest.join(" ")}`);
  return withoutArgument(name, values);
}

function assertOptions(name: string, given: readonly string[]): void {
  const known: readonly string[] = OPTIONS_OF[name] ?? [];
  const [foreign] = given.filter((option) => !known.includes(option));
  if (foreign !== undefined) throw new UsageError(`${name} has no option --${foreign}`);
}

type Values = ReturnType<typeof parse>["values"];

function withoutArgument(name: string, { json = false, apply = false, yes = false, kubeconfig }: Values): Command {
  if (name === "doctor") return { name, json };
  if (name === "reapply-git") return { name, apply, kubeconfig };
  if (name === "remove-orphans") return { name, yes };
  if (name === "help" || name === "rebuild-projection") return { name };
  throw new UsageError(`There is no command ${name}; berthctl help lists them`);
}

function parse(args: readonly string[]): ReturnType<typeof parseArgs<typeof OPTIONS>> {
  try {
    return parseArgs({ ...OPTIONS, args: [...args] });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const OPTIONS = {
  allowPositionals: true,
  options: {
    json: { type: "boolean" },
    apply: { type: "boolean" },
    yes: { type: "boolean" },
    kubeconfig: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
} as const;
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  doctor: ["json"],
  "reapply-git": ["apply", "kubeconfig"],
  "remove-orphans": ["yes"],
};

function onlyFile(name: string, rest: readonly string[]): string {
  const [file] = rest;
  if (rest.length !== 1 || file === undefined || file === "") throw new UsageError(`${name} takes one file`);
  return file;
}
