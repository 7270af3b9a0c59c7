import { CommanderError } from "commander";
import { createProgram, openMeans, type Sinks } from "./create-program.ts";
import type { GlobalOptions, Host } from "./means.ts";
import { CommandExit, EXIT, explainFault } from "./output/explain-fault.ts";

/** Runs one command line and answers how the process is to end. */
export async function runBerth(args: readonly string[], version: string, host: Host, sinks: Sinks): Promise<number> {
  const program = createProgram(version, host, sinks);
  // What the scripts of completion ask; here, as it is answered by a program of its own.
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: string[]) => {
      const { complete } = await import("./complete.ts");
      const means = openMeans(program.opts<GlobalOptions>(), host, sinks);
      const found = await complete(means, words.length === 0 ? [""] : words);
      if (found.length > 0) means.out.text(found.join("\n"));
    });
  try {
    if (args.length === 0) {
      program.outputHelp();
      return EXIT.done;
    }
    await program.parseAsync(args, { from: "user" });
    return EXIT.done;
  } catch (fault) {
    // It has said so itself.
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (fault instanceof CommandExit) return fault.code;
    if (host.signal.aborted) return EXIT.interrupted;
    const { sentence, exitCode } = explainFault(fault);
    sinks.stderr.write(`${sentence}\n`);
    return exitCode;
  }
}
