import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Longer than a renewal takes, which is the longest work: who holds the lock longer is gone. */
const GONE_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Works while no other command does that has the same lock, a file that is there meanwhile. */
export async function underLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(path)) {
    if (ageMs(path) > GONE_MS) rmSync(path, { force: true });
    else await delay(LOOK_EVERY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
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
