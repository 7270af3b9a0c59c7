/**
 * The operator's process:
 *
 * 1. settings, metrics, the client of the management cluster;
 * 2. caches fill, also on a standby, so that it can take over at once;
 * 3. the lease: from here on this process alone acts;
 * 4. the mirror follows into Postgres; the branch is read, then the controllers start: without it where Git is away.
 *
 * It stops in reverse, on a signal or when it loses the lease.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Registry, collectDefaultMetrics } from "prom-client";
import { FOREIGN_BOUNDS } from "../adapters/kubernetes/foreign-bounds.ts";
import { createKubeClient, type KubeClient } from "../adapters/kubernetes/kube-client.ts";
import { createLogger, type Logger } from "../adapters/log/logger.ts";
import { errorOf } from "../adapters/log/thrown.ts";
import { startMetricsServer } from "../adapters/metrics/metrics-server.ts";
import { createAddressGuard } from "../adapters/outgoing/address-guard.ts";
import { createPool, type Pool } from "../adapters/postgres/pool.ts";
import { writeOperatorWork } from "../adapters/postgres/resources/operator-work.ts";
import { VaultClusterAccess } from "../adapters/secrets/vault-cluster-access.ts";
import { VaultSecretStore } from "../adapters/secrets/vault-secret-store.ts";
import type { VaultConfig } from "../adapters/secrets/vault-settings.ts";
import { byKind } from "../contract/resources/all.ts";
import { loadConfig, type Config } from "./config.ts";
import { createAssertMayAct, type AssertMayAct } from "./controllers/shared/leader-guard.ts";
import { createOperator, type Operator } from "./controllers/operator.ts";
import type { OperatorOptions } from "./controllers/operator-options.ts";
import type { VaultParts } from "./delivery/vault-carrier.ts";
import { readBundleRelease } from "./delivery/bundle-release.ts";
import { readPlatformChart } from "./delivery/platform-charts.ts";
import { createGitWriter } from "./git/branch-writer.ts";
import type { GitWriter } from "./git/git-writer.ts";
import { writerPart } from "./git/start-writer.ts";
import { HttpClient, type HttpOptions } from "./git/http-client.ts";
import type { DeliverySettings } from "./controllers/shared/delivery-settings.ts";
import { createMirror, type CreateMirrorOptions } from "./mirror/create-mirror.ts";
import type { Mirror } from "./mirror/mirror.ts";
import { createOperatorMetrics, type OperatorMetrics } from "./operator-metrics.ts";
import { rebuildHistories } from "./mirror/rebuild-histories.ts";
import { createMirrorValues } from "./mirror/remembered-values.ts";
import { createRenderElsewhere, type RenderElsewhere } from "./render-elsewhere.ts";
import { askOutside } from "./ask-outside.ts";
import { createProvisioners } from "./create-provisioners.ts";
import { createAgreedClock } from "./runtime/agreed-clock.ts";
import { ownCaches } from "./resources/caches.ts";
import { systemClock } from "./runtime/clock.ts";
import { LeaderLease } from "./runtime/leader-lease.ts";
import { Lifecycle } from "./runtime/lifecycle.ts";
import { createReadiness } from "./runtime/readiness.ts";
import { tellWork, type TellWorkOptions } from "./tell-work.ts";

const CHARTS = fileURLToPath(new URL("../charts", import.meta.url));
const DRAIN_MS = 5_000;
const AGENT = "berth-operator";
const LEASE = "berth-operator";
const TENANT = { ...FOREIGN_BOUNDS, requestTimeoutMs: 10_000, userAgent: AGENT, connectionsMax: 4 } as const;
const clock = createAgreedClock(systemClock);
/** What was read at a start is gone soon: on a machine with much memory the engine would keep it for minutes. */
const HEAP_GROWTH = "--heap-growing-percent=40";

setFlagsFromString(HEAP_GROWTH);
const config = loadConfig();
const logger = createLogger("operator", config.logLevel);
const lifecycle = new Lifecycle(logger);
await run(config, logger, lifecycle);

async function run(settings: Config, log: Logger, life: Lifecycle): Promise<void> {
  const asked = new Promise<undefined>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve(undefined));
  });
  const started = compose(settings, log, life).then(() => life.start());
  const fault = await Promise.race([
    asked,
    life.failed,
    started.then(() => Promise.race([asked, life.failed]), errorOf),
  ]);
  if (fault !== undefined)
    log.error("Operator fails", {
      error: fault.message,
      cause: fault.cause instanceof Error ? fault.cause.message : undefined,
    });
  await life.stop();
  log.info("Operator stopped");
  process.exitCode = fault === undefined ? 0 : 1;
  // Whatever still holds the event loop was given its time.
  setTimeout(() => process.exit(), 1_000).unref();
}

async function compose(settings: Config, log: Logger, life: Lifecycle): Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = createOperatorMetrics(registry);
  const client = createKubeClient(settings.kube, { userAgent: AGENT, responseBytesMax: 64 * 1024 * 1024 });
  const { identity, namespace } = settings;
  // On a connection of its own: a renewal that waits in line behind thousands of requests costs the lease.
  const leaseClient = createKubeClient(settings.kube, { userAgent: AGENT, connectionsMax: 1, onDate: clock.hear });
  const lease = new LeaderLease({ client: leaseClient, namespace, name: LEASE, identity, clock, logger: log });
  metrics.runtime.followLeader(LEASE, () => lease.isLeader());
  const charts = await readCharts(CHARTS);
  const delivery = deliverySettings(settings, charts);
  const writer = writerOf(settings, lease, log, metrics.git);
  const assertMayAct = createAssertMayAct(() => lease.isLeader());
  const vault = settings.vault === undefined ? undefined : connectVault(settings.vault, assertMayAct);
  const guard = createAddressGuard(settings.addresses);
  const renderElsewhere = createRenderElsewhere();
  const operator = createOperator({
    client,
    isLeader: () => lease.isLeader(),
    writer,
    charts,
    bundle: await readBundleRelease(CHARTS),
    provisioners: createProvisioners(settings, { client, assertMayAct, store: vault?.store, logger: log }),
    connect: (tenant) => createKubeClient(tenant, { ...TENANT, guard }),
    ...askOutside(settings, metrics),
    settings: delivery,
    clock,
    logger: log,
    metrics: metrics.runtime,
    observeRelease: metrics.release,
    observeOrphans: metrics.orphans,
    renderElsewhere,
    resyncMs: settings.resyncMs,
    virtualClusters: settings.virtualClusters,
    ...(vault === undefined ? {} : { vault }),
  });
  metrics.certificates.follow(() => [...operator.caches.deployments.list(), ...operator.caches.clusters.list()]);
  const pool = openPool(settings, log);
  const mirror = mirrorOf(operator, delivery, {
    pool,
    client,
    clock,
    logger: log,
    metrics: metrics.mirror,
    renderElsewhere,
  });
  const clients = [client, leaseClient];
  addParts(life, { settings, registry, clients, lease, writer, operator, mirror, pool, log });
  addHistory(life, settings, pool, log);
}

function writerOf(settings: Config, lease: LeaderLease, logger: Logger, observer: OperatorMetrics["git"]): GitWriter {
  return createGitWriter({
    http: gitServer(settings),
    branch: settings.git.branch,
    identity: { name: "Berth", email: "berth@localhost" },
    mayPush: () => lease.isLeader(),
    logger,
    clock,
    observer,
  });
}

async function readCharts(directory: string): Promise<OperatorOptions["charts"]> {
  const read = (name: string): ReturnType<typeof readPlatformChart> => readPlatformChart(join(directory, name));
  return { workload: await read("workload"), database: await read("database") };
}

function openPool({ postgresUrl }: Config, log: Logger): Pool {
  return createPool(postgresUrl.reveal(), {
    max: 4,
    applicationName: AGENT,
    onError: (error) => log.warn("A Postgres connection broke", { error: error.message }),
  });
}

function gitServer({ git }: Config): HttpOptions {
  return { url: git.url, credentials: git.credentials };
}

function deliverySettings(settings: Config, { workload, database }: OperatorOptions["charts"]): DeliverySettings {
  const { git, argocdNamespace, appsDomain, managementCluster, gatewayUser, registryHost, vault, nodeDrainMs } =
    settings;
  const secretsDriver = vault === undefined ? "kubernetes" : "vault";
  const platform = {
    argocdNamespace,
    appsDomain,
    managementCluster,
    gatewayUser,
    registryHost,
    secretsDriver,
    nodeDrainMs,
    imageUpdater: settings.imageUpdater,
    operatorNamespace: settings.namespace,
  } as const;
  const versions = { chartVersion: workload.version, databaseChartVersion: database.version };
  const { archive, archiveDays, backups, clusterIssuer, acme, wildcardIssuer, dns } = settings;
  const certificates = { clusterIssuer, acme, wildcardIssuer, dns };
  return {
    ...platform,
    ...versions,
    ...certificates,
    archive,
    archiveDays,
    backups,
    repoUrl: git.url,
    branch: git.branch,
  };
}

type MirrorParts = Pick<CreateMirrorOptions, "pool" | "client" | "clock" | "logger" | "metrics"> &
  Readonly<{ renderElsewhere: RenderElsewhere }>;

function mirrorOf({ caches, queues }: Operator, delivery: DeliverySettings, parts: MirrorParts): Mirror {
  const { renderElsewhere, ...rest } = parts;
  const collections = byKind(({ collection }) => collection);
  return createMirror({
    ...rest,
    caches: ownCaches(caches),
    unservedMs: (kind) => queues[collections[kind]].oldestAgeMs,
    namespaces: caches.namespaces,
    renderValues: createMirrorValues(renderElsewhere, delivery),
  });
}

type Parts = Readonly<{
  settings: Config;
  registry: Registry;
  clients: readonly KubeClient[];
  lease: LeaderLease;
  writer: GitWriter;
  operator: Operator;
  mirror: Mirror;
  pool: Pool;
  log: Logger;
}>;

function addParts(life: Lifecycle, parts: Parts): void {
  const { settings, registry, clients, lease, writer, operator, mirror, pool, log } = parts;
  let closeMetrics: (() => Promise<void>) | undefined;
  life.add({
    name: "metrics",
    start: async () => {
      const readinessFaults = createReadiness({ caches: operator.caches, lease, stopping: life.signal });
      const server = await startMetricsServer({ registry, ...settings.metrics, readinessFaults });
      closeMetrics = server.close;
      log.info("Serving metrics", { port: server.port });
    },
    stop: () => closeMetrics?.(),
  });
  life.add({ name: "postgres", start: () => undefined, stop: () => pool.end() });
  for (const one of clients) life.add({ name: "client", start: () => undefined, stop: () => one.close() });
  for (const [name, cache] of Object.entries(operator.caches))
    life.addBackground(`cache ${name}`, (signal) => cache.run(signal));
  life.add({
    name: "lease",
    start: async (signal) => {
      await lease.acquire(signal);
    },
    stop: () => lease.release(),
  });
  life.addBackground("leadership", async (signal) => {
    await lease.keep(signal);
  });
  life.addBackground("mirror", (signal) => mirror.run(signal));
  life.addBackground("telling", (signal) => tellWork(tellingOf(parts), signal));
  life.add(writerPart({ writer, clock, logger: log }));
  life.add({
    name: "controllers",
    start: async (signal) => {
      await Promise.all(Object.values(operator.caches).map((cache) => cache.whenSynced(signal)));
      if (!signal.aborted) operator.start();
    },
    stop: async () => {
      await operator.stop(DRAIN_MS);
    },
  });
}

function tellingOf({ operator, mirror, lease, pool, log }: Parts): TellWorkOptions {
  const { queues, git } = operator;
  return {
    queues: { ...byKind(({ collection }) => queues[collection]), Platform: queues.platform },
    git,
    mirror,
    isLeader: () => lease.isLeader(),
    write: (work) => writeOperatorWork(pool, work),
    clock,
    logger: log,
  };
}

/** Last of all: what was lost of the history is brought back once all else works. */
function addHistory(life: Lifecycle, settings: Config, pool: Pool, logger: Logger): void {
  const http = new HttpClient(gitServer(settings));
  life.add({ name: "history connection", start: () => undefined, stop: () => http.close() });
  const { branch } = settings.git;
  life.addBackground("history", (signal) => rebuildHistories({ pool, http, branch, clock, logger }, signal));
}

function connectVault(vault: VaultConfig, beforeWrite: AssertMayAct): VaultParts {
  const fenced = { ...vault, beforeWrite };
  return { store: new VaultSecretStore(fenced), access: new VaultClusterAccess(fenced), server: vault };
}
