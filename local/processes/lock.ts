import { randomBytes } from "node:crypto";
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
      if (await isHeld(path)) return undefined;
      await rm(path, { force: true });
    }
    return undefined;
  } finally {
    await rm(half, { force: true });
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

async function isHeld(path: string): Promise<boolean> {
  try {
    const { pid, identity } = JSON.parse(await readFile(path, "utf8")) as { pid: number; identity?: string };
    return identity !== undefined && (await observeProcessIdentity(pid)) === identity;
  } catch {
    // Gone by now, or what an older release left half written.
    return false;
  }
}
