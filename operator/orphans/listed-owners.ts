import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { Owners } from "../machines/orphans/find-orphans.ts";
import { clusterHandle, databaseHandle, deploymentHandle } from "../resources/handles.ts";

/** Asks the API server which handles have a resource, with one slim list of each kind. */
export async function listOwners(client: Pick<KubeClient, "list">): Promise<Owners> {
  const handles = async (type: ResourceType, of: (object: never) => string): Promise<string[]> => {
    const found: string[] = [];
    const note = (object: KubeObject): KubeObject => {
      found.push(of(object as never));
      return { metadata: { name: object.metadata.name } };
    };
    await client.list(type, { slim: note });
    return found;
  };
  const clusters = await handles(CLUSTERS, clusterHandle);
  const deployments = await handles(DEPLOYMENTS, deploymentHandle);
  const databases = await handles(DATABASE_INSTANCES, databaseHandle);
  return { clusters: new Set(clusters), delivered: new Set([...deployments, ...databases]) };
}
