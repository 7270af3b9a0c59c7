import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findGoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { acceptsConnections } from "../../../local/processes/probes.ts";
import { Supervisor } from "../../../local/processes/supervisor.ts";
import { runToEnd } from "../embedded-binaries.ts";
import { freePorts } from "../free-ports.ts";

/** A store of metrics that runs, and how it is stopped. */
export type MetricsStore = Readonly<{ url: string; stop: () => Promise<void> }>;

/** Starts VictoriaMetrics, built with Go where it is missing: a minute. */
export async function startVictoriaMetrics(): Promise<MetricsStore> {
  const { cacheDir, childEnv } = loadLocalConfig();
  const programs = {
    "victoria-metrics": { package: "github.com/VictoriaMetrics/VictoriaMetrics/app/victoria-metrics", flags: "-s -w" },
  };
  const report = (line: string): void => console.log(`    ${line}`);
  const set = { name: "victoria-metrics", moduleDir: import.meta.dirname, programs };
  const folder = await findGoPrograms(set, { cacheDir, run: runToEnd, report });
  const dir = await mkdtemp(join(tmpdir(), "berth-victoria-metrics-"));
  const supervisor = new Supervisor({ dir, env: childEnv, report: () => undefined });
  await supervisor.open();
  const [port = 0] = await freePorts(1);
  await supervisor.start({
    name: "victoria-metrics",
    command: join(folder, "victoria-metrics"),
    args: [
      `-storageDataPath=${join(dir, "data")}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      "-retentionPeriod=100y",
      "-search.latencyOffset=0s",
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
