/*
 * Decides what is said of a deployment's backups, by what Velero on its cluster says (docs/adr/0107):
 *
 * 1. without a place where backups go, or one that Velero cannot reach, none is made: that is told before anything else, but not
 *    as a fault while its cluster is being made and the bundle brings it;
 * 2. else the newest backup that has ended counts, and the message names the newest that can be restored;
 * 3. where none has succeeded for twice as long as the schedule asks for, that is told as well;
 * 4. while nobody can be asked, what was told last holds.
 *
 * Nothing waits for a backup, and none of this changes the phase.
 */
import type { Condition } from "../../../contract/resources/conditions.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { formatTime } from "../status-time.ts";

/** What is known of a deployment's backups; `isComing`: its cluster is being made, and the bundle brings what is not there yet. */
export type BackupsView =
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "unreachable" }>
  | (FoundBackups & Readonly<{ isKept: boolean; isComing: boolean }>);

/** What Velero says of a deployment's backups. */
export type FoundBackups =
  /** There is no place where backups go. */
  | Readonly<{ kind: "nowhere" }>
  /** Velero does not reach that place. */
  | Readonly<{ kind: "cut"; message: string }>
  /** The Schedule is not there yet. */
  | Readonly<{ kind: "unscheduled" }>
  | Readonly<{ kind: "refused"; message: string }>
  | Readonly<{ kind: "scheduled"; sinceMs: number; newest: EndedBackup | undefined; goodAtMs: number | undefined }>;

/** A backup that has ended. */
export type EndedBackup = Readonly<{ atMs: number; end: "complete" | "partial" | "failed"; message: string }>;

type Scheduled = Extract<FoundBackups, { kind: "scheduled" }>;
type Backups = NonNullable<DeploymentSpec["backups"]>;

const TYPE = "BackedUp";
const HOUR_MS = 3_600_000;
const PERIODS_MS: Readonly<Record<Backups["schedule"], number>> = {
  hourly: HOUR_MS,
  daily: 24 * HOUR_MS,
  weekly: 7 * 24 * HOUR_MS,
};
const NOWHERE = "Its cluster has no place where backups go: none is made.";
const COMING = "Its cluster is being made: the bundle brings Velero, and the place where backups go.";
const NONE_KEPT =
  "The platform keeps no backups of deployments: none is made until a platform operator sets BERTH_BACKUPS_URL.";

/** Derives the condition BackedUp; none where no backups are asked for. */
export function backupConditions(
  { backups }: Pick<DeploymentSpec, "backups">,
  view: BackupsView | undefined,
  { told = [], nowMs }: Readonly<{ told: readonly Condition[] | undefined; nowMs: number }>,
): WantedCondition[] {
  if (backups?.enabled !== true || view === undefined) return [];
  // A restart, or a cluster that is away for a moment, takes nothing back.
  const before = told.find(({ type }) => type === TYPE);
  if ((view.kind === "unasked" || view.kind === "unreachable") && before !== undefined)
    return [conditionOf(TYPE, before.status, before.reason, before.message)];
  if (view.kind === "scheduled") return [judge(view, backups, nowMs)];
  return [preparing(view, before) ?? unscheduled(view)];
}

/** Of what was told to be at fault before nothing is taken back. */
function preparing(view: BackupsView, before: Condition | undefined): WantedCondition | undefined {
  if (view.kind !== "nowhere" && view.kind !== "cut") return undefined;
  if (!view.isComing || (before?.status ?? "Unknown") !== "Unknown") return undefined;
  return conditionOf(TYPE, "Unknown", "Preparing", view.kind === "nowhere" ? COMING : cutOff(view));
}

const cutOff = ({ message }: Readonly<{ message: string }>): string =>
  `Velero cannot reach where backups go: ${message}`;

function unscheduled(view: Exclude<BackupsView, Scheduled>): WantedCondition {
  switch (view.kind) {
    case "unasked":
      return conditionOf(TYPE, "Unknown", "Looking");
    case "unreachable":
      return conditionOf(TYPE, "Unknown", "ClusterUnreachable");
    case "nowhere":
      return conditionOf(TYPE, "False", "NoLocation", view.isKept ? NOWHERE : NONE_KEPT);
    case "cut":
      return conditionOf(TYPE, "False", "LocationUnavailable", cutOff(view));
    case "unscheduled":
      return conditionOf(TYPE, "Unknown", "NotScheduled", "The Schedule is not on the cluster yet.");
    case "refused":
      return conditionOf(TYPE, "False", "ScheduleRefused", `Velero refuses the Schedule: ${view.message}`);
  }
}

function judge({ sinceMs, newest, goodAtMs }: Scheduled, { schedule }: Backups, nowMs: number): WantedCondition {
  const good =
    goodAtMs === undefined ? "None can be restored." : `The newest to restore is of ${formatTime(goodAtMs)}.`;
  if (newest?.end === "failed")
    return conditionOf(TYPE, "False", "BackupFailed", `${good} That of ${formatTime(newest.atMs)}: ${newest.message}`);
  if (nowMs - (goodAtMs ?? sinceMs) > 2 * PERIODS_MS[schedule] + HOUR_MS)
    return conditionOf(
      TYPE,
      "False",
      "BackupLate",
      `${good} Velero has ended none since, though it is to be ${schedule}.`,
    );
  if (newest === undefined) return conditionOf(TYPE, "Unknown", "NoneYet", "The first backup has not ended yet.");
  if (newest.end === "partial")
    return conditionOf(TYPE, "True", "PartlyBackedUp", `${good} Some of it is missing: ${newest.message}`);
  const warned = newest.message === "" ? "" : ` Something of it may be missing: ${newest.message}.`;
  return conditionOf(TYPE, "True", "BackedUp", `${good}${warned}`);
}
