import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadLocalConfig } from "../../../local/config.ts";

/** Builds Vault from its Go module, once per version, beside the cached binaries. */
const run = promisify(execFile);

/** Answers the path of Vault's binary, building it first where it is missing. */
export async function findVault(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const version = hash("sha256", await readFile(join(import.meta.dirname, "go.sum"), "utf8")).slice(0, 12);
  const folder = join(cacheDir, `vault-${version}`);
  const command = join(folder, "vault");
  const isThere = await access(command).then(
    () => true,
    () => false,
  );
  if (!isThere) await build(folder, command);
  return command;
}

async function build(folder: string, command: string): Promise<void> {
  const startedMs = performance.now();
  const elapsed = (): string => `${Math.round((performance.now() - startedMs) / 1000)} s`;
  console.log("    vault: building with Go, once; this takes minutes");
  const pulse = setInterval(() => console.log(`    vault: still building, ${elapsed()}`), 30_000);
  const half = join(folder, "half");
  try {
    await mkdir(folder, { recursive: true });
    const flags = ["-tags", "minimal", "-trimpath", "-ldflags", "-s -w"];
    await run("go", ["build", ...flags, "-o", half, "github.com/hashicorp/vault"], {
      cwd: import.meta.dirname,
      env: { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=readonly", GOWORK: "off" },
      maxBuffer: 64 * 1024 * 1024,
    });
    await rename(half, command);
  } finally {
    clearInterval(pulse);
    await rm(half, { force: true });
  }
  console.log(`    vault: built, ${elapsed()}`);
}
