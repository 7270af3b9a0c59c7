import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findGoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { acceptsConnections } from "../../../local/processes/probes.ts";
import { Supervisor } from "../../../local/processes/supervisor.ts";
import { runToEnd } from "../embedded-binaries.ts";
import { freePort } from "../free-ports.ts";

/** A store of VictoriaMetrics' makers that runs, and how it is stopped. */
export type VictoriaStore = Readonly<{ url: string; stop: () => Promise<void> }>;

type Program = Readonly<{
  name: "victoria-logs" | "victoria-metrics";
  moduleDir: string;
  args?: readonly string[];
  /** A free one unless told. */
  port?: number;
}>;

/** Starts one of their stores, built with Go where it is missing: a minute. */
export async function startVictoria({ name, moduleDir, args = [], port: wanted }: Program): Promise<VictoriaStore> {
  const { cacheDir, childEnv } = loadLocalConfig();
  const programs = { [name]: { package: `github.com/VictoriaMetrics/VictoriaMetrics/app/${name}`, flags: "-s -w" } };
  const report = (line: string): void => console.log(`    ${line}`);
  const folder = await findGoPrograms({ name, moduleDir, programs }, { cacheDir, run: runToEnd, report });
  const dir = await mkdtemp(join(tmpdir(), `berth-${name}-`));
  const supervisor = new Supervisor({ dir, env: childEnv, report: () => undefined });
  await supervisor.open();
  const port = wanted ?? (await freePort());
  await supervisor.start({
    name,
    command: join(folder, name),
    args: [
      `-storageDataPath=${join(dir, "data")}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      "-retentionPeriod=100y",
      ...args,
    ],
    stopWave: 1,
    ready: (signal) => acceptsConnections(port, signal),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await supervisor.stopAll();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
