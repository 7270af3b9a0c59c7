/*
 * One database of a tenant cluster, played as CloudNativePG 1.30 would. Each pass, for the Cluster as it is now:
 * 1. Hibernated: the server stops, its data stays.
 * 2. Its data folder is made, or recovered from an archive, once.
 * 3. The server runs with the settings that follow from the Cluster; others restart it.
 * 4. Services, claims and pods are kept beside it; the owner, the database and the extensions inside it.
 * 5. The status says what is.
 */
import { withServerSession } from "../../../adapters/postgres/server-session.ts";
import { fingerprint, readApplicationPassword } from "./application-secret.ts";
import { deriveClusterStatus, hasStatus, PHASES, type InstanceFacts } from "./cluster-status.ts";
import { ArchiveWatch } from "./archive-watch.ts";
import { deriveSettings, fillServer } from "./fill-server.ts";
import { deriveInstancePlan, type ArchiveRef, type InstancePlan, type PostgresCluster } from "./instance-plan.ts";
import type { ObjectStores } from "./object-stores.ts";
import { deriveOwnedObjects } from "./owned-objects.ts";
import { OwnedKeeper } from "./owned-keeper.ts";
import type { InstanceManager } from "./instance-manager.ts";
import type { PostgresServer } from "./postgres-server.ts";
import type { TenantApi } from "./tenant-api.ts";
import { ensureApplication } from "./tune-server.ts";

/** One database's server with the Cluster that asks for it. */
export class PostgresInstance {
  readonly #api: TenantApi;
  readonly #server: PostgresServer;
  readonly #manager: InstanceManager;
  readonly #owned: OwnedKeeper;
  readonly #watch: ArchiveWatch;
  /** Of its Cluster. */
  readonly uid: string;
  /** Where its archive lies; undefined without one. */
  archive: ArchiveRef | undefined;
  lastBackup: InstanceFacts["lastBackup"];
  #failures = 0;
  #lastFault = "";
  #notBeforeMs = 0;
  #serves = false;
  #pass: Promise<void> | undefined;
  #pid: number | undefined;
  #applied = "";
  #known: Pick<InstanceFacts, "timeline" | "systemId" | "version"> = { version: "" };
  #written: Readonly<Record<string, unknown>> | undefined;

  constructor(api: TenantApi, { server, manager }: OpenedInstance, uid: string) {
    this.#api = api;
    this.#server = server;
    this.#manager = manager;
    this.uid = uid;
    this.#owned = new OwnedKeeper(api);
    this.#watch = new ArchiveWatch(server);
  }

  get server(): PostgresServer {
    return this.#server;
  }

  /** Takes one pass for the Cluster as it is now; while one is under way nothing happens. */
  async tend(object: PostgresCluster, stores: ObjectStores): Promise<void> {
    if (this.#pass !== undefined) return;
    this.#written = object.status;
    this.#pass = this.#go(object, stores).finally(() => (this.#pass = undefined));
    await this.#pass;
  }

  /** Tells whether the application's database is there to be worked in. */
  get takesWrites(): boolean {
    return this.#serves && this.#applied !== "";
  }

  /** Resolves when no pass is under way, and none answers for it any more. */
  async rest(): Promise<void> {
    await this.#pass?.catch(() => undefined);
    this.#manager.close();
  }

  async #go(object: PostgresCluster, stores: ObjectStores): Promise<void> {
    let plan: InstancePlan;
    try {
      plan = deriveInstancePlan(object);
    } catch (error) {
      return this.#tell(object, undefined, { phase: PHASES.invalid, phaseReason: (error as Error).message });
    }
    try {
      await this.#bring({ object, plan, stores });
    } catch (error) {
      this.#serves = false;
      await this.#tell(object, plan, await this.#judge(error as Error));
    }
  }

  /** A data folder that cannot be filled is given up after some tries, as a job of CloudNativePG's is. */
  async #judge({ message }: Error): Promise<Pick<InstanceFacts, "phase" | "phaseReason">> {
    if (await this.#server.isComplete()) return { phase: PHASES.waiting, phaseReason: message };
    if (this.#failures < FILLS_MAX) return { phase: PHASES.settingUp, phaseReason: message };
    return { phase: PHASES.unrecoverable, phaseReason: message };
  }

  async #bring({ object, plan, stores }: Task): Promise<void> {
    this.archive = plan.archive;
    if (plan.hibernated) {
      this.#serves = false;
      await this.#server.stop();
      await this.#keepObjects(object, plan);
      return this.#tell(object, plan, { phase: PHASES.healthy });
    }
    if (!(await this.#server.isComplete())) await this.#fill({ object, plan, stores });
    if (await this.#noticeDeath(object, plan)) return;
    await this.#run({ object, plan, stores });
    await this.#keepObjects(object, plan);
    if (!plan.follows && (await this.#server.isFollower())) await this.#promote(object, plan);
    await this.#tune(object, plan);
    this.#serves = true;
    const archiving = plan.archive && (await this.#watch.look());
    await this.#tell(object, plan, { phase: PHASES.healthy, serving: true, archiving, lastBackup: this.lastBackup });
  }

  async #fill({ object, plan, stores }: Task): Promise<void> {
    if (this.#failures >= FILLS_MAX) throw new Error(this.#lastFault);
    if (performance.now() < this.#notBeforeMs) throw new Error(this.#lastFault);
    await this.#tell(object, plan, { phase: PHASES.settingUp, phaseReason: this.#lastFault });
    await this.#keepObjects(object, plan);
    try {
      await fillServer(this.#server, plan, { stores, namespace: object.metadata.namespace });
    } catch (error) {
      this.#failures += 1;
      this.#notBeforeMs = performance.now() + FILL_AGAIN_MS;
      const job = plan.source === undefined ? "initdb" : "full-recovery";
      this.#lastFault = `Instance creation failed for the following jobs: ${object.metadata.name}-1-${job}. ${(error as Error).message}`;
      throw new Error(this.#lastFault, { cause: error });
    }
  }

  /** A server that died, or that came back as another process, is told once; the supervisor brings it back. */
  async #noticeDeath(object: PostgresCluster, plan: InstancePlan): Promise<boolean> {
    if (!this.#server.isWanted || this.#pid === undefined) return false;
    const same = this.#server.pid === this.#pid && (await this.#server.isServing());
    if (same) return false;
    this.#pid = this.#server.pid;
    await this.#tell(object, plan, {
      phase: PHASES.waiting,
      phaseReason: "Some instances are not yet active. Please wait.",
    });
    return true;
  }

  async #run({ object, plan, stores }: Task): Promise<void> {
    const settings = await deriveSettings(this.#server, plan, { stores, namespace: object.metadata.namespace });
    if (this.#server.differs(settings))
      await this.#tell(object, plan, { phase: PHASES.restarting, phaseReason: "Settings of the server changed" });
    await this.#server.start(settings);
    if (this.#pid === this.#server.pid) return;
    this.#pid = this.#server.pid;
    this.#known = await readFacts(this.#server);
  }

  /** What the archive still holds is taken first. */
  async #promote(object: PostgresCluster, plan: InstancePlan): Promise<void> {
    await this.#tell(object, plan, { phase: PHASES.promoting });
    await withServerSession(this.#server.login(), (ask) => ask("SELECT pg_promote(true, 60)"));
    this.#known = await readFacts(this.#server);
  }

  async #keepObjects(object: PostgresCluster, plan: InstancePlan): Promise<void> {
    const status = { address: await this.#manager.listen(), port: this.#manager.port };
    await this.#owned.keep(deriveOwnedObjects({ object, plan, port: this.#server.port, status }));
  }

  async #tune(object: PostgresCluster, plan: InstancePlan): Promise<void> {
    if (plan.follows) return;
    const password = await readApplicationPassword(this.#api, { object, plan, port: this.#server.port });
    if (password === undefined) throw new Error(`The Secret ${plan.secretName ?? ""} has no password`);
    const { database, owner } = plan;
    const application = fingerprint(JSON.stringify([database, owner, password]));
    if (application === this.#applied) return;
    await ensureApplication(this.#server.login(), { database, owner, password });
    this.#applied = application;
  }

  async #tell(
    object: PostgresCluster,
    plan: InstancePlan | undefined,
    told: Partial<InstanceFacts> & Pick<InstanceFacts, "phase">,
  ): Promise<void> {
    const initialized = this.#applied !== "" || isInitialized(this.#written);
    const known = { ...this.#known, nowMs: Date.now(), initialized: initialized || told.serving === true };
    const status = deriveClusterStatus({ ...object, status: this.#written }, plan, {
      serving: false,
      ...known,
      ...told,
    });
    if (hasStatus(this.#written, status)) return;
    const { namespace, name } = object.metadata;
    await this.#api.writeStatus(`/apis/postgresql.cnpg.io/v1/namespaces/${namespace}/clusters/${name}`, status);
    this.#written = { ...this.#written, ...status };
  }
}

/** A server with what answers for it. */
export type OpenedInstance = Readonly<{ server: PostgresServer; manager: InstanceManager }>;

type Task = Readonly<{ object: PostgresCluster; plan: InstancePlan; stores: ObjectStores }>;

/** With the pause between them longer than WAL takes to the archive. */
const FILLS_MAX = 4;
const FILL_AGAIN_MS = 5_000;

function isInitialized(status: Readonly<Record<string, unknown>> | undefined): boolean {
  const conditions = (status?.["conditions"] ?? []) as readonly Readonly<{ type: string; status: string }>[];
  return conditions.some((condition) => condition.type === "Initialized" && condition.status === "True");
}

async function readFacts(server: PostgresServer): Promise<Pick<InstanceFacts, "timeline" | "systemId" | "version">> {
  const [row = {}] = await withServerSession(server.login(), (ask) =>
    ask(
      "SELECT (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline, (SELECT system_identifier::text FROM pg_control_system()) AS system, split_part(current_setting('server_version'), ' ', 1) AS version",
    ),
  );
  return { timeline: Number(row["timeline"]), systemId: String(row["system"]), version: String(row["version"]) };
}
