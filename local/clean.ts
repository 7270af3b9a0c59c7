/* `make clean`: removes the home folder of the embedded stack, but never one that is in use or not ours. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { loadLocalConfig } from "./config.ts";
import { exists } from "./exists.ts";
import { takeLock } from "./processes/lock.ts";

const { homeDir } = loadLocalConfig();

async function clean(): Promise<void> {
  if (!(await exists(homeDir))) return;
  if (!(await exists(join(homeDir, "secrets.json"))))
    throw new Error(`${homeDir} is no home folder of Berth: not removed.`);
  if (!(await takeLock(join(homeDir, "lock")))) throw new Error(`Berth runs in ${homeDir}: stop it first.`);
  await rm(homeDir, { recursive: true, force: true });
}

clean().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
