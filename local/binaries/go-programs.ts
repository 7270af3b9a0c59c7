/*
 * A set of programs out of one Go module, in order:
 * 1. from the cache of this very version of the module and of how they are built;
 * 2. else built, one after the other, once; whoever comes meanwhile waits.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { awaitLock } from "../processes/lock.ts";
import { compile, hasGo, type Run } from "./go-build.ts";
import { isExecutable } from "./is-executable.ts";
import { patchModule } from "./patch-module.ts";

/** How a program is built. */
type GoProgram = Readonly<{
  package: string;
  flags: string;
  isC?: boolean;
  tags?: string;
  /** A module that is changed a little before it is built, and the file that says how. */
  patch?: Readonly<{ module: string; file: string }>;
}>;

/** The programs of one module by their files below the cache folder. */
export type GoPrograms = Readonly<{
  /** Stands before the hash in the name of their folder. */
  name: string;
  moduleDir: string;
  programs: Readonly<Record<string, GoProgram>>;
  /** What else decides what is built: files of the module's folder. */
  sources?: readonly string[];
}>;

/** Where programs are kept, by what they are built, and who hears of the progress. */
type GoProgramsOptions = Readonly<{
  cacheDir: string;
  run: Run;
  report: (line: string) => void;
  /** Those that are needed of a set; all of it unless told. */
  only?: readonly string[];
}>;

/** Answers the folder that holds the programs of a set, built first where they are not there yet. */
export async function findGoPrograms(set: GoPrograms, options: GoProgramsOptions): Promise<string> {
  const folder = join(options.cacheDir, await deriveFolder(set));
  for (const [name, program] of Object.entries(set.programs)) {
    if (options.only?.includes(name) === false) continue;
    if (await isExecutable(join(folder, name))) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const release = await awaitLock(join(folder, ".build-lock"));
    try {
      if (!(await isExecutable(join(folder, name))))
        await build(join(folder, name), program, { ...options, name, moduleDir: set.moduleDir });
    } finally {
      await release();
    }
  }
  return folder;
}

/** Asks whether every program of a set is there already. */
export async function areBuilt(set: GoPrograms, cacheDir: string): Promise<boolean> {
  const folder = join(cacheDir, await deriveFolder(set));
  for (const name of Object.keys(set.programs)) if (!(await isExecutable(join(folder, name)))) return false;
  return true;
}

type Building = GoProgramsOptions & Readonly<{ name: string; moduleDir: string }>;

async function build(path: string, program: GoProgram, building: Building): Promise<void> {
  const { run, report, name, moduleDir } = building;
  if (!(await hasGo(run)))
    throw new Error(`Install Go 1.26 or newer (https://go.dev/dl): ${name} is built with it, once.`);
  report(`${name}: building with Go, once`);
  const workDir = `${path}.${randomBytes(4).toString("hex")}-patched`;
  const { patch } = program;
  try {
    const modFile = patch && (await patchModule({ ...patch, moduleDir, workDir, run }));
    await compile({ ...program, name, moduleDir, flags: flagsOf(program, modFile), path, run });
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function flagsOf({ tags = "", flags }: GoProgram, modFile: string | undefined): readonly string[] {
  return ["-tags", tags, "-ldflags", flags, ...(modFile === undefined ? [] : [`-modfile=${modFile}`])];
}

async function deriveFolder({ name, moduleDir, programs, sources = [] }: GoPrograms): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "go.sum", ...sources]) hash.update(await readFile(join(moduleDir, file)));
  hash.update(JSON.stringify(programs));
  return `${name}-${hash.digest("hex").slice(0, 12)}`;
}
