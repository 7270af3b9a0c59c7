import { isBerthError } from "../../../client/berth-error.ts";
import type { ShellWish } from "../../../client/shell.ts";
import type { DrawnTerminal } from "../../parts/draw-terminal.ts";
import { berth } from "../../store/berth.ts";
import { toProblem, type Problem } from "../../view/problem.ts";

/** Where a shell is in its life. */
export type ShellState =
  | Readonly<{ is: "none" | "opening" | "open" }>
  | Readonly<{ is: "ended"; sentence: string; lacksShell?: boolean }>
  | Readonly<{ is: "refused"; problem: Problem }>;

/** A shell as far as a terminal gives to it. */
export type ShellInput = Readonly<{
  write: (input: Uint8Array | string) => void;
  resize: (size: Readonly<{ columns: number; rows: number }>) => void;
}>;

type Told = Readonly<{ state: (state: ShellState) => void; input: (input: ShellInput | undefined) => void }>;

/** What a command ends with that is not there, or is no program. */
const NOT_RUN: ReadonlySet<number> = new Set([126, 127]);

/** Runs a shell on a terminal until it ends, and tells how; never throws. */
export async function runShell(
  deploymentId: string,
  wish: ShellWish & Readonly<{ signal: AbortSignal }>,
  terminal: DrawnTerminal,
  told: Told,
): Promise<void> {
  told.state({ is: "opening" });
  try {
    const shell = await berth.exec(deploymentId, { ...wish, stdin: true, tty: true });
    shell.resize(terminal.size());
    // What cannot be given any more is told by the end of the output.
    told.input({ write: (input) => void shell.write(input).catch(() => undefined), resize: shell.resize });
    told.state({ is: "open" });
    for await (const { data } of shell.output) await terminal.write(data);
    const code = await shell.exited;
    told.state({ is: "ended", sentence: `It has ended, with exit status ${code}.`, lacksShell: NOT_RUN.has(code) });
  } catch (error) {
    if (wish.signal.aborted) told.state({ is: "ended", sentence: "You closed it." });
    else told.state(stateOf(error));
  } finally {
    told.input(undefined);
  }
}

/** A broken connection is not opened again by itself: what ran in it has ended with it, and would seem to go on. */
function stateOf(error: unknown): ShellState {
  if (isBerthError(error) || !(error instanceof Error)) return { is: "refused", problem: toProblem(error) };
  return { is: "ended", sentence: `${error.message} What ran in it has ended too; opening again begins anew.` };
}
