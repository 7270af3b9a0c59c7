import { CLUSTER_TRAITS } from "../../contract/resources/cluster-traits.ts";
import { BACKUP_TRAITS } from "../../contract/resources/database-backup.ts";
import { DATABASE_TRAITS } from "../../contract/resources/database-instance.ts";
import { DEPLOYMENT_TRAITS } from "../../contract/resources/deployment-spec.ts";
import { traitsOf } from "../../contract/resources/phase-traits.ts";
import { UPGRADE_TRAITS } from "../../contract/resources/upgrade-request.ts";
import type { CustomResource, ProjectedKind } from "./custom-resource.ts";

/** The status that REST shows, and whether `?wait` ends on it. */
export type ShownStatus = Readonly<{
  status: string;
  settled: boolean;
  /** Whether reason and message of the stored status speak about what is shown. */
  isCurrent: boolean;
  /** Whether the spec is newer than what the operator has acted on. */
  isReconciling: boolean;
}>;

type Rules = Readonly<{
  /** Shown while the spec is newer than what was acted on; absent: the status is kept. */
  changing?: string;
  traits: Readonly<Record<"pending", Readonly<{ settled: boolean }>>>;
}>;

const RULES: Readonly<Record<ProjectedKind, Rules>> = {
  Cluster: { changing: "updating", traits: CLUSTER_TRAITS },
  Deployment: { changing: "provisioning", traits: DEPLOYMENT_TRAITS },
  DatabaseInstance: { traits: DATABASE_TRAITS },
  UpgradeRequest: { traits: UPGRADE_TRAITS },
  DatabaseBackup: { traits: BACKUP_TRAITS },
};

type ObservedStatus = Readonly<{ observedGeneration?: number; phase?: string }>;

function initialStatus(spec: unknown): string {
  return (spec as { promotion?: unknown }).promotion === undefined ? "pending" : "promoting";
}

/** Derives what REST shows, in the order of docs/adr/0024; a status that speaks of an older spec is never shown as news. */
export function deriveShownStatus(kind: ProjectedKind, object: CustomResource): ShownStatus {
  const { metadata, spec } = object;
  const { observedGeneration = 0, phase } = (object.status ?? {}) as ObservedStatus;
  const isReconciling = observedGeneration !== metadata.generation;
  const { changing, traits } = RULES[kind];
  if (metadata.deletionTimestamp !== undefined)
    return { status: "deleting", settled: false, isCurrent: true, isReconciling };
  if (observedGeneration === 0 || phase === undefined)
    return { status: initialStatus(spec), settled: false, isCurrent: false, isReconciling };
  if (isReconciling && changing !== undefined)
    return { status: changing, settled: false, isCurrent: false, isReconciling };
  const { settled } = traitsOf(traits, phase);
  return { status: phase, settled: !isReconciling && settled, isCurrent: true, isReconciling };
}
