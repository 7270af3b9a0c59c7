/*
 * Where a binary comes from, in order:
 * 1. The folder that BERTH_BIN_DIR names.
 * 2. The cache of this toolchain version.
 * 3. For Redis: a server that is installed already.
 * 4. The publisher's release, all downloads side by side, each tried once.
 * 5. A Go build, one after the other in the order in which the stack wants them.
 * Each is promised on its own, so what is there starts while the rest is still built.
 */
import { mkdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { basename, delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { takeLock } from "../processes/lock.ts";
import { BINARY_NAMES, fileNames, moduleOf } from "./catalog.ts";
import type { BinaryName } from "./catalog.ts";
import { downloadRelease } from "./download.ts";
import { buildWithGo, hasGo } from "./go-build.ts";
import type { Run } from "./go-build.ts";
import { isExecutable } from "./is-executable.ts";
import { deriveReleases } from "./releases.ts";

/** What finding binaries depends on. */
type BinariesOptions = Readonly<{
  binDir?: string;
  cacheDir: string;
  mirror?: string;
  toolchainDir: string;
  platform: string;
  arch: string;
  /** The search path for commands that are installed already. */
  path: string;
  run: Run;
  report: (line: string) => void;
}>;

/** Answers the path of a binary as soon as it is there. */
export type Binaries = (name: BinaryName) => Promise<string>;

/** Derives the cache folder's name from everything that decides what a build yields. */
export async function deriveToolchainVersion(toolchainDir: string): Promise<string> {
  const hash = createHash("sha256");
  const name = basename(toolchainDir);
  const program = name === "toolchain" ? "redis/main.go" : "main.go";
  for (const file of ["go.mod", "go.sum", program]) hash.update(await readFile(join(toolchainDir, file)));
  return `${name}-${hash.digest("hex").slice(0, 12)}`;
}

/** Begins to fetch binaries of several modules; `localDir` holds the modules, each has a folder of its own in `cacheDir`. */
export async function beginBinariesOfModules(
  { localDir, cacheDir, ...options }: Omit<BinariesOptions, "toolchainDir"> & Readonly<{ localDir: string }>,
  names: readonly BinaryName[],
): Promise<Binaries> {
  const begun = new Map<string, Binaries>();
  for (const module of new Set(names.map(moduleOf))) {
    const toolchainDir = join(localDir, module);
    const place = { toolchainDir, cacheDir: join(cacheDir, await deriveToolchainVersion(toolchainDir)) };
    const wanted = names.filter((name) => moduleOf(name) === module);
    begun.set(module, beginBinaries({ ...options, ...place }, wanted));
  }
  return (name) => begun.get(moduleOf(name))?.(name) ?? Promise.reject(new Error(unasked(name)));
}

function unasked(name: BinaryName): string {
  return `${name} was not asked for at the start`;
}

/** Begins to fetch the named binaries and answers how to wait for each. */
export function beginBinaries(options: BinariesOptions, names: readonly BinaryName[] = BINARY_NAMES): Binaries {
  const builds = new BuildQueue(options, names.length);
  const promised = new Map(names.map((name) => [name, obtain(name, options, builds)]));
  // Whoever asks for a binary sees its failure; one that nobody asked for yet must not end the process.
  for (const promise of promised.values()) promise.catch(() => undefined);
  return (name) => promised.get(name) ?? Promise.reject(new Error(unasked(name)));
}

async function obtain(name: BinaryName, options: BinariesOptions, builds: BuildQueue): Promise<string> {
  // A place in the queue is taken before the first wait, so that builds keep the order of the names.
  const build = builds.reserve(name);
  try {
    const found = await findReady(name, options);
    if (found !== undefined) return build.cancel(found);
    await mkdir(options.cacheDir, { recursive: true });
    const { path, failure } = await tryDownload(name, options);
    return path === undefined ? await build.run(failure) : build.cancel(path);
  } catch (error) {
    build.cancel("");
    throw error;
  }
}

async function findReady(name: BinaryName, options: BinariesOptions): Promise<string | undefined> {
  const dirs = [options.binDir, options.cacheDir, ...(name === "redis" ? options.path.split(delimiter) : [])];
  for (const dir of dirs) {
    if (!dir) continue;
    const found = await findExecutable(dir, fileNames(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findExecutable(dir: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const path = join(dir, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function tryDownload(name: BinaryName, options: BinariesOptions): Promise<{ path?: string; failure: string }> {
  const release = deriveReleases(options.platform, options.arch)[name];
  if (!release) return { failure: `${name} has no release for ${options.platform} ${options.arch}` };
  const elapsed = startClock();
  options.report(`${name}: downloading ${release.url}`);
  try {
    const path = await downloadRelease(release, {
      cacheDir: options.cacheDir,
      mirror: options.mirror,
      unpack: unpackWith(options.run),
    });
    options.report(`${name}: downloaded and checked, ${elapsed()}`);
    return { path, failure: "" };
  } catch (error) {
    const failure = (error as Error).message;
    options.report(`${name}: no download, ${elapsed()} (${failure})`);
    return { failure };
  }
}

function unpackWith(run: Run): (archive: string, member: string, dir: string) => Promise<void> {
  return async (archive, member, dir) => {
    const [command, args] = archive.endsWith(".zip")
      ? (["unzip", ["-q", archive, member, "-d", dir]] as const)
      : (["tar", ["-xzf", archive, "-C", dir, member]] as const);
    const { code, output } = await run({ command, args });
    if (code !== 0) throw new Error(`${archive} could not be unpacked: ${output.trim()}`);
  };
}

function startClock(): () => string {
  const start = performance.now();
  return () => {
    const seconds = Math.round((performance.now() - start) / 1000);
    return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  };
}

type Place = Readonly<{ run: (failure: string) => Promise<string>; cancel: (path: string) => string }>;

/** Lets one Go build run at a time, in the order of reservation: two at once would only slow each other down. */
class BuildQueue {
  readonly #options: BinariesOptions;
  readonly #total: number;
  #reserved = 0;
  #tail: Promise<void> = Promise.resolve();
  #go: Promise<boolean> | undefined;

  constructor(options: BinariesOptions, total: number) {
    this.#options = options;
    this.#total = total;
  }

  reserve(name: BinaryName): Place {
    const before = this.#tail;
    const turn = Promise.withResolvers<undefined>();
    this.#tail = before.then(() => turn.promise);
    this.#reserved += 1;
    const place = `${this.#reserved} of ${this.#total}`;
    return {
      run: async (failure) => {
        await before;
        return this.#build(name, place, failure).finally(() => turn.resolve(undefined));
      },
      cancel: (path) => {
        turn.resolve(undefined);
        return path;
      },
    };
  }

  async #build(name: BinaryName, place: string, failure: string): Promise<string> {
    this.#go ??= hasGo(this.#options.run);
    if (!(await this.#go)) {
      throw new Error(
        `Install Go 1.26 or newer (https://go.dev/dl), or name a folder with ready binaries in BERTH_BIN_DIR: ${name} is neither there nor in the cache and cannot be downloaded (${failure}).`,
      );
    }
    const release = await this.#takeTurnAmongProcesses(name);
    try {
      const built = await findExecutable(this.#options.cacheDir, fileNames(name));
      return built ?? (await this.#buildNow(name, place));
    } finally {
      await release();
    }
  }

  async #buildNow(name: BinaryName, place: string): Promise<string> {
    const { report } = this.#options;
    const elapsed = startClock();
    report(`${name}: building with Go (${place})`);
    const pulse = setInterval(() => report(`${name}: still building, ${elapsed()}`), 30_000);
    try {
      const path = await buildWithGo(name, this.#options);
      report(`${name}: built, ${elapsed()}`);
      return path;
    } finally {
      clearInterval(pulse);
    }
  }

  async #takeTurnAmongProcesses(name: BinaryName): Promise<() => Promise<void>> {
    for (let tries = 0; ; tries += 1) {
      const release = await takeLock(join(this.#options.cacheDir, ".build-lock"));
      if (release) return release;
      if (tries === 0) this.#options.report(`${name}: waiting for another build that fills the same cache`);
      await delay(500);
    }
  }
}
