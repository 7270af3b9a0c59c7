import { CLUSTER_FAULTS } from "../cluster-faults.ts";
import { ARRIVES_WITHIN_MS, type ReleaseObject } from "./plan-wave.ts";

/** What one shows that has the release by a wave. */
export type Arrival = Readonly<{
  movedAtMs: number;
  /** Whether what the wave brought came through, and it rests. */
  rests: boolean;
  /** Whether its phase says that it failed. */
  failed: boolean;
  /** Since when it has not been well; undefined while it is. */
  illSinceMs: number | undefined;
  /** Of its status. */
  reason: string | undefined;
}>;

/** An engine begins to replace servers some seconds after its resource was changed: until then all looks well that is not. */
const BEGINS_WITHIN_MS = 30_000;

/** Judges whether a wave brought one well to its release: only what began within the time that a wave is given is a fault of it. */
export function judgeArrival(
  { movedAtMs, rests, failed, illSinceMs, reason = "" }: Arrival,
  nowMs: number,
): Exclude<ReleaseObject["state"], "waiting"> {
  const endMs = movedAtMs + ARRIVES_WITHIN_MS;
  if (illSinceMs !== undefined) {
    if (CLUSTER_FAULTS.has(reason)) return "unfit";
    if (illSinceMs >= endMs) return "moved";
    if (failed || nowMs >= endMs) return "failed";
  }
  return rests && nowMs >= movedAtMs + BEGINS_WITHIN_MS ? "moved" : "moving";
}
