import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { databaseSpec } from "../../contract/resources/database-instance.ts";
import type { DatabaseSourceRecord } from "../../contract/resources/database-source.ts";
import type { DatabaseBackupResponse } from "../../contract/rest/database-backups.ts";
import type { DatabaseResponse } from "../../contract/rest/databases.ts";
import { fromRest } from "../../contract/rest-case.ts";

/** A stretch of time of which every moment can be restored. */
type Window = Readonly<{ from: string; until: string }>;

/** Derives which moments of a database can be restored: those that the archive is known to hold; undefined: none. */
export function deriveWindow(
  database: Pick<DatabaseResponse, "restorable_from" | "restorable_until"> | undefined,
  backups: readonly Pick<DatabaseBackupResponse, "completed_at">[],
): Window | undefined {
  if (database !== undefined) {
    const { restorable_from: from, restorable_until: until } = database;
    return from === null ? undefined : { from, until: until ?? from };
  }
  // What was written after the last backup of a database that is gone is not known to have been archived.
  const ends = backups.flatMap(({ completed_at: end }) => end ?? []).sort();
  const [from, until] = [ends.at(0), ends.at(-1)];
  return from === undefined || until === undefined ? undefined : { from, until };
}

/** Says why a moment cannot be restored; undefined when it can. */
export function judgeMoment(time: string, { from, until }: Window, nowMs: number): string | undefined {
  const atMs = Date.parse(time);
  const window = `what can be restored reaches from ${from} to ${until}`;
  if (Number.isNaN(atMs)) return "there is no such moment";
  if (atMs > nowMs) return `this moment lies in the future; ${window}`;
  if (atMs < Date.parse(from)) return `this moment is too early; ${window}`;
  const later = "later changes come into the archive within minutes, or with a backup";
  return atMs > Date.parse(until) ? `this moment is too late; ${window}; ${later}` : undefined;
}

type RestoredSpec = Omit<DatabaseSpec, "name" | "cluster" | "restore">;

/** What a restored database has of its source: all but its name, its place, and its address from outside. */
const TAKEN_OVER = [
  "engine",
  "engine_version",
  "tier",
  "storage_size_gb",
  "cpu_request",
  "memory_request_mb",
  "max_connections",
  "extensions",
  "database_name",
  "backup_enabled",
  "backup_schedule",
  "backup_retention_days",
] as const satisfies readonly (keyof DatabaseResponse)[];

/** Derives the spec of a restored database; `record` is what the backup tells of the database that made it. */
export function restoredSpec(
  database: DatabaseResponse | undefined,
  record: DatabaseSourceRecord | undefined,
): RestoredSpec | undefined {
  if (database === undefined) return record && specOfRecord(record);
  const taken = Object.fromEntries(TAKEN_OVER.map((member) => [member, database[member]]));
  const spec = fromRest(databaseSpec, taken) as RestoredSpec;
  // The source may have been upgraded since the backup was made.
  return { ...spec, ...(record && { engineVersion: record.engineVersion }) };
}

function specOfRecord({
  engine,
  engineVersion,
  databaseName,
  storageSizeGb,
  maxConnections,
}: DatabaseSourceRecord): RestoredSpec {
  return {
    engine,
    engineVersion,
    databaseName,
    storageSizeGb,
    ...(maxConnections !== undefined && { maxConnections }),
  };
}
