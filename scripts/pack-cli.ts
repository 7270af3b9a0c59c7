import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { bundledLicences } from "./bundled-licences.ts";
import { packPackage } from "./pack-package.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const CLI = join(ROOT, "cli");
/** The package's own form for Node is CommonJS, of which a module that is loaded late has no names. */
const YAML = join(ROOT, "node_modules/yaml/browser/index.js");

/** Bundles the command line with all that it needs, a command apart from the others, and packs it into `folder`; answers the tarball's path. */
export async function packCli(folder: string): Promise<string> {
  const dist = join(CLI, "dist");
  rmSync(dist, { recursive: true, force: true });
  await bundle(`--outdir=${dist}`, "--splitting");
  chmodSync(join(dist, "main.js"), 0o755);
  return packPackage(CLI, folder);
}

/** Makes one executable of the command line and this machine's Node. */
async function buildExecutable(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "berth-sea-"));
  try {
    await bundle(`--outfile=${join(folder, "main.mjs")}`);
    const settings = {
      main: join(folder, "main.mjs"),
      mainFormat: "module",
      output: resolve(path),
      disableExperimentalSEAWarning: true,
    };
    writeFileSync(join(folder, "sea.json"), JSON.stringify(settings));
    await run(process.execPath, ["--build-sea", join(folder, "sea.json")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(output: string, ...more: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "berth-bundle-"));
  try {
    const metafile = join(folder, "meta.json");
    const form = [
      "--bundle",
      "--platform=node",
      "--target=node22",
      "--format=esm",
      "--minify-whitespace",
      "--log-level=error",
    ];
    const given = [join(CLI, "main.ts"), ...form, `--alias:yaml=${YAML}`, `--metafile=${metafile}`, output, ...more];
    await run(join(ROOT, "node_modules/.bin/esbuild"), given, { cwd: ROOT });
    writeFileSync(join(CLI, "LICENSES.txt"), bundledLicences(modulesOf(metafile), join(ROOT, "node_modules")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function modulesOf(metafile: string): readonly string[] {
  const { inputs } = JSON.parse(readFileSync(metafile, "utf8")) as { inputs: Record<string, unknown> };
  return Object.keys(inputs);
}

if (import.meta.main) {
  const [target = ".", form] = process.argv.slice(2);
  if (form === "--executable") await buildExecutable(target);
  else console.log(await packCli(target));
}
