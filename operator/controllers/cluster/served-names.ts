/**
 * Tells whether a cluster's Gateway serves the platform's names that requests reach by Ingress, where each name brings its own
 * certificate (docs/adr/0140): their listeners come with a sync of each deployment, which takes its time.
 */
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { LISTENER_SETS } from "../../../adapters/kubernetes/resource-types.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import { virtualClusterName } from "../../../render/cluster/virtual-cluster.ts";
import { tenantNamespace } from "../../../render/delivery-names.ts";
import { hasHost } from "../../../render/deployment/published-route.ts";
import { toldCondition } from "../../machines/conditions.ts";
import { isListening } from "../../machines/deployment/domain-route.ts";
import type { Caches } from "../../resources/caches.ts";
import { clusterHandle, deploymentHandle } from "../../resources/handles.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { keyOf } from "../../runtime/object-store.ts";
import { saidOfListener, type ListenerSet } from "../deployment/route-looks.ts";
import { CALL } from "../shared/looks.ts";

/**
 * Lists the deployments whose names would fail where they were led to a Gateway that does not serve them, as <namespace>/<handle> of
 * their listeners: those of a host are its shared clusters'.
 */
export function namesInUse(
  { caches }: Readonly<{ caches: Pick<Caches, "clusters" | "deployments"> }>,
  cluster: ClusterObject,
): readonly string[] {
  const inUse = (one: ClusterObject): readonly DeploymentObject[] =>
    caches.deployments.byIndex("cluster", keyOf(one)).filter(isInUse);
  if (cluster.spec.role !== "host")
    return inUse(cluster).map((object) => {
      const handle = deploymentHandle(object);
      return `${tenantNamespace({ handle, spec: object.spec })}/${handle}`;
    });
  const host = clusterHandle(cluster);
  return caches.clusters
    .byIndex("host", host)
    .flatMap((one) =>
      inUse(one).map((object) => `${virtualClusterName(clusterHandle(one))}/${deploymentHandle(object)}`),
    );
}

/** What does not run, or is known to answer nobody, holds no other up. */
function isInUse({ metadata, spec, status }: DeploymentObject): boolean {
  if (metadata.deletionTimestamp !== undefined || isStaged(spec) || !hasHost(spec)) return false;
  const reached = toldCondition(status?.conditions, "Reachable")?.status;
  return status?.phase === "running" && reached !== "False";
}

/** Asks a cluster whether its Gateway serves them all, with a route. */
export async function areServed(client: KubeClient, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true;
  const { items } = await client.list<ListenerSet>(LISTENER_SETS, { ...CALL, slim });
  const served = new Set(items.filter(isServing).map(keyOf));
  return names.every((name) => served.has(name));
}

const slim = ({ metadata: { namespace, name, generation }, status }: ListenerSet): ListenerSet => ({
  metadata: { name, ...(namespace !== undefined && { namespace }), ...(generation !== undefined && { generation }) },
  ...(status && { status }),
});

function isServing(set: ListenerSet): boolean {
  const { listeners = [] } = set.status ?? {};
  const hasRoute = listeners.length > 0 && listeners.every(({ attachedRoutes = 0 }) => attachedRoutes > 0);
  return hasRoute && isListening(saidOfListener(set));
}
