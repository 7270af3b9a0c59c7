import { Option, type Command } from "commander";
import { UsageError } from "./output/explain-fault.ts";

/** A flag that stands for a member of a body, as cli/generated/flags.ts has them. */
type Flag = Readonly<{ flag: string; member: string; kind: string; help: string; choices?: readonly string[] }>;

/** Adds the flags of a body to a command. */
export function withFlags(command: Command, flags: readonly Flag[]): Command {
  for (const { flag, kind, help, choices } of flags) {
    const told = DASHED.has(flag) ? `${help}; what begins with a dash: --${flag}=-c` : help;
    const option = new Option(`--${flag} ${PLACES[kind] ?? "<value>"}`, told);
    command.addOption(choices === undefined ? option : option.choices([...choices]));
  }
  return command;
}

/** Whose values are words of a command line themselves. */
const DASHED = new Set(["command", "args", "release-command"]);
const PLACES: Readonly<Record<string, string>> = { number: "<number>", boolean: "[boolean]", list: "<value...>" };

/** Makes the members of a body of the flags that were given; limits are the server's to judge. */
export function readFlags(options: object, flags: readonly Flag[]): Record<string, unknown> {
  const given = options as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    flags.flatMap((one) => {
      const value = given[attributeOf(one.flag)];
      return value === undefined ? [] : [[one.member, readValue(one, value)]];
    }),
  );
}

function readValue({ flag, kind, help }: Flag, value: unknown): unknown {
  if (kind === "number") {
    const number = Number(value);
    if (value === "" || !Number.isFinite(number))
      throw new UsageError(`--${flag} takes a number, not "${String(value)}" (${help}).`);
    return number;
  }
  if (kind !== "boolean") return value;
  if (value === true || value === "true") return true;
  if (value === "false") return false;
  throw new UsageError(`--${flag} takes true or false, not "${String(value)}".`);
}

/** The parser of options calls them so. */
function attributeOf(flag: string): string {
  return flag.replaceAll(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase());
}
