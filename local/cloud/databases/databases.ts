/*
 * The engines' operators on the clusters of the simulated cloud. For each cluster, every second:
 * 1. Once: its API server learns the kinds of CloudNativePG, its barman-cloud plugin and MOCO.
 * 2. Every Cluster of CloudNativePG gets its server, each on its own way.
 * 3. Servers whose Cluster is gone are stopped and their data removed; archives stay.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { KubeAccess, Manifest } from "../../cluster/kube-access.ts";
import { installKinds } from "./engine-kinds.ts";
import type { InstanceHome } from "./instance-home.ts";
import type { PostgresCluster } from "./instance-plan.ts";
import { PostgresInstance } from "./postgres-instance.ts";
import { TenantApi } from "./tenant-api.ts";
import { applyDatabase, type DatabaseObject } from "./tune-server.ts";

type DatabasesOptions = Readonly<{
  home: InstanceHome;
  /** Reads the definitions of the engines' kinds. */
  readCrds: () => Promise<readonly Manifest[]>;
  report: (line: string) => void;
}>;

type Attached = Readonly<{
  handle: string;
  api: TenantApi;
  stop: AbortController;
  instances: Map<string, Promise<PostgresInstance>>;
  done: Promise<void>;
}>;

const TICK_MS = 1_000;
const GROUP = "/apis/postgresql.cnpg.io/v1";

/** Plays the engines' operators on every cluster that is attached. */
export class Databases {
  readonly #options: DatabasesOptions;
  readonly #attached = new Map<string, Attached>();

  constructor(options: DatabasesOptions) {
    this.#options = options;
  }

  /** Begins with a cluster whose API server answers. */
  attach(handle: string, access: KubeAccess): void {
    if (this.#attached.has(handle)) return;
    const begun = { handle, api: new TenantApi(access), stop: new AbortController(), instances: new Map() };
    this.#attached.set(handle, { ...begun, done: this.#follow(begun) });
  }

  /** Ends with a cluster that goes, its servers and their data included. */
  async detach(handle: string): Promise<void> {
    const attached = this.#attached.get(handle);
    attached?.stop.abort();
    await attached?.done;
    for (const opened of attached?.instances.values() ?? []) await (await opened.catch(() => undefined))?.rest();
    attached?.api.close();
    this.#attached.delete(handle);
    for (const instance of await this.#options.home.list(handle)) await this.#options.home.remove(instance);
  }

  /** Ends the rounds; the processes are the supervisor's to stop. */
  stop(): void {
    for (const { stop } of this.#attached.values()) stop.abort();
  }

  async #follow(attached: Omit<Attached, "done">): Promise<void> {
    const { handle, api, stop } = attached;
    let told = "";
    const tell = (error: unknown): void => {
      const { message } = error as Error;
      if (!stop.signal.aborted && message !== told) this.#options.report(`databases of ${handle}: ${message}`);
      told = message;
    };
    let installed = false;
    while (!stop.signal.aborted) {
      try {
        if (!installed) await installKinds(api, await this.#options.readCrds(), stop.signal);
        installed = true;
        await this.#round(attached, tell);
      } catch (error) {
        tell(error);
      }
      await delay(TICK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  async #round(attached: Omit<Attached, "done">, tell: (error: unknown) => void): Promise<void> {
    const clusters = await attached.api.list<PostgresCluster>(`${GROUP}/clusters`);
    if (clusters === undefined) return;
    for (const cluster of clusters) void this.#tend(attached, cluster).catch(tell);
    await this.#sweep(attached, new Set(clusters.map(({ metadata }) => metadata.uid)));
    if (clusters.length === 0) return;
    const databases = (await attached.api.list<DatabaseObject>(`${GROUP}/databases`)) ?? [];
    for (const database of databases) await this.#applyDatabase(attached, clusters, database).catch(tell);
  }

  async #tend(attached: Omit<Attached, "done">, cluster: PostgresCluster): Promise<void> {
    const { handle, api, instances } = attached;
    const { uid } = cluster.metadata;
    const opened = instances.get(uid) ?? this.#open(api, { uid, cluster: handle });
    instances.set(uid, opened);
    const instance = await opened.catch((error: unknown) => {
      instances.delete(uid);
      throw error;
    });
    if (!attached.stop.signal.aborted) await instance.tend(cluster);
  }

  async #open(api: TenantApi, record: Readonly<{ uid: string; cluster: string }>): Promise<PostgresInstance> {
    return new PostgresInstance(api, await this.#options.home.open(record));
  }

  /** A folder of an earlier run whose Cluster went in the meantime goes too. */
  async #sweep({ handle, instances }: Omit<Attached, "done">, wanted: ReadonlySet<string>): Promise<void> {
    const { home } = this.#options;
    for (const record of await home.list(handle)) {
      if (wanted.has(record.uid)) continue;
      const instance = await instances.get(record.uid)?.catch(() => undefined);
      await instance?.rest();
      await home.remove(record);
      instances.delete(record.uid);
    }
  }

  async #applyDatabase(
    { api, instances }: Omit<Attached, "done">,
    clusters: readonly PostgresCluster[],
    database: DatabaseObject,
  ): Promise<void> {
    const { namespace } = database.metadata;
    const of = clusters.find(
      ({ metadata }) => metadata.namespace === namespace && metadata.name === database.spec.cluster.name,
    );
    const instance = of && (await instances.get(of.metadata.uid));
    if (instance?.takesWrites === true) await applyDatabase(api, instance.server.login(), database);
  }
}
