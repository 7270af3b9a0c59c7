import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "./has-code.ts";

/** Who holds the lock longer is gone: work that waits for others ends long before. */
const GONE_MS = 60_000;
const WORK_MS = GONE_MS / 2;
const LOOK_EVERY_MS = 50;

/** Works while no other command does that has the same lock, a file that is there meanwhile; until the deadline at most. */
export async function underLock<T>(path: string, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const own = randomUUID();
  while (!(await tryWrite(path, own))) {
    if (await isLeft(path)) await removeLeft(path);
    await delay(LOOK_EVERY_MS);
  }
  const release = (): void => removeOwn(path, own);
  // Whoever ends by a second Ctrl-C comes to no finally.
  process.once("exit", release);
  try {
    return await work(AbortSignal.timeout(WORK_MS));
  } finally {
    release();
    process.off("exit", release);
  }
}

/** Removes what a command that is gone left. Who marks it first does: who found it too finds the mark, or later another's lock. */
async function removeLeft(path: string): Promise<void> {
  const mark = `${path}.left`;
  if (!(await tryWrite(mark, ""))) {
    // Who marked it may be gone, too.
    if (await isLeft(mark)) await rm(mark, { force: true });
    return;
  }
  try {
    if (await isLeft(path)) await rm(path, { force: true });
  } finally {
    await rm(mark, { force: true });
  }
}

/** Whose process was halted meanwhile finds another's lock in its place. */
function removeOwn(path: string, own: string): void {
  try {
    if (readFileSync(path, "utf8") === own) rmSync(path);
  } catch (fault) {
    if (!hasCode(fault, "ENOENT")) throw fault;
  }
}

async function tryWrite(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (fault) {
    if (hasCode(fault, "EEXIST")) return false;
    throw fault;
  }
}

async function isLeft(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > GONE_MS;
  } catch (fault) {
    if (hasCode(fault, "ENOENT")) return false;
    throw fault;
  }
}
