/*
 * Judges the rules of a resource by what was observed last. Pure: what is remembered goes in and comes out.
 * What cannot be known now (a cluster that does not answer, a metrics API that is away) is `unknown`, which neither begins
 * nor ends anything.
 */
import { ALERT_RULE_NAMES, rulesOfKind, type AlertRule } from "../../contract/alert-rules.ts";
import { lastCronTime } from "../../contract/last-cron-time.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { spreadCron } from "../../render/backup-schedule.ts";
import type { Patience, Seen } from "./alert-watch.ts";
import { countRestarts, type RestartMemory } from "./count-restarts.ts";
import { judgeErrorRate, judgeLatency } from "./judge-requests.ts";
import type { WatchedResource } from "./watched-resource.ts";

/** What was seen of a rule, how long it has to last, and what is to be remembered besides. */
export type Judged = Readonly<{
  rule: AlertRule;
  seen: Seen;
  patience: Patience;
  memory?: RestartMemory | ScheduleMemory;
}>;
/** By which schedule backups are due, and since when. */
type ScheduleMemory = Readonly<{ cron: string; sinceMs: number }>;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** An alert ends this far below where it begins. */
const MEMORY_BAND_PERCENT = 10;
const MEMORY_CLEAR_MS = 5 * MINUTE_MS;
const HEALTH_CLEAR_MS = 5 * MINUTE_MS;
const AT_ONCE: Patience = { forMs: 0, clearMs: 0 };
const NOT: Seen = { is: "not" };
const UNKNOWN: Seen = { is: "unknown" };
/** What the condition CertificateReady says of one that ends. */
const ENDING: ReadonlySet<string> = new Set(["ExpiresSoon", "Expired"]);
const NEVER = "never";
const TOLD_CHARACTERS_MAX = 300;

type Judge = (resource: WatchedResource, nowMs: number) => Omit<Judged, "rule">;
const JUDGES: Readonly<Record<AlertRule, Judge>> = {
  not_healthy: judgeHealth,
  restarts: judgeRestarts,
  memory: judgeMemory,
  error_rate: judgeErrorRate,
  latency: judgeLatency,
  certificate: judgeCertificate,
  backup: judgeBackup,
};

/** Names the rules that are judged by what Postgres has alone. */
export const RULES_OF_ROWS: readonly AlertRule[] = ["not_healthy", "certificate", "backup"];
/** Names the rules that need what a cluster, or the store of metrics, is asked for. */
export const RULES_OF_CLUSTERS = ALERT_RULE_NAMES.filter((rule) => !RULES_OF_ROWS.includes(rule));

/** Judges those of some rules that hold for a resource. */
export function judgeRules(
  resource: WatchedResource,
  nowMs: number,
  among: readonly AlertRule[] = ALERT_RULE_NAMES,
): Judged[] {
  const holding = rulesOfKind(resource.kind).filter((rule) => among.includes(rule) && resource.rules[rule].enabled);
  return holding.map((rule) => ({ rule, ...JUDGES[rule](resource, nowMs) }));
}

function judgeHealth({ body, rules, name }: WatchedResource): Omit<Judged, "rule"> {
  const patience = { forMs: rules.not_healthy.for_minutes * MINUTE_MS, clearMs: HEALTH_CLEAR_MS };
  const ready = conditionOf(body, "Ready");
  if (body.is_staged === true) return { seen: NOT, patience };
  if (ready === undefined) return { seen: UNKNOWN, patience };
  if (ready.status === "True") return { seen: NOT, patience };
  const sinceMs = Date.parse(ready.last_transition_time ?? "");
  const why = oneLine(ready.message ?? "");
  const message = `${name} is not healthy${why === "" ? "." : `: ${why}`}`;
  return { seen: { is: "so", message, ...(!Number.isNaN(sinceMs) && { sinceMs }) }, patience };
}

function judgeRestarts(resource: WatchedResource, nowMs: number): Omit<Judged, "rule"> {
  const { pods, rules, name, watches } = resource;
  if (pods === undefined) return { seen: UNKNOWN, patience: AT_ONCE };
  const { count: most, within_minutes: within } = rules.restarts;
  const before = watches.get("restarts")?.memory as RestartMemory | undefined;
  const { count, memory } = countRestarts(before, pods, { nowMs, withinMs: within * MINUTE_MS });
  if (count === 0) return { seen: NOT, patience: AT_ONCE, memory };
  if (count < most) return { seen: { is: "between" }, patience: AT_ONCE, memory };
  const message = `Containers of ${name} have begun anew ${count} times within ${within} minutes${whyOf(pods)}.`;
  return { seen: { is: "so", message }, patience: AT_ONCE, memory };
}

function whyOf(pods: NonNullable<WatchedResource["pods"]>): string {
  const ends = pods.flatMap(({ lastRestart }) => lastRestart ?? []);
  const [last] = ends.toSorted((one, other) => ((one.at ?? "") < (other.at ?? "") ? 1 : -1));
  return last?.reason === undefined ? "" : `; the last one had ended with ${oneLine(last.reason)}`;
}

function judgeMemory({ pods, rules, name }: WatchedResource): Omit<Judged, "rule"> {
  const { percent, for_minutes: minutes } = rules.memory;
  const patience = { forMs: minutes * MINUTE_MS, clearMs: MEMORY_CLEAR_MS };
  const shares = (pods ?? []).flatMap(({ name: pod, memory: { used, limit } }) =>
    used === null || limit === null || limit === 0 ? [] : [{ pod, share: (used / limit) * 100 }],
  );
  const [worst] = shares.toSorted((one, other) => other.share - one.share);
  if (worst === undefined) return { seen: hasLimits(pods) ? UNKNOWN : NOT, patience };
  if (worst.share < percent - MEMORY_BAND_PERCENT) return { seen: NOT, patience };
  if (worst.share < percent) return { seen: { is: "between" }, patience };
  const message = `The pod ${worst.pod} of ${name} takes ${Math.floor(worst.share)} % of its memory limit: beyond it, it is killed.`;
  return { seen: { is: "so", message }, patience };
}

/** Without pods that were seen, or with limits that nobody measures against, nothing is known. */
function hasLimits(pods: WatchedResource["pods"]): boolean {
  return pods === undefined || pods.some(({ memory }) => memory.limit !== null);
}

function judgeCertificate({ body }: WatchedResource): Omit<Judged, "rule"> {
  const { reason = "", status, message = "" } = conditionOf(body, "CertificateReady") ?? { status: "True" };
  if (!ENDING.has(reason)) return { seen: status === "Unknown" ? UNKNOWN : NOT, patience: AT_ONCE };
  const domain = body.custom_domain ?? "its domain";
  return { seen: { is: "so", message: `The certificate of ${domain}: ${oneLine(message)}` }, patience: AT_ONCE };
}

function judgeBackup(resource: WatchedResource, nowMs: number): Omit<Judged, "rule"> {
  const { body, rules, name } = resource;
  const memory = scheduleOf(resource, nowMs);
  const judged = { patience: AT_ONCE, memory };
  const { late_hours: hours } = rules.backup;
  const reader = body.engine === "mysql" ? "Kubernetes" : "CloudNativePG";
  const dueMs = memory.cron === NEVER ? undefined : lastCronTime(memory.cron, nowMs - hours * HOUR_MS, reader);
  if (dueMs === undefined || dueMs < memory.sinceMs) return { ...judged, seen: NOT };
  const last = body.last_backup_at ?? undefined;
  if (last !== undefined && Date.parse(last) >= dueMs) return { ...judged, seen: NOT };
  const had = last === undefined ? "there is none yet" : `the last one is of ${last}`;
  const message = `The backup of ${name} that was due at ${timeOf(dueMs)} has not succeeded within ${hours} hours: ${had}.`;
  return { ...judged, seen: { is: "so", message } };
}

/** What was due before the schedule changed was due by another one. */
function scheduleOf({ body, id, objectName, hasArchive, watches }: WatchedResource, nowMs: number): ScheduleMemory {
  const before = watches.get("backup")?.memory as ScheduleMemory | undefined;
  const handle = deriveHandle("DatabaseInstance", objectName, id);
  const isDue = body.backup_enabled === true && hasArchive;
  const cron = isDue ? spreadCron(body.backup_schedule ?? "daily", handle) : NEVER;
  if (before === undefined) return { cron, sinceMs: Date.parse(body.created_at ?? "") || nowMs };
  return before.cron === cron ? before : { cron, sinceMs: nowMs };
}

function conditionOf(
  { conditions = [] }: WatchedResource["body"],
  type: string,
): NonNullable<WatchedResource["body"]["conditions"]>[number] | undefined {
  return conditions.find((one) => one.type === type);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** What comes from the cluster is one short line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, TOLD_CHARACTERS_MAX);
}
