import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { packPackage } from "./pack-package.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(ROOT, "client");

/** Compiles the client and packs it into `folder`; answers the tarball's path. */
export async function packClient(folder: string): Promise<string> {
  rmSync(join(CLIENT, "dist"), { recursive: true, force: true });
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", CLIENT]);
  return packPackage(CLIENT, folder);
}

if (import.meta.main) console.log(await packClient(process.argv[2] ?? "."));
