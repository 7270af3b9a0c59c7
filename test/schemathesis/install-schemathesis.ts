import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { loadLocalConfig } from "../../local/config.ts";

/**
 * Installs Schemathesis privately, once per version:
 * 1. a virtual environment beside the cached binaries, named after the pinned packages;
 * 2. pip fills it from PyPI; it gets its name only when it is whole.
 */
const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");
const run = promisify(execFile);

/** Answers the path of the command `schemathesis`, installing it first where it is missing. */
export async function findSchemathesis(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const version = hash("sha256", await readFile(REQUIREMENTS, "utf8")).slice(0, 12);
  const folder = join(cacheDir, `schemathesis-${version}`);
  const command = join(folder, "bin", "schemathesis");
  if (!(await isThere(join(folder, "whole")))) await install(folder, await findPython(process.env["PATH"]));
  return command;
}

/** Finds Python 3; a machine without it gets one sentence that says what to install. */
export async function findPython(path: string | undefined): Promise<string> {
  for (const folder of (path ?? "").split(delimiter)) {
    const python = join(folder, "python3");
    if (folder !== "" && (await isThere(python)) && (await hasVenv(python))) return python;
  }
  throw new Error("Install Python 3.10 or newer with its venv module (Debian: apt install python3-venv).");
}

async function install(folder: string, python: string): Promise<void> {
  const startedMs = performance.now();
  const elapsed = (): string => `${Math.round((performance.now() - startedMs) / 1000)} s`;
  console.log("    schemathesis: installing from PyPI");
  const pulse = setInterval(() => console.log(`    schemathesis: still installing, ${elapsed()}`), 30_000);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    // A virtual environment cannot be moved, so that a file says when it is whole.
    await run(python, ["-m", "venv", folder]);
    await run(join(folder, "bin", "pip"), ["install", "--quiet", "--requirement", REQUIREMENTS]);
    await writeFile(join(folder, "whole"), "");
  } finally {
    clearInterval(pulse);
  }
  console.log(`    schemathesis: installed, ${elapsed()}`);
}

async function hasVenv(python: string): Promise<boolean> {
  const asked = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
  return run(python, ["-c", asked]).then(
    () => true,
    () => false,
  );
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
