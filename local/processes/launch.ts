import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import type { Guard } from "./guard.ts";

/** What to start: the command, its surroundings and where its output goes. */
export type Launch = Readonly<{
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string;
  owner?: Readonly<{ uid: number; gid: number }>;
  stopSignal?: NodeJS.Signals;
  niceness?: number;
  /** Folders of cgroups that go with it, if this process dies, too. */
  cgroups?: readonly string[];
  /** An open file for both outputs; a pipe for both when absent. */
  outputFd?: number;
}>;

/**
 * Starts a command in a process group of its own that the guard knows before the command runs: a shell waits for one
 * line and becomes the command. Should this process die in between, the shell reads the end of its input and leaves.
 */
export function launch(guard: Guard, what: Launch): ChildProcess {
  const output = what.outputFd ?? "pipe";
  const child = spawn("/bin/sh", ["-c", 'read -r go && exec "$@" </dev/null', "sh", what.command, ...what.args], {
    detached: true,
    stdio: ["pipe", output, output],
    env: what.env,
    cwd: what.cwd,
    ...what.owner,
  });
  const { pid, stdin } = child;
  stdin?.on("error", () => undefined);
  if (pid === undefined) return child;
  // Before the shell has become the command, which keeps it; nobody may be nicer than the one who starts them.
  if (what.niceness !== undefined) setPriority(pid, Math.max(getPriority(), what.niceness));
  child.once("exit", () => {
    // Whatever the leader left behind in its group goes with it.
    killGroup(pid, "SIGKILL");
    guard.drop(pid).catch(() => undefined);
  });
  guard.add(pid, { stopSignal: what.stopSignal ?? "SIGTERM", cgroups: what.cgroups }).then(
    () => stdin?.end("go\n"),
    // Without a guard it must not run: the shell reads the end of its input.
    () => stdin?.end(),
  );
  return child;
}

/** Signals a whole process group; a group that is gone already is no fault. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
