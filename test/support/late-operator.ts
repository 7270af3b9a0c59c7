import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Platform } from "./platform.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PRELOAD = join(ROOT, "test/support/chaos/process-preload.ts");

/** Runs an operator of the platform, whose own one is stopped, by a clock that is ahead; returns how to stop it. */
export function startLateOperator({ homeDir }: Platform, aheadMs: number): () => Promise<void> {
  const control = join(homeDir, "late-operator.json");
  writeFileSync(control, JSON.stringify({ redirects: {}, clockOffsetMs: aheadMs }));
  const log = openSync(join(homeDir, "late-operator.log"), "a");
  const args = [`--env-file=${join(homeDir, "operator.env")}`, `--import=${PRELOAD}`, join(ROOT, "operator/main.ts")];
  const env = { PATH: process.env["PATH"] ?? "", CHAOS_CONTROL: control };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = once(child, "exit");
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}
