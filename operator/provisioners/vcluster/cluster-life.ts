import type { ClusterObject } from "../../resources/objects.ts";
import type { ClusterOrder } from "../port.ts";
import { isHostFor } from "./choose-host.ts";

/** Returns the handle of a host. */
export function handleOf({ status }: ClusterObject): string {
  return status?.handle ?? "";
}

/** Says where a cluster is in its life; a host has the region of all that it carries. */
export function lifeOf({ spec, status }: ClusterObject): Readonly<{ region: string; phase: string; endpoint: string }> {
  return { region: spec.region, phase: status?.phase ?? "pending", endpoint: status?.endpoint ?? "" };
}

/** Tells whether a cluster that is to be made has no host that could carry it. */
export function needsHost(cluster: ClusterObject, { spec }: ClusterOrder, clusters: readonly ClusterObject[]): boolean {
  if (!isPending(cluster) || cluster.metadata.deletionTimestamp !== undefined) return false;
  const host = clusters.find((one) => one.status?.handle === cluster.status?.host);
  return host === undefined || !isHostFor(host, spec);
}

/** Tells whether it was found on its host, with nothing known of its life: what is there is no rest of a failed attempt. */
export function isFound({ status }: ClusterObject): boolean {
  return status?.readyAt !== undefined && status.clusterUid === undefined;
}

/** Tells whether a cluster is still to be made. */
export function isPending({ status }: ClusterObject): boolean {
  return (status?.phase ?? "pending") === "pending";
}
