import { createHash, randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { observeProcessIdentity } from "./process-identity.ts";

/** Takes the lock file for this process and returns how to release it; undefined while another live process holds it. */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const own = JSON.stringify({ pid: process.pid, identity: await observeProcessIdentity(process.pid) });
  const half = `${path}.${randomBytes(4).toString("hex")}`;
  // It is whole before it has its name: nobody takes one that is just being written for one whose writer died.
  await writeFile(half, own);
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (await tryLink(half, path)) return () => rm(path, { force: true });
      const seen = await readFile(path, "utf8").catch(() => undefined);
      if (seen === undefined) continue;
      if (await isHeld(seen)) return undefined;
      await removeStale(path, seen, half);
    }
    return undefined;
  } finally {
    await rm(half, { force: true });
  }
}

/** Removes what a dead process left. Who marks it first does: who saw it too finds the mark, or later another's lock. */
async function removeStale(path: string, seen: string, half: string): Promise<void> {
  const mark = `${path}.${createHash("sha256").update(seen).digest("hex").slice(0, 16)}`;
  if (!(await tryLink(half, mark))) {
    const marked = await readFile(mark, "utf8").catch(() => undefined);
    // Who marked it may have died, too.
    if (marked !== undefined && !(await isHeld(marked))) await rm(mark, { force: true });
    return;
  }
  try {
    if ((await readFile(path, "utf8").catch(() => undefined)) === seen) await rm(path, { force: true });
  } finally {
    await rm(mark, { force: true });
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** Takes the lock file as soon as no other live process holds it. */
export async function awaitLock(path: string, pauseMs = 500): Promise<() => Promise<void>> {
  for (;;) {
    const release = await takeLock(path);
    if (release !== undefined) return release;
    await delay(pauseMs);
  }
}

async function isHeld(seen: string): Promise<boolean> {
  try {
    const { pid, identity } = JSON.parse(seen) as { pid: number; identity?: string };
    return identity !== undefined && (await observeProcessIdentity(pid)) === identity;
  } catch {
    // What an older release left half written.
    return false;
  }
}
