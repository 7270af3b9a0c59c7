import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { BaseStatus, Condition } from "../../../contract/resources/conditions.ts";
import { LABELS } from "../../../contract/identity.ts";
import { rootApplicationName } from "../../../render/delivery-names.ts";
import type { Evidence } from "./witnesses.ts";

/** A custom resource of ours, of whatever kind. */
export type OwnObject = KubeObject &
  Readonly<{ kind: string; isUnsettled: boolean; spec?: Readonly<{ cluster?: string }>; status?: BaseStatus }>;

type Part = Readonly<{
  kind?: string;
  name?: string;
  status?: string;
  health?: Readonly<{ status?: string; message?: string }>;
}>;

type Synced = Readonly<{ kind?: string; status?: string; hookPhase?: string; message?: string }>;

/** An Application of Argo CD, as the API server shows it. */
export type Application = KubeObject &
  Readonly<{
    operation?: unknown;
    status?: Readonly<{
      sync?: Readonly<{ status?: string; revision?: string }>;
      health?: Readonly<{ status?: string }>;
      operationState?: Readonly<{
        phase?: string;
        message?: string;
        retryCount?: number;
        finishedAt?: string;
        syncResult?: Readonly<{ revision?: string; resources?: readonly Synced[] }>;
      }>;
      conditions?: readonly Readonly<{ type?: string; message?: string }>[];
      reconciledAt?: string;
      resources?: readonly Part[];
    }>;
  }>;

/** An ApplicationSet of Argo CD, as the API server shows it. */
export type ApplicationSet = KubeObject &
  Readonly<{
    status?: Readonly<{
      conditions?: readonly Readonly<{
        type?: string;
        status?: string;
        message?: string;
        lastTransitionTime?: string;
      }>[];
    }>;
  }>;

/** What is there at one moment. */
export type PlatformFacts = Readonly<{
  nowMs: number;
  head: string;
  objects: readonly OwnObject[];
  applications: readonly Application[];
  sets: readonly ApplicationSet[];
  /** By record id, what REST would answer from. */
  rows: ReadonlyMap<string, Readonly<{ status: string; generation: string }>>;
  /** Lines of the logs that name any of these words, the newest last. */
  linesOf: (words: readonly string[], countMax: number) => readonly string[];
}>;

const SHORT_MAX = 900;
const WORDS_MAX = 110;
const REFUSAL_MAX = 220;
/** What they say of what is under way stands in the phase. */
const SAID_BY_PHASE = new Set(["Ready", "Stalled", "Drifted"]);
const TOLD_MAX = 12;

/** Tells what had not come to rest: first what the failure names, then what is newest. */
export function tellPlatform(facts: PlatformFacts, failure: string): Evidence {
  const open = facts.objects
    .filter(({ isUnsettled }) => isUnsettled)
    .sort((one, other) => rank(other, failure) - rank(one, failure) || ageOf(other) - ageOf(one));
  const told = new Set<string>();
  const paragraphs = open.slice(0, TOLD_MAX).map((object) => tellObject(facts, object, told));
  const ailing = facts.applications.filter((one) => !told.has(one.metadata.name) && isAiling(one));
  const others = ailing.slice(0, TOLD_MAX).map((one) => tellApplication(facts, one));
  const head = `Git's head ${brief(facts.head)}; ${open.length} not settled, ${ailing.length} other Applications not well`;
  const sets = facts.sets.map((set) => tellSet(facts, set));
  const names = [...open.slice(0, 3).map(namesOf), facts.sets.map(({ metadata }) => metadata.name)];
  const logs = names.flatMap((words) => facts.linesOf(words, 12));
  return {
    short: cut([head, ...paragraphs, ...others].join("\n"), SHORT_MAX),
    full: [head, ...paragraphs, ...others, ...sets, ...logs].join("\n"),
  };
}

/** An Application that is not there is known by its set alone. */
function tellSet({ nowMs }: PlatformFacts, { metadata, status: { conditions = [] } = {} }: ApplicationSet): string {
  const said = conditions.map(({ type, status, message = "", lastTransitionTime = "" }) => {
    const age = Math.round((nowMs - Date.parse(lastTransitionTime)) / 1000);
    return `${type ?? "?"} ${status ?? "?"} for ${age} s "${cut(message, REFUSAL_MAX)}"`;
  });
  return `Set ${metadata.name}: ${said.join(", ") || "says nothing"}`;
}

function rank(object: OwnObject, failure: string): number {
  const id = idOf(object);
  if (id !== "" && failure.includes(id)) return 2;
  return failure.includes(object.metadata.name) ? 1 : 0;
}

function ageOf({ metadata }: OwnObject): number {
  return Date.parse(metadata.creationTimestamp ?? "") || 0;
}

function idOf({ metadata }: OwnObject): string {
  return metadata.labels?.[LABELS.id] ?? "";
}

function namesOf(object: OwnObject): readonly string[] {
  return [idOf(object), object.metadata.uid ?? "", object.status?.handle ?? ""].filter((word) => word !== "");
}

function tellObject(facts: PlatformFacts, object: OwnObject, told: Set<string>): string {
  const { kind, status } = object;
  const words = [
    phaseOf(facts, object),
    generationsOf(facts, object),
    quoted(status?.errorMessage),
    ...(status?.conditions ?? [])
      .filter((one) => one.status !== "True" && !SAID_BY_PHASE.has(one.type))
      .map((one) => tellCondition(facts, one)),
  ];
  const isBrought = kind === "Deployment" || kind === "DatabaseInstance";
  const bringers = isBrought ? [status?.handle ?? "", rootOf(facts, object)] : [];
  return [joined(words), ...tellDelivery(facts, bringers, told)].join("\n");
}

function phaseOf(facts: PlatformFacts, { kind, metadata, status = {} }: OwnObject): string {
  const { phase = "no phase", statusReason = "" } = status;
  const going =
    metadata.deletionTimestamp === undefined ? "" : ` going for ${sinceOf(facts, metadata.deletionTimestamp)}`;
  const shown = `${phase} ${statusReason}`.trimEnd();
  return `${kind} ${metadata.name}${going}: ${shown} for ${sinceOf(facts, status.phaseSince)}`;
}

function generationsOf({ rows }: PlatformFacts, object: OwnObject): string {
  const { observedGeneration = 0, git } = object.status ?? {};
  const row = rows.get(idOf(object));
  const shown = row === undefined ? "none" : `${row.status} gen ${row.generation}`;
  return `gen ${observedGeneration}/${object.metadata.generation ?? 0}, REST ${shown}, commit ${brief(git?.commit)}`;
}

function rootOf({ objects }: PlatformFacts, { metadata, spec }: OwnObject): string {
  const cluster = objects.find((other) => {
    return (
      other.kind === "Cluster" &&
      other.metadata.namespace === metadata.namespace &&
      other.metadata.name === spec?.cluster
    );
  });
  return cluster?.status?.handle === undefined ? "" : rootApplicationName(cluster.status.handle);
}

/** The first that is there: where there is no Application yet, the root brings it. */
function tellDelivery(facts: PlatformFacts, bringers: readonly string[], told: Set<string>): readonly string[] {
  const lines: string[] = [];
  for (const name of bringers) {
    const found = facts.applications.find((one) => one.metadata.name === name);
    if (found === undefined) lines.push(`  no App ${name}`.trimEnd());
    else if (!told.has(name)) lines.push(`  ${tellApplication(facts, found)}`);
    told.add(name);
    if (found !== undefined) break;
  }
  return lines;
}

function tellCondition(facts: PlatformFacts, { type, status, reason, message, lastTransitionTime }: Condition): string {
  return `${type} ${status} ${reason} ${sinceOf(facts, lastTransitionTime)} ${quoted(message)}`.trimEnd();
}

function isAiling({ metadata, status, operation }: Application): boolean {
  if (metadata.deletionTimestamp !== undefined || operation !== undefined) return true;
  return status?.sync?.status !== "Synced" || status.health?.status !== "Healthy";
}

function tellApplication(facts: PlatformFacts, { metadata, operation, status = {} }: Application): string {
  const going = metadata.deletionTimestamp === undefined ? "" : " going";
  const words = [
    `App ${metadata.name}${going}: ${syncOf(status)}`,
    `compared ${sinceOf(facts, status.reconciledAt)} ago${isRefreshing(metadata) ? ", refresh asked" : ""}`,
    `operation${operation === undefined ? "" : " asked for,"} ${tellOperation(status.operationState)}`,
    ...(status.conditions ?? []).map(({ type = "", message = "" }) => `${type} ${quoted(message)}`),
    ...(status.resources ?? []).filter(isAilingPart).slice(0, 3).map(tellPart),
  ];
  return joined(words);
}

type Shown = NonNullable<Application["status"]>;

function syncOf({ sync = {}, health = {} }: Shown): string {
  return `${sync.status ?? "no sync"} ${health.status ?? "no health"} at ${brief(sync.revision)}`;
}

function isRefreshing({ annotations = {} }: Application["metadata"]): boolean {
  return Object.keys(annotations).some((name) => name.endsWith("/refresh"));
}

function tellOperation(state: Shown["operationState"]): string {
  if (state === undefined) return "none";
  const { phase = "", message, retryCount = 0, finishedAt, syncResult = {} } = state;
  const waits = phase === "Running" && finishedAt !== undefined ? " waits" : "";
  return `${phase}${waits} try ${retryCount + 1} of ${brief(syncResult.revision)} ${refusalOf(syncResult) ?? quoted(message)}`;
}

/** What the cluster said of the first is what helps; Argo CD counts. */
function refusalOf({ resources = [] }: Readonly<{ resources?: readonly Synced[] }>): string | undefined {
  const refused = resources.find(({ status, hookPhase }) => status === "SyncFailed" || hookPhase === "Failed");
  return refused && `${refused.kind} ${quoted(refused.message, REFUSAL_MAX)}`;
}

function isAilingPart({ status, health }: Part): boolean {
  return status === "OutOfSync" || (health?.status !== undefined && health.status !== "Healthy");
}

function tellPart({ kind = "", name = "", status = "", health = {} }: Part): string {
  return `${kind}/${name} ${status} ${health.status ?? ""} ${quoted(health.message)}`.trimEnd();
}

function sinceOf({ nowMs }: PlatformFacts, time: string | undefined): string {
  const atMs = Date.parse(time ?? "");
  return Number.isNaN(atMs) ? "?" : `${Math.round((nowMs - atMs) / 1000)} s`;
}

function brief(commit: string | undefined): string {
  return commit === undefined || commit === "" ? "none" : commit.slice(0, 7);
}

function joined(words: readonly string[]): string {
  return words.filter((word) => word !== "").join(", ");
}

function quoted(text = "", lengthMax = WORDS_MAX): string {
  return text === "" ? "" : `"${cut(text.replace(/\s+/g, " "), lengthMax)}"`;
}

function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`;
}
