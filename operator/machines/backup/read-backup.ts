/** Reads what the engines' operators say of a backup on the tenant cluster. */
import { parseTime } from "../status-time.ts";
import type { EngineBackup } from "./observe-types.ts";

type Json = Readonly<Record<string, unknown>>;
/** Where the archive of the database lies. */
type ArchivePlace = Readonly<{ path: string; serverName: string }>;

const RUNNING = new Set(["started", "running", "finalizing"]);

/**
 * Reads CloudNativePG's Backup. How large it is nobody says: `pluginMetadata` of the barman-cloud plugin 0.14 names the
 * plugin, the cluster and the timeline only, and the archive itself is not the operator's to read.
 */
export function readPostgresqlBackup(status: Json | undefined, { path, serverName }: ArchivePlace): EngineBackup {
  const id = text(status, "backupId");
  return {
    phase: phaseOf(text(status, "phase") ?? ""),
    message: text(status, "error") ?? "",
    startedAtMs: parseTime(text(status, "startedAt")),
    stoppedAtMs: parseTime(text(status, "stoppedAt")),
    id,
    path: id === undefined ? undefined : `${path}/${serverName}/base/${id}`,
    sizeBytes: undefined,
  };
}

/** A phase that is not known here is believed to be work under way; what cannot end well says so by its name. */
function phaseOf(phase: string): EngineBackup["phase"] {
  if (phase === "" || phase === "pending") return "pending";
  if (phase === "completed") return "completed";
  if (RUNNING.has(phase)) return "running";
  return phase === "failed" || phase === "walArchivingFailing" || phase.startsWith("invalid") ? "failed" : "running";
}

/** Where MOCO keeps the backups of a cluster: `moco/<namespace>/<name>/<time>`. */
export type MysqlPlace = Readonly<{ bucket: string; namespace: string; name: string }>;

/** Reads the Job of a backup that was asked for. Of what it made MOCO tells as long as it is the last backup. */
export function readMysqlJob(job: Json | undefined, cluster: Json | undefined, place: MysqlPlace): EngineBackup {
  const startedAtMs = parseTime(text(job, "startTime"));
  const failure = condition(job, "Failed");
  const base = { ...NOTHING, startedAtMs };
  if (failure !== undefined) return { ...base, phase: "failed", message: failure };
  if (condition(job, "Complete") === undefined)
    return { ...base, phase: startedAtMs === undefined ? "pending" : "running" };
  const stoppedAtMs = parseTime(text(job, "completionTime"));
  const last = readMysqlLast(cluster, place);
  const isOurs = isWithin(last?.startedAtMs, startedAtMs, stoppedAtMs);
  return { ...base, ...(isOurs ? last : {}), startedAtMs, phase: "completed", stoppedAtMs };
}

/** Both clocks count whole seconds. A backup that began outside of the Job's time is another's. */
function isWithin(atMs: number | undefined, fromMs: number | undefined, untilMs: number | undefined): boolean {
  if (atMs === undefined || fromMs === undefined || untilMs === undefined) return false;
  return atMs >= fromMs - 1_000 && atMs <= untilMs + 1_000;
}

const NOTHING: EngineBackup = {
  phase: "pending",
  message: "",
  startedAtMs: undefined,
  stoppedAtMs: undefined,
  id: undefined,
  path: undefined,
  sizeBytes: undefined,
};

/**
 * Reads MOCO's last backup; undefined before the first. `time` is when it began, and names its folder in the bucket. The
 * binary log that is told beside it is the end of the backup before, in that one's folder: it is no part of its size.
 */
export function readMysqlLast(cluster: Json | undefined, place: MysqlPlace): EngineBackup | undefined {
  const backup = cluster?.["backup"] as Json | undefined;
  const atMs = parseTime(text(backup, "time"));
  if (backup === undefined || atMs === undefined) return undefined;
  const { dumpSize } = backup;
  const id = mysqlBackupId(atMs);
  return {
    ...NOTHING,
    phase: "completed",
    startedAtMs: atMs,
    stoppedAtMs: atMs + durationMs(text(backup, "elapsed") ?? ""),
    id,
    path: mysqlPath(place, id),
    sizeBytes: typeof dumpSize === "number" ? dumpSize : undefined,
  };
}

/** Derives the folder of a backup in the bucket, as MOCO 0.36 does (backup/key.go); in it are dump.tar and binlog.tar.zst. */
function mysqlPath({ bucket, namespace, name }: MysqlPlace, id: string): string {
  return `s3://${bucket}/moco/${namespace}/${name}/${id}`;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  µs: 0.001,
  ns: 0.000_001,
};

/** Reads a duration as Go writes it, such as 1m2.5s; one that is none counts nothing. */
function durationMs(text: string): number {
  const parts = [...text.matchAll(/(?<![0-9.])([0-9.]+)(ms|µs|ns|h|m|s)/g)];
  return Math.round(parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0));
}

/** Reads one that MOCO's schedule made: it was done when it was first heard of. */
export function readMysqlMirrored(id: string, cluster: Json | undefined, place: MysqlPlace): EngineBackup {
  const last = readMysqlLast(cluster, place);
  if (last?.id === id) return last;
  const atMs = mysqlBackupTime(id);
  return { ...NOTHING, phase: "completed", startedAtMs: atMs, stoppedAtMs: atMs, id, path: mysqlPath(place, id) };
}

/** Derives when a backup began from MOCO's name of it. */
export function mysqlBackupTime(id: string): number | undefined {
  const [, date = "", clock = ""] = /^(\d{8})-(\d{6})$/.exec(id) ?? [];
  const day = date.replace(/(.{4})(..)(..)/, "$1-$2-$3");
  return parseTime(`${day}T${clock.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`);
}

/** Derives MOCO's name of a backup: its time as `YYYYMMDD-hhmmss`. */
function mysqlBackupId(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
}

/** Returns the message of a condition that holds. */
function condition(job: Json | undefined, type: string): string | undefined {
  const conditions = (job?.["conditions"] ?? []) as readonly Readonly<Record<string, string>>[];
  const found = conditions.find((one) => one["type"] === type && one["status"] === "True");
  return found && (found["message"] ?? "");
}

function text(status: Json | undefined, name: string): string | undefined {
  const value = status?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
