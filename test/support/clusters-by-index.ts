import { cluster } from "../../operator/controllers/cluster/definition.ts";
import type { Caches } from "../../operator/resources/caches.ts";
import type { ClusterObject } from "../../operator/resources/objects.ts";

/** Makes of clusters, as they are at each look, a copy that finds them as the operator's does. */
export function clustersByIndex(clusters: () => readonly ClusterObject[]): Caches["clusters"] {
  const indexes: Readonly<Record<string, (object: never) => readonly string[]>> = cluster.indexes;
  const byIndex = (name: string, word: string): readonly ClusterObject[] =>
    clusters().filter((object) => indexes[name]!(object as never).includes(word));
  return { list: clusters, byIndex } as unknown as Caches["clusters"];
}
