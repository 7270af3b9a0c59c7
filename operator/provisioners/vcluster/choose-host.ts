import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { ClusterObject } from "../../resources/objects.ts";

/** A host cluster with the places that are still free on it. */
type HostRoom = Readonly<{ handle: string; free: number }>;

/** Tells whether a cluster is a host that can carry what the spec asks for: same provider, same region, not leaving. */
export function isHostFor(cluster: ClusterObject, { provider, region }: ClusterSpec): boolean {
  const { spec, metadata, status } = cluster;
  return (
    spec.role === "host" &&
    spec.provider === provider &&
    spec.region === region &&
    metadata.deletionTimestamp === undefined &&
    status?.handle !== undefined
  );
}

/** Lists the hosts of a spec with their free places: so many per ready node, less what was given to them. */
function listRoom(clusters: readonly ClusterObject[], spec: ClusterSpec, perNode: number): readonly HostRoom[] {
  const taken = new Map<string, number>();
  for (const { status } of clusters) {
    if (status?.host !== undefined) taken.set(status.host, (taken.get(status.host) ?? 0) + 1);
  }
  return clusters
    .filter((cluster) => isHostFor(cluster, spec) && traitsOf(CLUSTER_TRAITS, cluster.status?.phase).well)
    .map(({ status }) => {
      const handle = status?.handle ?? "";
      return { handle, free: (status?.nodeCount ?? 0) * perNode - (taken.get(handle) ?? 0) };
    });
}

/** Chooses the host with the most room, the first by name of equals; undefined when none has any. */
export function chooseHost(clusters: readonly ClusterObject[], spec: ClusterSpec, perNode: number): string | undefined {
  const [best] = listRoom(clusters, spec, perNode)
    .filter(({ free }) => free > 0)
    .sort((left, right) => right.free - left.free || (left.handle < right.handle ? -1 : 1));
  return best?.handle;
}
