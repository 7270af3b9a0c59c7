/**
 * Decides whether a database that is to be deleted may go: not while others follow it, and not before the last backup that
 * was asked for is done. One that fails holds it up for six hours: by then somebody has had the time to act.
 */
import { inTheWay, step, BLOCKED_RECHECK_MS, POLL_MS, type DeletionDecision } from "../deletion-decision.ts";

/** How long a last backup that does not come about holds a deletion up. */
export const FINAL_BACKUP_MAX_MS = 6 * 3_600_000;

/** What decides whether a database may go. */
export type HoldObserved = Readonly<{
  /** Display names of the databases that follow it. */
  followers: readonly string[];
  /** Whether a last backup was asked for, and there is something to back up. */
  wantsBackup: boolean;
  /** The last backup; undefined before it was made. */
  backup: Readonly<{ phase: string; message: string }> | undefined;
  deletedAtMs: number;
}>;

/** What holding a deletion up can ask for. */
type HoldEffect = Readonly<{ kind: "makeFinalBackup" }>;

/** Decides what holds a deletion up; undefined when nothing does. */
export function holdDeletion(observed: HoldObserved, nowMs: number): DeletionDecision<HoldEffect> | undefined {
  const { followers, wantsBackup, backup, deletedAtMs } = observed;
  if (followers.length > 0) {
    const named = followers.slice(0, 5).join(", ");
    const message = `It is followed by ${named}; promote or delete them first, the deletion goes on by itself.`;
    return inTheWay("ReplicasFollow", message, BLOCKED_RECHECK_MS);
  }
  if (!wantsBackup || backup?.phase === "completed") return undefined;
  if (backup === undefined) return step("FinalBackup", POLL_MS, [{ kind: "makeFinalBackup" }]);
  if (backup.phase !== "failed") return step("FinalBackup", POLL_MS);
  const untilMs = deletedAtMs + FINAL_BACKUP_MAX_MS;
  if (nowMs >= untilMs) return undefined;
  const message = `The final backup failed: ${backup.message} Delete that backup to have it tried again, or take the annotation final-backup off; at ${new Date(untilMs).toISOString()} the database goes without one.`;
  return inTheWay("FinalBackupFailed", message, BLOCKED_RECHECK_MS);
}
