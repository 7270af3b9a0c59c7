/**
 * What an image of another processor is made from, on a machine that runs none of its programs:
 *
 * 1. Node and the native packages from npm, at the versions of this machine and of package-lock.json; a package's content is held to its sum there;
 * 2. the libraries of the distribution's packages for that processor, which apt verifies; what loads which is read in their files.
 *
 * Nothing of it is run here.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Run } from "../../local/binaries/go-build.ts";
import { readDebianPackages } from "../../local/images/debian-tree.ts";
import type { Architecture } from "../../local/images/describe-image.ts";
import { findLibraries } from "./find-libraries.ts";
import type { Machine } from "./machine.ts";
import { readElf } from "./read-elf.ts";

/** By the distribution's name, the parts of other names. */
const NAMES: Readonly<Record<Architecture, Readonly<{ node: string; triplet: string }>>> = {
  amd64: { node: "x64", triplet: "x86_64-linux-gnu" },
  arm64: { node: "arm64", triplet: "aarch64-linux-gnu" },
};
const LIBRARIES = ["libc6", "libstdc++6", "libatomic1"];

type Lock = Readonly<{ packages: Readonly<Record<string, Readonly<{ version?: string; integrity?: string }>>> }>;
type Options = Readonly<{ architecture: Architecture; root: string; workDir: string; run: Run }>;

/** Loads what images of a processor are made from into a folder. */
export async function fetchForeignMachine(options: Options): Promise<Machine> {
  const { architecture, workDir } = options;
  const { node, triplet } = NAMES[architecture];
  await mkdir(workDir, { recursive: true });
  const program = await loadPackage(options, `node-linux-${node}@${process.versions.node}`);
  const held = join(workDir, "libraries");
  await readDebianPackages({ name: "libraries", packages: LIBRARIES, workDir, run: options.run, architecture });
  const file = join(program, "bin", "node");
  await assertArchitecture(file, architecture);
  return {
    architecture,
    node: file,
    strip: `${triplet}-strip`,
    packageDir: await packageFinder(options),
    libraries: (files) => findLibraries(files, join(held, "tree"), triplet),
    describeLibraries: (files) => describePackages(files, { archives: join(held, "archives"), run: options.run }),
  };
}

/** A package that this machine has is there; in the place of one for its processor stands the one for the other. */
async function packageFinder(options: Options): Promise<Machine["packageDir"]> {
  const { root, architecture } = options;
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as Lock;
  const own = `-linux-${process.arch}-gnu`;
  const other = `-linux-${NAMES[architecture].node}-gnu`;
  const loaded = new Map<string, string>();
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    const twin = path.replace(new RegExp(`${other}$`), own);
    if (!path.endsWith(other) || !existsSync(join(root, twin))) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    loaded.set(path, await loadPackage(options, `${name}@${version ?? ""}`, integrity));
  }
  return (path) => (path.endsWith(own) ? undefined : (loaded.get(path) ?? join(root, path)));
}

/** npm holds what it loads to the registry's own sum; package-lock.json may know another one. */
async function loadPackage({ workDir, run }: Options, spec: string, integrity?: string): Promise<string> {
  const dir = join(workDir, spec.replaceAll(/[^\w.@-]/g, "-"));
  await mkdir(dir, { recursive: true });
  const args = ["pack", "--silent", "--pack-destination", dir, spec];
  const { code, output } = await run({ command: "npm", args });
  if (code !== 0) throw new Error(`npm does not load ${spec}: ${output.trim()}`);
  const archive = join(dir, (await readdir(dir)).find((name) => name.endsWith(".tgz")) ?? "");
  const sum = `sha512-${createHash("sha512")
    .update(await readFile(archive))
    .digest("base64")}`;
  if (integrity !== undefined && sum !== integrity) throw new Error(`${spec} is not what package-lock.json names`);
  const unpacked = await run({ command: "tar", args: ["-xzf", archive, "-C", dir] });
  if (unpacked.code !== 0) throw new Error(`${spec} cannot be unpacked: ${unpacked.output.trim()}`);
  return join(dir, "package");
}

async function assertArchitecture(file: string, architecture: Architecture): Promise<void> {
  const found = (await readElf(file))?.architecture;
  if (found !== architecture)
    throw new Error(`${basename(file)} is for ${found ?? "another processor"}, not ${architecture}`);
}

/** Describes the distribution's packages that files came in. */
async function describePackages(
  files: readonly string[],
  { archives, run }: Readonly<{ archives: string; run: Run }>,
): Promise<readonly object[]> {
  const names = new Set(files.map((file) => basename(file)));
  const described: object[] = [];
  for (const archive of (await readdir(archives)).filter((one) => one.endsWith(".deb")).sort()) {
    const ask = async (...args: string[]): Promise<string> =>
      (await run({ command: "dpkg-deb", args: [...args, join(archives, archive)] })).output;
    const held = (await ask("--contents")).split("\n").map((line) => basename(line.split(" -> ")[0] ?? ""));
    if (!held.some((name) => names.has(name))) continue;
    const format = "${Package} ${Version} ${Architecture} ${source:Package}";
    const [name = "", version = "", architecture = "", source = ""] = (await ask("--show", `--showformat=${format}`))
      .trim()
      .split(" ");
    const of = `arch=${architecture}&upstream=${encodeURIComponent(source)}`;
    const purl = `pkg:deb/${await distribution()}/${name}@${encodeURIComponent(version)}?${of}`;
    described.push({ type: "library", name, version, purl });
  }
  return described;
}

async function distribution(): Promise<string> {
  return /^ID="?(\w+)"?$/m.exec(await readFile("/etc/os-release", "utf8"))?.[1] ?? "debian";
}
