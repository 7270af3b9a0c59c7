import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** Packs the npm package of a folder into another one; answers the tarball's path. */
export async function packPackage(from: string, into: string): Promise<string> {
  const given = ["pack", "--json", "--pack-destination", resolve(into)];
  const { stdout } = await promisify(execFile)("npm", given, { cwd: from });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(resolve(into), packed?.filename.replace("@", "").replace("/", "-") ?? "");
}
