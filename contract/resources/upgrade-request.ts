import { z } from "zod";
import * as field from "../fields.ts";
import { baseStatus } from "./conditions.ts";
import { immutable, REASON_COLUMN, type ResourceDefinition } from "./definition.ts";
import { phasesOf, type Health, type Told } from "./phase-traits.ts";

type UpgradeTraits = Readonly<{
  /** It has not begun: its date can be moved. */
  waits: boolean;
  /** It is over, and `?wait` ends on it. */
  settled: boolean;
  told: Told;
  health: Health;
}>;

/** Lists the phases of an upgrade request, and what each answers wherever phases are asked about; a new one is a row here. */
export const UPGRADE_TRAITS = {
  pending: { waits: true, settled: false, told: "nothing", health: "Suspended" },
  approved: { waits: true, settled: false, told: "nothing", health: "Progressing" },
  scheduled: { waits: true, settled: false, told: "nothing", health: "Suspended" },
  preflight: { waits: false, settled: false, told: "nothing", health: "Progressing" },
  in_progress: { waits: false, settled: false, told: "nothing", health: "Progressing" },
  completed: { waits: false, settled: true, told: "rest", health: "Healthy" },
  failed: { waits: false, settled: true, told: "fault", health: "Degraded" },
  rejected: { waits: false, settled: true, told: "nothing", health: "Degraded" },
  cancelled: { waits: false, settled: true, told: "nothing", health: "Suspended" },
} satisfies Record<string, UpgradeTraits>;
export const UPGRADE_PHASES = phasesOf(UPGRADE_TRAITS);

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
const finding = z.strictObject({
  severity: z.enum(["error", "warning", "info"]).meta({ description: "error: the upgrade does not begin" }),
  code: field.text(64).meta({ description: "Word that programs can match" }),
  kind: field.text(64).meta({ description: "Kind of the object that it is about" }),
  name: field.text(253).meta({ description: "Name of that object" }),
  namespace: field.text(63).optional().meta({ description: "Namespace of that object" }),
  message: field.text(512).meta({ description: "What was found" }),
  remedy: field.text(512).meta({ description: "What to do about it" }),
});
/** One thing that a preflight found. */
export type UpgradeFinding = z.infer<typeof finding>;

export const upgradePreflight = z.strictObject({
  checkedAt: field.timestamp.meta({ description: "When the cluster was last looked at" }),
  kubernetesVersion: field.text(32).optional().meta({ description: "Version that the cluster had then" }),
  nodeCount: z.int().min(0).meta({ description: "Nodes that were looked at" }),
  findings: z.array(finding).max(50).meta({ description: "What was found, errors first" }),
});
/** What the preflight of an upgrade found. */
export type UpgradePreflight = z.infer<typeof upgradePreflight>;

/** What is wanted of an upgrade. */
export type UpgradeSpec = z.infer<typeof upgradeSpec>;

export const upgradeStatus = z.strictObject({
  ...baseStatus,
  clusterId: field.uuidText.optional().meta({ description: "Record id of the cluster" }),
  fromVersion: field.text(32).optional().meta({ description: "Version when the request was made" }),
  approvedAt: field.timestamp.optional().meta({ description: "When it was approved", quiet: true }),
  startedAt: field.timestamp.optional().meta({ description: "When it began", quiet: true }),
  completedAt: field.timestamp.optional().meta({ description: "When it ended", quiet: true }),
  step: field.text(128).optional().meta({ description: "Step under way, or the one that it stopped at" }),
  preflight: upgradePreflight
    .optional()
    .meta({ description: "What the last look before the upgrade found", quiet: true }),
});
/** What was observed of an upgrade. */
export type UpgradeStatus = z.infer<typeof upgradeStatus>;

/** Defines the UpgradeRequest resource: one requested change of a cluster's Kubernetes version. */
export const upgradeResource: ResourceDefinition<
  "UpgradeRequest",
  "upgrades",
  typeof upgradeSpec,
  typeof upgradeStatus
> = {
  kind: "UpgradeRequest",
  collection: "upgrades",
  plural: "upgraderequests",
  singular: "upgraderequest",
  shortName: "bup",
  description: "A request to move a cluster to another Kubernetes version; it needs approval.",
  spec: upgradeSpec,
  status: upgradeStatus,
  specRules: [
    immutable("cluster", false),
    immutable("toVersion", false),
    {
      name: "decisionStands",
      cel: "!has(oldSelf.decision) || (has(self.decision) && (self.decision == oldSelf.decision || (oldSelf.decision == 'approved' && self.decision == 'cancelled')))",
      message: "a decision stands; only an approved upgrade can still be cancelled",
      path: ["decision"],
    },
  ],
  rootRules: [],
  phases: UPGRADE_TRAITS,
  printerColumns: [
    { name: "Cluster", type: "string", jsonPath: ".spec.cluster", description: "Cluster to upgrade" },
    { name: "From", type: "string", jsonPath: ".status.fromVersion", description: "Version when asked" },
    { name: "To", type: "string", jsonPath: ".spec.toVersion", description: "Version wanted" },
    { name: "Status", type: "string", jsonPath: ".status.phase", description: "Where the request is" },
    REASON_COLUMN,
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation" },
  ],
  selectableFields: [".spec.cluster", ".status.phase"],
};
