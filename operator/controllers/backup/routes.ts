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

type Targets = Readonly<{ backups: KeyedQueue; databases: KeyedQueue }>;

/** Subscribes the queues to backups and their databases. */
export function routeBackups(caches: Caches, queues: Targets): void {
  caches.backups.subscribe((event) => {
    if (event.kind === "resync") return;
    const { object, previous, source } = event;
    const ended = event.kind === "delete" || (isOpen(previous) && !isOpen(object));
    if (source !== "list" && ended) queues.databases.add(databaseKeyOf(object));
  });
  caches.databases.subscribe((event) => {
    if (event.kind === "resync") return;
    const { object, previous, source } = event;
    if (source === "list" || (event.kind === "upsert" && bearing(previous) === bearing(object))) return;
    const isNews = event.kind === "delete" || archiveStart(previous) !== archiveStart(object);
    for (const backup of caches.backups.byIndex("database", keyOf(object)))
      if (isNews || isOpen(backup)) queues.backups.add(keyOf(backup));
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
