import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import type { Context } from "../http/context.ts";

/** A cluster as the API server has it now, with its counter moved on by one. */
type Counted = Readonly<{
  value: number;
  /** What it is counted from: only one of two requests at once gets through. */
  generation: string;
  object: KubeObject & Readonly<{ spec: ClusterSpec; status?: ClusterStatus }>;
}>;

/** Reads a counter of a cluster's spec, which asks for an action once more. */
export async function countUp(
  { services }: Context,
  row: StoredResource,
  counter: "retryAttempt" | "serverTypeAttempt",
): Promise<Counted> {
  const ref = { namespace: row.namespace, name: row.objectName };
  const object = await services.kube.get<Counted["object"]>(CLUSTERS, ref);
  if (object?.metadata.uid !== row.uid) throw new BerthError("not_found");
  return { value: (object.spec[counter] ?? 0) + 1, generation: String(object.metadata.generation), object };
}
