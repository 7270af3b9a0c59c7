/*
 * The simulated cloud, a process of its own: node local/cloud/main.ts SETTINGS_FILE
 * 1. End what an earlier run left behind, read the recorded clusters, listen.
 * 2. Workers bring every recorded cluster back up, the shared etcd holding their data.
 * 3. SIGTERM stops the workers, then the processes of all clusters.
 */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAppsFront } from "../apps/apps-front.ts";
import { GatewayKeeper } from "../apps/gateway-keeper.ts";
import { PublishedRoutes } from "../apps/published-routes.ts";
import { ClusterAddons } from "../addons/cluster-addons.ts";
import { readEngineCrds } from "../binaries/engine-crds.ts";
import { readGatewayCrds } from "../apps/gateway-crds.ts";
import { buildOlderControlPlane } from "../binaries/older-control-plane.ts";
import { findGoPrograms } from "../binaries/go-programs.ts";
import { loadLocalConfig } from "../config.ts";
import { EngineOperators } from "../engine-operators/engine-operators.ts";
import { ObjectStorage } from "../engine-operators/object-storage.ts";
import { NODE_PROGRAMS } from "../nodes/programs.ts";
import { CLOUD_PORTS, PortBook } from "../port-book.ts";
import { Supervisor } from "../processes/supervisor.ts";
import type { Machinery } from "./cluster-processes.ts";
import { Clusters } from "./clusters.ts";
import { ClusterStore } from "./cluster-store.ts";
import { Databases } from "./databases/databases.ts";
import { InstanceHome } from "./databases/instance-home.ts";
import { RealDatabases } from "./databases/real-databases.ts";
import { Faults } from "./faults.ts";
import { RealNodes } from "./real-nodes.ts";
import { SimulatedMetrics } from "./metrics/simulated-metrics.ts";
import { NodeImages } from "./node-images.ts";
import { NodeRegistry } from "./node-registry.ts";
import { createCloudServer } from "./server.ts";
import { cloudSettings, type CloudSettings } from "./settings.ts";

const FRONT_ADDRESS = "127.0.0.1";

async function run(settingsFile: string): Promise<void> {
  const settings = cloudSettings.parse(JSON.parse(await readFile(settingsFile, "utf8")));
  const config = loadLocalConfig();
  await mkdir(settings.dir, { recursive: true });
  const report = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  const supervisor = new Supervisor({ dir: settings.dir, env: config.childEnv, report });
  await supervisor.open();
  const store = new ClusterStore(join(settings.dir, "clusters.json"));
  await store.open();
  const faults = new Faults();
  const ports = new PortBook(join(settings.dir, "ports.json"), CLOUD_PORTS);
  const older = buildOlder(config.cacheDir, supervisor);
  const readCrds = findCrds(config.cacheDir, supervisor);
  const databases = new Databases({
    dir: settings.dir,
    home: new InstanceHome({ dir: settings.dir, ports, supervisor }),
    readCrds,
    report,
  });
  const frugality = { niceness: 5, env: { GOGC: config.clusterGarbagePercent } };
  const images = new NodeImages({ cacheDir: config.cacheDir, run: (what) => supervisor.run(what), report });
  const registry = settings.registry && new NodeRegistry(settings.registry);
  const findPrograms = findOnce(config.cacheDir, supervisor);
  const realNodes = new RealNodes({ supervisor, findPrograms, images, registry });
  const addons = new ClusterAddons({ cacheDir: config.cacheDir, supervisor, store: images.store });
  const storage = new ObjectStorage({ dir: settings.dir, ports, supervisor });
  const making = { cacheDir: config.cacheDir, supervisor, store: images.store, report, storage };
  const realDatabases = new RealDatabases({ operators: new EngineOperators(making), readCrds, report });
  const upkeep = { databases, realDatabases, addons, metrics: new SimulatedMetrics(ports) };
  const machinery = { settings, supervisor, ports, older, frugality, realNodes, report, ...upkeep };
  const clusters = new Clusters(machinery, store, faults);
  const server = createCloudServer({ token: settings.token, clusters, faults });
  const routes = new PublishedRoutes(() => clusters.listServed());
  const front = createAppsFront(await readPair(settings.apps), (host, url, headers) => routes.find(host, url, headers));
  front.listen(settings.apps.port, FRONT_ADDRESS);
  const gateways = new GatewayKeeper({ list: () => clusters.listServed(), address: FRONT_ADDRESS, report });
  gateways.start();
  server.listen(settings.port, "127.0.0.1");
  clusters.resume();
  process.once("SIGTERM", () => {
    for (const one of [clusters, databases, realDatabases, upkeep.metrics, gateways]) one.stop();
    for (const one of [server, front]) {
      one.close();
      one.closeAllConnections();
    }
    Promise.all([images.closeAll(), registry?.closeAll(), supervisor.stopAll()]).catch((error: unknown) =>
      report(String(error)),
    );
  });
}

async function readPair({ keyFile, certificateFile }: CloudSettings["apps"]): Promise<{ key: string; cert: string }> {
  return { key: await readFile(keyFile, "utf8"), cert: await readFile(certificateFile, "utf8") };
}

/** The Gateway's come last: a cluster of an earlier release has the others. */
function findCrds(cacheDir: string, supervisor: Supervisor): () => ReturnType<typeof readEngineCrds> {
  return async () => [
    ...(await readEngineCrds(cacheDir, (what) => supervisor.run(what))),
    ...(await readGatewayCrds()),
  ];
}

/** Builds the control plane of the older version for the cluster that wants it. */
function buildOlder(cacheDir: string, supervisor: Supervisor): Machinery["older"] {
  const toolchainDir = fileURLToPath(new URL("../toolchain-1.35", import.meta.url));
  return (report) => buildOlderControlPlane({ toolchainDir, cacheDir, run: (what) => supervisor.run(what) }, report);
}

/** Builds a node's programs for the first cluster that wants them; the others wait for the same build. */
function findOnce(cacheDir: string, supervisor: Supervisor): (report: (line: string) => void) => Promise<string> {
  let found: Promise<string> | undefined;
  return (report) => {
    found ??= findGoPrograms(NODE_PROGRAMS, { cacheDir, run: (what) => supervisor.run(what), report });
    // One that failed is tried again.
    found.catch(() => (found = undefined));
    return found;
  };
}

run(process.argv[2] ?? "").catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
