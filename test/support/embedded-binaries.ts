import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beginBinariesOfModules, type Binaries } from "../../local/binaries/binaries.ts";
import type { BinaryName } from "../../local/binaries/catalog.ts";
import type { Run } from "../../local/binaries/go-build.ts";
import { buildOlderControlPlane } from "../../local/binaries/older-control-plane.ts";
import { loadLocalConfig } from "../../local/config.ts";

/** Finds binaries as the embedded stack does: a named folder, the cache, a download, a build. */
export async function findBinaries(names: readonly BinaryName[]): Promise<Binaries> {
  const config = loadLocalConfig();
  return beginBinariesOfModules(
    {
      binDir: config.binDir,
      cacheDir: config.cacheDir,
      mirror: config.mirror,
      localDir: fileURLToPath(new URL("../../local", import.meta.url)),
      platform: process.platform,
      arch: process.arch,
      path: config.childEnv["PATH"] ?? "",
      run: runToEnd,
      report: (line) => console.log(`    ${line}`),
    },
    names,
  );
}

/** Has the older control plane built before a test's own deadlines run; on a new machine that takes minutes. */
export async function buildOlderKubernetes(): Promise<void> {
  const toolchainDir = fileURLToPath(new URL("../../local/toolchain-1.35", import.meta.url));
  const { cacheDir } = loadLocalConfig();
  await buildOlderControlPlane({ toolchainDir, cacheDir, run: runToEnd }, (line) => console.log(`    ${line}`));
}

/** Runs a command to its end. */
export const runToEnd: Run = ({ command, args, cwd, env }) =>
  new Promise((resolve) => {
    execFile(
      command,
      args,
      { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    );
  });
