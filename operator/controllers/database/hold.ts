import { DATABASE_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import { unlessTaken } from "../../../adapters/kubernetes/kube-error.ts";
import { ANNOTATIONS, FIELD_MANAGERS, idSuffix } from "../../../contract/identity.ts";
import { databaseFolder } from "../../../render/delivery-names.ts";
import { holdDeletion, type HoldObserved } from "../../machines/database/hold-deletion.ts";
import type { Outcome } from "../../machines/decision.ts";
import { mayHoldData } from "../../machines/database/status.ts";
import { leaveGit } from "../../machines/deletion-decision.ts";
import { hasOption, idOf } from "../../resources/adoption.ts";
import { backupBody } from "./scheduled-backups.ts";
import { type DatabaseObject, clusterKeyOf } from "../../resources/objects.ts";
import { databaseDeletion, type DatabaseContext } from "./context.ts";
import { clusterHandle, databaseHandle, databaseKey } from "../../resources/handles.ts";
import { followersOf } from "./replication.ts";
import { deletionStatus } from "../delivered/deletion.ts";
import { ANEW, type Ground } from "../shared/grounds.ts";

/** Holds a deletion up while something must come first; undefined when nothing must, or when it has begun. */
export async function holdDatabaseDeletion(
  context: DatabaseContext,
  object: DatabaseObject,
): Promise<Outcome | undefined> {
  // One whose status was lost is there all the same.
  const cluster = context.caches.clusters.get(clusterKeyOf(object));
  if (cluster !== undefined && !isWhole(context, object, clusterHandle(cluster))) return undefined;
  const decision = cluster === undefined ? undefined : decide(context, object);
  // There is no way back: that its cluster is gone, or that nobody follows it, is not believed of copies.
  if (decision === undefined) return (await context.areNewest(groundsOf(object))) ? undefined : ANEW;
  const deletion = databaseDeletion(context);
  const after = deletionStatus(deletion, object, decision);
  const { significance } = deletion.subject;
  if (significance(object.status) !== significance(after)) await context.status.write(object, object.status, after);
  if (decision.effects.length > 0) await makeFinalBackup(context, object);
  return decision.outcome;
}

/** Whether its removal began stands on the branch: before that is read nothing begins, for it may be read in the middle of the pass. */
function decide(context: DatabaseContext, object: DatabaseObject): ReturnType<typeof holdDeletion> {
  if (context.writer.isRead) return holdDeletion(observeHold(context, object), context.clock.nowMs());
  const away = leaveGit(context.desk.removal(databaseKey(object)));
  return away && { ...away, effects: [] };
}

/**
 * Once we began to take its files out of Git there is no way back, and with its cluster there is nothing to back up. That the branch
 * lacks them says nothing: somebody may have emptied it by force.
 */
function isWhole({ desk, writer }: DatabaseContext, object: DatabaseObject, handle: string): boolean {
  if (!writer.isRead) return true;
  if (desk.removal(databaseKey(object)).kind !== "present") return false;
  return !writer.wasRemoved(databaseFolder(handle, databaseHandle(object)));
}

/** Others may follow it from anywhere in its namespace. */
function groundsOf({ metadata: { namespace }, spec }: DatabaseObject): readonly Ground[] {
  return [
    { kind: "Cluster", namespace, name: spec.cluster },
    { kind: "DatabaseInstance", namespace },
  ];
}

function observeHold(context: DatabaseContext, object: DatabaseObject): HoldObserved {
  const { metadata, status } = object;
  const backup = context.caches.backups.get(`${metadata.namespace ?? ""}/${finalName(object)}`);
  const { phase = "pending", errorMessage = "" } = backup?.status ?? {};
  return {
    followers: followersOf(context, object).map((one) => one.spec.name ?? one.metadata.name),
    wantsBackup: hasOption(object, ANNOTATIONS.finalBackup) && mayHoldData(status),
    backup: backup && { phase, message: errorMessage },
    deletedAtMs: Date.parse(metadata.deletionTimestamp ?? ""),
  };
}

function finalName(object: DatabaseObject): string {
  return `final-${idSuffix(idOf(object))}`;
}

async function makeFinalBackup({ client }: DatabaseContext, object: DatabaseObject): Promise<void> {
  const { namespace = "", name: database } = object.metadata;
  const body = backupBody(object, { name: finalName(object), namespace }, { database, trigger: "final" });
  await client.create(DATABASE_BACKUPS, body, { fieldManager: FIELD_MANAGERS.operator }).catch(unlessTaken);
}
