import { deriveHandle } from "../../contract/identity.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import { certifiesEachName, renderedRouting } from "../bundle/component.ts";
import type { ClusterContext, CustomResource } from "./custom-resource.ts";
import { deriveBaseRow, recordId } from "./resource-row.ts";

/** Derives what a projection takes from a Cluster. */
export function deriveClusterContext(
  cluster: CustomResource,
  owners: Readonly<{ organizationId: string; ownerId: string }>,
): ClusterContext {
  const { metadata } = cluster;
  const spec = cluster.spec as ClusterSpec;
  const status = cluster.status as ClusterStatus | undefined;
  const id = recordId(cluster);
  return {
    id,
    userId: deriveBaseRow("Cluster", cluster, { ...owners, renderValues: () => null }).userId,
    handle: status?.handle ?? deriveHandle("Cluster", metadata.name, id),
    provider: spec.provider,
    region: spec.region,
    tier: spec.tier,
    routing: renderedRouting({ spec, status }),
    namesUnder: spec.namesUnder,
    certifiesEachName: certifiesEachName({ spec, status }),
    kubernetesVersion: status?.kubernetesVersion,
  };
}
