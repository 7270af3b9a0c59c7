import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./guard.sh", import.meta.url));

/** How a process group ends, and the cgroups that are to go with it. */
type Ending = Readonly<{ stopSignal: NodeJS.Signals; cgroups?: readonly string[] }>;

/** Kills every process group it was told of as soon as this process ends, however it ends. */
export class Guard {
  readonly #groups = new Map<number, Ending>();
  #shell: ChildProcess | undefined;

  /** Resolves once the guard is sure to learn of the group, even if this process dies right after. */
  async add(pid: number, ending: Ending): Promise<void> {
    this.#groups.set(pid, ending);
    await this.#tell(lineOf(pid, ending));
  }

  /** Forgets a group that has ended, before its number can be given to a stranger. */
  async drop(pid: number): Promise<void> {
    if (this.#groups.delete(pid)) await this.#tell(`drop ${pid}\n`);
  }

  /** Ends the guard; groups that are still listed are killed. */
  close(): void {
    const shell = this.#shell;
    this.#shell = undefined;
    shell?.stdin?.end();
  }

  #tell(line: string): Promise<void> {
    const shell = this.#shell ?? this.#open();
    return new Promise((resolve) => {
      // A write to a guard that just died is repeated by the next #open, which names every group again.
      if (shell.stdin?.write(line, () => resolve()) === undefined) resolve();
    });
  }

  #open(): ChildProcess {
    const shell = spawn("/bin/sh", [script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    this.#shell = shell;
    shell.unref();
    shell.stdin.on("error", () => undefined);
    // One that could not be started is opened anew by the next line that it is told.
    shell.on("error", () => {
      if (this.#shell === shell) this.#shell = undefined;
    });
    shell.on("exit", () => {
      if (this.#shell !== shell) return;
      this.#shell = undefined;
      if (this.#groups.size > 0) this.#open();
    });
    for (const [pid, ending] of this.#groups) shell.stdin.write(lineOf(pid, ending));
    return shell;
  }
}

function lineOf(pid: number, { stopSignal, cgroups = [] }: Ending): string {
  return `${["add", pid, stopSignal.slice(3), ...cgroups].join(" ")}\n`;
}
