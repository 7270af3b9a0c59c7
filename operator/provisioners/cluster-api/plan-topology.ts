import { decideVersion } from "../../../contract/kubernetes-versions.ts";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import { arePoolsEqual, derivePools, isEmpty, nextPools, type Pool } from "../../../render/cluster-api/pools.ts";
import { countMachines, versionsBehind, type ClusterLook } from "./cluster-look.ts";

/** The part of a topology that changes in a cluster's life. */
export type TopologyPlan = Readonly<{ version: string; pools: readonly Pool[] }>;

/**
 * Plans the next step towards what the spec wants. Version and pools never change together, and nothing changes while an
 * upgrade is under way: either would roll machines twice, and Cluster API refuses some of it.
 */
export function planTopology(spec: ClusterSpec, look: ClusterLook | undefined, serverType: string): TopologyPlan {
  const wanted = derivePools(spec, serverType);
  const version = wantedVersion(spec, look);
  if (look === undefined) return { version, pools: wanted };
  const current = currentVersion(look) ?? version;
  if (versionsBehind(look).length > 0) return { version: current, pools: look.pools };
  if (version !== current) return { version, pools: look.pools };
  return { version, pools: nextPools(wanted, look.pools, countMachines(look.workers)) };
}

/** Tells whether the topology is what the spec wants; pools of another server type do not count unless they are empty. */
export function isAsWanted(spec: ClusterSpec, look: ClusterLook, serverType: string): boolean {
  const wanted = derivePools(spec, serverType);
  const machines = countMachines(look.workers);
  const ours = look.pools.filter((pool) => pool.serverType === wanted[0]?.serverType || isEmpty(pool, machines));
  return wantedVersion(spec, look) === currentVersion(look) && arePoolsEqual(ours, wanted);
}

function wantedVersion({ provider, kubernetesVersion }: ClusterSpec, look: ClusterLook | undefined): string {
  return `v${decideVersion(provider, kubernetesVersion, look && currentVersion(look))}`;
}

function currentVersion({ cluster }: ClusterLook): string | undefined {
  return cluster.spec?.topology?.version;
}
