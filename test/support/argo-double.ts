/**
 * Doubles Argo CD's application-controller as it was measured on Argo CD itself:
 *
 * 1. A refresh annotation, a new Application and a changed spec each start a comparison with the branch's head; the
 *    annotation is taken off afterwards. Nothing else makes it look, until the poll.
 * 2. A root brings the manifests of its folder and prunes none; an empty or missing folder is a ComparisonError.
 * 3. A child that differs from what was last synced is OutOfSync, then syncs by itself if it is `automated`, then is
 *    Progressing, then Healthy. An unrelated commit moves `sync.revision` and nothing else.
 * 4. What somebody changes on a cluster (`drift`) is OutOfSync at the same revision, with the objects, until it is put back:
 *    by itself, which a self-heal that was busy before puts off, or by a sync that is asked for.
 * 5. A Job of an earlier wave is waited for. One that failed fails each further attempt at once, as it is the same Job.
 * 6. A deleted Application with the finalizer takes what it made along, then goes. The garbage collector is doubled with it:
 *    an API server that runs alone keeps whatever is deleted in the foreground.
 */
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../../adapters/kubernetes/kube-error.ts";
import { APPLICATIONS } from "../../adapters/kubernetes/resource-types.ts";
import { sleep, type Clock } from "../../operator/runtime/clock.ts";
import { keepJson } from "./copy-json.ts";
import {
  againOf,
  BACKOFF_MS,
  isCut,
  isManifest,
  isRoot,
  isSet,
  isSyncDue,
  isTerminating,
  lacksValues,
  resultOf,
  stateOf,
  triesOf,
  type Application,
  type Attempt,
  type AwaitedJob,
  type Json,
  type Source,
} from "./argo-application.ts";

/** Shows what is committed. */
export interface DeliveryTree {
  head(): string | undefined;
  read(path: string): string | undefined;
  list(prefix: string): readonly string[];
}

/** Hears what reaches a cluster; `content` is what the sync was made of. */
type ArgoTarget = Readonly<{
  /** Brings what comes before the rest, and tells of the Job that is waited for. */
  awaited?: (cluster: string, namespace: string, content: string) => Promise<AwaitedJob | undefined>;
  deployed?: (cluster: string, namespace: string, content: string) => void | Promise<void>;
  removed?: (cluster: string, namespace: string, application: string) => void | Promise<void>;
}>;

/** The set-up of the double; the times are those of an idle machine. */
type ArgoDoubleOptions = Readonly<{
  client: Pick<KubeClient, "get" | "list" | "watch" | "create" | "patch">;
  tree: DeliveryTree;
  clock: Clock;
  namespace: string;
  target?: ArgoTarget;
  compareMs?: number;
  syncMs?: number;
  healthMs?: number;
  pollMs?: number;
  /** Tells whether a sync of an Application is to fail. */
  fails?: (name: string) => boolean;
  /** Tells whether an attempt of it is to fail, so that it waits for the next one. */
  retries?: (name: string) => boolean;
  /** Says why it cannot be compared now. */
  incomparable?: (name: string) => string | undefined;
  /** Says why what it made cannot be deleted now. */
  undeletable?: (name: string) => string | undefined;
  /** Says how what runs fares, when it is not well. */
  ails?: (name: string) => string | undefined;
}>;

type Optional = "fails" | "retries" | "target" | "incomparable" | "undeletable" | "ails";
type Job = { running: boolean; dirty: boolean };

const REFRESH = "argocd.argoproj.io/refresh";
const FINALIZER = "resources-finalizer.argocd.argoproj.io";
const COLLECTED = "foregroundDeletion";
const MANAGER = { fieldManager: "argocd-controller" } as const;
const [JOB_POLL_MS, RETRIES] = [500, 5];

/** Compares, syncs and deletes Applications. */
export class ArgoDouble {
  readonly #options: Required<Omit<ArgoDoubleOptions, Optional>> & Pick<ArgoDoubleOptions, Optional>;
  readonly #jobs = new Map<string, Job>();
  /** What runs on the clusters, by Application uid. */
  readonly #deployed = new Map<string, string>();
  /** What somebody has changed there, and when it is put back by itself. */
  readonly #drifts = new Map<string, Readonly<{ objects: readonly Json[]; healsAtMs: number }>>();
  /** The syncs that wait for a Job, or that one has failed, by Application uid. */
  readonly #attempts = new Map<string, Attempt>();
  readonly #signal = new AbortController();
  /** Tells of which Applications no sync begins by itself: Argo CD forgets some, and puts off what it heals. */
  leaves: (name: string) => boolean = () => false;
  /** The Applications as the watch last showed them. */
  readonly #seen = new Map<string, Application>();

  constructor(options: ArgoDoubleOptions) {
    this.#options = { compareMs: 100, syncMs: 300, healthMs: 200, pollMs: 180_000, ...options };
  }

  /** Follows the Applications until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.#signal.abort(), { once: true });
    void this.#poll(signal);
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch {
        await sleep(this.#options.clock, 200, signal);
      }
    }
  }

  /** Changes objects (`Kind/name`) on a cluster by hand; self-heal comes after so long. */
  async drift(name: string, objects: readonly string[], healsAfterMs: number): Promise<void> {
    const { clock } = this.#options;
    const resources = objects.map((object) => {
      const [kind, called] = object.split("/");
      return { kind, name: called, status: "OutOfSync" };
    });
    this.#drifts.set(name, { objects: resources, healsAtMs: clock.nowMs() + healsAfterMs });
    this.#start(name);
    await sleep(clock, healsAfterMs, this.#signal.signal);
    this.#start(name);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { client, namespace } = this.#options;
    const { items, resourceVersion } = await client.list<Application>(APPLICATIONS, { namespace });
    this.#seen.clear();
    for (const application of items) this.#consider(application);
    const options = { namespace, resourceVersion, timeoutSeconds: 300 };
    for await (const event of client.watch<Application>(APPLICATIONS, options, signal)) {
      if (event.type === "DELETED") this.#seen.delete(event.object.metadata.name);
      else if (event.type !== "BOOKMARK") this.#consider(event.object);
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.#options.clock, this.#options.pollMs, signal);
      if (signal.aborted) return;
      for (const name of this.#seen.keys()) this.#start(name);
    }
  }

  #consider(application: Application): void {
    const { metadata, status, spec, operation } = application;
    this.#seen.set(metadata.name, application);
    const asked =
      metadata.annotations?.[REFRESH] !== undefined || metadata.deletionTimestamp !== undefined || isSet(operation);
    const compared = (status?.sync?.comparedTo as { source?: unknown } | undefined)?.source;
    if (asked || JSON.stringify(compared) !== JSON.stringify(spec.source)) this.#start(metadata.name);
  }

  #start(name: string): void {
    const job = this.#jobs.get(name) ?? { running: false, dirty: false };
    this.#jobs.set(name, job);
    job.dirty = true;
    if (job.running) return;
    job.running = true;
    void this.#work(name, job);
  }

  async #work(name: string, job: Job): Promise<void> {
    while (job.dirty && !this.#signal.signal.aborted) {
      job.dirty = false;
      await this.#pause(this.#options.compareMs);
      try {
        await this.#pass(name);
      } catch (error) {
        if (!isNotFound(error)) job.dirty = true;
        if (!isConflict(error) && !isNotFound(error)) await this.#pause(200);
      }
    }
    job.running = false;
    this.#jobs.delete(name);
  }

  async #pass(name: string): Promise<void> {
    const { client, namespace } = this.#options;
    const application = await client.get<Application>(APPLICATIONS, { namespace, name });
    if (application === undefined || this.#signal.signal.aborted) return;
    if (isTerminating(application)) return this.#terminate(application);
    if (application.metadata.deletionTimestamp !== undefined) return this.#remove(application);
    await this.#compareAndSync(application);
  }

  async #compareAndSync(application: Application): Promise<void> {
    const { metadata } = application;
    const { source, destination } = application.spec;
    const wanted = this.#wanted(source);
    const before = this.#deployed.get(metadata.uid ?? "");
    const trouble = this.#options.incomparable?.(metadata.name);
    const content = trouble === undefined ? wanted.content : undefined;
    const sync = this.#compare(application, content, before);
    await this.#status(application, {
      sync: { status: sync, revision: wanted.revision, comparedTo: { source, destination } },
      health: this.#health(application, before),
      conditions: this.#conditions(application, trouble ?? wanted.error),
      reconciledAt: this.#stamp(),
      resources: this.#drifts.get(metadata.name)?.objects,
    });
    if (content === undefined || this.#isHeld(application, content)) return;
    if (isSyncDue(application, sync) || isCut(application)) await this.#sync(application, content, wanted.revision);
  }

  /** Out of sync, and yet no sync begins: somebody's change heals later, a next attempt is not due, the last one has failed. */
  #isHeld(application: Application, content: string): boolean {
    const { name, uid } = application.metadata;
    const { againAtMs = againOf(application), content: tried } = this.#attempts.get(String(uid)) ?? {};
    const { finishedAt, phase } = stateOf(application);
    if (isSet(application.operation)) return finishedAt !== undefined && againAtMs > this.#options.clock.nowMs();
    const { healsAtMs = 0 } = this.#drifts.get(name) ?? {};
    return this.leaves(name) || (phase === "Failed" && tried === content) || healsAtMs > this.#options.clock.nowMs();
  }

  #fares(name: string): string {
    return this.#options.ails?.(name) ?? "Healthy";
  }

  /** The time of a health is that of its last change. */
  #health({ metadata, status }: Application, deployed: string | undefined): Json {
    const now = deployed === undefined ? "Missing" : this.#fares(metadata.name);
    return status?.health?.status === now ? status.health : { status: now, lastTransitionTime: this.#stamp() };
  }

  /** What is said once more keeps its time. */
  #conditions({ status }: Application, error: string): Json[] {
    if (error === "") return [];
    const known = status?.conditions?.find(({ message }) => message === error);
    return [known ?? { type: "ComparisonError", message: error, lastTransitionTime: this.#stamp() }];
  }

  async #sync(application: Application, content: string, revision: string): Promise<void> {
    const { name, uid = "" } = application.metadata;
    const waiting = this.#attempts.get(uid);
    if (isCut(application) && waiting !== undefined) return this.#advance(application, waiting);
    const operation = isSet(application.operation) ? application.operation : { sync: { revision } };
    const tries = triesOf(application);
    const anew = { finishedAt: null, retryCount: tries || null, syncResult: null };
    const begun = { phase: "Running", operation, startedAt: this.#stamp(), ...anew };
    await this.#status(application, { operationState: begun }, { operation: null });
    await this.#pause(this.#options.syncMs);
    if (this.#options.retries?.(name) === true) {
      const message = "ComparisonError: Failed to load target state. Retrying attempt #1 at 3:04PM.";
      const waiting = { phase: "Running", message, operation, finishedAt: this.#stamp(), retryCount: 1 };
      return this.#status(application, { operationState: { ...waiting, syncResult: { revision } } }, { operation });
    }
    if (this.#options.fails?.(name) === true) {
      const operationState = {
        phase: "Failed",
        message: "one or more objects failed to apply",
        operation,
        syncResult: { revision },
      };
      return this.#status(application, { operationState });
    }
    await this.#advance(application, { content, revision, tries });
  }

  /** Goes on with a sync: what has a Job before it waits for that. */
  async #advance(application: Application, attempt: Attempt): Promise<void> {
    const { source, destination } = application.spec;
    const { name = "", namespace = "" } = destination;
    const job = isRoot(source) ? undefined : await this.#options.target?.awaited?.(name, namespace, attempt.content);
    if (job?.phase === "Running") return this.#wait(application, attempt, job);
    return job?.phase === "Failed" ? this.#fail(application, attempt, job) : this.#finish(application, attempt, job);
  }

  async #wait(application: Application, attempt: Attempt, job: AwaitedJob): Promise<void> {
    const { name, uid = "" } = application.metadata;
    this.#attempts.set(uid, attempt);
    const message = `waiting for completion of hook batch/Job/${job.name}`;
    const operationState = { phase: "Running", message, syncResult: resultOf(attempt, job) };
    if (application.status?.operationState?.["message"] !== message)
      await this.#status(application, { operationState });
    void this.#startLater(name, JOB_POLL_MS);
  }

  async #fail(application: Application, { content, revision, tries }: Attempt, job: AwaitedJob): Promise<void> {
    const { name, uid = "" } = application.metadata;
    const isLast = tries >= RETRIES;
    const againAtMs = this.#options.clock.nowMs() + BACKOFF_MS * 2 ** tries;
    this.#attempts.set(uid, { content, revision, tries: tries + 1, ...(isLast ? {} : { againAtMs }) });
    const operation = { sync: { revision } };
    const message = "one or more synchronization tasks completed unsuccessfully";
    const ended = { phase: isLast ? "Failed" : "Running", message, operation, finishedAt: this.#stamp() };
    const operationState = { ...ended, retryCount: tries + 1, syncResult: resultOf({ revision }, job) };
    await this.#status(application, { operationState }, { operation: isLast ? null : operation });
    if (!isLast) void this.#startLater(name, BACKOFF_MS * 2 ** tries);
  }

  async #startLater(name: string, ms: number): Promise<void> {
    await this.#pause(ms);
    this.#start(name);
  }

  async #finish(application: Application, { content, revision }: Attempt, job: AwaitedJob | undefined): Promise<void> {
    const { name, uid = "" } = application.metadata;
    const { source, destination } = application.spec;
    this.#attempts.delete(uid);
    await this.#deploy(application, content);
    this.#deployed.set(uid, content);
    const mended = this.#drifts.delete(name) ? { resources: [] } : {};
    const sync = { status: "Synced", revision, comparedTo: { source, destination } };
    const syncResult = job === undefined ? { revision } : resultOf({ revision }, job);
    const operationState = { phase: "Succeeded", message: "successfully synced", syncResult };
    await this.#status(application, {
      ...mended,
      sync,
      operationState,
      health: { status: isRoot(source) ? "Healthy" : "Progressing", lastTransitionTime: this.#stamp() },
    });
    if (isRoot(source)) return;
    await this.#pause(this.#options.healthMs);
    await this.#status(application, { health: { status: this.#fares(name), lastTransitionTime: this.#stamp() } });
  }

  async #terminate(application: Application): Promise<void> {
    this.#attempts.delete(application.metadata.uid ?? "");
    const operationState = { phase: "Failed", message: "Operation terminated" };
    return this.#status(application, { operationState }, { operation: null });
  }

  async #deploy(application: Application, content: string): Promise<void> {
    const { source, destination } = application.spec;
    if (isRoot(source)) return this.#applyChildren(application);
    const { name = "", namespace = "" } = destination;
    await this.#options.target?.deployed?.(name, namespace, content);
  }

  #whyHeld({ metadata: { name, finalizers = [] } }: Application): string | undefined {
    return finalizers.includes(FINALIZER) ? this.#options.undeletable?.(name) : undefined;
  }

  async #remove(application: Application): Promise<void> {
    // What is deleted waits for its operation, until somebody ends that.
    if (isSet(application.operation)) return;
    const { finalizers = [], name } = application.metadata;
    const rest = finalizers.filter((finalizer) => ![FINALIZER, COLLECTED].includes(finalizer));
    if (rest.length === finalizers.length) return;
    const held = this.#whyHeld(application);
    if (held !== undefined) {
      const conditions = [{ type: "DeletionError", message: held, lastTransitionTime: this.#stamp() }];
      return this.#status(application, { conditions });
    }
    if (finalizers.includes(FINALIZER)) await this.#cascade(application);
    await this.#patch(name, { metadata: { finalizers: rest } });
  }

  async #cascade({ metadata, spec: { destination } }: Application): Promise<void> {
    await this.#pause(this.#options.syncMs);
    await this.#options.target?.removed?.(destination.name ?? "", destination.namespace ?? "", metadata.name);
    this.#deployed.delete(metadata.uid ?? "");
  }

  /** What the source comes to at the head; without content it cannot be compared. */
  #wanted(source: Source): { content: string | undefined; revision: string; error: string } {
    const { tree } = this.#options;
    if (source.chart !== undefined)
      return { content: JSON.stringify(source), revision: source.targetRevision ?? "", error: "" };
    const revision = tree.head() ?? "";
    const path = source.path ?? "";
    const folder = tree.list(`${path}/`);
    const values = (source.helm?.valueFiles ?? []).map((file) => tree.read(file.slice(1)));
    if (folder.length === 0) return { content: undefined, revision, error: `${path}: app path does not exist` };
    if (lacksValues(source, values)) return { content: undefined, revision, error: "a values file does not exist" };
    return {
      content: JSON.stringify([path, isRoot(source) ? folder.filter(isManifest) : values]),
      revision,
      error: "",
    };
  }

  #compare(application: Application, wanted: string | undefined, deployed: string | undefined): string {
    if (wanted === undefined) return "Unknown";
    const differs = this.#drifts.has(application.metadata.name) || this.#childrenDiffer(application);
    return deployed === wanted && !differs ? "Synced" : "OutOfSync";
  }

  #childrenDiffer(application: Application): boolean {
    if (!isRoot(application.spec.source)) return false;
    return this.#children(application).some(({ metadata, spec }) => {
      const found = this.#seen.get(metadata.name);
      return found === undefined || JSON.stringify(found.spec) !== JSON.stringify(spec);
    });
  }

  async #applyChildren(root: Application): Promise<void> {
    const { client, namespace } = this.#options;
    for (const manifest of this.#children(root)) {
      const { name } = manifest.metadata;
      const found = this.#seen.get(name);
      if (found === undefined) await this.#create(manifest);
      else if (
        found.metadata.deletionTimestamp === undefined &&
        JSON.stringify(found.spec) !== JSON.stringify(manifest.spec)
      ) {
        const body = [{ op: "replace", path: "/spec", value: manifest.spec }];
        await client.patch(APPLICATIONS, { namespace, name }, { kind: "json", body }, MANAGER);
      }
    }
  }

  async #create(manifest: Application): Promise<void> {
    try {
      await this.#options.client.create(APPLICATIONS, manifest, MANAGER);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  #children({ spec }: Application): Application[] {
    const { tree } = this.#options;
    const paths = tree.list(`${spec.source.path ?? ""}/`).filter(isManifest);
    return paths.map((path) => readManifest(tree.read(path) ?? ""));
  }

  async #status({ metadata, status: before }: Application, status: Json, more: Json = {}): Promise<void> {
    const known = before?.sync?.comparedTo;
    const { comparedTo = known } = (status["sync"] ?? {}) as { comparedTo?: unknown };
    // A merge patch takes no member away: what was compared with is replaced as a whole.
    // An API server hands the members back in an order of its own.
    if (known !== undefined && !isDeepStrictEqual(known, comparedTo))
      await this.#patch(metadata.name, { status: { sync: { comparedTo: null } } });
    return this.#patch(metadata.name, { metadata: { annotations: { [REFRESH]: null } }, status, ...more });
  }

  async #patch(name: string, body: Json): Promise<void> {
    if (this.#signal.signal.aborted) return;
    const { client, namespace } = this.#options;
    await client.patch(APPLICATIONS, { namespace, name }, { kind: "merge", body }, MANAGER);
  }

  #pause(ms: number): Promise<void> {
    return sleep(this.#options.clock, ms, this.#signal.signal);
  }

  #stamp(): string {
    return new Date(this.#options.clock.nowMs()).toISOString().replace(/\.\d+Z$/, "Z");
  }
}

/** What manifests say, read once each: a root is compared again and again, and few of its children differ. */
const manifests = new Map<string, Application>();
const MANIFESTS_MAX = 1_000;

function readManifest(text: string): Application {
  const manifest = manifests.get(text) ?? keepJson(parse(text) as Application);
  if (manifests.size >= MANIFESTS_MAX) manifests.clear();
  manifests.set(text, manifest);
  return manifest;
}
