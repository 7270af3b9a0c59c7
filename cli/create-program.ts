import { Command, Option } from "commander";
import { COMMANDS } from "./commands/all.ts";
import type { Act } from "./commands/command.ts";
import { FORMATS, Output, type Sink } from "./output/output.ts";
import { Means, type GlobalOptions, type Host } from "./means.ts";

/** Where a run writes. */
export type Sinks = Readonly<{ stdout: Sink; stderr: Sink }>;

/** Creates the program; a command's own part is loaded when it is the one that is used. */
export function createProgram(version: string, host: Host, sinks: Sinks): Command {
  const program = new Command("berth")
    .description("Berth from the terminal and from pipelines.")
    .version(version)
    .addOption(new Option("-o, --output <format>", "how answers are written").choices(FORMATS).default("table"))
    .option("--context <name>", "which platform and login (see: berth context)")
    .option("--organization <slug>", "whose resources; your active organization when unset")
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => sinks.stdout.write(text), writeErr: (text) => sinks.stderr.write(text) })
    .showSuggestionAfterError()
    .showHelpAfterError("Add --help to see what it takes.")
    .exitOverride();
  const act: Act =
    (work) =>
    (...given) => {
      const command = given.at(-1) as Command;
      const means = openMeans(program.opts<GlobalOptions>(), host, sinks);
      return work(means, command.opts<never>(), ...(command.processedArgs as never[]));
    };
  for (const [name, { summary }] of Object.entries(COMMANDS))
    program.command(name).summary(summary).description(summary).helpCommand(false);
  program.hook("preSubcommand", async (_program, command) => loadCommand(command, act));
  return program;
}

/** Gives a command of the program what its file defines. */
export async function loadCommand(command: Command, act: Act): Promise<void> {
  const row = COMMANDS[command.name()];
  if (row !== undefined) (await row.load()).define(command, act);
}

/** Opens what a command works with. */
export function openMeans(options: GlobalOptions, host: Host, { stdout, stderr }: Sinks): Means {
  const colours = host.surroundings.wantsColours && stdout.isTTY === true;
  return new Means(host, new Output({ stdout, stderr, format: options.output, colours }), options);
}
