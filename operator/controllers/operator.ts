/**
 * Puts the operator's parts together, for the process and for the simulator alike:
 *
 * 1. caches of everything that is watched;
 * 2. queues, and the routes from a change to the keys it concerns;
 * 3. the controllers, which only a leader starts, after every cache has synced and the branch was read.
 */
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  CLUSTERS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../adapters/kubernetes/secret-store.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import { VIRTUAL_CLUSTERS_PER_NODE } from "../../contract/quotas.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { ArgoDelivery } from "../delivery/argo-delivery.ts";
import { isPublished, type PlatformChart } from "../delivery/platform-charts.ts";
import type { BundleRelease } from "../delivery/bundle-release.ts";
import { createTenantSecretCarrier } from "../delivery/secret-carrier.ts";
import { createVaultCarrier } from "../delivery/vault-carrier.ts";
import type { SecretStore } from "../../contract/secret-store.ts";
import type { VaultClusterAccess } from "../../adapters/secrets/vault-cluster-access.ts";
import { askedVersions, watchedVersions } from "../delivery/secret-versions.ts";
import { NodeDrains } from "../delivery/node-drains.ts";
import { TenantSecrets } from "../delivery/tenant-secrets.ts";
import { TenantClients, type TenantConnect } from "../delivery/tenant-clients.ts";
import type { GitWriter } from "../git/git-writer.ts";
import { wait, type Outcome } from "../machines/decision.ts";
import type { Provisioners } from "../provisioners/choose-provisioner.ts";
import { ImportedProvisioner } from "../provisioners/imported/imported-provisioner.ts";
import { VclusterProvisioner, type VirtualClusterSettings } from "../provisioners/vcluster/vcluster-provisioner.ts";
import type { Clock } from "../runtime/clock.ts";
import { defaultRetry, runController, type Retry } from "../runtime/controller.ts";
import { keyOf } from "../runtime/object-store.ts";
import type { RuntimeMetrics } from "../runtime/metrics.ts";
import { ApplicationTracker } from "./application-tracker.ts";
import { BundleUpkeep } from "./bundle-upkeep.ts";
import { createCaches, type Caches } from "./caches.ts";
import { reconcileCluster } from "./cluster.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { ClusterProbes } from "./cluster-probes.ts";
import type { DatabaseContext } from "./database-context.ts";
import { DatabaseRenderer } from "./database-renderer.ts";
import { reconcileDatabase } from "./database.ts";
import type { DeploymentContext } from "./deployment-context.ts";
import { DeploymentRenderer } from "./deployment-renderer.ts";
import { reconcileDeployment } from "./deployment.ts";
import { EngineLooks } from "./engine-looks.ts";
import { grantGateway } from "./gateway-access.ts";
import { createQueues, requeue } from "./create-queues.ts";
import { EventRecorder } from "./events.ts";
import { GitDesk } from "./git-desk.ts";
import { LEFTOVERS_KEY, Leftovers } from "./leftovers.ts";
import { NotLeaderError } from "./leader-guard.ts";
import { reconcilePlatform, type PlatformContext } from "./platform.ts";
import { Projects } from "./projects.ts";
import { Resync } from "./resync.ts";
import { PLATFORM_KEY, SWEEP_KEY, routeEvents, routePaths, type Queues } from "./routes.ts";
import type { DeliverySettings } from "./settings.ts";
import { StatusWriter } from "./status-writer.ts";
import { reconcileUpgrade } from "./upgrade.ts";
import type { UpgradeContext } from "./upgrade-context.ts";

/** Sets up an operator. */
export type OperatorOptions = Readonly<{
  /** Client of the management cluster whose writes are guarded by the leadership. */
  client: KubeClient;
  writer: GitWriter;
  /** The charts of this release. */
  charts: Readonly<{ workload: PlatformChart; database: PlatformChart }>;
  bundle: BundleRelease;
  provisioners: Provisioners;
  connect: TenantConnect;
  settings: DeliverySettings;
  clock: Clock;
  logger: Logger;
  metrics: RuntimeMetrics;
  random?: () => number;
  resyncMs?: number;
  /** Where secrets are kept in Vault. */
  vault?: VaultParts;
  /** How shared clusters lie on hosts. */
  virtualClusters?: VirtualClusterSettings;
}>;

/** Holds what works with Vault. */
export type VaultParts = Readonly<{
  store: SecretStore;
  access: VaultClusterAccess;
  server: Parameters<typeof createVaultCarrier>[0]["server"];
}>;

/** Is an operator that is put together; its caches can run before it leads. */
export type Operator = Readonly<{
  caches: Caches;
  queues: Queues;
  /** Starts the controllers. */
  start: () => void;
  /** Takes nothing more in, waits for what runs. */
  stop: (graceMs: number) => Promise<boolean>;
}>;

/** After a start others may still be about to see what is there. */
const SWEEP_AFTER_MS = 15_000;
const NOT_LEADING_MS = 2_000;

/** Puts an operator together; nothing runs yet. */
export function createOperator(options: OperatorOptions): Operator {
  const { clock, client, settings, writer, logger, metrics } = options;
  const common = { client, argocdNamespace: settings.argocdNamespace, clock, logger, metrics };
  const caches = createCaches({ ...common, ...(options.random === undefined ? {} : { random: options.random }) });
  const queues = createQueues(options);
  routeEvents(caches, queues);
  const desk = new GitDesk({ writer, clock, logger, requeue: (key) => requeue(queues, key) });
  writer.onMoved((paths) => routePaths(caches, queues, paths));
  const contexts = createContexts(options, caches, desk, (handle) => onNews(caches, queues, handle));
  const resync = new Resync(options, caches, queues);
  const run = (name: keyof Queues, reconcile: (key: string) => Promise<Outcome>): void =>
    runController({ name, queue: queues[name], reconcile, clock, logger, metrics, classify });
  return {
    caches,
    queues,
    start: () => {
      const platform = {
        ...contexts,
        writer,
        ...published(options, contexts.clusters),
        projects: contexts.clusters.projects,
        leftovers: contexts.clusters.leftovers,
        queue: queues.platform,
        grantGateway: (namespace: string) =>
          grantGateway({ client, caches, gatewayUser: settings.gatewayUser }, namespace),
      };
      run("platform", (key) => reconcilePlatform(platform, key));
      run("clusters", (key) => reconcileCluster(contexts.clusters, key));
      run("deployments", (key) =>
        afterPublication(options, "workload", caches.deployments.get(key), () =>
          reconcileDeployment(contexts.deployments, key),
        ),
      );
      run("upgrades", (key) => reconcileUpgrade(contexts.upgrades, key));
      run("databases", (key) =>
        afterPublication(options, "database", caches.databases.get(key), () =>
          reconcileDatabase(contexts.databases, key),
        ),
      );
      beginUpkeep(queues);
      resync.start();
    },
    stop: async (graceMs) => {
      resync.stop();
      const drained = await drainAll(queues, graceMs);
      await contexts.deployments.tenants.close();
      return drained;
    },
  };
}

function published(
  { writer, settings, charts, bundle: release }: OperatorOptions,
  { argo, caches }: ClusterContext,
): Pick<PlatformContext, "charts" | "bundle"> {
  return { charts: Object.values(charts), bundle: new BundleUpkeep({ writer, argo, caches, settings, release }) };
}

function beginUpkeep({ platform }: Queues): void {
  for (const key of [PLATFORM_KEY, LEFTOVERS_KEY]) platform.add(key);
  platform.addAfter(SWEEP_KEY, SWEEP_AFTER_MS);
}

async function drainAll(queues: Queues, graceMs: number): Promise<boolean> {
  const drained = await Promise.all(Object.values(queues).map((queue) => queue.drain(graceMs)));
  return drained.every(Boolean);
}

/** A leader whose renewal is late holds its writes back: it leads again in a moment, or its process ends. */
function classify(error: unknown): Retry {
  return error instanceof NotLeaderError ? { kind: "after", ms: NOT_LEADING_MS, expected: true } : defaultRetry(error);
}

/** A handle is one object's alone. */
function onNews({ clusters, databases }: Caches, queues: Queues, handle: string): void {
  for (const object of clusters.byIndex("handle", handle)) queues.clusters.add(keyOf(object));
  for (const object of databases.byIndex("handle", handle)) queues.databases.add(keyOf(object));
}

type Contexts = Readonly<{
  clusters: ClusterContext;
  deployments: DeploymentContext;
  databases: DatabaseContext;
  upgrades: UpgradeContext;
}>;

function createContexts(
  options: OperatorOptions,
  caches: Caches,
  desk: GitDesk,
  onNews: (handle: string) => void,
): Contexts {
  const { clock, client, settings, writer, logger, connect, provisioners } = options;
  const { argocdNamespace: namespace, operatorNamespace } = settings;
  const argo = new ArgoDelivery({ client, applications: caches.applications, namespace, clock });
  const tenants = new TenantClients(caches.secrets, settings.argocdNamespace, connect);
  const events = new EventRecorder(client, clock, logger);
  const shared = { caches, desk, writer, argo, tenants, events, clock, logger, settings };
  const status = new StatusWriter(client, CLUSTERS, caches.clusters);
  const vcluster = new VclusterProvisioner({
    client,
    caches,
    argo,
    argocdNamespace: settings.argocdNamespace,
    status,
    tenant: (handle) => tenants.client(handle),
    clock,
    settings: options.virtualClusters ?? { perNode: VIRTUAL_CLUSTERS_PER_NODE, domain: undefined },
  });
  const secrets = createTenantSecrets(options, caches, tenants);
  const tracker = new ApplicationTracker();
  const imported = createImported(options, tenants, onNews);
  const all: Provisioners = { vcluster, imported, ...provisioners };
  return {
    upgrades: { ...shared, client, status: new StatusWriter(client, UPGRADE_REQUESTS, caches.upgrades) },
    databases: createDatabaseContext({ ...shared, client, secrets, tracker }, onNews),
    deployments: {
      ...shared,
      ...{ client, secrets, tracker },
      renderer: new DeploymentRenderer(settings),
      status: new StatusWriter(client, DEPLOYMENTS, caches.deployments),
    },
    clusters: {
      ...shared,
      client,
      connect,
      provisioners: all,
      revokeSecrets: async (handle) => options.vault?.access.revoke(handle),
      probes: new ClusterProbes(clock, onNews),
      drains: new NodeDrains(),
      leftovers: new Leftovers(client, { namespace: operatorNamespace, provisioners: all, logger }),
      projects: new Projects(caches, argo, settings),
      status,
    },
  };
}

function createDatabaseContext(
  parts: Omit<DatabaseContext, "renderer" | "status" | "engines"> & Readonly<{ client: KubeClient }>,
  onNews: (handle: string) => void,
): DatabaseContext {
  return {
    ...parts,
    renderer: new DatabaseRenderer(parts.settings),
    status: new StatusWriter(parts.client, DATABASE_INSTANCES, parts.caches.databases),
    engines: new EngineLooks(parts.clock, onNews),
  };
}

function createImported(
  { client, clock, connect, vault }: OperatorOptions,
  tenants: TenantClients,
  onNews: (handle: string) => void,
): ImportedProvisioner {
  const store = vault?.store ?? new KubernetesSecretStore(client, { fieldManager: FIELD_MANAGERS.operator });
  return new ImportedProvisioner({ store, connect, own: (handle) => tenants.own(handle), clock, onNews });
}

function createTenantSecrets(
  { client, clock, logger, vault }: OperatorOptions,
  caches: Caches,
  tenants: TenantClients,
): TenantSecrets {
  const clientOf = (handle: string): KubeClient | undefined => tenants.client(handle);
  if (vault !== undefined) {
    const { store, access, server } = vault;
    const carrier = createVaultCarrier({ access, clientOf, server });
    return new TenantSecrets({ versions: askedVersions(store, clock), store, carrier, clock, logger });
  }
  const store = new KubernetesSecretStore(client, { fieldManager: FIELD_MANAGERS.operator });
  const versions = watchedVersions(caches.secretVersions);
  return new TenantSecrets({ versions, store, carrier: createTenantSecretCarrier(clientOf), clock, logger });
}

/** No Application may point at a chart that is not in Git yet; deletions need none. */
async function afterPublication(
  { writer, charts }: OperatorOptions,
  chart: keyof OperatorOptions["charts"],
  object: KubeObject | undefined,
  reconcile: () => Promise<Outcome>,
): Promise<Outcome> {
  const deleting = object?.metadata.deletionTimestamp !== undefined;
  if (!deleting && !isPublished(writer, charts[chart])) return wait(1_000, "ChartUnpublished");
  return reconcile();
}
