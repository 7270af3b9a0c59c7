import type { KindContext } from "../parts.ts";
import type { ClusterObject, UpgradeObject } from "../../resources/objects.ts";

/** What the upgrade controller works with: nothing of its own. */
export type UpgradeContext = KindContext<UpgradeObject, object>;

/** Finds the cluster that a request is for; one of the same name that came later is another. */
export function clusterOf(
  { caches }: Pick<UpgradeContext, "caches">,
  object: UpgradeObject,
): ClusterObject | undefined {
  return caches.clusters.get(`${object.metadata.namespace ?? ""}/${object.spec.cluster}`);
}
