import type { Argument, Command, Option } from "commander";
import { collect } from "./collect.ts";
import { readContexts } from "./contexts.ts";
import { createProgram, loadCommand } from "./create-program.ts";
import { Means, type GlobalOptions } from "./means.ts";

/** A shell puts candidates into the line as they are: nothing that it would act on is one. */
const HARMLESS = /^[A-Za-z0-9][A-Za-z0-9._@:/-]*$/;
const MOST = 50;
/** Who waits for a completion does not wait long. */
const PATIENCE_MS = 2_000;

type Names = (means: Means, begun: string, signal: AbortSignal) => Promise<string[]>;

/** Live names, by what a command calls its argument or the value of an option. */
const LIVE: Readonly<Record<string, Names>> = {
  deployment: async (means, q, signal) =>
    named(means.berth.pages("listDeployments", await begunSo(means, q, signal), { signal })),
  cluster: async (means, q, signal) =>
    named(means.berth.pages("listClusters", await begunSo(means, q, signal), { signal })),
  database: async (means, q, signal) =>
    named(means.berth.pages("listDatabases", await begunSo(means, q, signal), { signal })),
  slug: async ({ berth }, q, signal) =>
    (await collect(berth.pages("listOrganizations", { query: { q } }, { signal }), MOST)).map(({ slug }) => slug),
  context: ({ host }) => Promise.resolve(Object.keys(readContexts(host.surroundings.configPath).contexts)),
};

/** Lists what may stand where the last of the words is begun. */
export async function complete(means: Means, words: readonly string[]): Promise<string[]> {
  const begun = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const program = createProgram("", means.host, { stdout: SILENT, stderr: SILENT });
  const { command, operands, open, said } = await walk(program, before);
  const meant = new Means(means.host, means.out, { ...means.options, ...said });
  const found =
    open === undefined
      ? await ofCommand(meant, { command, program, operands, begun })
      : await ofValue(meant, open, begun);
  return [...new Set(found)].filter((one) => one.startsWith(begun) && (one.startsWith("-") || HARMLESS.test(one)));
}

const SILENT = { write: () => undefined };
type Walked = Readonly<{
  command: Command;
  operands: number;
  /** An option that still wants its value. */
  open: Option | undefined;
  /** What the words say for any command. */
  said: Partial<GlobalOptions>;
}>;

/** Follows the words to the command that they name. */
async function walk(program: Command, words: readonly string[]): Promise<Walked> {
  let at: Walked = { command: program, operands: 0, open: undefined, said: {} };
  for (const word of words.filter(isSaid)) {
    const { command, operands, open } = at;
    const inner = operands === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (open !== undefined) at = { ...at, open: undefined, said: withValue(at.said, program, open, word) };
    else if (word.startsWith("-")) at = { ...at, ...withOption(at, program, word) };
    else if (inner === undefined) at = { ...at, operands: operands + 1 };
    else at = { ...at, command: await loaded(inner, program), operands: 0 };
  }
  return at;
}

/** Bash makes three words of --context=prod. */
const isSaid = (word: string): boolean => word !== "=";

function withOption({ command, said }: Walked, program: Command, word: string): Pick<Walked, "open" | "said"> {
  const [, name = word, value] = /^(--[^=]+)=(.*)$/.exec(word) ?? [];
  const open = wantsValue(optionNamed(name, command, program));
  if (open === undefined || value === undefined) return { open, said };
  return { open: undefined, said: withValue(said, program, open, value) };
}

function withValue(said: Walked["said"], program: Command, option: Option, value: string): Walked["said"] {
  return program.options.includes(option) ? { ...said, [option.attributeName()]: value } : said;
}

async function loaded(command: Command, program: Command): Promise<Command> {
  if (command.parent === program) await loadCommand(command, () => () => Promise.resolve());
  return command;
}

function optionNamed(word: string, command: Command, program: Command): Option | undefined {
  return optionsOf(command, program).find(({ long, short }) => word === long || word === short);
}

const wantsValue = (option: Option | undefined): Option | undefined => (option?.required === true ? option : undefined);

function optionsOf(command: Command, program: Command): readonly Option[] {
  return [...command.options, ...(command === program ? [] : program.options)];
}

type Place = Readonly<{ command: Command; program: Command; operands: number; begun: string }>;

async function ofCommand(means: Means, { command, program, operands, begun }: Place): Promise<string[]> {
  if (begun.startsWith("-")) return optionsOf(command, program).map(({ long }) => long ?? "");
  const commands =
    operands === 0
      ? command
          .createHelp()
          .visibleCommands(command)
          .map((one) => one.name())
      : [];
  // What a group of commands does without a further word takes its arguments too.
  const argument: Argument | undefined = command.registeredArguments[operands];
  if (argument === undefined) return commands;
  return [...commands, ...(argument.argChoices ?? (await live(means, argument.name(), begun)))];
}

async function ofValue(means: Means, option: Option, begun: string): Promise<string[]> {
  if (option.argChoices !== undefined) return option.argChoices;
  return live(means, /<([a-z]+)>/.exec(option.flags)?.[1] ?? "", begun, option.attributeName());
}

async function live(means: Means, name: string, begun: string, option = ""): Promise<string[]> {
  const names = LIVE[option] ?? (Object.hasOwn(LIVE, name) ? LIVE[name] : undefined);
  return names === undefined ? [] : names(means, begun, AbortSignal.timeout(PATIENCE_MS)).catch(() => []);
}

type Asked = Readonly<{ query: Readonly<{ q: string; organization_id?: string }> }>;

async function begunSo(means: Means, q: string, signal: AbortSignal): Promise<Asked> {
  return { query: { q, ...(await means.organizationId(signal)) } };
}

async function named(items: AsyncIterable<Readonly<{ name: string }>>): Promise<string[]> {
  return (await collect(items, MOST)).map(({ name }) => name);
}
