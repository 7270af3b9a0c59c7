import type { KindContext } from "../parts.ts";
import { clusterKeyOf, type ClusterObject, type UpgradeObject } from "../../resources/objects.ts";

/** What the upgrade controller works with: nothing of its own. */
export type UpgradeContext = KindContext<UpgradeObject, object>;

/** Finds the cluster that a request names. */
export function clusterOf(
  { caches }: Pick<UpgradeContext, "caches">,
  object: UpgradeObject,
): ClusterObject | undefined {
  return caches.clusters.get(clusterKeyOf(object));
}
