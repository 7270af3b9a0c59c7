import type { DeploymentSpec } from "./deployment-spec.ts";

/** The reason of a deployment that was imported and waits for its first sync. */
export const STAGED = "StagedForImport";

/** Tells whether a workload that was taken over still waits for its first sync. */
export function isStaged(spec: Pick<DeploymentSpec, "adoption" | "syncRequestedAt">): boolean {
  return spec.adoption !== undefined && spec.syncRequestedAt === undefined;
}
