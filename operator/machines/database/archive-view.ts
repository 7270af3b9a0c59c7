/** Reads between which moments an archive can be restored. */
import { memberOf } from "../../../contract/json.ts";

type Status = Readonly<Record<string, unknown>>;

/** What an archive holds; times as the engine wrote them, in whole ISO form. */
export type ArchiveView = Readonly<{
  from: string | undefined;
  /** Up to where it is known to reach; nothing later can be restored. */
  until: string | undefined;
  lastBackupAt: string | undefined;
}>;

/**
 * Reads the plugin's ObjectStore, and what the primary says of its last WAL (`server`; undefined where it did not answer). PostgreSQL
 * ends a restore with a fault whose moment lies behind all that was archived.
 */
export function readPostgresqlArchive(store: Status | undefined, server: unknown, name: string): ArchiveView {
  const windows = store?.["serverRecoveryWindow"] as Readonly<Record<string, Status>> | undefined;
  const from = iso(windows?.[name]?.["firstRecoverabilityPoint"]);
  const lastBackupAt = iso(windows?.[name]?.["lastSuccessfulBackupTime"]);
  const archivedAt = laterOf(iso(memberOf(server, "lastArchivedWALTime")), lastBackupAt);
  // Whole seconds, one rounded up and the other down: right after the first backup the window would end before it begins.
  const until = laterOf(archivedAt, archivedAt && from);
  return { from, until, lastBackupAt };
}

/** Reads MOCO's last backup: changes after it come into the archive with the next one. Where it begins, MOCO does not say. */
export function readMysqlArchive(cluster: Status | undefined): ArchiveView {
  const at = iso((cluster?.["backup"] as Status | undefined)?.["time"]);
  return { from: undefined, until: at, lastBackupAt: at };
}

/** Returns the later of two times in whole ISO form that may not be known. */
export function laterOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}

/** Before anything was archived PostgreSQL says -infinity. */
function iso(value: unknown): string | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
