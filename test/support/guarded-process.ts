import { spawn, type ChildProcess } from "node:child_process";

/** A process that goes with the tests. */
export type Guarded = Readonly<{ kill: () => Promise<void>; exited: () => boolean; log: () => string }>;

/** Kills the binary when standard input ends or a signal comes, so that even a SIGKILL of the test process leaves no orphan. */
const GUARD =
  'trap : HUP INT TERM; exec 3<&0; leftovers=$1; shift; "$@" 2>&1 & pid=$!; (read -r _; kill -9 $pid) <&3 & reader=$!; wait $pid; kill -9 $pid; kill $reader; rm -rf "$leftovers"';

/** Starts a binary that keeps nobody waiting; `leftovers` is a folder that goes with it. */
export function runGuarded(
  what: Readonly<{ command: string; flags: readonly string[]; cwd: string; leftovers?: string }>,
): Guarded {
  return runUnderGuard(GUARD, [what.leftovers ?? "", what.command, ...what.flags], { cwd: what.cwd });
}

/** Starts a shell's script that goes with its standard input, with its words and by whom it runs. */
export function runUnderGuard(
  guard: string,
  words: readonly string[],
  options: Readonly<{ cwd: string; uid?: number; gid?: number }>,
): Guarded {
  const child: ChildProcess = spawn("sh", ["-c", guard, "sh", ...words], {
    ...options,
    stdio: ["pipe", "pipe", "ignore"],
  });
  let log = "";
  let exited = false;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      exited = true;
      resolve();
    });
  });
  child.stdout?.on("data", (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref(): void }).unref();
  return {
    log: () => log,
    exited: () => exited,
    kill: async () => {
      child.ref();
      child.stdin?.end();
      await gone;
    },
  };
}
