import { ANNOTATIONS } from "../../../contract/identity.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { DeploymentDeletionObserved } from "../../machines/deployment/observe-types.ts";
import { hasOption } from "../../resources/adoption.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { DeliveryContext } from "./target.ts";

/** Tells whether something can still be deleted on a cluster. */
export async function clusterReach(
  context: Pick<DeliveryContext, "tenants" | "probes">,
  cluster: ClusterObject | undefined,
): Promise<DeploymentDeletionObserved["cluster"]> {
  if (cluster === undefined || hasOption(cluster, ANNOTATIONS.force)) return "gone";
  const handle = clusterHandle(cluster);
  const { status = {} } = cluster;
  // One that is registered has run, though its status was lost.
  if (!hasRun(status) && context.tenants.client(handle) === undefined) return "gone";
  const answer = await askCluster(context, handle);
  if (answer === "reachable") return "usable";
  // Given up, and silent or not even registered: there is nothing any more that somebody could delete.
  return status.phase === "error" && answer !== "unknown" ? "gone" : "unreachable";
}

/** A cluster that never ran carries nothing. */
function hasRun({ phase, readyAt }: NonNullable<ClusterObject["status"]>): boolean {
  return traitsOf(CLUSTER_TRAITS, phase).carries || readyAt !== undefined;
}

/** What its status says may be older than a deletion is patient: it is asked. */
async function askCluster(
  { tenants, probes }: Pick<DeliveryContext, "tenants" | "probes">,
  handle: string,
): Promise<"reachable" | "silent" | "unknown"> {
  const client = tenants.client(handle);
  if (client === undefined) return "silent";
  const probe = await probes.probe(handle, client);
  if (probe === undefined) return "unknown";
  return probe.view.kind === "reachable" ? "reachable" : "silent";
}
