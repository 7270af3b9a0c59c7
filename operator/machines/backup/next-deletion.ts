/**
 * Decides what follows for a backup that is deleted: its file leaves Git, the engine's object goes, then the finalizer.
 * The data in the archive goes by the archive's own retention.
 */
import { assertNever } from "../decision.ts";
import {
  POLL_MS,
  BLOCKED_RECHECK_MS,
  finish,
  inTheWay,
  leaveGit,
  step,
  type DeletionDecision,
} from "../deletion-decision.ts";
import type { BackupDeletionEffect, BackupDeletionObserved } from "./observe-types.ts";

/** Decides the next step of a deletion. */
export function nextBackupDeletion({ files, engine }: BackupDeletionObserved): DeletionDecision<BackupDeletionEffect> {
  const inGit = files === undefined ? undefined : leaveGit(files);
  if (inGit !== undefined) return inGit;
  switch (engine.kind) {
    case "gone":
    case "absent":
      return finish();
    case "unasked":
      return step("AskingEngine", POLL_MS);
    case "present":
      return step("RemovingBackup", POLL_MS, [{ kind: "deleteEngineBackup" }]);
    case "unreachable":
      return inTheWay(
        "ClusterUnreachable",
        `Its cluster does not answer: ${engine.message}; the deletion goes on by itself when it does.`,
        BLOCKED_RECHECK_MS,
      );
    default:
      return assertNever(engine);
  }
}
