import type { LocalClusterSpec } from "../../adapters/providers/local-cloud-protocol.ts";
import { hasRealNodes } from "./cluster-processes.ts";
import type { ClusterRecord } from "./cluster-store.ts";
import { Refusal } from "./refusal.ts";

/** Its machines are all there while a cluster is upgraded. */
export function isUpgradeOnly(known: ClusterRecord | undefined, spec: LocalClusterSpec): boolean {
  const before = { ...known?.spec, kubernetes_version: spec.kubernetes_version };
  return known !== undefined && JSON.stringify(before) === JSON.stringify(spec);
}

/** Tells whether a change orders machines. */
export function needsMachines(known: ClusterRecord | undefined, spec: LocalClusterSpec): boolean {
  return !known || known.spec.server_type !== spec.server_type || known.spec.node_count < spec.node_count;
}

/** Refuses what a cluster cannot become. */
export function assertChangeable(known: ClusterRecord, spec: LocalClusterSpec): void {
  if (known.deleting) throw new Refusal("conflict", `Cluster ${known.handle} is being deleted`);
  for (const fixed of ["tier", "region"] as const) {
    if (known.spec[fixed] !== spec[fixed]) throw new Refusal("conflict", `The ${fixed} of a cluster cannot change`);
  }
}

/** Refuses a version that the nodes of a cluster cannot have. */
export function assertVersion({ kubernetes_version: version }: LocalClusterSpec, network: number | undefined): void {
  if (network !== undefined && !hasRealNodes(version))
    throw new Refusal("invalid", `There is no Kubernetes ${version} for real nodes`);
}
