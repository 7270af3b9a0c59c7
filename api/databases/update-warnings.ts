import { PRELOADED_EXTENSIONS } from "../../contract/resources/database-engines.ts";
import type { DatabaseResponse } from "../../contract/rest/databases.ts";

type Shown = Pick<
  DatabaseResponse,
  | "engine"
  | "engine_version"
  | "tier"
  | "storage_size_gb"
  | "cpu_request"
  | "memory_request_mb"
  | "max_connections"
  | "extensions"
  | "external_access"
  | "backup_enabled"
  | "backup_retention_days"
>;

/** Says what people should know before a change: what restarts, what cannot be undone, what stays. */
export function updateWarnings(before: Shown, after: Shown): string[] {
  return [
    ...versionWarnings(before, after),
    ...restartWarnings(before, after),
    ...storageWarnings(before, after),
    ...extensionWarnings(before, after),
    ...reachWarnings(before, after),
    ...backupWarnings(before, after),
  ];
}

function versionWarnings(before: Shown, after: Shown): string[] {
  if (before.engine_version === after.engine_version) return [];
  // What its planner knows of the data stays behind.
  const then = after.engine === "postgresql" ? "run ANALYZE and make another one" : "make another one";
  return [
    `The major version goes from ${before.engine_version} to ${after.engine_version}: the servers are away while the data is converted, and there is no way back. Make a backup first. Once it runs, ${then}: before that nothing newer than the change can be restored.`,
  ];
}

const RESTARTS = ["cpu_request", "memory_request_mb", "max_connections"] as const;

function restartWarnings(before: Shown, after: Shown): string[] {
  const changed: string[] = RESTARTS.filter((member) => before[member] !== after[member]);
  const preloaded = added(before, after).filter((name) => PRELOADED_EXTENSIONS.includes(name));
  if (preloaded.length > 0) changed.push(`extensions (${preloaded.join(", ")})`);
  if (changed.length === 0) return [];
  const how =
    after.tier === "single"
      ? "The server restarts: it is away for a moment"
      : "The servers restart, one after the other: connections break, and the primary is away for a moment";
  return [`${how} (${changed.join(", ")}).`];
}

function storageWarnings(before: Shown, after: Shown): string[] {
  if (before.storage_size_gb === after.storage_size_gb) return [];
  return [
    `Storage grows from ${before.storage_size_gb} to ${after.storage_size_gb} GB on each server and never shrinks again.`,
  ];
}

function extensionWarnings(before: Shown, after: Shown): string[] {
  const dropped = added(after, before);
  if (dropped.length === 0) return [];
  return [`Extensions that are no longer named stay installed, with their data: ${dropped.join(", ")}.`];
}

function reachWarnings(before: Shown, after: Shown): string[] {
  if (before.external_access === after.external_access) return [];
  return after.external_access
    ? ["The database gets an address that is reachable from outside the cluster."]
    : ["The address from outside goes, and another one comes when it is opened again."];
}

function backupWarnings(before: Shown, after: Shown): string[] {
  const isStopped = before.backup_enabled && !after.backup_enabled;
  const days = after.backup_retention_days ?? 0;
  const isShortened = days < (before.backup_retention_days ?? 0);
  return [
    ...(isStopped ? ["No scheduled backups are made any more; those that are there stay as long as they would."] : []),
    ...(isShortened ? [`Backups older than ${days} days go soon, but for the last before then.`] : []),
  ];
}

function added({ extensions: old }: Shown, { extensions }: Shown): string[] {
  return (extensions ?? []).filter((name) => !(old ?? []).includes(name));
}
