/**
 * Decides from what archive a new database is filled, before anything is made of it: what can be known to fail is refused
 * with a sentence. The source itself is only read, whatever comes of it.
 */
import type { DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";

/** The archive that a database is filled from. */
export type SourceView =
  /** It begins empty. */
  | Readonly<{ kind: "none" }>
  /** It was found, and is written down before anything follows from it. */
  | Readonly<{ kind: "found"; source: DatabaseSourceRecord }>
  /** It is written down: whatever becomes of the source, this is what it was filled from. */
  | Readonly<{ kind: "known" }>
  | Readonly<{ kind: "refused"; reason: string; message: string }>;

/** What was found of a source. */
export type FoundSource = Readonly<{
  /** The database, or what its backups say of it once it is gone; undefined when neither is there. */
  record: DatabaseSourceRecord | undefined;
  /** The backup that is named. */
  backup:
    | Readonly<{
        databaseId: string | undefined;
        phase: string;
        engineBackupId: string | undefined;
        completedAtMs: number | undefined;
      }>
    | undefined;
  /** What the backup was made of that the restore begins with: its database may have another version since. */
  base: DatabaseSourceRecord | undefined;
  /** Between which moments its archive is known to hold everything. */
  window: Readonly<{ fromMs: number; untilMs: number }> | undefined;
}>;

/** Tells whether a database does not begin empty. */
export function isFilled({ restore, replicationSourceId }: DatabaseSpec): boolean {
  return restore !== undefined || replicationSourceId !== undefined;
}

type Refusal = Extract<SourceView, { kind: "refused" }>;

/** Derives the source of a database whose spec names one. */
export function deriveSource(spec: DatabaseSpec, found: FoundSource): SourceView {
  if (found.record === undefined)
    return refuse(
      "SourceUnknown",
      "There is no database with that id in the organization, and no backup of one that was.",
    );
  const record = asItWas(spec, found.record, found.base);
  const refusal = misfit(spec, record);
  if (refusal !== undefined) return refusal;
  const { restore } = spec;
  if (restore?.backupId !== undefined) return fromBackup(record, found);
  if (restore?.pointInTime !== undefined) return fromMoment(record, found, Date.parse(restore.pointInTime));
  if (found.window === undefined)
    return refuse("NoBackupYet", "The source has no backup yet; it begins by itself after its first.");
  if (found.base !== undefined && found.base.engineVersion !== record.engineVersion)
    return refuse(
      "NoBackupYet",
      "The source has no backup of its new version yet; it begins by itself after the next.",
    );
  return { kind: "found", source: record };
}

/** Data of one major version is read by that version only: what is restored has that of its backup, what follows the source's. */
function asItWas(
  { restore }: DatabaseSpec,
  record: DatabaseSourceRecord,
  base: DatabaseSourceRecord | undefined,
): DatabaseSourceRecord {
  return restore === undefined || base === undefined ? record : { ...record, engineVersion: base.engineVersion };
}

function misfit(spec: DatabaseSpec, record: DatabaseSourceRecord): Refusal | undefined {
  const { engine, engineVersion = record.engineVersion, databaseName = record.databaseName } = spec;
  const connections = record.maxConnections ?? 0;
  const { storageSizeGb = record.storageSizeGb, maxConnections = connections } = spec;
  const rules: readonly (readonly [boolean, string])[] = [
    [engine === record.engine, `The source is a ${record.engine} database.`],
    [
      engineVersion === record.engineVersion,
      `engine_version must be the source's at that time, ${record.engineVersion}; raise it afterwards.`,
    ],
    [databaseName === record.databaseName, `database_name must be the source's, ${record.databaseName}, or absent.`],
    [storageSizeGb >= record.storageSizeGb, `storage_size_gb must be at least the source's, ${record.storageSizeGb}.`],
    [maxConnections >= connections, `max_connections must be at least the source's, ${connections}.`],
  ];
  const broken = rules.find(([holds]) => !holds);
  return broken && refuse("SourceMisfit", broken[1]);
}

function fromBackup(record: DatabaseSourceRecord, { backup }: FoundSource): SourceView {
  if (backup?.databaseId !== record.id)
    return refuse("BackupUnknown", "There is no backup with that id of the source; its retention may be over.");
  const { phase, engineBackupId, completedAtMs } = backup;
  if (phase === "pending" || phase === "running")
    return refuse("BackupNotCompleted", "The backup is not done yet; the restore begins by itself once it is.");
  if (phase !== "completed" || engineBackupId === undefined || completedAtMs === undefined)
    return refuse("BackupUnusable", "The backup did not come to an end, so that nothing can be restored from it.");
  if (record.engine === "postgresql") return { kind: "found", source: { ...record, backup: engineBackupId } };
  // MOCO knows moments only.
  return { kind: "found", source: { ...record, time: new Date(completedAtMs).toISOString() } };
}

function fromMoment(record: DatabaseSourceRecord, { window }: FoundSource, atMs: number): SourceView {
  if (window === undefined)
    return refuse("NoBackupYet", "The source has no backup yet, so that no moment can be restored.");
  if (atMs < window.fromMs || atMs > window.untilMs) {
    const [from, until] = [window.fromMs, window.untilMs].map((ms) => new Date(ms).toISOString());
    const later = "later changes come into the archive within minutes, or with a backup";
    return refuse("OutsideWindow", `Only moments from ${from} up to ${until} can be restored; ${later}.`);
  }
  return { kind: "found", source: { ...record, time: new Date(atMs).toISOString() } };
}

function refuse(reason: string, message: string): Refusal {
  return { kind: "refused", reason, message };
}
