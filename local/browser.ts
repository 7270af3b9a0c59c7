/*
 * `make browser`: the distribution's Chromium, without a window's parts, in the cache, for the tests of pages
 * (test/support/browser.ts). Its packages are unpacked there, not installed: this needs no root, and changes nothing of the
 * machine. Debian and its kin.
 */
import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Run } from "./binaries/go-build.ts";
import { loadLocalConfig } from "./config.ts";
import { readDebianPackages } from "./images/debian-tree.ts";

const PACKAGES = ["chromium-headless-shell", "fonts-dejavu-core"];
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
const { cacheDir, childEnv } = loadLocalConfig();

const run: Run = async ({ command, args, cwd, env }) => {
  const options = { cwd, env: { ...childEnv, ...env }, maxBuffer: OUTPUT_BYTES_MAX };
  return { code: 0, output: (await promisify(execFile)(command, [...args], options)).stdout };
};

async function install(): Promise<void> {
  const target = join(cacheDir, "browser");
  await mkdir(cacheDir, { recursive: true });
  const workDir = await mkdtemp(join(cacheDir, ".browser-"));
  try {
    await readDebianPackages({ name: "chromium", packages: PACKAGES, workDir, run });
    const tree = join(workDir, "chromium", "tree");
    await access(join(tree, "usr/lib/chromium/chromium-headless-shell"));
    await rm(target, { recursive: true, force: true });
    await rename(tree, target);
    process.stdout.write(`Chromium is in ${target}\n`);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

install().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
