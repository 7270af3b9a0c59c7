import type { DatabaseSource } from "../../../render/database/database-input.ts";
import { sourceAt, type DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import { deriveSource, type FoundSource, type SourceView } from "../../machines/database/source.ts";
import { formatTime, parseTime } from "../../machines/status-time.ts";
import type { BackupObject, DatabaseObject } from "../../resources/objects.ts";
import type { DatabaseContext } from "./context.ts";
import { describeSource } from "./source.ts";
import { idOf } from "../../resources/adoption.ts";
import { findById } from "../../resources/find-by-id.ts";

/** Looks for the archive that a database is filled from; once it is written down nobody looks again. */
export function lookAtSource(context: DatabaseContext, object: DatabaseObject): SourceView {
  const { spec, status } = object;
  const id = spec.restore?.sourceId ?? spec.replicationSourceId;
  if (id === undefined) return { kind: "none" };
  if (status?.source !== undefined) return { kind: "known" };
  return deriveSource(spec, findSource(context, object, id));
}

/** An archive of another organization is nobody's to read: only what lies in the same namespace is found. */
function findSource({ caches }: DatabaseContext, { metadata, spec }: DatabaseObject, id: string): FoundSource {
  const { namespace } = metadata;
  const backupId = spec.restore?.backupId;
  const source = findById(caches.databases, namespace, id);
  const completed = caches.backups
    .byIndex("databaseId", id)
    .filter((one) => one.metadata.namespace === namespace && isCompleted(one));
  const named = backupId === undefined ? undefined : findById(caches.backups, namespace, backupId);
  return {
    record: source === undefined ? newestAt(completed) : describeSource(source),
    window: source === undefined ? windowOf(completed) : ownWindow(source),
    base: backupId === undefined ? newestAt(completed, parseTime(spec.restore?.pointInTime)) : named?.status?.source,
    backup: named && backupFacts(named),
  };
}

function newestAt(completed: readonly BackupObject[], atMs = Infinity): DatabaseSourceRecord | undefined {
  return sourceAt(
    completed.map(({ status }) => ({ completedAt: status?.completedAt, source: status?.source })),
    atMs,
  );
}

/** Says of which major version a database's newest backup is. */
export function backedVersion({ caches }: DatabaseContext, object: DatabaseObject): string | undefined {
  const completed = caches.backups.byIndex("databaseId", idOf(object)).filter(isCompleted);
  return newestAt(completed)?.engineVersion;
}

function backupFacts({ status = {} }: BackupObject): NonNullable<FoundSource["backup"]> {
  const { databaseId, phase = "pending", engineBackupId, completedAt } = status;
  return { databaseId, phase, engineBackupId, completedAtMs: parseTime(completedAt) };
}

function isCompleted({ status }: BackupObject): boolean {
  return status?.phase === "completed";
}

function ownWindow({ status }: DatabaseObject): FoundSource["window"] {
  const fromMs = parseTime(status?.restorableFrom);
  return fromMs === undefined ? undefined : { fromMs, untilMs: parseTime(status?.restorableUntil) ?? fromMs };
}

/** Of a database that is gone only what lies between its backups is known to be there. */
function windowOf(completed: readonly BackupObject[]): FoundSource["window"] {
  const ends = completed.map(endOf);
  return ends.length === 0 ? undefined : { fromMs: Math.min(...ends), untilMs: Math.max(...ends) };
}

function endOf({ status }: BackupObject): number {
  return parseTime(status?.completedAt) ?? 0;
}

/** MOCO does not say where its archive begins: with the oldest backup that is kept. */
export function oldestBackup({ caches }: DatabaseContext, object: DatabaseObject): string | undefined {
  if (object.spec.engine !== "mysql") return undefined;
  const window = windowOf(caches.backups.byIndex("databaseId", idOf(object)).filter(isCompleted));
  return window && formatTime(window.fromMs);
}

/** Says what is rendered of the source that is written down. */
export function renderedSource({ spec, status }: DatabaseObject): DatabaseSource | undefined {
  const source = status?.source;
  if (source === undefined) return undefined;
  const { id, handle, databaseName, storageSizeGb, maxConnections, backup, time } = source;
  const follow = spec.replicationSourceId !== undefined;
  const promoted = spec.promoted === true ? { promoted: true } : {};
  return { id, handle, databaseName, storageSizeGb, maxConnections, backup, time, follow, ...promoted };
}
