import type { SeenConditions } from "../../adapters/postgres/resources/resource-rows.ts";

/** Nobody will say more: nobody asks, or nobody is there to answer. */
const FINAL: ReadonlySet<string> = new Set(["NotAsked", "NodesSimulated"]);

/** Tells whether whoever waits for the address of what has settled waits for nothing more. */
export function isReachSettled({ status, conditions }: SeenConditions, generation: bigint): boolean {
  const told = conditions.find(({ type }) => type === "Reachable");
  // What does not run is asked by nobody, however long one waits.
  if (told === undefined || status !== "running" || FINAL.has(told.reason)) return true;
  return told.status === "True" && BigInt(told.observed_generation ?? 0) >= generation;
}
