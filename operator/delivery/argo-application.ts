import { hash } from "node:crypto";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { LABELS } from "../../contract/identity.ts";
import { isMap } from "../../contract/json.ts";

/** What we read of an Argo CD Application; the cache keeps nothing else of it. */
export type ArgoApplication = KubeObject &
  Readonly<{
    /** Fingerprint of project, source, destination, sync policy and ignored differences. */
    specPrint: string;
    sourcePrint: string;
    /** Whether its source is a chart of its own, whose revision is a version and no commit. */
    fromChart: boolean;
    automated: boolean;
    syncOptions: readonly string[];
    hasOperation: boolean;
    sync: string;
    revision: string;
    /** Fingerprint of the source that the last comparison was made with. */
    comparedPrint: string;
    health: string;
    healthSince: string | undefined;
    operation: ArgoOperation | undefined;
    error: Readonly<{ type: string; message: string; since: string | undefined }> | undefined;
    deletionError: string;
    images: readonly string[];
    drift: ArgoDrift;
    /** Version of the chart that is on the cluster, as far as Argo CD knows; kept of the bundle's Applications only. */
    foundVersion: string;
  }>;

/** Objects that are out of sync: a few of them, and how many there are. */
type ArgoDrift = Readonly<{ objects: readonly string[]; count: number }>;

/** The last operation of an Application. */
export type ArgoOperation = Readonly<{
  phase: string;
  message: string;
  revision: string;
  kick: string;
  /** Whether it runs though an attempt of it has failed: the next one is made at the branch's newest revision. */
  retrying: boolean;
  /** Whether that next attempt is yet to come. */
  waiting: boolean;
  /** The Job that it waits for, or that has failed it. */
  job?: Readonly<{ name: string; hasFailed: boolean }>;
}>;

/** Names the entry of an operation's info that says for which content we asked for it. */
export const KICK_INFO = "hosting.berth.dev/content";

type Raw = Record<string, unknown>;
const ERROR_TYPES = new Set(["ComparisonError", "InvalidSpecError", "UnknownError", "SyncError"]);
const MESSAGE_MAX = 700;

/** Keeps of an Application what is read here: thousands of them stay in memory. */
export function slimApplication(object: ArgoApplication): ArgoApplication {
  const raw = object as unknown as Raw;
  if (typeof raw["specPrint"] === "string") return object;
  const spec = at(raw, "spec");
  const status = at(raw, "status");
  const source = spec["source"];
  const { name, namespace, uid, resourceVersion, labels, annotations, finalizers, deletionTimestamp } = object.metadata;
  const conditions = list(status["conditions"]);
  return {
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      labels,
      annotations: refreshOnly(annotations),
      finalizers,
      deletionTimestamp,
    },
    specPrint: specFingerprint(spec),
    sourcePrint: fingerprint(source),
    fromChart: typeof at(spec, "source")["chart"] === "string",
    automated: "automated" in at(spec, "syncPolicy"),
    syncOptions: list(at(spec, "syncPolicy")["syncOptions"]) as unknown as readonly string[],
    hasOperation: raw["operation"] !== undefined && raw["operation"] !== null,
    sync: text(at(status, "sync")["status"]),
    revision: text(at(status, "sync")["revision"]),
    comparedPrint: fingerprint(at(at(status, "sync"), "comparedTo")["source"]),
    health: text(at(status, "health")["status"]),
    healthSince: optionalText(at(status, "health")["lastTransitionTime"]),
    operation: slimOperation(status["operationState"]),
    error: firstError(conditions, typeof at(spec, "source")["chart"] === "string"),
    deletionError: text(conditions.find((condition) => condition["type"] === "DeletionError")?.["message"]).slice(
      0,
      MESSAGE_MAX,
    ),
    images: (list(at(status, "summary")["images"]) as readonly unknown[])
      .filter((image) => typeof image === "string")
      .slice(0, 5),
    drift: slimDrift(list(status["resources"])),
    foundVersion: labels?.[LABELS.component] === undefined ? "" : foundVersion(status),
  };
}

/** Tells whether an Application is a component of the bundle; those are the ApplicationSet's, not a deployment's. */
export function isOfBundle({ metadata }: KubeObject): boolean {
  return metadata.labels?.[LABELS.component] !== undefined;
}

/** Tells whether two versions of an Application say the same: a refresh that was asked for, or is over, is nobody's news. */
export function isAlike(one: ArgoApplication, other: ArgoApplication): boolean {
  return saidBy(one) === saidBy(other);
}

function saidBy({ metadata, ...said }: ArgoApplication): string {
  const { uid, labels, finalizers, deletionTimestamp } = metadata;
  return JSON.stringify([said, uid, labels, finalizers, deletionTimestamp]);
}

/** Tells whether an operation runs or is asked for. */
export function isOperating({ hasOperation, operation }: ArgoApplication): boolean {
  return hasOperation || operation?.phase === "Running" || operation?.phase === "Terminating";
}

/** Tells whether an Application is compared or synced as it should, and nothing of it asks for a step of ours before that is over. */
export function isOnItsWay(application: ArgoApplication): boolean {
  const { metadata, error, deletionError, operation, automated, sync } = application;
  if (metadata.deletionTimestamp !== undefined || error !== undefined || deletionError !== "") return false;
  if (operation !== undefined && !isPlain(operation)) return false;
  return isOperating(application) || (automated && sync === "OutOfSync");
}

/** Tells whether nothing stands in the way of an operation that runs, or of the one that follows it. */
function isPlain({ phase, job, retrying, waiting }: ArgoOperation): boolean {
  return job === undefined && !retrying && !waiting && !["Terminating", "Failed", "Error"].includes(phase);
}

/** Tells whether an attempt is under way: the next one of an operation that is retried takes what the branch says then. */
export function isAttempting(application: ArgoApplication): boolean {
  return isOperating(application) && application.operation?.waiting !== true;
}

/** Tells whether a deletion waits for an operation: while there is one, Argo CD deletes nothing of what was made. */
export function isHeldUp({ metadata, hasOperation, operation }: ArgoApplication): boolean {
  return metadata.deletionTimestamp !== undefined && hasOperation && operation?.phase === "Running";
}

/** Fingerprints what of an Application's spec decides what is deployed where, and how: an autoscaler's number is let be. */
export function specFingerprint(spec: unknown): string {
  const { project, source, destination, syncPolicy, ignoreDifferences } = isMap(spec) ? spec : {};
  return fingerprint({ project, source, destination, syncPolicy, ignoreDifferences });
}

/** Prints of what was fingerprinted last, by its text as it came: of an Application that syncs each version says the same. */
const prints = new Map<string, string>();
const PRINTS_MAX = 1_000;

/** Fingerprints a value; members that Go's JSON leaves out when empty make no difference. */
export function fingerprint(value: unknown): string {
  const text = value === undefined ? "" : JSON.stringify(value);
  const known = prints.get(text);
  if (known !== undefined) return known;
  const print = hash("sha256", text === "" ? "" : JSON.stringify(canonical(value))).slice(0, 24);
  if (prints.size >= PRINTS_MAX) prints.clear();
  prints.set(text, print);
  return print;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isMap(value)) return value;
  const members: [string, unknown][] = [];
  for (const name of Object.keys(value).sort()) {
    const member = canonical(value[name]);
    if (!isEmpty(member)) members.push([name, member]);
  }
  // One that is named __proto__ is a member, too.
  return Object.fromEntries(members);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) && Object.keys(value).length === 0;
}

const NO_DRIFT: ArgoDrift = { objects: [], count: 0 };
const DRIFTED_MAX = 20;
const DRIFTED_LENGTH_MAX = 600;

/** Claims that nothing means any more stay on purpose, and are no difference. */
function slimDrift(resources: readonly Raw[]): ArgoDrift {
  const differ = resources.filter(
    ({ status, kind, requiresPruning }) =>
      status === "OutOfSync" && !(kind === "PersistentVolumeClaim" && requiresPruning === true),
  );
  if (differ.length === 0) return NO_DRIFT;
  const objects: string[] = [];
  for (const { kind, name } of differ.slice(0, DRIFTED_MAX)) {
    objects.push(`${text(kind)}/${text(name)}`);
    if (objects.join(", ").length > DRIFTED_LENGTH_MAX) break;
  }
  return { objects, count: differ.length };
}

function slimOperation(value: unknown): ArgoOperation | undefined {
  if (!isMap(value)) return undefined;
  const sync = at(at(value, "operation"), "sync");
  const info = list(at(value, "operation")["info"]).find((entry) => entry["name"] === KICK_INFO);
  return {
    phase: text(value["phase"]),
    message: operationMessage(value).slice(0, MESSAGE_MAX),
    revision: text(at(value, "syncResult")["revision"]) || text(sync["revision"]),
    kick: text(info?.["value"]),
    retrying: value["phase"] === "Running" && Number(value["retryCount"] ?? 0) > 0,
    // Argo CD says it so: it runs, and has finished.
    waiting: value["phase"] === "Running" && optionalText(value["finishedAt"]) !== undefined,
    ...awaitedJob(list(at(value, "syncResult")["resources"])),
  };
}

/** One that was refused is none that runs, and one that is pruned has had its time. */
function awaitedJob(results: readonly Raw[]): Pick<ArgoOperation, "job"> {
  const found = results.find(({ group, kind, status, hookPhase }) => {
    return group === "batch" && kind === "Job" && status === "Synced" && hookPhase !== "Succeeded";
  });
  return found === undefined ? {} : { job: { name: text(found["name"]), hasFailed: found["hookPhase"] !== "Running" } };
}

/** Argo CD counts what failed; what the cluster said of the first is what helps. */
function operationMessage(operation: Raw): string {
  const failed = list(at(operation, "syncResult")["resources"]).find(({ status }) => status === "SyncFailed");
  const message = text(operation["message"]);
  return failed === undefined ? message : `${message}: ${text(failed["kind"])}: ${text(failed["message"])}`;
}

/** What is in sync is there, even when no sync was needed; else what was synced last is. */
function foundVersion(status: Raw): string {
  const sync = at(status, "sync");
  if (text(sync["status"]) === "Synced") return versionOf(at(at(sync, "comparedTo"), "source"));
  return versionOf(at(list(status["history"]).at(-1) ?? {}, "source"));
}

/** Our own charts lie in a folder that is named by their version. */
function versionOf(source: Raw): string {
  const path = text(source["path"]);
  return path === "" ? text(source["targetRevision"]) : path.slice(path.lastIndexOf("/") + 1);
}

const UNREACHED =
  /connection (refused|reset)|dial (tcp|udp)|connect: |\bEOF\b|x509|tls: |TLS handshake|no such host|no route to host|network is unreachable|time(d )?-?out|deadline exceeded|index\.yaml|malformed HTTP|server gave HTTP|status code|: [45][0-9]{2} [A-Z]/;
const OF_REPOSITORY =
  "The chart's repository does not answer within the time-out, or not as one of charts does; look at helm_repo_url.";

/** What a repository that somebody named answers is told to nobody: it could be anything inside of our network. */
function wordsOf(message: string, fromRepository: boolean): string {
  return fromRepository && UNREACHED.test(message) ? OF_REPOSITORY : message;
}

function firstError(conditions: readonly Raw[], fromRepository: boolean): ArgoApplication["error"] {
  const found = conditions.find((condition) => ERROR_TYPES.has(text(condition["type"])));
  if (found === undefined) return undefined;
  return {
    type: text(found["type"]),
    message: wordsOf(text(found["message"]), fromRepository).slice(0, MESSAGE_MAX),
    since: optionalText(found["lastTransitionTime"]),
  };
}

const REFRESH = "argocd.argoproj.io/refresh";

function refreshOnly(annotations: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  const refresh = annotations?.[REFRESH];
  return refresh === undefined ? {} : { [REFRESH]: refresh };
}

function at(value: Raw, name: string): Raw {
  const member = value[name];
  return isMap(member) ? member : {};
}

function list(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? (value as readonly Raw[]) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
