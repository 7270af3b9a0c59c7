import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../adapters/kubernetes/secret-store.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import { VIRTUAL_CLUSTERS_PER_NODE } from "../../contract/quotas.ts";
import { AdoptionReviews } from "../delivery/adoption-reviews.ts";
import { ArgoDelivery } from "../delivery/argo-delivery.ts";
import { ChartGate } from "../delivery/chart-gate.ts";
import { createTenantSecretCarrier } from "../delivery/secret-carrier.ts";
import { createVaultCarrier } from "../delivery/vault-carrier.ts";
import { askedVersions, watchedVersions } from "../delivery/secret-versions.ts";
import { NodeDrains } from "../delivery/node-drains.ts";
import { TenantSecrets } from "../delivery/tenant-secrets.ts";
import { TenantClients } from "../delivery/tenant-clients.ts";
import type { Provisioners } from "../provisioners/choose-provisioner.ts";
import { ImportedProvisioner } from "../provisioners/imported/imported-provisioner.ts";
import { HostGuards } from "../provisioners/vcluster/host-guards.ts";
import { VclusterProvisioner } from "../provisioners/vcluster/vcluster-provisioner.ts";
import type { BackupContext } from "./backup/context.ts";
import { createBackupLooks } from "./backup/engine.ts";
import { ApplicationTracker } from "./delivered/application-tracker.ts";
import type { Caches } from "../resources/caches.ts";
import type { ClusterContext } from "./cluster/context.ts";
import { ClusterProbes } from "./shared/cluster-probes.ts";
import type { DatabaseContext } from "./database/context.ts";
import { DatabaseRenderer } from "./database/renderer.ts";
import type { DeploymentContext } from "./deployment/context.ts";
import { DeploymentRenderer } from "./deployment/renderer.ts";
import { ChartHostLooks } from "./deployment/chart-host-looks.ts";
import { createDomainLooks } from "./deployment/domain-looks.ts";
import { createEngineLooks } from "./database/engine-looks.ts";
import { EventRecorder } from "./shared/event-recorder.ts";
import type { GitDesk } from "./shared/git-desk.ts";
import { Leftovers } from "./cluster/leftovers.ts";
import { Orphans } from "./platform/orphans.ts";
import { Projects } from "./cluster/projects.ts";
import { ReleaseWaves } from "./platform/release-waves.ts";
import { createScheduledLooks } from "./database/scheduled-looks.ts";
import { StatusWriter } from "../resources/status-writer.ts";
import type { UpgradeContext } from "./upgrade/context.ts";
import type { OperatorOptions } from "./operator-options.ts";

/** Holds what each controller works with. */
type Contexts = Readonly<{
  clusters: ClusterContext;
  deployments: DeploymentContext;
  databases: DatabaseContext;
  backups: BackupContext;
  upgrades: UpgradeContext;
  releases: ReleaseWaves;
  orphans: Orphans;
}>;

/** Leads from the contexts to the queues and to Git. */
export type Links = Readonly<{ desk: GitDesk; requeue: (key: string) => void; onNews: (handle: string) => void }>;

/** Puts the contexts of the controllers together. */
export function createContexts(options: OperatorOptions, caches: Caches, { desk, requeue, onNews }: Links): Contexts {
  const { clock, client, settings, writer, logger, connect, provisioners } = options;
  const { argocdNamespace: namespace, operatorNamespace } = settings;
  const argo = new ArgoDelivery({ client, applications: caches.applications, namespace, clock });
  const tenants = new TenantClients(caches.secrets, settings.argocdNamespace, connect);
  const events = new EventRecorder(client, clock, logger);
  const observe = options.observeRelease;
  const releases = new ReleaseWaves({ caches, settings, events, clock, logger, requeue, observe });
  const probes = new ClusterProbes(clock, onNews);
  const gate = new ChartGate({ ...options, requeue });
  const shared = { releases, gate, caches, desk, writer, argo, tenants, probes, events, clock, logger, settings };
  const status = new StatusWriter(client, CLUSTERS, caches.clusters);
  const tenant = (handle: string): KubeClient | undefined => tenants.client(handle);
  const guards = new HostGuards({ caches, tenant, appsDomain: settings.appsDomain });
  const vcluster = new VclusterProvisioner({
    client,
    caches,
    argo,
    argocdNamespace: settings.argocdNamespace,
    status,
    tenant,
    guards,
    clock,
    settings: options.virtualClusters ?? { perNode: VIRTUAL_CLUSTERS_PER_NODE, domain: undefined },
  });
  const secrets = createTenantSecrets(options, caches, tenants);
  const tracker = new ApplicationTracker();
  const projects = new Projects(caches, argo, settings);
  const orphans = new Orphans({ ...shared, client, requeue, observe: options.observeOrphans });
  const all: Provisioners = { vcluster, imported: createImported(options, tenants, onNews), ...provisioners };
  return {
    releases,
    orphans,
    upgrades: { ...shared, client, status: new StatusWriter(client, UPGRADE_REQUESTS, caches.upgrades) },
    backups: createBackupContext({ ...shared, client }, onNews),
    databases: createDatabaseContext({ ...shared, client, secrets, tracker }, onNews),
    deployments: createDeploymentContext({ ...shared, client, secrets, tracker, projects }, options, onNews),
    clusters: {
      ...shared,
      client,
      connect,
      provisioners: all,
      revokeSecrets: async (handle) => options.vault?.access.revoke(handle),
      drains: new NodeDrains(clock),
      orphans,
      leftovers: new Leftovers(client, { namespace: operatorNamespace, provisioners: all, logger }),
      projects,
      guards,
      status,
    },
  };
}

function createDeploymentContext(
  parts: Omit<DeploymentContext, "renderer" | "status" | "domains" | "chartHosts" | "reviews"> &
    Readonly<{ client: KubeClient }>,
  { resolveTxt, judgeChartHost, renderElsewhere }: OperatorOptions,
  onNews: (handle: string) => void,
): DeploymentContext {
  return {
    ...parts,
    renderer: new DeploymentRenderer(parts.settings, renderElsewhere),
    reviews: new AdoptionReviews(parts.clock),
    domains: createDomainLooks(resolveTxt, parts.clock, onNews),
    chartHosts: new ChartHostLooks(judgeChartHost, parts.clock, onNews),
    status: new StatusWriter(parts.client, DEPLOYMENTS, parts.caches.deployments),
  };
}

function createDatabaseContext(
  parts: Omit<DatabaseContext, "renderer" | "status" | "engines" | "scheduled">,
  onNews: (handle: string) => void,
): DatabaseContext {
  return {
    ...parts,
    renderer: new DatabaseRenderer(parts.settings),
    status: new StatusWriter(parts.client, DATABASE_INSTANCES, parts.caches.databases),
    engines: createEngineLooks(parts.clock, onNews),
    scheduled: createScheduledLooks(parts.clock, onNews),
  };
}

function createBackupContext(
  parts: Omit<BackupContext, "status" | "looks">,
  onNews: (handle: string) => void,
): BackupContext {
  const status = new StatusWriter(parts.client, DATABASE_BACKUPS, parts.caches.backups);
  return { ...parts, status, looks: createBackupLooks(parts.clock, onNews) };
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
