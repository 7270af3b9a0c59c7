import { isBeingMade } from "../../machines/cluster/being-made.ts";
import { parseClusterState } from "../../machines/cluster/status.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";

/** Names how far a cluster is that is being made or changed, by its phase and what else bears on it; undefined where it has had its time. */
export function stageOf(
  { clock }: Readonly<{ clock: Clock }>,
  { status }: ClusterObject,
  more?: unknown,
): string | undefined {
  const nowMs = clock.nowMs();
  const state = parseClusterState(status, nowMs);
  return isBeingMade(state, nowMs) ? JSON.stringify([state.phase, more]) : undefined;
}
