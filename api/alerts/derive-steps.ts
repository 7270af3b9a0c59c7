import type { WatchRow, WatchStep } from "../../adapters/postgres/alerts/alert-watch-store.ts";
import { newId } from "../identity/new-id.ts";
import type { AlertRule } from "../../contract/alert-rules.ts";
import { nextWatch, type Watch } from "./alert-watch.ts";
import { judgeRules, type Judged } from "./judge-rules.ts";
import type { WatchedResource } from "./watched-resource.ts";

type Subject = WatchedResource & Readonly<{ clusterId: string }>;

const MESSAGE_CHARACTERS_MAX = 1_000;
/** What is remembered where nothing is. */
const NOTHING = { sinceMs: null, clearSinceMs: null, alertId: null, memory: null, version: 0 };

/** Derives what follows for some rules from a look at a resource; what stays as it is, is no step. */
export function deriveSteps(resource: Subject, nowMs: number, among: readonly AlertRule[]): WatchStep[] {
  const judged = judgeRules(resource, nowMs, among);
  const holding = new Set(judged.map(({ rule }) => rule));
  const off = [...resource.watches.values()].filter(({ rule }) => among.includes(rule) && !holding.has(rule));
  return [
    ...judged.flatMap((one) => stepOf(resource, one, nowMs)),
    ...off.map((row) => ({ ...keyOf(resource, row), watch: undefined, ...endOf(row.alertId, "off") })),
  ];
}

function stepOf(resource: Subject, judged: Judged, nowMs: number): WatchStep[] {
  const row = resource.watches.get(judged.rule) ?? { ...NOTHING, rule: judged.rule };
  const verdict = nextWatch(watchOf(row), judged.seen, judged.patience, nowMs);
  const started = verdict.told === "started" ? begin(resource, judged, verdict.watch) : undefined;
  const watch = rowOf(verdict.watch, started?.id ?? row.alertId, judged.memory ?? row.memory);
  if (isSame(row, watch)) return [];
  const ended = verdict.told === "ended" ? endOf(row.alertId, "cleared") : {};
  return [{ ...keyOf(resource, row), watch, ...(started !== undefined && { started }), ...ended }];
}

function begin(
  { kind, name, clusterId }: Subject,
  { seen }: Judged,
  watch: Watch | undefined,
): NonNullable<WatchStep["started"]> {
  const message = seen.is === "so" ? plain(seen.message) : "";
  return { id: newId(), kind, resourceName: name, clusterId, message, sinceMs: watch?.sinceMs ?? 0 };
}

/** Words of a cluster may hold anything: what no mail shows, and NUL, with which Postgres would refuse all that is told of the cluster. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .slice(0, MESSAGE_CHARACTERS_MAX)
    .toWellFormed();
}

function watchOf({ sinceMs, clearSinceMs, alertId }: WatchRow): Watch | undefined {
  if (sinceMs === null) return undefined;
  return { sinceMs, clearSinceMs: clearSinceMs ?? undefined, isOpen: alertId !== null };
}

function rowOf(watch: Watch | undefined, openId: string | null, memory: unknown): WatchStep["watch"] {
  if (watch === undefined)
    return memory === null ? undefined : { sinceMs: null, clearSinceMs: null, alertId: null, memory };
  const { sinceMs, clearSinceMs = null, isOpen } = watch;
  return { sinceMs, clearSinceMs, alertId: isOpen ? openId : null, memory };
}

function isSame(row: WatchRow, watch: WatchStep["watch"]): boolean {
  if (watch === undefined) return row.version === NOTHING.version;
  const known = [row.sinceMs, row.clearSinceMs, row.alertId, inOrder(row.memory)];
  const next = [watch.sinceMs, watch.clearSinceMs, watch.alertId, inOrder(watch.memory)];
  return row.version > NOTHING.version && JSON.stringify(known) === JSON.stringify(next);
}

/** Postgres keeps the members of JSON in an order of its own. */
function inOrder(memory: unknown): unknown {
  if (memory === null || typeof memory !== "object" || Array.isArray(memory)) return memory;
  return Object.entries(memory)
    .map(([name, value]) => [name, inOrder(value)])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}

function keyOf(
  { id }: Subject,
  { rule, version }: Pick<WatchRow, "rule" | "version">,
): Pick<WatchStep, "resourceId" | "rule" | "version"> {
  return { resourceId: id, rule, version };
}

function endOf(alertId: string | null, reason: string): Pick<WatchStep, "ended"> {
  return alertId === null ? {} : { ended: { alertId, reason } };
}
