import type { Command } from "commander";
import type { Means } from "../means.ts";
import { readSeconds } from "../read-input.ts";

/** Makes a command's action of what it does: with its means, its options and its arguments. */
export type Act = (work: Work) => (...given: unknown[]) => Promise<void>;

/** What a command does; each declares its own options and arguments, as its definition gives them. */
type Work = (means: Means, options: never, ...args: never[]) => Promise<void>;

/** Gives a command its arguments, options and action; loaded when the command is used. */
export type Define = (command: Command, act: Act) => void;

/** A row of the table of commands. */
export type CommandRow = Readonly<{
  summary: string;

  load: () => Promise<Readonly<{ define: Define }>>;
}>;

/** What every command that changes something and can be waited for takes. */
export type WaitOptions = Readonly<{ wait: boolean; timeout: string }>;

/** How long a change is waited for unless --timeout says otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 600;

/** Adds --no-wait and --timeout. */
export function withWait(command: Command): Command {
  return (
    command
      // Said in full: these options come after the parser has looked for what --no-… means by default.
      .option("--no-wait", "do not wait until it is done", true)
      .option(
        "--timeout <seconds>",
        "how long to wait before exit status 3",
        inSeconds,
        String(DEFAULT_TIMEOUT_SECONDS),
      )
  );
}

/** Refuses what is no time before anything is sent: afterwards it would seem that nothing was done. */
function inSeconds(given: string): string {
  readSeconds(given, "--timeout");
  return given;
}

/** Adds the deployment that is meant, and what tells those of one name apart. */
export function withDeployment(command: Command): Command {
  return command
    .argument("<deployment>", "name of the deployment")
    .option("--cluster <cluster>", "the cluster that it runs on");
}

/** Adds --yes. */
export function withYes(command: Command): Command {
  return command.option("-y, --yes", "do it without asking; needed where nobody can be asked");
}
