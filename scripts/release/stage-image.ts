/**
 * Makes the files of an image without a Docker engine:
 *
 * 1. the last stage of the Dockerfile is read: what it copies, its working folder, its command, its environment;
 * 2. each copy is made in an empty folder, but for what .dockerignore leaves out; what the build stage makes, its own
 *    scripts make here: the bundles, and the packages that none can hold;
 * 3. nobody may write there, and the process runs as the image's user where this one may become it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, matchesGlob, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleImage, type ImageName } from "../bundle-image.ts";
import { THIS_MACHINE, type Machine } from "./machine.ts";
import { KEPT_PACKAGES, productionPackages, type ProductionPackage } from "../production-packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What an image holds, as files in a folder. */
export type StagedImage = Readonly<{
  dir: string;
  /** Tells how the image starts its process. */
  command: readonly string[];
  /** What the image sets in the environment of each of its processes. */
  env: Readonly<Record<string, string>>;
  packages: readonly ProductionPackage[];
  /** Starts a program of the image with nothing but this environment. */
  start: (env: Readonly<Record<string, string>>, args?: readonly string[]) => StagedProcess;
  remove: () => Promise<void>;
}>;

/** A running process of an image; `output` is what it has said so far. */
export type StagedProcess = Readonly<{
  output: () => string;
  exited: Promise<number | null>;
  stop: () => Promise<number | null>;
}>;

type Copy = Readonly<{ from: readonly string[]; to: string; isBuilt: boolean }>;

/** Stages the image of a Dockerfile; `without` leaves out copies of that name, to see that something is missed. */
export async function stageImage(
  dockerfile: string,
  without: readonly string[] = [],
  machine: Pick<Machine, "packageDir"> = THIS_MACHINE,
): Promise<StagedImage> {
  const isThere = (path: string): boolean => existsSync(machine.packageDir(path) ?? "");
  const dir = await mkdtemp(join(tmpdir(), "berth-image-"));
  const lines = lastStage(await readFile(join(ROOT, dockerfile), "utf8"));
  const ignored = await readIgnored();
  const packages: ProductionPackage[] = [];
  for (const copy of copiesOf(lines)) {
    for (const from of copy.from.filter((one) => !without.includes(one))) {
      const to = join(dir, copy.to.endsWith("/") ? join(copy.to, basename(from)) : copy.to);
      const [, bundle] = /^bundles\/(\w+)$/.exec(from) ?? [];
      if (bundle !== undefined) packages.push(...(await bundleImage(bundle as ImageName, dir, isThere)));
      else if (from === "node_modules") await copyPackages(to, machine, isThere);
      else await copyTree(from, to, copy.isBuilt ? [] : ignored);
    }
  }
  await lock(dir);
  const command = commandOf(lines);
  const own = environmentOf(lines);
  return {
    dir,
    command,
    env: own,
    packages,
    start: (env, args = command) => startIn(dir, args, { ...own, ...env }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

function commandOf(lines: readonly string[]): readonly string[] {
  const [command = []] = lines
    .filter((line) => line.startsWith("CMD "))
    .map((line) => JSON.parse(line.slice(4)) as string[]);
  return command;
}

function lastStage(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
}

/** Copies out of other stages come from the same paths of this checkout; Node itself is this machine's. */
function copiesOf(lines: readonly string[]): readonly Copy[] {
  return lines
    .filter((line) => line.startsWith("COPY "))
    .map((line) => line.slice("COPY ".length).split(/\s+/))
    .map((words) => ({
      isBuilt: words[0]?.startsWith("--from=") === true,
      words: words.filter((word) => !word.startsWith("--")),
    }))
    .filter(({ words }) => words[0] !== "/runtime/")
    .map(({ isBuilt, words }) => ({
      isBuilt,
      from: words.slice(0, -1).map((path) => path.replace(/^\/src\//, "")),
      to: words.at(-1) ?? "",
    }));
}

function environmentOf(lines: readonly string[]): Readonly<Record<string, string>> {
  const words = lines.filter((line) => line.startsWith("ENV ")).flatMap((line) => line.split(/\s+/).slice(1));
  return Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));
}

async function readIgnored(): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, ".dockerignore"), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

async function copyPackages(
  to: string,
  { packageDir }: Pick<Machine, "packageDir">,
  isThere: (path: string) => boolean,
): Promise<void> {
  for (const { path } of productionPackages(ROOT, KEPT_PACKAGES, isThere))
    await cp(packageDir(path) ?? "", join(to, "..", path), { recursive: true, dereference: true });
}

async function copyTree(from: string, to: string, ignored: readonly string[]): Promise<void> {
  await cp(join(ROOT, from), to, {
    recursive: true,
    filter: (file) => {
      const path = relative(ROOT, file);
      return !ignored.some((pattern) => matchesGlob(path, pattern));
    },
  });
}

async function lock(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  await chmod(dir, 0o555);
}

function startIn(dir: string, args: readonly string[], env: Readonly<Record<string, string>>): StagedProcess {
  const user = process.getuid?.() === 0 ? { uid: 65532, gid: 65532 } : {};
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: dir,
    env: { PATH: "", HOME: "/nonexistent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve)).finally(() =>
    process.off("exit", kill),
  );
  return {
    output: () => output,
    exited,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}
