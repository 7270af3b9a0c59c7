/**
 * Says whom a change of a backup or of its database concerns:
 *
 * - a backup concerns itself; when it ended or went, also its database, which may wait for it;
 * - a database concerns the backups that wait for it, and all of them when its archive begins later, or when it goes.
 */
import { isOpenBackup } from "../../machines/backup/state.ts";
import type { KeyedQueue } from "../../runtime/keyed-queue.ts";
import { keyOf } from "../../runtime/object-store.ts";
import type { Caches } from "../../resources/caches.ts";
import { databaseKeyOf, type BackupObject, type DatabaseObject } from "../../resources/objects.ts";
import { addAll } from "../shared/add-all.ts";
import { onChange } from "../shared/on-change.ts";

type Targets = Readonly<{ backups: KeyedQueue; databases: KeyedQueue }>;

/** Subscribes the queues to backups and their databases. */
export function routeBackups(caches: Caches, queues: Targets): void {
  onChange(caches.backups, ({ kind, object, previous, source }) => {
    const ended = kind === "delete" || (isOpen(previous) && !isOpen(object));
    if (source !== "list" && ended) queues.databases.add(databaseKeyOf(object));
  });
  onChange(caches.databases, ({ kind, object, previous, source }) => {
    if (source === "list" || (kind === "upsert" && bearing(previous) === bearing(object))) return;
    const isNews = kind === "delete" || archiveStart(previous) !== archiveStart(object);
    const backups = caches.backups.byIndex("database", keyOf(object));
    addAll(queues.backups, isNews ? backups : backups.filter(isOpen));
  });
}

function isOpen(backup: BackupObject | undefined): boolean {
  return isOpenBackup(backup?.status?.phase);
}

function archiveStart(database: DatabaseObject | undefined): string | undefined {
  return database?.status?.restorableFrom;
}

/** What of a database bears on its backups. */
function bearing(database: DatabaseObject | undefined): string {
  const { status, metadata } = database ?? {};
  return JSON.stringify([
    status?.phase,
    status?.readyAt,
    status?.restorableFrom,
    database?.spec.backupRetentionDays,
    metadata?.deletionTimestamp,
  ]);
}
