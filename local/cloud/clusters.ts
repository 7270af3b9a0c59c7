/*
 * The clusters of the simulated cloud. A request only changes the record; one worker per cluster brings the world there,
 * as often as it takes, also after a restart:
 * 1. Wanted: start the processes, then step the machines until they are all there and ready.
 * 2. Unwanted: stop the processes, remove keys, files and ports, forget the record.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { LocalCluster, LocalClusterSpec } from "../../adapters/providers/local-cloud-protocol.ts";
import type { ServedCluster } from "../apps/published-routes.ts";
import { decidePoolSize, type IdleSince } from "./autoscaler.ts";
import {
  removeClusterData,
  replaceControlPlane,
  startClusterProcesses,
  stopClusterProcesses,
} from "./cluster-processes.ts";
import { assertChangeable, assertVersion, isUpgradeOnly, needsMachines } from "./cluster-changes.ts";
import type { ClusterPlan, Machinery, StartedCluster } from "./cluster-processes.ts";
import type { ClusterRecord, ClusterStore } from "./cluster-store.ts";
import type { Faults } from "./faults.ts";
import { deleteNode, observeNodes, stepNodes, toLocalNode, type SeenNode } from "./nodes.ts";
import { stepKubelets } from "./node-upgrades.ts";
import { Refusal } from "./refusal.ts";
import { Turns } from "./turns.ts";

type Running = {
  started?: StartedCluster;
  /** Version of the control plane that runs. */
  version?: string;
  reason: string;
  settled: boolean;
  busy: boolean;
  dirty: boolean;
  idleSince: IdleSince;
};

const STEP_MS = 200;
const FOLLOW_MS = 1_000;
/** A control plane keeps a processor busy while it starts; with more at once none of them is ready in time. */
const STARTS_MAX = 2;

/** Keeps every recorded cluster on its way to what its record says. */
export class Clusters {
  readonly #machinery: Machinery;
  readonly #store: ClusterStore;
  readonly #faults: Faults;
  readonly #running = new Map<string, Running>();
  readonly #stopped = new AbortController();
  readonly #turns = new Turns(STARTS_MAX);
  /** One request at a time: it takes a moment to choose a new cluster's addresses. */
  readonly #puts = new Turns(1);

  constructor(machinery: Machinery, store: ClusterStore, faults: Faults) {
    this.#machinery = machinery;
    this.#store = store;
    this.#faults = faults;
  }

  /** Takes up every recorded cluster again. */
  resume(): void {
    for (const { handle } of this.#store.list()) this.#wake(handle);
  }

  /** Ends the workers; the processes are the supervisor's to stop. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Records what a cluster shall be; the same again changes nothing, except that it retries a failed one. */
  async put(handle: string, spec: LocalClusterSpec): Promise<LocalCluster> {
    await this.#puts.take(() => this.#put(handle, spec));
    return this.get(handle);
  }

  async #put(handle: string, spec: LocalClusterSpec): Promise<void> {
    const known = this.#store.get(handle);
    if (known) assertChangeable(known, spec);
    else this.#faults.assertRoom(this.#store.list().length);
    if (needsMachines(known, spec)) this.#assertInStock(spec.server_type);
    const record = { ...(known ?? (await this.#createRecord(handle, spec))), spec, failed: undefined };
    assertVersion(spec, record.network);
    if (known?.failed !== undefined || JSON.stringify(known?.spec) !== JSON.stringify(spec)) {
      await this.#store.put(record);
      if (!isUpgradeOnly(known, spec)) this.#unsettle(handle);
      this.#wake(handle);
    }
  }

  async #createRecord(handle: string, spec: LocalClusterSpec): Promise<ClusterRecord> {
    const { settings, realNodes } = this.#machinery;
    const taken = this.#store.list().flatMap(({ network }) => network ?? []);
    const network = settings.nodes === "simulated" ? undefined : await realNodes.chooseNumber(taken);
    return { handle, spec, adminToken: randomBytes(24).toString("hex"), deleting: false, network };
  }

  #unsettle(handle: string): void {
    const running = this.#running.get(handle);
    if (running) running.settled = false;
  }

  #assertInStock(serverType: string): void {
    if (this.#faults.isSoldOut(serverType)) throw new Refusal("sold_out", `Server type ${serverType} is sold out`);
  }

  /** Tells what a cluster is now. */
  async get(handle: string): Promise<LocalCluster> {
    const record = this.#store.get(handle);
    if (!record) throw new Refusal("not_found", `There is no cluster ${handle}`);
    return this.#describe(record);
  }

  /** Tells what all clusters are now. */
  list(): Promise<LocalCluster[]> {
    return Promise.all(this.#store.list().map((record) => this.#describe(record)));
  }

  /** Lists the clusters whose API servers run. */
  listServed(): readonly ServedCluster[] {
    return this.#store.list().flatMap(({ handle, network }) => {
      const access = this.#running.get(handle)?.started?.access;
      return access === undefined ? [] : [{ handle, isReal: network !== undefined, access }];
    });
  }

  /** Records that a cluster shall go. */
  async remove(handle: string): Promise<void> {
    const record = this.#store.get(handle);
    if (!record) throw new Refusal("not_found", `There is no cluster ${handle}`);
    await this.#store.put({ ...record, deleting: true });
    this.#wake(handle);
  }

  /** Removes one machine; its pool makes another when it is short of one then. */
  async removeNode(handle: string, name: string): Promise<void> {
    const access = this.#running.get(handle)?.started?.access;
    const gone = new Refusal("not_found", `There is no machine ${name} of cluster ${handle}`);
    if (!this.#store.get(handle) || !name.startsWith(`${handle}-`)) throw gone;
    if (!access) throw new Refusal("conflict", `Cluster ${handle} does not run`);
    if (!(await deleteNode(access, name))) throw gone;
    this.#wake(handle);
  }

  async #describe(record: ClusterRecord): Promise<LocalCluster> {
    const running = this.#running.get(record.handle);
    const { access } = running?.started ?? {};
    const nodes = access ? await observeNodes(access).catch((): SeenNode[] => []) : [];
    const state = deriveState(record, running, nodes);
    return {
      handle: record.handle,
      spec: record.spec,
      state,
      reason: state === "running" ? "" : reasonOf(record, running),
      ...(access && { server: access.server, ca_data: toBase64(access.caPem), admin_token: access.token }),
      kubernetes_version: running?.version ?? record.spec.kubernetes_version,
      nodes: nodes.map(toLocalNode),
    };
  }

  /** Starts the worker of a cluster, or tells the running one that there is more to do. */
  #wake(handle: string): void {
    const running = this.#running.get(handle) ?? {
      reason: "",
      settled: false,
      busy: false,
      dirty: false,
      idleSince: new Map(),
    };
    this.#running.set(handle, running);
    running.dirty = true;
    if (running.busy) return;
    running.busy = true;
    this.#work(handle, running)
      .catch((error: unknown) => (running.reason = (error as Error).message))
      .finally(() => (running.busy = false))
      .catch(() => undefined);
  }

  async #work(handle: string, running: Running): Promise<void> {
    for (let failures = 0; !this.#stopped.signal.aborted;) {
      running.dirty = false;
      const waitMs = await this.#pass(handle, running).catch((error: unknown) => {
        running.reason = (error as Error).message;
        failures += 1;
        return Math.min(10_000, 250 * 2 ** failures);
      });
      if (waitMs === undefined && !hasMore(running)) return;
      await delay(waitMs ?? 0, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  /** Does one round of work and answers how long to wait before the next; undefined when nothing is left to do. */
  async #pass(handle: string, running: Running): Promise<number | undefined> {
    const record = this.#store.get(handle);
    if (!record || (record.failed !== undefined && !record.deleting)) return undefined;
    if (record.deleting) return this.#tearDown(record, running);
    const { kubernetes_version: version } = record.spec;
    const report = (line: string): void => void (running.reason = line);
    const plan = { handle, adminToken: record.adminToken, version, network: record.network, report };
    report(running.started ? "Waiting for nodes" : "Starting the control plane");
    if (!running.started) {
      if (!(await this.#maybeFail(record))) return undefined;
      report(`Waiting for its turn to start, behind ${this.#turns.waiting} others`);
      const started = await this.#turns.take(() => this.#startUp(plan));
      if (started === undefined) return 0;
      running.started = started;
    } else if (running.version !== version) {
      await replaceControlPlane(this.#machinery, plan, running.started);
    }
    running.version = version;
    return this.#stepMachines(record, running, running.started);
  }

  /** Undefined for one that is not wanted any more now that its turn has come. */
  async #startUp(plan: ClusterPlan): Promise<StartedCluster | undefined> {
    const { handle, report } = plan;
    if (this.#stopped.signal.aborted || this.#store.get(handle)?.deleting !== false) return undefined;
    report("Starting the control plane");
    this.#machinery.report(`${handle}: starting, ${this.#turns.waiting} wait`);
    // What an earlier, failed attempt left running would stand in the way of its own name.
    await stopClusterProcesses(this.#machinery, plan);
    const started = await startClusterProcesses(this.#machinery, plan);
    this.#machinery.report(`${handle}: started`);
    return started;
  }

  /** A cluster that follows its load is never done. */
  async #stepMachines(
    { handle, spec, network }: ClusterRecord,
    running: Running,
    { plane, access }: StartedCluster,
  ): Promise<number | undefined> {
    const present = await observeNodes(access);
    const report = (line: string): void => void (running.reason = line);
    if (network !== undefined)
      await this.#machinery.realNodes.follow({ handle, number: network, plane, access }, present, report);
    const pool = present.filter((node) => node.server_type === spec.server_type);
    const { idleSince } = running;
    const size = await decidePoolSize(access, { spec, pool, idleSince, nowMs: Date.now() });
    const placed = await stepNodes(access, { handle, spec, present, size, network });
    // What is made anew has the version already, and real ones have but one.
    const kubeletVersion = `v${spec.kubernetes_version.replace(/^v/, "")}`;
    const isOfVersion = network !== undefined || (placed && (await stepKubelets(access, { present, kubeletVersion })));
    const complete = placed && isOfVersion;
    running.settled ||= complete;
    if (!complete) return STEP_MS;
    return spec.autoscaling === null ? undefined : FOLLOW_MS;
  }

  async #maybeFail(record: ClusterRecord): Promise<boolean> {
    try {
      await this.#faults.meet("provision");
      return true;
    } catch (error) {
      await this.#store.put({ ...record, failed: (error as Error).message });
      return false;
    }
  }

  async #tearDown(record: ClusterRecord, running: Running): Promise<undefined> {
    const { handle } = record;
    running.reason = "Removing the cluster";
    await stopClusterProcesses(this.#machinery, record);
    await removeClusterData(this.#machinery, handle);
    running.started = undefined;
    this.#running.delete(handle);
    await this.#store.remove(handle);
  }
}

/** A request may have marked the cluster while the pass was under way. */
function hasMore({ dirty }: Running): boolean {
  return dirty;
}

function reasonOf({ failed }: ClusterRecord, running: Running | undefined): string {
  return failed ?? running?.reason ?? "";
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function deriveState(
  record: ClusterRecord,
  running: Running | undefined,
  nodes: readonly SeenNode[],
): LocalCluster["state"] {
  if (record.deleting) return "deleting";
  if (record.failed !== undefined) return "failed";
  const pool = nodes.filter((node) => node.ready && node.server_type === record.spec.server_type);
  return running?.settled && pool.length > 0 ? "running" : "creating";
}
