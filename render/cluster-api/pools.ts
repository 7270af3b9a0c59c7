/**
 * Decides about the pools of worker machines. A pool is a MachineDeployment of one server type in one location:
 *
 * 1. the wanted pools are those of the wanted server type, one for each location, with the nodes spread evenly;
 * 2. they grow at once, and shrink node by node: one more only when nothing is on its way in or out;
 * 3. pools of the wanted type in a location that was left shrink the same way;
 * 4. pools of another server type stay as they are: their nodes are taken away by name;
 * 5. a pool that has nothing left leaves.
 */
import { USUAL_NODES } from "../../contract/asked.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";

/** How many machines a pool has: a number, or bounds for the autoscaler, which then decides. */
export type PoolSize = Readonly<{ replicas: number }> | Readonly<{ min: number; max: number }>;

/** A pool of worker machines of one server type in one location. */
export type Pool = Readonly<{ name: string; serverType: string; location: string; size: PoolSize }>;

/** Counts the machines that a pool has now. */
export type PoolMachines = Readonly<{ total: number; ready: number; leaving: number }>;

/** Derives the pools that a cluster should have in the end. */
export function derivePools(spec: ClusterSpec, serverTypeDefault: string): readonly Pool[] {
  const serverType = spec.serverType ?? serverTypeDefault;
  const locations = spec.regionLocations ?? [spec.region];
  const { minNodes = 1, maxNodes = 100 } = spec;
  const wanted = spec.nodeCount ?? USUAL_NODES[spec.tier === "production" ? "production" : "dedicated"];
  const count = Math.min(Math.max(wanted, minNodes), maxNodes);
  return locations
    .map((location, index): Pool => {
      const share = (nodes: number): number => spread(nodes, locations.length, index);
      const size =
        spec.autoscalingEnabled === true ? { min: share(minNodes), max: share(maxNodes) } : { replicas: share(count) };
      return { name: poolName(serverType, location), serverType, location, size };
    })
    .filter(({ size }) => ("max" in size ? size.max : size.replicas) > 0)
    .sort(byName);
}

/** Names the pool of a server type in a location. */
export function poolName(serverType: string, location: string): string {
  return `pool-${serverType}-${location}`.replace(/[^a-z0-9]+/g, "-");
}

/** The first locations take what does not divide evenly; with fewer nodes than locations some have none. */
function spread(nodes: number, locations: number, index: number): number {
  return Math.floor(nodes / locations) + (index < nodes % locations ? 1 : 0);
}

/** Decides the pools that come next, from those there are and the machines they have. */
export function nextPools(
  wanted: readonly Pool[],
  current: readonly Pool[],
  machines: ReadonlyMap<string, PoolMachines>,
): readonly Pool[] {
  const serverType = wanted[0]?.serverType;
  const goals = new Map(wanted.map((pool) => [pool.name, pool]));
  const kept = current.filter((pool) => !goals.has(pool.name) && !isEmpty(pool, machines));
  const goalOf = (pool: Pool): Pool | undefined =>
    goals.get(pool.name) ?? (pool.serverType === serverType ? { ...pool, size: { replicas: 0 } } : undefined);
  const shrinking = current
    .filter((pool) => !isEmpty(pool, machines) && sizeOf(pool, machines) > least(goalOf(pool)))
    .sort((a, b) => Number(goals.has(a.name)) - Number(goals.has(b.name)) || byName(a, b));
  const chosen = isCalm(wanted, current, machines) ? shrinking[0]?.name : undefined;
  const held = (pool: Pool): Pool => ({
    ...pool,
    size: { replicas: sizeOf(pool, machines) - (pool.name === chosen ? 1 : 0) },
  });
  const isShrinking = new Set(shrinking.map(({ name }) => name));
  const grown = wanted.map((pool) => {
    const now = current.find(({ name }) => name === pool.name);
    return now !== undefined && isShrinking.has(pool.name) ? held(now) : pool;
  });
  return [...grown, ...kept.map(held)].sort(byName);
}

/** Tells whether two lists of pools are the same; they are sorted by name. */
export function arePoolsEqual(one: readonly Pool[], other: readonly Pool[]): boolean {
  const print = (pools: readonly Pool[]): string =>
    JSON.stringify(
      pools.map(({ name, serverType, location, size }) => [
        name,
        serverType,
        location,
        "min" in size ? [size.min, size.max] : size.replicas,
      ]),
    );
  return print([...one].sort(byName)) === print([...other].sort(byName));
}

/** Sets the size of one pool. */
export function resizePool(pools: readonly Pool[], name: string, replicas: number): readonly Pool[] {
  return pools.map((pool) => (pool.name === name ? { ...pool, size: { replicas } } : pool));
}

/** Counts the nodes that a pool is to have; where the autoscaler decides, those that it has. */
export function sizeOf({ name, size }: Pool, machines: ReadonlyMap<string, PoolMachines>): number {
  const { total = 0, leaving = 0 } = machines.get(name) ?? {};
  return "replicas" in size ? size.replicas : total - leaving;
}

/** Tells whether a pool has nothing left and is to have nothing. */
export function isEmpty(pool: Pool, machines: ReadonlyMap<string, PoolMachines>): boolean {
  return sizeOf(pool, machines) === 0 && (machines.get(pool.name)?.total ?? 0) === 0;
}

/** What has no goal, or one that the autoscaler sets, does not shrink. */
function least(goal: Pool | undefined): number {
  return goal !== undefined && "replicas" in goal.size ? goal.size.replicas : Number.POSITIVE_INFINITY;
}

/** Nothing leaves, nothing is missing: only then may one more go. */
function isCalm(
  wanted: readonly Pool[],
  current: readonly Pool[],
  machines: ReadonlyMap<string, PoolMachines>,
): boolean {
  const settled = current.every((pool) => {
    const { total = 0, leaving = 0 } = machines.get(pool.name) ?? {};
    return leaving === 0 && ("min" in pool.size || total <= pool.size.replicas);
  });
  return (
    settled &&
    wanted.every((pool) => {
      const needed = "min" in pool.size ? pool.size.min : pool.size.replicas;
      return (machines.get(pool.name)?.ready ?? 0) >= needed;
    })
  );
}

function byName(a: Pool, b: Pool): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
