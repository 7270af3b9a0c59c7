import { z } from "zod";
import * as field from "../fields.ts";
import { baseStatus } from "./conditions.ts";
import { immutable, type ResourceDefinition } from "./definition.ts";

export const UPGRADE_PHASES = [
  "pending",
  "approved",
  "scheduled",
  "preflight",
  "in_progress",
  "completed",
  "failed",
  "rejected",
  "cancelled",
] as const;

export const upgradeSpec = z.strictObject({
  cluster: field.name40.meta({ description: "metadata.name of a Cluster in the same namespace; immutable" }),
  toVersion: field.kubernetesVersion.meta({
    description: "Wanted Kubernetes version: a newer patch or the next minor",
  }),
  upgradeNotes: field.text(4096).optional().meta({ description: "Words of whoever asked" }),
  scheduledDate: field.timestamp.optional().meta({ description: "When to start; at once after approval when unset" }),
  isAutoScheduled: z.boolean().optional().meta({ description: "Whether the platform made the request" }),
  decision: z.enum(["approved", "rejected", "cancelled"]).optional().meta({ description: "Decision on the request" }),
});
/** What is wanted of an upgrade. */
export type UpgradeSpec = z.infer<typeof upgradeSpec>;

/** Defines the UpgradeRequest resource: one requested change of a cluster's Kubernetes version. */
export const upgradeResource: ResourceDefinition = {
  kind: "UpgradeRequest",
  plural: "upgraderequests",
  singular: "upgraderequest",
  shortName: "bup",
  description: "A request to move a cluster to another Kubernetes version; it needs approval.",
  spec: upgradeSpec,
  status: z.strictObject({
    ...baseStatus,
    clusterId: field.uuidText.optional().meta({ description: "Record id of the cluster" }),
    fromVersion: field.text(32).optional().meta({ description: "Version when the request was made" }),
    approvedAt: field.timestamp.optional().meta({ description: "When it was approved" }),
    startedAt: field.timestamp.optional().meta({ description: "When it began" }),
    completedAt: field.timestamp.optional().meta({ description: "When it ended" }),
  }),
  specRules: [immutable("cluster", false), immutable("toVersion", false)],
  rootRules: [],
  printerColumns: [
    { name: "Cluster", type: "string", jsonPath: ".spec.cluster", description: "Cluster to upgrade" },
    { name: "From", type: "string", jsonPath: ".status.fromVersion", description: "Version when asked" },
    { name: "To", type: "string", jsonPath: ".spec.toVersion", description: "Version wanted" },
    { name: "Status", type: "string", jsonPath: ".status.phase", description: "Where the request is" },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation" },
  ],
  selectableFields: [".spec.cluster", ".status.phase"],
};
