import { changeContexts, readContexts, type ContextEntry, type Contexts } from "../contexts.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { ListView } from "../output/output.ts";
import type { Define } from "./command.ts";

/** What is shown of a context: never what opens it. */
type Shown = Readonly<{ name: string; url: string; by: string; current: boolean }>;

const VIEW: ListView<Shown> = {
  columns: [
    { title: "", of: ({ current }) => (current ? "*" : " ") },
    { title: "NAME", of: ({ name }) => name },
    { title: "ADDRESS", of: ({ url }) => url },
    { title: "BY", of: ({ by }) => by },
  ],
  nameOf: ({ name }) => name,
  none: 'There is no context yet: "berth login https://berth.example.org" makes one.',
};

/** `berth context`: the platforms that one has signed in to. */
export const define: Define = (command, act) => {
  command
    .command("list", { isDefault: true })
    .description("list them")
    .action(
      act(async ({ out, host }) => {
        const { current, contexts } = readContexts(host.surroundings.configPath);
        await out.list(
          Object.entries(contexts).map(([name, entry]) => shown(name, entry, name === current)),
          VIEW,
        );
      }),
    );
  command
    .command("use")
    .description("make one the current one")
    .argument("<context>", "its name")
    .action(
      act(async ({ out, host }, _options: object, name: string) => {
        const file = await changeContexts(host.surroundings.configPath, (now) => {
          entryOf(now, name);
          return { ...now, current: name };
        });
        await out.result(shown(name, entryOf(file, name), true), { sentence: `${name} is the current context.`, name });
      }),
    );
};

function entryOf({ contexts }: Contexts, name: string): ContextEntry {
  const entry = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (entry === undefined) throw new UsageError(`There is no context "${name}"; "berth context" lists them.`);
  return entry;
}

function shown(name: string, { url, key, tokens }: ContextEntry, current: boolean): Shown {
  const by = tokens !== undefined ? "login" : key !== undefined ? "key" : "nothing";
  return { name, url, by, current };
}
