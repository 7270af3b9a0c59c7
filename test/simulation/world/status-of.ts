import type { ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { ClusterStatus } from "../../../contract/resources/cluster-status.ts";
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { ORGANIZATION, type World } from "./world.ts";

type Shown = Readonly<Record<string, unknown>> & Readonly<{ handle?: string; phase?: string }>;

/** Reads what an object of the organization says of itself. */
export async function statusOf<Status extends object = Shown>(
  world: World,
  type: ResourceType,
  name: string,
): Promise<Status> {
  const object = await world.management.get(type, { namespace: ORGANIZATION, name });
  return (object?.["status"] ?? {}) as Status;
}

/** Reads what a deployment says of itself. */
export function deploymentStatus(world: World, name: string): Promise<DeploymentStatus> {
  return statusOf(world, DEPLOYMENTS, name);
}

/** Reads what a cluster says of itself. */
export function clusterStatus(world: World, name: string): Promise<ClusterStatus> {
  return statusOf(world, CLUSTERS, name);
}
