/**
 * Reads what an engine's operator says of a database on the tenant cluster. CloudNativePG's phases are sentences and are
 * compared exactly; one that is not known here is believed to be work under way.
 */
import type { ArchiveView } from "./archive-view.ts";
import { isTrue } from "../conditions.ts";

export type EngineHealth = "starting" | "running" | "degraded" | "upgrading" | "error";
export type EngineView =
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "unreachable"; message: string }>
  | Readonly<{ kind: "absent" }>
  | Readonly<{
      kind: "present";
      health: EngineHealth;
      /** CamelCase. */
      reason: string;
      message: string;
      /** What to do, where the general advice does not fit. */
      remedy?: string | undefined;
      ready: number;
      externalHost: string | undefined;
      /** Where it is reached when its Service leads out of the cluster. */
      endpoint?: Readonly<{ host: string; port: number }> | undefined;
      /** Undefined where there is no archive. */
      archive?: ArchiveView | undefined;
      /** Whether something of it moves by itself, a replica's lag or an address that has not come: it is looked at more often. */
      moves?: boolean | undefined;
      /** Of a replica: bytes behind what it follows, when known. */
      lagBytes?: number | undefined;
    }>;

type Condition = Readonly<{ type?: string; status?: string; reason?: string; message?: string }>;
type Status = Readonly<Record<string, unknown>>;
type Read = Readonly<{ health: EngineHealth; reason: string; message: string; ready: number }>;

const RUNNING = "Cluster in healthy state";
/** Words for servers that are missing: before the first start they mean that it starts. */
const INCOMPLETE = new Set([
  "Setting up primary",
  "Creating a new replica",
  "Waiting for the instances to become active",
  "Failing over",
  "Switchover in progress",
]);
const UPGRADING = new Set([
  "Upgrading cluster",
  "Upgrading Postgres major version",
  "Cluster upgrade delayed",
  "Online upgrade in progress",
  "Applying configuration",
  "Primary instance is being restarted in-place",
  "Primary instance is being restarted without a switchover",
  "Waiting for user action",
]);
const ERRORS = new Set([
  "Cluster is unrecoverable and needs manual intervention",
  "Invalid cluster definition",
  "Cluster has incomplete or invalid image catalog",
  "Unable to create required cluster objects",
]);
const ERROR_PARTS = ["Cluster cannot proceed to reconciliation", "missing architecture binary"];

function isError(phase: string): boolean {
  return ERRORS.has(phase) || ERROR_PARTS.some((part) => phase.includes(part));
}

function startingReason(phase: string): string {
  return phase === "" ? "AwaitingEngine" : pascal(phase);
}

type Postgresql = Readonly<{ phase: string; phaseReason: string; readyInstances: number }>;
const NO_POSTGRESQL: Postgresql = { phase: "", phaseReason: "", readyInstances: 0 };

/** Reads the status of CloudNativePG's Cluster. */
export function readPostgresql(status: Status | undefined, wanted: number): Read {
  const found = { ...NO_POSTGRESQL, ...(status as Partial<Postgresql> | undefined) };
  const conditions = conditionsOf(status);
  const [health, reason = pascal(found.phase)] = judgePostgresql(found, conditions, wanted);
  const told = found.phaseReason === "" ? found.phase : `${found.phase}: ${found.phaseReason}`;
  const ready = found.readyInstances;
  if (health !== "running") return { health, reason, message: told, ready };
  // The simulated cloud says where its server is another than the one that was asked for.
  const simulated = conditions.find(({ type, status: holds }) => type === "Simulated" && holds === "True");
  if (simulated === undefined) return { health, reason, message: "", ready };
  return { health, reason: "Simulated", message: simulated.message ?? "", ready };
}

function judgePostgresql(
  { phase, readyInstances }: Postgresql,
  conditions: readonly Condition[],
  wanted: number,
): readonly [EngineHealth, string?] {
  if (isTrue(conditions, "cnpg.io/hibernation")) return ["degraded", "Hibernated"];
  if (isError(phase)) return ["error"];
  if (UPGRADING.has(phase)) return ["upgrading"];
  if (!isTrue(conditions, "Initialized") && readyInstances === 0) return ["starting", startingReason(phase)];
  if (phase !== RUNNING) return [INCOMPLETE.has(phase) ? "degraded" : "upgrading"];
  const whole = isTrue(conditions, "Ready") && readyInstances >= wanted;
  return whole ? ["running", "Running"] : ["degraded"];
}

/** Reads the status of MOCO's MySQLCluster. */
export function readMysql(status: Status | undefined, wanted: number): Read {
  const conditions = conditionsOf(status);
  const { syncedReplicas = 0 } = (status ?? {}) as { syncedReplicas?: number };
  const simulated = conditions.find(({ reason }) => reason === "Simulated");
  const of = (health: EngineHealth, reason: string, type: string): Read => ({
    health,
    reason,
    message: health === "running" ? "" : messageOf(conditions, type),
    ready: syncedReplicas,
  });
  if (isFalse(conditions, "ReconciliationActive")) return of("error", "ReconciliationStopped", "ReconciliationActive");
  if (!isTrue(conditions, "Initialized")) return of("starting", "AwaitingEngine", "Initialized");
  if (!isTrue(conditions, "Available")) return of("degraded", "Unavailable", "Available");
  if (!isTrue(conditions, "Healthy") || syncedReplicas < wanted) return of("degraded", "ReplicasMissing", "Healthy");
  return of("running", simulated === undefined ? "Running" : "Simulated", "Healthy");
}

function conditionsOf(status: Status | undefined): readonly Condition[] {
  const found = status?.["conditions"];
  return Array.isArray(found) ? (found as readonly Condition[]) : [];
}

function isFalse(conditions: readonly Condition[], type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === "False");
}

function messageOf(conditions: readonly Condition[], type: string): string {
  return conditions.find((condition) => condition.type === type)?.message ?? "";
}

/** Makes one CamelCase word of a sentence. */
function pascal(sentence: string): string {
  const words = sentence.match(/[A-Za-z]+/g) ?? ["Unknown"];
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, 64);
}
