import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import type { ClusterState } from "./state.ts";

/** Load balancers, certificates and DNS records come within it, where they come by themselves. */
export const MADE_WITHIN_MS = 5 * 60_000;

/** Tells whether what a cluster is to have beside its machines may still be on its way, since it was made or changed. */
export function isBeingMade(
  { phase, phaseSinceMs }: Pick<ClusterState, "phase" | "phaseSinceMs">,
  nowMs: number,
): boolean {
  return CLUSTER_TRAITS[phase].moving || nowMs - phaseSinceMs < MADE_WITHIN_MS;
}
