/** The reasons of what a cluster does to all that it carries: no fault of theirs, and none of a chart. */
export const CLUSTER_FAULTS: ReadonlySet<string> = new Set([
  "ClusterFailed",
  "ClusterGone",
  "ClusterNotReady",
  "ClusterDegraded",
]);
