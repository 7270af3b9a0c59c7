import { KubeError } from "./kube-error.ts";
import type { KubeObject, ResourceType } from "./kube-object.ts";
import type { KubeClient, ListOptions } from "./kube-port.ts";

/** Lists objects of a kind that a cluster may lack; undefined where it does. */
export async function listIfServed<T extends KubeObject>(
  client: Pick<KubeClient, "list">,
  type: ResourceType,
  options: ListOptions<T>,
): Promise<readonly T[] | undefined> {
  try {
    return (await client.list<T>(type, options)).items;
  } catch (error) {
    // Of what is there a list is never "not found", however little is in it.
    if (error instanceof KubeError && error.status === 404) return undefined;
    throw error;
  }
}
