import type { AddressMetrics } from "../delivery/address-metrics.ts";
import type { Parts } from "./parts.ts";
import { Projects } from "./shared/projects.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../adapters/kubernetes/secret-store.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import { VIRTUAL_CLUSTERS_PER_NODE } from "../../contract/quotas.ts";
import { ArgoDelivery } from "../delivery/argo-delivery.ts";
import { ChartGate } from "../delivery/chart-gate.ts";
import { createTenantSecretCarrier } from "../delivery/secret-carrier.ts";
import { createVaultCarrier } from "../delivery/vault-carrier.ts";
import { askedVersions, watchedVersions } from "../delivery/secret-versions.ts";
import { TenantSecrets } from "../delivery/tenant-secrets.ts";
import { TenantClients } from "../delivery/tenant-clients.ts";
import type { Provisioners } from "../provisioners/choose-provisioner.ts";
import { ImportedProvisioner } from "../provisioners/imported/imported-provisioner.ts";
import { virtualClusterName } from "../../render/cluster/virtual-cluster.ts";
import { isOperating } from "../delivery/argo-application.ts";
import { HostGuards } from "../provisioners/vcluster/host-guards.ts";
import { VclusterProvisioner } from "../provisioners/vcluster/vcluster-provisioner.ts";
import { ApplicationTracker } from "./delivered/application-tracker.ts";
import type { Caches } from "../resources/caches.ts";
import type { ClusterObject } from "../resources/objects.ts";
import { ClusterProbes } from "./shared/cluster-probes.ts";
import { EventRecorder } from "./shared/event-recorder.ts";
import type { GitDesk } from "./shared/git-desk.ts";
import { createGroundsCheck } from "./shared/grounds.ts";
import { Orphans } from "./platform/orphans.ts";
import { ReleaseWaves } from "./platform/release-waves.ts";
import { StatusWriter } from "../resources/status-writer.ts";
import type { OperatorOptions } from "./operator-options.ts";

/** Leads from the parts to the queues and to Git. */
export type Links = Readonly<{ desk: GitDesk; requeue: (key: string) => void; onNews: (handle: string) => void }>;
/** The parts, with what the platform's own upkeep drives of them. */
type AllParts = Omit<Parts, "orphans" | "releases"> & Readonly<{ orphans: Orphans; releases: ReleaseWaves }>;

const UNOBSERVED: AddressMetrics = { answered: () => undefined, reached: () => undefined };

/** Puts together what the controllers work with. */
export function createParts(options: OperatorOptions, caches: Caches, { desk, requeue, onNews }: Links): AllParts {
  const { clock, client, settings, writer, logger, connect, resolveTxt, judgeChartHost, renderElsewhere } = options;
  const { lookUpRecords, askAddress, addressObserver = UNOBSERVED, authority } = options;
  const { argocdNamespace: namespace } = settings;
  const argo = new ArgoDelivery({ client, applications: caches.applications, namespace, clock });
  const tenants = new TenantClients(caches.secrets, namespace, connect);
  const events = new EventRecorder(client, clock, logger);
  const tenant = (handle: string): KubeClient | undefined => tenants.client(handle);
  const { appsDomain, clusterIssuer } = settings;
  const guards = new HostGuards({ caches, tenant, appsDomain, clusterIssuer, isSettled: isSettledBy(argo), clock });
  const shared = { client, caches, desk, writer, argo, tenants, events, clock, logger, settings, connect };
  return {
    ...shared,
    areNewest: createGroundsCheck(client, caches),
    guards,
    resolveTxt,
    lookUpRecords,
    judgeChartHost,
    renderElsewhere,
    askAddress,
    addressObserver,
    authority,
    onNews,
    probes: new ClusterProbes(clock, onNews),
    gate: new ChartGate({ ...options, requeue }),
    secrets: createTenantSecrets(options, caches, tenants),
    tracker: new ApplicationTracker(),
    projects: new Projects(caches, argo, settings),
    provisioners: createAllProvisioners(options, { ...shared, guards, onNews }),
    revokeSecrets: async (handle) => options.vault?.access.revoke(handle),
    releases: new ReleaseWaves({ ...shared, requeue, observe: options.observeRelease }),
    orphans: new Orphans({ ...shared, requeue, observe: options.observeOrphans }),
  };
}

/** A virtual control plane runs with what was asked of it once Argo CD says so, and does nothing any more. */
function isSettledBy(argo: ArgoDelivery): (cluster: ClusterObject) => boolean {
  return ({ status }) => {
    const found = argo.find(virtualClusterName(status?.handle ?? ""));
    return found?.sync === "Synced" && found.health === "Healthy" && !isOperating(found);
  };
}

/** Creates those that every platform has, beside those that the settings name. */
function createAllProvisioners(
  options: OperatorOptions,
  {
    client,
    caches,
    argo,
    tenants,
    guards,
    clock,
    settings,
    onNews,
  }: Pick<Parts, "client" | "caches" | "argo" | "tenants" | "guards" | "clock" | "settings" | "onNews">,
): Provisioners {
  const vcluster = new VclusterProvisioner({
    client,
    caches,
    argo,
    argocdNamespace: settings.argocdNamespace,
    status: new StatusWriter(client, CLUSTERS, caches.clusters),
    tenant: (handle) => tenants.client(handle),
    guards,
    clock,
    settings: options.virtualClusters ?? { perNode: VIRTUAL_CLUSTERS_PER_NODE, domain: undefined },
  });
  return { vcluster, imported: createImported(options, tenants, onNews), ...options.provisioners };
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
    const carrier = createVaultCarrier({ access, clientOf, server, nowMs: () => clock.nowMs() });
    return new TenantSecrets({ versions: askedVersions(store, clock), store, carrier, clock, logger });
  }
  const store = new KubernetesSecretStore(client, { fieldManager: FIELD_MANAGERS.operator });
  const versions = watchedVersions(caches.secretVersions);
  return new TenantSecrets({ versions, store, carrier: createTenantSecretCarrier(clientOf), clock, logger });
}
