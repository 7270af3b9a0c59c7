/**
 * Reconciles one backup of a database:
 *
 * 1. what kubectl left out is added (id, organization, finalizer);
 * 2. its database, its archive and, while it is made, the engine's own object are observed;
 * 3. the machine decides;
 * 4. the status is written, so that what is asked for is known before it is;
 * 5. effects run in order; the next pass sees what came of them.
 */
import { DATABASE_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import { deriveConditions } from "../../machines/conditions.ts";
import { assertNever, type Outcome } from "../../machines/decision.ts";
import { deletionConditions, type DeletionDecision } from "../../machines/deletion-decision.ts";
import { nextBackupDeletion } from "../../machines/backup/next-deletion.ts";
import { nextBackup } from "../../machines/backup/next.ts";
import type { BackupDeletionEffect, BackupEffect } from "../../machines/backup/observe-types.ts";
import { backupSignificance, deriveBackupStatus, parseBackupState } from "../../machines/backup/status.ts";
import { requestIdOf, withoutFinalizer } from "../../resources/adoption.ts";
import { announceMove } from "../shared/announce-move.ts";
import type { BackupContext } from "./context.ts";
import { backupHandle, backupKey } from "../../resources/handles.ts";
import { deleteBackup, startBackup } from "./engine.ts";
import { observeBackup, observeBackupDeletion, type BackupDeletionLook, type BackupLook } from "./observe.ts";
import type { BackupObject } from "../../resources/objects.ts";
import { deliveryRequest } from "../delivered/effects.ts";
import { REMOVED } from "../shared/git-desk.ts";
import { reconcileObject } from "../reconcile.ts";

const TOLD = { type: DATABASE_BACKUPS, label: "Backup", bad: ["failed"], good: ["completed"] };

/** Reconciles the backup of a key. */
export function reconcileBackup(context: BackupContext, key: string): Promise<Outcome> {
  const found = { deskKey: `DatabaseBackup/${key}`, object: context.caches.backups.get(key) };
  return reconcileObject(context, found, {
    live: (object) => reconcileLive(context, object),
    deleted: (object) => reconcileDeletion(context, object),
  });
}

async function reconcileLive(context: BackupContext, object: BackupObject): Promise<Outcome> {
  const look = observeBackup(context, object);
  const nowMs = context.clock.nowMs();
  const before = parseBackupState(object.status, nowMs);
  const decision = nextBackup(before, look.observed, nowMs);
  const facts = {
    handle: backupHandle(object),
    gitPath: look.files[0]?.path ?? object.status?.git?.path,
    requestId: requestIdOf(object),
  };
  const after = deriveBackupStatus(object.status, decision.state, look.observed, { facts, nowMs });
  if (backupSignificance(object.status) !== backupSignificance(after)) {
    await context.status.status(object, object.status, after);
    announceMove(context, TOLD, object, { before, after: decision.state, why: decision.why });
  }
  for (const effect of decision.effects) await perform(context, object, look, effect);
  return decision.outcome;
}

async function perform(
  { client, desk }: BackupContext,
  object: BackupObject,
  look: BackupLook,
  effect: BackupEffect,
): Promise<void> {
  switch (effect.kind) {
    case "write":
      if (look.files.length > 0)
        desk.write(deliveryRequest(backupKey(object), object, look.files), look.content.contentHash);
      return;
    case "start":
      if (look.client !== undefined && look.subject !== undefined) await startBackup(look.client, look.subject);
      return;
    case "deleteResource": {
      const { name, namespace, uid } = object.metadata;
      await client.delete(DATABASE_BACKUPS, { namespace, name }, uid === undefined ? {} : { uid });
      return;
    }
    default:
      return assertNever(effect);
  }
}

async function reconcileDeletion(context: BackupContext, object: BackupObject): Promise<Outcome> {
  const look = observeBackupDeletion(context, object);
  const decision = nextBackupDeletion(look.observed);
  let current = object;
  const after = deletionStatus(context, object, decision);
  const finishing = decision.effects.some(({ kind }) => kind === "removeFinalizer");
  // Only what is in the way is told: an ordinary deletion takes one write.
  if (!finishing && decision.message !== (object.status?.errorMessage ?? ""))
    current = await context.status.status(object, object.status, after);
  for (const effect of decision.effects) await performDeletion(context, current, look, effect);
  return decision.outcome;
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

async function performDeletion(
  context: BackupContext,
  object: BackupObject,
  { path, subject, client }: BackupDeletionLook,
  effect: BackupDeletionEffect,
): Promise<void> {
  switch (effect.kind) {
    case "removeFiles":
      if (path !== undefined)
        context.desk.write(deliveryRequest(backupKey(object), object, [{ path, content: null }]), REMOVED);
      return;
    case "deleteEngineBackup":
      if (client !== undefined && subject !== undefined) await deleteBackup(client, subject);
      return;
    case "removeFinalizer": {
      await context.status.metadata(object, withoutFinalizer(object));
      context.looks.forget(backupHandle(object));
      return;
    }
    default:
      return assertNever(effect);
  }
}
