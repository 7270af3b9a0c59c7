import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { BerthError } from "../../../contract/errors.ts";
import { clusterResource } from "../../../contract/resources/cluster.ts";
import type { ClusterNode, ClusterStatus } from "../../../contract/resources/cluster-status.ts";
import type { listClusterNodes } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { translateKubeFault } from "../../resources/kube-faults.ts";
import { loadResource } from "../../resources/load-resource.ts";

type Found = KubeObject & Readonly<{ status?: ClusterStatus }>;

/** Lists the nodes of a cluster as the operator saw them last. */
export const handle: Handler<typeof listClusterNodes> = async (context, { path }) => {
  const row = await loadResource(context, "Cluster", path.cluster_id);
  const ref = { namespace: row.namespace, name: row.objectName };
  const object = await context.services.kube.get<Found>(CLUSTERS, ref).catch((error: unknown) => {
    throw translateKubeFault(error, clusterResource);
  });
  if (object?.metadata.uid !== row.uid) throw new BerthError("not_found");
  const nodes = [...(object.status?.nodes ?? [])].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { body: { nodes: nodes.map(describe) } };
};

function describe({ name, serverType, ready, schedulable, kubeletVersion }: ClusterNode): object {
  return { name, server_type: serverType ?? null, ready, schedulable, kubelet_version: kubeletVersion };
}
