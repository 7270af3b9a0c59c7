import { z } from "zod";
import { text, timestamp } from "../fields.ts";

export const condition = z.strictObject({
  type: z.string().min(1).max(64).meta({ description: "State this condition describes, such as Ready" }),
  status: z.enum(["True", "False", "Unknown"]).meta({ description: "Whether the state holds" }),
  observedGeneration: z
    .int()
    .min(0)
    .optional()
    .meta({ description: "Generation of the object this was computed from" }),
  lastTransitionTime: timestamp.meta({ description: "When status last changed" }),
  reason: z.string().min(1).max(128).meta({ description: "CamelCase word that programs can match" }),
  message: text(1024).meta({ description: "Sentence that says what to do next" }),
});
/** One kstatus-compatible condition of a resource. */
export type Condition = z.infer<typeof condition>;

const gitStatus = z
  .strictObject({
    path: text(512).optional().meta({ description: "File in the delivery repository" }),
    commit: text(64).optional().meta({ description: "Commit that carries the newest rendered content" }),
    contentHash: text(64).optional().meta({ description: "Hash of the rendered content" }),
    syncedRevision: text(64).optional().meta({ description: "Revision that the GitOps controller reported as synced" }),
    committedAt: timestamp.optional().meta({ description: "When that commit was pushed" }),
  })
  .meta({ description: "Where and in which commit the resource was delivered" });
/** Where and in which commit a resource was delivered. */
export type GitStatus = z.infer<typeof gitStatus>;

/** The reason of the condition Rendered where rendering a generation took too long: it is not tried again. */
export const RENDER_TOO_COSTLY = "RenderTooCostly";

/** Members that the status of every kind has. */
export const baseStatus = {
  observedGeneration: z
    .int()
    .min(0)
    .optional()
    .meta({ description: "Newest generation that the operator has acted on" }),
  handle: text(63)
    .optional()
    .meta({ description: "Globally unique name used outside the management cluster; written once" }),
  phase: text(32).optional().meta({ description: "Status word of the REST interface, for display" }),
  phaseSince: timestamp.optional().meta({ description: "When the phase was entered", quiet: true }),
  statusReason: text(128).optional().meta({ description: "CamelCase reason of the phase", quiet: true }),
  errorMessage: text(1024).optional().meta({ description: "What is wrong and what to do next" }),
  // One piece to the API server: a list whose members it tells apart costs it more with each write (docs/adr/0144).
  conditions: z
    .array(condition)
    .max(20)
    .optional()
    .meta({ description: "Conditions, kstatus compatible", quiet: true }),
  git: gitStatus.optional().meta({ quiet: true }),
  requestId: text(64).optional().meta({ description: "Request that made the newest accepted generation", quiet: true }),
};

/** What the status of every kind has. */
export type BaseStatus = z.infer<z.ZodObject<typeof baseStatus>>;
