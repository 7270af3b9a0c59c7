import { deletedResponse } from "./values.ts";

/** What all deletions of custom resources have in common: they begin at once, and end when the resource is gone. */
export const DELETION = {
  method: "delete",
  dryRun: true,
  wait: true,
  concurrency: "write",
  success: { status: 200, schema: deletedResponse, description: "Deletion has begun" },
  errors: ["conflict", "kubernetes_unavailable", "outcome_unknown"],
} as const;
