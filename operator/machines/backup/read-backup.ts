/** Reads what the engines' operators say of a backup on the tenant cluster. */
import type { EngineBackup } from "./observe-types.ts";

type Json = Readonly<Record<string, unknown>>;
/** Says where the archive of the database lies. */
export type ArchivePlace = Readonly<{ path: string; serverName: string }>;

const RUNNING = new Set(["started", "running", "finalizing"]);

/** Reads CloudNativePG's Backup. No size is known of those: the archive alone has it. */
export function readPostgresqlBackup(status: Json | undefined, { path, serverName }: ArchivePlace): EngineBackup {
  const id = text(status, "backupId");
  return {
    phase: phaseOf(text(status, "phase") ?? ""),
    message: text(status, "error") ?? "",
    startedAtMs: time(text(status, "startedAt")),
    stoppedAtMs: time(text(status, "stoppedAt")),
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

/** Says where MOCO keeps the backups of a cluster: `moco/<namespace>/<name>/<time>`. */
export type MysqlPlace = Readonly<{ bucket: string; namespace: string; name: string }>;

/** Reads the Job of a backup that was asked for; MOCO says of the last one only how large it is. */
export function readMysqlJob(job: Json | undefined, cluster: Json | undefined, place: MysqlPlace): EngineBackup {
  const startedAtMs = time(text(job, "startTime"));
  const last = readMysqlLast(cluster, place);
  const failure = condition(job, "Failed");
  const isOurs =
    last?.stoppedAtMs !== undefined && startedAtMs !== undefined && last.stoppedAtMs >= startedAtMs - 1_000;
  const base = { ...NOTHING, startedAtMs };
  if (failure !== undefined) return { ...base, phase: "failed", message: failure };
  if (condition(job, "Complete") === undefined)
    return { ...base, phase: startedAtMs === undefined ? "pending" : "running" };
  return {
    ...base,
    ...(isOurs ? last : {}),
    startedAtMs,
    phase: "completed",
    stoppedAtMs: time(text(job, "completionTime")),
  };
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

/** Reads MOCO's last backup; undefined before the first. */
export function readMysqlLast(cluster: Json | undefined, place: MysqlPlace): EngineBackup | undefined {
  const backup = cluster?.["backup"] as Json | undefined;
  const atMs = time(text(backup, "time"));
  if (backup === undefined || atMs === undefined) return undefined;
  const sizes = [backup["dumpSize"], backup["binlogSize"]].filter((size) => typeof size === "number");
  const id = mysqlBackupId(atMs);
  return {
    ...NOTHING,
    phase: "completed",
    startedAtMs: atMs,
    stoppedAtMs: atMs,
    id,
    path: `s3://${place.bucket}/moco/${place.namespace}/${place.name}/${id}`,
    sizeBytes: sizes.length === 0 ? undefined : sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Reads one that MOCO's schedule made: it was done when it was first heard of. */
export function readMysqlMirrored(id: string, cluster: Json | undefined, place: MysqlPlace): EngineBackup {
  const last = readMysqlLast(cluster, place);
  if (last?.id === id) return last;
  const [, date = "", clock = ""] = /^(\d{8})-(\d{6})$/.exec(id) ?? [];
  const day = date.replace(/(.{4})(..)(..)/, "$1-$2-$3");
  const atMs = time(`${day}T${clock.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`);
  const path = `s3://${place.bucket}/moco/${place.namespace}/${place.name}/${id}`;
  return { ...NOTHING, phase: "completed", startedAtMs: atMs, stoppedAtMs: atMs, id, path };
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

function time(value: string | undefined): number | undefined {
  const ms = Date.parse(value ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
