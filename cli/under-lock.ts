import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Who holds the lock longer is gone: work that waits for others ends long before. */
const GONE_MS = 60_000;
const WORK_MS = GONE_MS / 2;
const LOOK_EVERY_MS = 50;

/** Works while no other command does that has the same lock, a file that is there meanwhile; until the deadline at most. */
export async function underLock<T>(path: string, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  while (!tryLock(path)) {
    if (ageMs(path) > GONE_MS) rmSync(path, { force: true });
    else await delay(LOOK_EVERY_MS);
  }
  const release = (): void => rmSync(path, { force: true });
  // Whoever ends by a second Ctrl-C comes to no finally.
  process.once("exit", release);
  try {
    return await work(AbortSignal.timeout(WORK_MS));
  } finally {
    release();
    process.off("exit", release);
  }
}

function tryLock(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw fault;
  }
}

function ageMs(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
