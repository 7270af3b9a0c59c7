import type { ClusterSpec } from "../../contract/resources/cluster.ts";

/** Derives the domain under which the deployments of a cluster have their names. */
export function clusterDomain(
  { handle, namesUnder }: Readonly<{ handle: string; namesUnder?: ClusterSpec["namesUnder"] }>,
  appsDomain: string,
): string {
  return namesUnder === "cluster" ? `${handle}.${appsDomain}` : appsDomain;
}
