import { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import { uuid } from "./values.ts";

/** Where something runs, in the body that creates it. */
export const placeMembers = {
  cluster_id: uuid.meta({ description: "Cluster that it runs on" }),
  organization_id: uuid.nullable().optional().meta({ description: "The cluster's organization; may be left out" }),
};
export type Place = { name: string; cluster_id: string; organization_id?: string | null | undefined };

/** Query member of deletions of what runs on a cluster. */
export const forceMember = {
  force: z
    .boolean()
    .optional()
    .meta({ description: "Gives up what an unreachable cluster still holds; needs role admin" }),
};

/** Whose resources a list without organization_id shows. */
export const LISTED =
  "Without organization_id: those of all your organizations, or of the one that the key is limited to.";

/** Answers that every creation on a cluster has. */
export const CREATION_ERRORS = [
  "name_taken",
  "quota_exceeded",
  "being_deleted",
  "not_found",
  "kubernetes_unavailable",
  "outcome_unknown",
] as const satisfies readonly ErrorCode[];
