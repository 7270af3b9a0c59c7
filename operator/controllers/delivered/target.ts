import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import type { ArgoDelivery } from "../../delivery/argo-delivery.ts";
import type { ChartGate } from "../../delivery/chart-gate.ts";
import type { TenantClients } from "../../delivery/tenant-clients.ts";
import type { TenantSecrets } from "../../delivery/tenant-secrets.ts";
import type { GitWriter } from "../../git/git-writer.ts";
import { idOf } from "../../resources/adoption.ts";
import type { Caches } from "../../resources/caches.ts";
import { clusterKeyOf, type ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { ClusterProbes } from "../shared/cluster-probes.ts";
import type { DeliverySettings } from "../shared/delivery-settings.ts";
import type { EventRecorder } from "../shared/event-recorder.ts";
import type { GitDesk } from "../shared/git-desk.ts";
import type { ApplicationTracker } from "./application-tracker.ts";

/** What every controller of delivered objects works with. */
export type DeliveryContext = Readonly<{
  client: Pick<KubeClient, "get" | "list" | "delete">;
  caches: Caches;
  desk: GitDesk;
  writer: GitWriter;
  argo: ArgoDelivery;
  tenants: TenantClients;
  probes: Pick<ClusterProbes, "probe">;
  secrets: TenantSecrets;
  tracker: ApplicationTracker;
  events: EventRecorder;
  clock: Clock;
  logger: Logger;
  settings: DeliverySettings;
  releases: ReleaseGate;
  gate: ChartGate;
}>;

/** What lies on a cluster and is delivered there: a deployment or a database. */
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
  { caches }: Pick<DeliveryContext, "caches">,
  object: DeliveredObject,
): ClusterObject | undefined {
  return unlessReplaced(caches.clusters.get(clusterKeyOf(object)), object);
}

/** Reads that cluster from the API server: that it is gone, or never ran, is not believed of a copy that may lag. */
export async function readCluster(
  { client }: Pick<DeliveryContext, "client">,
  object: DeliveredObject,
): Promise<ClusterObject | undefined> {
  const ref = { namespace: object.metadata.namespace, name: object.spec.cluster };
  return unlessReplaced(await client.get<ClusterObject>(CLUSTERS, ref), object);
}

function unlessReplaced(cluster: ClusterObject | undefined, { status }: DeliveredObject): ClusterObject | undefined {
  const recorded = status?.clusterId;
  return cluster === undefined || (recorded !== undefined && idOf(cluster) !== recorded) ? undefined : cluster;
}

/** Tells whether an object was changed since it was acted on; one that was made anew from Git was not. */
export function isChanged({ status, metadata }: KubeObject & Readonly<{ status?: DeliveredStatus }>): boolean {
  return status?.observedGeneration !== undefined && status.observedGeneration !== metadata.generation;
}

type DeliveredStatus = Readonly<{ observedGeneration?: number | undefined }>;

/** Whose turn it is to get a newer release. */
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
