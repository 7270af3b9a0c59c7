import type { BundleReport } from "../../../contract/resources/cluster-status.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";

/** One component on a cluster; without a report Argo CD does not know of it yet. */
export type ComponentView = Readonly<{ component: string; version: string; report: BundleReport | undefined }>;

/** The component bundle on one cluster. */
export type BundleView = Readonly<{
  /** What the cluster Secret says: the channel in force, or a word that names none. */
  channel: Readonly<{ kind: "absent" }> | Readonly<{ kind: "unknown"; word: string }> | Readonly<{ kind: "known" }>;
  wanted: readonly ComponentView[];
  /** Components that are there and should not be. */
  surplus: readonly string[];
  /** Components that the bundle brought, and that the cluster is to have of its own: what they made stays. */
  released: readonly string[];
}>;

const NAMES_SHOWN_MAX = 5;

/** Derives how the bundle fares; a fault of one component says its name. */
export function bundleCondition({ channel, wanted, surplus, released }: BundleView): WantedCondition {
  const told = (status: "True" | "False" | "Unknown", reason: string, message = ""): WantedCondition =>
    conditionOf("BundleApplied", status, reason, message);
  if (channel.kind === "absent") return told("Unknown", "NotRegistered");
  if (channel.kind === "unknown") {
    const message = `The cluster's registration named a channel that there is not ("${channel.word}"). No component was changed or removed; the label is being put right.`;
    return told("False", "UnknownChannel", message);
  }
  const broken = wanted.find(({ report }) => report !== undefined && isBroken(report));
  if (broken !== undefined)
    return told("False", "ComponentFailed", `${broken.component}: ${broken.report?.message ?? "is not healthy"}`);
  const late = [...wanted.filter((one) => !isApplied(one)).map(({ component }) => component), ...surplus, ...released];
  if (late.length === 0) return told("True", "Applied");
  const more = late.length > NAMES_SHOWN_MAX ? ` and ${late.length - NAMES_SHOWN_MAX} more` : "";
  return told("False", "Applying", `Being applied: ${late.slice(0, NAMES_SHOWN_MAX).join(", ")}${more}.`);
}

/** Tells whether a component is there as it should be. */
function isApplied({ version, report }: ComponentView): boolean {
  return report?.version === version && report.sync === "Synced" && report.health === "Healthy";
}

function isBroken({ health, message }: BundleReport): boolean {
  return health === "Degraded" || message !== undefined;
}
