import { BACKUP_TRAITS, backupResource } from "../../../contract/resources/database-backup.ts";
import { phasesTold } from "../../../contract/resources/phase-traits.ts";
import { databaseKeyOf, type BackupObject } from "../../resources/objects.ts";
import { LIFELONG, present } from "../../resources/indexes.ts";
import { defineKind } from "../reconcile.ts";
import type { Handlers } from "../shared/handlers.ts";
import { equipBackups, type BackupContext } from "./context.ts";
import { DATABASE_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import { deriveConditions } from "../../machines/conditions.ts";
import { type Outcome } from "../../machines/decision.ts";
import { deletionConditions, type DeletionDecision } from "../../machines/deletion-decision.ts";
import { nextBackupDeletion } from "../../machines/backup/next-deletion.ts";
import { nextBackup } from "../../machines/backup/next.ts";
import type { BackupDeletionEffect } from "../../machines/backup/observe-types.ts";
import { backupSignificance, deriveBackupStatus, parseBackupState } from "../../machines/backup/status.ts";
import { withoutFinalizer } from "../../resources/adoption.ts";
import { backupHandle, backupKey } from "../../resources/handles.ts";
import { deleteBackup, startBackup } from "./engine.ts";
import { observeBackup, observeBackupDeletion, type BackupDeletionLook } from "./observe.ts";
import { deliveryRequest } from "../delivered/effects.ts";
import { REMOVED } from "../shared/git-desk.ts";
import { ANEW, type Ground } from "../shared/grounds.ts";
import { takeApart } from "../shared/take-apart.ts";

/** Backups of databases, which the engines make. */
export const backup = defineKind({
  kind: backupResource.kind,
  collection: backupResource.collection,
  label: "Backup",
  concurrency: 6,
  indexes: {
    ...LIFELONG,
    database: (object) => [databaseKeyOf(object)],
    databaseId: ({ status }) => present(status?.databaseId),
  },
  equip: equipBackups,
  observe: observeBackup,
  parse: parseBackupState,
  next: nextBackup,
  grounds: (object) => [databaseOf(object)],
  final: ["failed", "deleteResource"],
  derive: deriveBackupStatus,
  significance: backupSignificance,
  told: phasesTold(BACKUP_TRAITS),
  perform: {
    write: ({ desk }, object, { files, content }) =>
      files.length > 0 ? desk.write(deliveryRequest(backupKey(object), object, files), content.contentHash) : undefined,
    // Its status says that it is asked for before it is.
    start: (_context, _object, { client, subject }) => client && subject && startBackup(client, subject),
    deleteResource: ({ client }, { metadata: { name, namespace, uid } }) =>
      client.delete(DATABASE_BACKUPS, { namespace, name }, { uid }),
  },
  remove: reconcileDeletion,
});

function databaseOf({ metadata: { namespace }, spec }: BackupObject): Ground {
  return { kind: "DatabaseInstance", namespace, name: spec.database };
}

function groundsOfEnd({ caches }: BackupContext, object: BackupObject): readonly Ground[] {
  const database = caches.databases.get(databaseKeyOf(object));
  if (database === undefined) return [databaseOf(object)];
  const { namespace } = object.metadata;
  return [databaseOf(object), { kind: "Cluster", namespace, name: database.spec.cluster }];
}

async function reconcileDeletion(context: BackupContext, object: BackupObject): Promise<Outcome> {
  const look = observeBackupDeletion(context, object);
  // Where database or cluster were only not seen yet, the engine's object would stay.
  if (look.observed.engine.kind === "gone" && !(await context.areNewest(groundsOfEnd(context, object)))) return ANEW;
  const decision = nextBackupDeletion(look.observed);
  const after = deletionStatus(context, object, decision);
  // Only what is in the way is told: an ordinary deletion takes one write.
  const isNews = decision.message !== (object.status?.errorMessage ?? "");
  return takeApart(context, object, { look, decision, after, isNews, perform: REMOVE });
}

function deletionStatus(
  { clock }: BackupContext,
  { status = {}, metadata }: BackupObject,
  { reason, message }: DeletionDecision<BackupDeletionEffect>,
): BackupObject["status"] {
  const stalled = message !== "";
  const wanted = deletionConditions(reason, message);
  const conditions = deriveConditions(status.conditions ?? [], wanted, metadata.generation ?? 1, clock.nowMs());
  return { ...status, statusReason: reason, errorMessage: stalled ? message : undefined, conditions };
}

const REMOVE: Handlers<BackupContext, BackupObject, BackupDeletionLook, BackupDeletionEffect> = {
  removeFiles: ({ desk }, object, { path }) =>
    path === undefined
      ? undefined
      : desk.write(deliveryRequest(backupKey(object), object, [{ path, content: null }]), REMOVED),
  deleteEngineBackup: (_context, _object, { client, subject }) => client && subject && deleteBackup(client, subject),
  removeFinalizer: async ({ status, looks }, object) => {
    await status.metadata(object, withoutFinalizer(object));
    looks.forget(backupHandle(object));
  },
};
