import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { observeProcessIdentity } from "./process-identity.ts";

/** Takes the lock file for this process and returns how to release it; undefined while another live process holds it. */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const own = JSON.stringify({ pid: process.pid, identity: await observeProcessIdentity(process.pid) });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(path, own, { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (await isHeld(path)) return undefined;
    await rm(path, { force: true });
  }
  return undefined;
}

/** Takes the lock file as soon as no other live process holds it. */
export async function awaitLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    const release = await takeLock(path);
    if (release !== undefined) return release;
    await delay(500);
  }
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const { pid, identity } = JSON.parse(await readFile(path, "utf8")) as { pid: number; identity?: string };
    return identity !== undefined && (await observeProcessIdentity(pid)) === identity;
  } catch {
    // Unreadable: its writer died between create and write.
    return false;
  }
}
