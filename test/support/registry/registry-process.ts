import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadLocalConfig } from "../../../local/config.ts";
import type { StackContext } from "../../../local/parts/context.ts";
import { chooseRegistry, gatewaySettingsOf, startRegistry } from "../../../local/parts/registry.ts";
import { PortBook } from "../../../local/port-book.ts";
import { Supervisor } from "../../../local/processes/supervisor.ts";
import { findBinaries } from "../embedded-binaries.ts";

/** The embedded registry as the stack runs it, without the rest of the stack. */
export type RegistryProcess = Readonly<{
  host: string;
  caPem: string;
  /** What the gateway is started with. */
  gatewaySettings: Record<string, string>;
  /** Starts it over a gateway that listens. */
  start: (gatewayUrl: string) => Promise<void>;
  /** Removes what no tag leads to. */
  collect: () => Promise<Response>;
  stop: () => Promise<void>;
}>;

const STORAGE_TOKEN = "storage-token-canary";

/** Chooses where the registry will be. */
export async function prepareRegistry(): Promise<RegistryProcess> {
  const homeDir = await mkdtemp(join(tmpdir(), "berth-registry-"));
  const config = { ...loadLocalConfig(), sharedEnv: {} };
  const report = (): void => undefined;
  const supervisor = new Supervisor({ dir: homeDir, env: config.childEnv, report });
  await supervisor.open();
  const context = {
    homeDir,
    projectDir: fileURLToPath(new URL("../../..", import.meta.url)),
    config,
    supervisor,
    audited: false,
    ports: new PortBook(join(homeDir, "ports.json")),
    secrets: { registryStorage: STORAGE_TOKEN } as StackContext["secrets"],
    binaries: await findBinaries(["registry"]),
    report,
  };
  const access = await chooseRegistry(context);
  if (access === undefined) throw new Error("No registry was chosen");
  return {
    host: access.host,
    caPem: await readFile(access.certificates.caFile, "utf8"),
    gatewaySettings: gatewaySettingsOf(access, STORAGE_TOKEN),
    start: (gatewayUrl) => startRegistry(context, access, Number(new URL(gatewayUrl).port)),
    collect: () =>
      fetch(`${access.storageUrl}/collect`, { method: "POST", headers: { authorization: `Bearer ${STORAGE_TOKEN}` } }),
    async stop() {
      await supervisor.stopAll();
      await rm(homeDir, { recursive: true, force: true });
    },
  };
}
