import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { readEngineCrds as readCached } from "../../local/binaries/engine-crds.ts";
import { loadLocalConfig } from "../../local/config.ts";

const execute = promisify(execFile);

/** Reads the CRDs of CloudNativePG 1.30, its barman-cloud plugin 0.14 and MOCO 0.36; fetched once, as Go modules. */
export async function readEngineCrds(): Promise<readonly KubeObject[]> {
  return readCached(loadLocalConfig().cacheDir, async ({ command, args, env }) => {
    const { stdout } = await execute(command, args, { env: { ...process.env, ...env } });
    return { code: 0, output: stdout };
  });
}
