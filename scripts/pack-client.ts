import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(ROOT, "client");

/** Compiles the client and packs it into `folder`; answers the tarball's path. */
export async function packClient(folder: string): Promise<string> {
  rmSync(join(CLIENT, "dist"), { recursive: true, force: true });
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", CLIENT]);
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", resolve(folder)], { cwd: CLIENT });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(resolve(folder), packed?.filename.replace("@", "").replace("/", "-") ?? "");
}

if (import.meta.main) console.log(await packClient(process.argv[2] ?? "."));
