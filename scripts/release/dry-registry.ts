import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadLocalConfig } from "../../local/config.ts";
import { chooseFree } from "../../local/port-book.ts";
import { answersOk } from "../../local/processes/probes.ts";
import { Supervisor } from "../../local/processes/supervisor.ts";
import { findBinaries } from "../../test/support/embedded-binaries.ts";

/** The registry of the embedded platform, without accounts and TLS, for as long as it is tried. */
export type DryRegistry = Readonly<{
  host: string;
  /** A folder for clients' logins that is not this user's. */
  configDir: string;
  stop: () => Promise<void>;
}>;

const PORTS = { first: 10_500, last: 10_999 };

/** Starts a registry that is empty and goes with all that it holds. */
export async function startDryRegistry(): Promise<DryRegistry> {
  const binary = await (await findBinaries(["registry"]))("registry");
  const dir = await mkdtemp(join(tmpdir(), "berth-dry-"));
  const port = await chooseFree(PORTS, new Set());
  const host = `127.0.0.1:${port}`;
  const configDir = join(dir, "clients");
  await mkdir(configDir);
  const config = {
    version: "0.1",
    log: { level: "error", accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: join(dir, "storage") } },
    http: { addr: host, secret: "dry" },
  };
  await writeFile(join(dir, "registry.json"), JSON.stringify(config));
  const supervisor = new Supervisor({ dir, env: loadLocalConfig().childEnv, report: () => undefined });
  await supervisor.open();
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await supervisor.start({
      name: "registry",
      command: binary,
      args: ["serve", join(dir, "registry.json")],
      env: { OTEL_TRACES_EXPORTER: "none" },
      stopWave: 0,
      ready: (signal) => answersOk(`http://${host}/v2/`, signal),
    });
    return { host, configDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
