/**
 * Gathers what an image holds beside sources and packages, for one that begins with nothing: Node, the libraries that it
 * and the native packages load, and the names of the user it runs as. Run with a folder: node scripts/runtime-root.ts DIR.
 */
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const FILES: Readonly<Record<string, string>> = {
  "etc/passwd": "nonroot:x:65532:65532:nonroot:/nonexistent:/sbin/nologin\n",
  "etc/group": "nonroot:x:65532:\n",
  // Without it some versions of the C library ask DNS before the file that Kubernetes writes.
  "etc/nsswitch.conf": "hosts: files dns\n",
};

/** What runs an image's programs. */
export type Runtime = Readonly<{
  node: string;
  /** The tool that takes names out of programs; where it is missing they stay. */
  strip: string;
  /** Finds the libraries that files load: the path of each in the image, and where it lies here. */
  libraries: (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}>;

/** This machine's own. */
export const THIS_RUNTIME: Runtime = {
  node: process.execPath,
  strip: "strip",
  libraries: async (files) => new Map((await librariesOf(files)).map((path) => [path, path])),
};

/** Fills a folder, which becomes the image's root, from a machine's Node and a project's packages; returns the libraries that they load. */
export async function writeRuntimeRoot(
  root: string,
  project: string,
  { node, strip, libraries }: Runtime = THIS_RUNTIME,
): Promise<readonly string[]> {
  const native = (await readdir(join(project, "node_modules"), { recursive: true }))
    .filter((file) => file.endsWith(".node"))
    .map((file) => join(project, "node_modules", file));
  await copyInto(root, node, "usr/local/bin/node");
  await stripNames(strip, join(root, "usr/local/bin/node"));
  await chmod(join(root, "usr/local/bin/node"), 0o755);
  const found = await libraries([node, ...native]);
  for (const [path, library] of found) await copyInto(root, library, path);
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await mkdir(join(root, "tmp"), { recursive: true });
  // A mask would take some of these rights away at creation.
  await chmod(join(root, "tmp"), 0o1777);
  return [...found.values()];
}

/** Lists the libraries that programs load: asks the loader, which finds them as it will in the image; the kernel's own is no file. */
export async function librariesOf(files: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("ldd", files);
  const missing = /^\s*(\S+) => not found/m.exec(stdout)?.[1];
  if (missing !== undefined) throw new Error(`${missing} is not on this machine`);
  const paths = [...stdout.matchAll(/(?:=>\s*|^\s+)(\/\S+\.so\S*)\s+\(/gm)].map(([, path = ""]) => path);
  return [...new Set(paths)].sort();
}

/** Takes the names of Node's own functions away, a fifth of it, which only a debugger reads; without the tool they stay. */
async function stripNames(tool: string, path: string): Promise<void> {
  await promisify(execFile)(tool, ["--strip-all", path]).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
}

async function copyInto(root: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(root, to)), { recursive: true });
  await copyFile(from, join(root, to));
}

const [, program = "", root] = process.argv;
if (import.meta.url === pathToFileURL(program).href) {
  if (root === undefined) throw new Error("Usage: node scripts/runtime-root.ts DIR");
  await writeRuntimeRoot(root, process.cwd());
}
