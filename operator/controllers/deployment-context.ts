import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { REGISTRY_KEY, deriveHandle } from "../../contract/identity.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { AdoptionReviews } from "../delivery/adoption-reviews.ts";
import type { ArgoDelivery } from "../delivery/argo-delivery.ts";
import type { ChartGate } from "../delivery/chart-gate.ts";
import type { TenantClients } from "../delivery/tenant-clients.ts";
import type { SecretUse, TenantSecrets } from "../delivery/tenant-secrets.ts";
import type { GitWriter } from "../git/git-writer.ts";
import type { Clock } from "../runtime/clock.ts";
import { isOwnImage, tenantNamespace } from "../../render/delivery-names.ts";
import { idOf } from "./adoption.ts";
import type { ApplicationTracker } from "./application-tracker.ts";
import type { Caches, ClusterObject, DeploymentObject } from "./caches.ts";
import { clusterKeyOf } from "./caches.ts";
import type { DeploymentRenderer, RenderTarget } from "./deployment-renderer.ts";
import type { DomainLooks } from "./domain-looks.ts";
import type { EventRecorder } from "./events.ts";
import type { GitDesk } from "./git-desk.ts";
import type { ClusterProbes } from "./cluster-probes.ts";
import type { DeliverySettings } from "./settings.ts";
import type { StatusWriter } from "./status-writer.ts";

/** Holds what the deployment controller works with. */
export type DeploymentContext = Readonly<{
  client: Pick<KubeClient, "get" | "list" | "delete">;
  caches: Caches;
  desk: GitDesk;
  writer: GitWriter;
  argo: ArgoDelivery;
  tenants: TenantClients;
  probes: Pick<ClusterProbes, "probe">;
  secrets: TenantSecrets;
  tracker: ApplicationTracker;
  renderer: DeploymentRenderer;
  reviews: AdoptionReviews;
  domains: DomainLooks;
  status: StatusWriter<DeploymentObject>;
  events: EventRecorder;
  clock: Clock;
  logger: Logger;
  settings: DeliverySettings;
  releases: ReleaseGate;
  gate: ChartGate;
  projects: Readonly<{ apply: (namespace: string) => Promise<void> }>;
}>;

/** Is the kind of what stands in for a deployment that is no more; it shares no key with a living one. */
export const ORPHAN_KIND = "Orphan";

/** Names a deployment at the Git desk and in commit trailers. */
export function deploymentKey(object: DeploymentObject): string {
  const kind = object.kind === ORPHAN_KIND ? ORPHAN_KIND : "Deployment";
  return `${kind}/${object.metadata.namespace ?? ""}/${object.metadata.name}`;
}

/** Returns the handle of a deployment: as written once, else as it will be. */
export function deploymentHandle(object: DeploymentObject): string {
  return object.status?.handle ?? deriveHandle("Deployment", object.metadata.name, idOf(object));
}

/** Is what lies on a cluster and is delivered there: a deployment or a database. */
export type DeliveredObject = KubeObject &
  Readonly<{
    spec: Readonly<{ cluster: string }>;
    status?: Pick<
      DeploymentStatus,
      "handle" | "clusterId" | "git" | "conditions" | "phase" | "phaseSince" | "statusReason"
    >;
  }>;

/** Finds the cluster that an object names, unless another one has taken its place. */
export function findCluster(
  { caches }: Pick<DeploymentContext, "caches">,
  object: DeliveredObject,
): ClusterObject | undefined {
  return unlessReplaced(caches.clusters.get(clusterKeyOf(object)), object);
}

/** Reads that cluster from the API server: that it is gone, or never ran, is not believed of a copy that may lag. */
export async function readCluster(
  { client }: Pick<DeploymentContext, "client">,
  object: DeliveredObject,
): Promise<ClusterObject | undefined> {
  const ref = { namespace: object.metadata.namespace, name: object.spec.cluster };
  return unlessReplaced(await client.get<ClusterObject>(CLUSTERS, ref), object);
}

function unlessReplaced(cluster: ClusterObject | undefined, { status }: DeliveredObject): ClusterObject | undefined {
  const recorded = status?.clusterId;
  return cluster === undefined || (recorded !== undefined && idOf(cluster) !== recorded) ? undefined : cluster;
}

/** Derives what a deployment is rendered for; undefined until its cluster has a handle. */
export function renderTarget(
  context: DeploymentContext,
  object: DeploymentObject,
  cluster: ClusterObject,
  observed: Pick<RenderTarget, "secretsRevision" | "customDomain">,
): RenderTarget | undefined {
  const clusterHandle = cluster.status?.handle;
  if (clusterHandle === undefined) return undefined;
  return {
    object,
    handle: deploymentHandle(object),
    cluster,
    clusterHandle,
    chartVersion: chartVersion(context, object),
    ...observed,
  };
}

/** Says which secrets a deployment uses, and where its pods find them. */
export function secretUse(
  { settings }: Pick<DeploymentContext, "settings">,
  object: DeploymentObject,
  clusterHandle: string,
): SecretUse {
  const { metadata, spec } = object;
  const handle = deploymentHandle(object);
  const names = (spec.environmentVariables ?? []).flatMap(({ secretRef }) => secretRef ?? []);
  if (isOwnImage(spec.dockerImage, metadata.namespace ?? "", settings.registryHost)) names.push(REGISTRY_KEY);
  return {
    uid: metadata.uid ?? "",
    id: idOf(object),
    organization: (metadata.namespace ?? "").replace(/^org-/, ""),
    handle,
    clusterHandle,
    namespace: tenantNamespace({ handle, spec }),
    isOurs: spec.adoption === undefined,
    names: [...new Set(names)].toSorted(),
  };
}

function chartVersion({ settings, writer, releases }: DeploymentContext, object: DeploymentObject): string {
  const { status } = object;
  const mayMove = isChanged(object) || releases.mayMove(deploymentKey(object));
  return keptVersion(writer, "workload", mayMove ? undefined : status?.delivery?.version, settings.chartVersion);
}

/** Tells whether an object was changed since it was acted on; one that was made anew from Git was not. */
export function isChanged({ status, metadata }: KubeObject & Readonly<{ status?: DeliveredStatus }>): boolean {
  return status?.observedGeneration !== undefined && status.observedGeneration !== metadata.generation;
}

type DeliveredStatus = Readonly<{ observedGeneration?: number | undefined }>;

/** Says whose turn it is to get a newer release. */
export type ReleaseGate = Readonly<{ mayMove: (key: string) => boolean }>;

/** A chart version stays with an object until the user changes it or a wave takes it along, as long as the branch is not known to lack it. */
export function keptVersion(
  writer: Pick<GitWriter, "listPaths" | "isRead">,
  chart: string,
  delivered: string | undefined,
  newest: string,
): string {
  if (delivered === undefined || delivered === newest) return newest;
  if (!writer.isRead) return delivered;
  return writer.listPaths(`platform/charts/${chart}/${delivered}/`).length > 0 ? delivered : newest;
}
