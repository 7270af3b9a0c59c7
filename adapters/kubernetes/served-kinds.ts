import { KubeError } from "./kube-error.ts";
import type { KubeClient } from "./kube-port.ts";

type Client = Pick<KubeClient, "request">;
type Options = Parameters<KubeClient["request"]>[2];

/** Lists which of some kinds, each `<plural>.<group>/<version>`, a cluster serves, by the lists of their groups. */
export async function listServed(client: Client, kinds: readonly string[], options: Options): Promise<string[]> {
  const groups = new Set(kinds.map((kind) => kind.slice(kind.indexOf(".") + 1)));
  const served: string[] = [];
  for (const group of groups) {
    const names = await listResources(client, group, options);
    served.push(...kinds.filter((kind) => names.some((name) => kind === `${name}.${group}`)));
  }
  return served;
}

async function listResources(client: Client, group: string, options: Options): Promise<readonly string[]> {
  try {
    const { resources = [] } = (await client.request("GET", `/apis/${group}`, options)) as {
      resources?: readonly Readonly<{ name: string }>[];
    };
    return resources.map(({ name }) => name);
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return [];
    throw error;
  }
}
