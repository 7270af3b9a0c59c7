import { upgradePreflight, type UpgradeSpec, type UpgradeStatus } from "../../contract/resources/upgrade-request.ts";
import { toRest } from "../../contract/rest-case.ts";
import type { CustomResource, ProjectionContext } from "./custom-resource.ts";
import { deriveShownStatus } from "./derive-status.ts";
import { deriveBaseRow, type ProjectedRow } from "./resource-row.ts";
import { orNull, restTimeOrNull } from "./rest-time.ts";
import { deriveStatusMembers } from "./shown-conditions.ts";

/** Projects an UpgradeRequest; until its cluster is known it is not in REST. `observed_at` is added on read. */
export function projectUpgrade(
  upgrade: CustomResource<UpgradeSpec, UpgradeStatus>,
  context: ProjectionContext,
): ProjectedRow {
  const base = deriveBaseRow("UpgradeRequest", upgrade, context);
  const shown = deriveShownStatus("UpgradeRequest", upgrade);
  const { spec, status = {} } = upgrade;
  const clusterId = orNull(status.clusterId ?? context.cluster?.id);
  const body = {
    id: base.id,
    cluster_id: clusterId,
    organization_id: base.organizationId,
    user_id: base.userId,
    from_version: status.fromVersion ?? context.cluster?.kubernetesVersion ?? "unknown",
    to_version: spec.toVersion,
    status: shown.status,
    ...deriveStatusMembers(upgrade, shown),
    step: orNull(status.step),
    preflight: status.preflight === undefined ? null : toRest(upgradePreflight, status.preflight),
    requested_at: base.createdAt,
    approved_at: restTimeOrNull(status.approvedAt),
    started_at: restTimeOrNull(status.startedAt),
    completed_at: restTimeOrNull(status.completedAt),
    upgrade_notes: orNull(spec.upgradeNotes),
    scheduled_date: restTimeOrNull(spec.scheduledDate),
    is_auto_scheduled: spec.isAutoScheduled ?? false,
  };
  const columns = { clusterId, hidden: clusterId === null };
  return { ...base, ...columns, status: shown.status, settled: shown.settled, body };
}
