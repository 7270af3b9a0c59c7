/*
 * One database of a tenant cluster, played as CloudNativePG 1.30 would. Each pass, for the Cluster as it is now:
 * 1. Hibernated: the server stops, its data stays.
 * 2. Its data folder is made or recovered, once.
 * 3. The server runs with the settings that follow from the Cluster; others restart it.
 * 4. Services, claims and pods are kept beside it; the owner, the database and the extensions inside it.
 * 5. The status says what is.
 */
import { withServerSession } from "../../../adapters/postgres/server-session.ts";
import { fingerprint, readApplicationPassword } from "./application-secret.ts";
import { deriveClusterStatus, hasStatus, PHASES, type InstanceFacts } from "./cluster-status.ts";
import { deriveInstancePlan, type InstancePlan, type PostgresCluster } from "./instance-plan.ts";
import { deriveOwnedObjects } from "./owned-objects.ts";
import { OwnedKeeper } from "./owned-keeper.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { deriveServerSettings, type ServerSettings } from "./server-settings.ts";
import type { TenantApi } from "./tenant-api.ts";
import { ensureApplication } from "./tune-server.ts";

/** Is one database's server with the Cluster that asks for it. */
export class PostgresInstance {
  readonly #api: TenantApi;
  readonly #server: PostgresServer;
  readonly #owned: OwnedKeeper;
  #pass: Promise<void> | undefined;
  #pid: number | undefined;
  #applied = "";
  #known: Pick<InstanceFacts, "timeline" | "systemId" | "version"> = { version: "" };
  #written: Readonly<Record<string, unknown>> | undefined;

  constructor(api: TenantApi, server: PostgresServer) {
    this.#api = api;
    this.#server = server;
    this.#owned = new OwnedKeeper(api);
  }

  get server(): PostgresServer {
    return this.#server;
  }

  /** Takes one pass for the Cluster as it is now; while one is under way nothing happens. */
  async tend(object: PostgresCluster): Promise<void> {
    if (this.#pass !== undefined) return;
    this.#written = object.status;
    this.#pass = this.#go(object).finally(() => (this.#pass = undefined));
    await this.#pass;
  }

  /** Tells whether the application's database is there to be worked in. */
  get takesWrites(): boolean {
    return this.#applied !== "";
  }

  /** Resolves when no pass is under way. */
  async rest(): Promise<void> {
    await this.#pass?.catch(() => undefined);
  }

  async #go(object: PostgresCluster): Promise<void> {
    let plan: InstancePlan;
    try {
      plan = deriveInstancePlan(object);
    } catch (error) {
      return this.#tell(object, undefined, { phase: PHASES.invalid, phaseReason: (error as Error).message });
    }
    try {
      await this.#bring(object, plan);
    } catch (error) {
      const phase = (await this.#server.isComplete()) ? PHASES.waiting : PHASES.settingUp;
      await this.#tell(object, plan, { phase, phaseReason: (error as Error).message });
    }
  }

  async #bring(object: PostgresCluster, plan: InstancePlan): Promise<void> {
    if (plan.hibernated) {
      await this.#server.stop();
      await this.#keepObjects(object, plan);
      return this.#tell(object, plan, { phase: PHASES.healthy });
    }
    if (!(await this.#server.isComplete())) await this.#fill(object, plan);
    if (await this.#noticeDeath(object, plan)) return;
    await this.#run(object, plan);
    await this.#keepObjects(object, plan);
    await this.#tune(object, plan);
    await this.#tell(object, plan, { phase: PHASES.healthy, serving: true });
  }

  async #fill(object: PostgresCluster, plan: InstancePlan): Promise<void> {
    await this.#tell(object, plan, { phase: PHASES.settingUp });
    await this.#keepObjects(object, plan);
    await this.#server.initialize();
    await this.#server.complete();
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

  async #run(object: PostgresCluster, plan: InstancePlan): Promise<void> {
    const settings = await this.#deriveSettings(plan);
    if (this.#server.differs(settings))
      await this.#tell(object, plan, { phase: PHASES.restarting, phaseReason: "Settings of the server changed" });
    await this.#server.start(settings);
    if (this.#pid === this.#server.pid) return;
    this.#pid = this.#server.pid;
    this.#known = await readFacts(this.#server);
  }

  async #deriveSettings(plan: InstancePlan): Promise<ServerSettings> {
    return deriveServerSettings(plan, {
      port: this.#server.port,
      walDir: undefined,
      followedWalDir: undefined,
      connectionsMin: 0,
      libraries: await this.#server.libraries(),
    });
  }

  #keepObjects(object: PostgresCluster, plan: InstancePlan): Promise<void> {
    return this.#owned.keep(deriveOwnedObjects({ object, plan, port: this.#server.port }));
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
