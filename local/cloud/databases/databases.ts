/*
 * The engines' operators on the clusters of the simulated cloud. For each cluster, every second while it has a database, else
 * as soon as there is one:
 * 1. Once: its API server learns the kinds of CloudNativePG, its barman-cloud plugin and MOCO.
 * 2. Every Cluster of CloudNativePG gets its server, each on its own way.
 * 3. Backups are made and taken (backup-rounds.ts), archives are kept (catalog-upkeep.ts), Database objects are applied.
 * 4. Every MySQLCluster gets MOCO's status.
 * 5. Servers whose Cluster is gone are stopped and their data removed; archives stay.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { KubeAccess, Manifest } from "../../cluster/kube-access.ts";
import { BackupRounds } from "./backup-rounds.ts";
import { CatalogUpkeep, type ArchivingInstance } from "./catalog-upkeep.ts";
import { installKinds } from "./engine-kinds.ts";
import type { InstanceHome } from "./instance-home.ts";
import type { PostgresCluster } from "./instance-plan.ts";
import { MYSQL_CLUSTERS, MysqlClusters } from "./mysql-clusters.ts";
import { ObjectStores } from "./object-stores.ts";
import { PostgresInstance } from "./postgres-instance.ts";
import { TenantApi } from "./tenant-api.ts";
import { applyDatabase, type DatabaseObject } from "./tune-server.ts";

type DatabasesOptions = Readonly<{
  /** Of the cloud. */
  dir: string;
  home: InstanceHome;
  /** Reads the definitions of the engines' kinds. */
  readCrds: () => Promise<readonly Manifest[]>;
  report: (line: string) => void;
}>;

type Begun = Readonly<{
  handle: string;
  api: TenantApi;
  stop: AbortController;
  instances: Map<string, Promise<PostgresInstance>>;
  /** As they were last seen. */
  clusters: PostgresCluster[];
  rounds: BackupRounds;
  upkeep: CatalogUpkeep;
  mysql: MysqlClusters;
}>;
type Attached = Begun & Readonly<{ done: Promise<void> }>;

const TICK_MS = 1_000;
const INSTALL_MS = 60_000;
const GROUP = "/apis/postgresql.cnpg.io/v1";
const POSTGRES_CLUSTERS = `${GROUP}/clusters`;

/** Plays the engines' operators on every cluster that is attached. */
export class Databases {
  readonly #options: DatabasesOptions;
  readonly #attached = new Map<string, Attached>();

  constructor(options: DatabasesOptions) {
    this.#options = options;
  }

  /** Begins with a cluster whose API server answers; resolves when that knows the engines' kinds, or cannot be made to. */
  async attach(handle: string, access: KubeAccess): Promise<void> {
    if (this.#attached.has(handle)) return;
    const api = new TenantApi(access);
    const report = (error: unknown): void => this.#options.report(`backups of ${handle}: ${(error as Error).message}`);
    const rounds = new BackupRounds(api, (namespace, name) => findInstance(begun, namespace, name), report);
    const begun: Begun = {
      handle,
      api,
      stop: new AbortController(),
      instances: new Map(),
      clusters: [],
      rounds,
      upkeep: new CatalogUpkeep(api),
      mysql: new MysqlClusters(api),
    };
    const tried = Promise.withResolvers<undefined>();
    this.#attached.set(handle, { ...begun, done: this.#follow(begun, tried.resolve) });
    await tried.promise;
  }

  /** Ends with a cluster that goes, its servers and their data included. */
  async detach(handle: string): Promise<void> {
    const attached = this.#attached.get(handle);
    attached?.stop.abort();
    await attached?.done;
    await attached?.rounds.rest();
    for (const opened of attached?.instances.values() ?? []) await (await opened.catch(() => undefined))?.rest();
    attached?.api.close();
    this.#attached.delete(handle);
    for (const instance of await this.#options.home.list(handle)) await this.#options.home.remove(instance);
  }

  /** Ends the rounds; the processes are the supervisor's to stop. */
  stop(): void {
    for (const { stop } of this.#attached.values()) stop.abort();
  }

  async #follow(attached: Begun, tried: (nothing: undefined) => void): Promise<void> {
    const { handle, stop } = attached;
    let told = "";
    const tell = (error: unknown): void => {
      const { message } = error as Error;
      if (!stop.signal.aborted && message !== told) this.#options.report(`databases of ${handle}: ${message}`);
      told = message;
    };
    let installed = false;
    while (!stop.signal.aborted) {
      try {
        if (!installed) await this.#install(attached);
        installed = true;
        tried(undefined);
        const found = await this.#round(attached, tell);
        if (found === 0) await attached.api.awaitAny([POSTGRES_CLUSTERS, MYSQL_CLUSTERS], stop.signal);
      } catch (error) {
        tell(error);
      }
      tried(undefined);
      await delay(TICK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  async #install({ api, stop }: Begun): Promise<void> {
    const patience = AbortSignal.any([stop.signal, AbortSignal.timeout(INSTALL_MS)]);
    await installKinds(api, await this.#options.readCrds(), patience);
  }

  /** Counts what it found; undefined while that is not known. */
  async #round(attached: Begun, tell: (error: unknown) => void): Promise<number | undefined> {
    const { api, clusters: known, mysql } = attached;
    const ofMysql = await mysql.round(Date.now()).catch(tell);
    const clusters = await api.list<PostgresCluster>(POSTGRES_CLUSTERS);
    if (clusters === undefined) return undefined;
    const stores = clusters.length === 0 ? undefined : await ObjectStores.look(this.#options.dir, api);
    known.splice(0, known.length, ...clusters);
    if (stores !== undefined) for (const cluster of clusters) void this.#tend(attached, cluster, stores).catch(tell);
    await this.#sweep(attached, new Set(clusters.map(({ metadata }) => metadata.uid)));
    if (stores !== undefined) await this.#keepUp(attached, stores, tell);
    return typeof ofMysql === "number" ? ofMysql + clusters.length : undefined;
  }

  async #keepUp(attached: Begun, stores: ObjectStores, tell: (error: unknown) => void): Promise<void> {
    const { api, rounds, upkeep } = attached;
    await rounds.round(stores, Date.now());
    await upkeep.round(await openInstances(attached), stores, Date.now()).catch(tell);
    const databases = (await api.list<DatabaseObject>(`${GROUP}/databases`)) ?? [];
    for (const database of databases) await applyTo(attached, database).catch(tell);
  }

  async #tend(attached: Begun, cluster: PostgresCluster, stores: ObjectStores): Promise<void> {
    const { handle, api, instances } = attached;
    const { uid } = cluster.metadata;
    const opened = instances.get(uid) ?? this.#open(api, { uid, cluster: handle });
    instances.set(uid, opened);
    const instance = await opened.catch((error: unknown) => {
      instances.delete(uid);
      throw error;
    });
    if (!attached.stop.signal.aborted) await instance.tend(cluster, stores);
  }

  async #open(api: TenantApi, record: Readonly<{ uid: string; cluster: string }>): Promise<PostgresInstance> {
    return new PostgresInstance(api, await this.#options.home.open(record), record.uid);
  }

  /** A folder of an earlier run whose Cluster went in the meantime goes too. */
  async #sweep({ handle, instances }: Begun, wanted: ReadonlySet<string>): Promise<void> {
    const { home } = this.#options;
    for (const record of await home.list(handle)) {
      if (wanted.has(record.uid)) continue;
      const instance = await instances.get(record.uid)?.catch(() => undefined);
      await instance?.rest();
      await home.remove(record);
      instances.delete(record.uid);
    }
  }
}

/** Finds the instance of a Cluster that is open. */
async function findInstance(
  { clusters, instances }: Begun,
  namespace: string,
  name: string,
): Promise<PostgresInstance | undefined> {
  const of = clusters.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  return of && (await instances.get(of.metadata.uid));
}

async function openInstances({ clusters, instances }: Begun): Promise<readonly ArchivingInstance[]> {
  const found = clusters.map(async (cluster) => {
    const instance = await instances.get(cluster.metadata.uid)?.catch(() => undefined);
    return instance === undefined ? [] : [{ cluster, instance }];
  });
  return (await Promise.all(found)).flat();
}

async function applyTo(begun: Begun, database: DatabaseObject): Promise<void> {
  const instance = await findInstance(begun, database.metadata.namespace, database.spec.cluster.name);
  if (instance?.takesWrites === true) await applyDatabase(begun.api, instance.server.login(), database);
}
