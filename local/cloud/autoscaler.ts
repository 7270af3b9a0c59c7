/*
 * Follows the load as Kubernetes' own autoscaler does, in its simplest form:
 * 1. a pod that no node has room for asks for one node more, up to the most;
 * 2. a node that carried nothing for a while leaves, down to the least.
 */
import type { LocalClusterSpec, LocalNode } from "../../adapters/providers/local-cloud-protocol.ts";
import type { KubeAccess } from "../cluster/kube-access.ts";
import { isMovable, listPods } from "./drain-node.ts";

const IDLE_MS = 10_000;

/** Remembers since when nodes carry nothing, by name. */
export type IdleSince = Map<string, number>;

/** Which nodes of the pool leave and how many it shall have. */
export type PoolSize = Readonly<{ count: number; leaving: readonly string[] }>;

/** Decides the size of a cluster's pool; without autoscaling it is what was ordered. */
export async function decidePoolSize(
  access: KubeAccess,
  {
    spec,
    pool,
    idleSince,
    nowMs,
  }: { spec: LocalClusterSpec; pool: readonly LocalNode[]; idleSince: IdleSince; nowMs: number },
): Promise<PoolSize> {
  if (spec.autoscaling === null || pool.length === 0) return { count: spec.node_count, leaving: [] };
  const { min_nodes: least, max_nodes: most } = spec.autoscaling;
  const within = Math.min(Math.max(pool.length, least), most);
  // What comes is awaited first: else one pod without a place would bring a node on every pass.
  if (within !== pool.length || pool.some(({ ready }) => !ready)) return { count: within, leaving: [] };
  const waiting = (await listPods(access, "spec.nodeName=,status.phase=Pending")).filter(hasNoRoom);
  if (waiting.length > 0) return { count: Math.min(within + 1, most), leaving: [] };
  const idle = await findIdle(access, pool, idleSince, nowMs);
  const leaving = within > least ? idle.slice(0, 1) : [];
  return { count: within - leaving.length, leaving };
}

function hasNoRoom({
  status,
}: {
  status?: { conditions?: readonly { type: string; status: string; reason?: string }[] };
}): boolean {
  return (status?.conditions ?? []).some(({ type, reason }) => type === "PodScheduled" && reason === "Unschedulable");
}

async function findIdle(
  access: KubeAccess,
  pool: readonly LocalNode[],
  idleSince: IdleSince,
  nowMs: number,
): Promise<string[]> {
  const busy = new Set((await listPods(access, "spec.nodeName!=")).filter(isMovable).map(({ spec }) => spec.nodeName));
  for (const { name } of pool) {
    if (busy.has(name)) idleSince.delete(name);
    else if (!idleSince.has(name)) idleSince.set(name, nowMs);
  }
  return pool.map(({ name }) => name).filter((name) => nowMs - (idleSince.get(name) ?? nowMs) >= IDLE_MS);
}
