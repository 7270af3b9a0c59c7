import type { DeploymentObject } from "../../resources/objects.ts";
import type { DeploymentContext } from "./context.ts";

/** Finds what a deployment was made from, only in the organization itself: an id of another one's deployment means nothing here. */
export function findSource(
  { caches }: DeploymentContext,
  { metadata }: DeploymentObject,
  sourceId = "",
): DeploymentObject | undefined {
  return caches.deployments
    .byIndex("id", sourceId)
    .find((other) => other.metadata.namespace === metadata.namespace && other.metadata.uid !== metadata.uid);
}
