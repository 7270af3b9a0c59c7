import { clusterRouting, isCarried } from "../../../render/bundle/component.ts";
import { virtualClusterName } from "../../../render/cluster/virtual-cluster.ts";
import { hostObjectName } from "../../provisioners/vcluster/host-object-name.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { RoutedSubject } from "./route-looks.ts";

type Place = Pick<RoutedSubject, "namespace" | "ingress">;

/** Tells whether the operator writes the routes of a cluster's deployments on its host. */
export function isRoutedOnHost(cluster: ClusterObject): boolean {
  return isCarried(cluster.spec) && clusterRouting(cluster) !== "ingress";
}

/** Names the cluster on which the routes of a cluster's deployments are; undefined while it is not known. */
export function routedAt(cluster: ClusterObject): string | undefined {
  return isRoutedOnHost(cluster) ? cluster.status?.host : cluster.status?.handle;
}

/** Finds where the routes of a deployment are there: what a tenant writes in a virtual cluster leads nobody to it. */
export function placeOfRoute(cluster: ClusterObject | undefined, own: Place): Place {
  const { handle } = cluster?.status ?? {};
  if (cluster === undefined || handle === undefined || !isRoutedOnHost(cluster)) return own;
  const ingress = hostObjectName(handle, { namespace: own.namespace, name: own.ingress });
  return { namespace: virtualClusterName(handle), ingress };
}
