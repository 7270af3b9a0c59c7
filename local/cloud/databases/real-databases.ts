/*
 * The engines' operators on clusters with real nodes. For each cluster, every second:
 * 1. Once: its API server learns the kinds of CloudNativePG, its barman-cloud plugin and MOCO.
 * 2. Once there is a Cluster of CloudNativePG: its operator is brought there, which does all the rest.
 * 3. Every MySQLCluster gets MOCO's status: no server of MySQL can be had from the distribution's packages, so it is played.
 * 4. What a cloud does for a cluster: volumes grow, and Services that are to be reached from outside have an address.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Manifest } from "../../cluster/kube-access.ts";
import type { EngineOperators, EnginePlan } from "../../engine-operators/engine-operators.ts";
import { openServices } from "../load-balancers.ts";
import { growVolumes } from "../volume-growth.ts";
import { installKinds } from "./engine-kinds.ts";
import { MysqlClusters } from "./mysql-clusters.ts";
import { TenantApi } from "./tenant-api.ts";

type RealDatabasesOptions = Readonly<{
  operators: EngineOperators;
  /** Reads the definitions of the engines' kinds. */
  readCrds: () => Promise<readonly Manifest[]>;
  report: (line: string) => void;
}>;

type Attached = Readonly<{ stop: AbortController; done: Promise<void>; hostAddress: string }>;

const TICK_MS = 1_000;
const INSTALL_MS = 60_000;

/** Brings the engines' operators to every cluster with real nodes that asks for databases. */
export class RealDatabases {
  readonly #options: RealDatabasesOptions;
  readonly #attached = new Map<string, Attached>();

  constructor(options: RealDatabasesOptions) {
    this.#options = options;
  }

  /** Begins with a cluster whose API server answers; resolves when that knows the engines' kinds, or cannot be made to. */
  async attach(handle: string, plan: EnginePlan): Promise<void> {
    if (this.#attached.has(handle)) return;
    const stop = new AbortController();
    const tried = Promise.withResolvers<undefined>();
    const done = this.#follow({ handle, plan, stop: stop.signal, tried: () => tried.resolve(undefined) });
    this.#attached.set(handle, { stop, done, hostAddress: plan.hostAddress });
    await tried.promise;
  }

  /** Ends with a cluster that goes. */
  async detach(handle: string): Promise<void> {
    const attached = this.#attached.get(handle);
    this.#attached.delete(handle);
    if (attached === undefined) return;
    attached.stop.abort();
    await attached.done;
    this.#options.operators.stop(attached.hostAddress);
  }

  /** Ends with all clusters. */
  stop(): void {
    for (const { stop, hostAddress } of this.#attached.values()) {
      stop.abort();
      this.#options.operators.stop(hostAddress);
    }
  }

  async #follow({ handle, plan, stop, tried }: Following): Promise<void> {
    const api = new TenantApi(plan.access);
    let told = "";
    const tell = ({ message }: Error): void => {
      if (!stop.aborted && message !== told) this.#options.report(`databases of ${handle}: ${message}`);
      told = message;
    };
    const round = this.#rounds({ api, plan, stop, tell });
    while (!stop.aborted) {
      await round().catch(tell);
      tried();
      await delay(TICK_MS, undefined, { signal: stop }).catch(() => undefined);
    }
    api.close();
  }

  #rounds({ api, plan, stop, tell }: Rounds): () => Promise<void> {
    const { operators, readCrds } = this.#options;
    const mysql = new MysqlClusters(api);
    let isInstalled = false;
    let begun: Promise<void> | undefined;
    return async () => {
      if (!isInstalled)
        await installKinds(api, await readCrds(), AbortSignal.any([stop, AbortSignal.timeout(INSTALL_MS)]));
      isInstalled = true;
      await mysql.round(Date.now());
      await growVolumes(api);
      await openServices(api);
      if (begun !== undefined || !(await hasClusters(api))) return;
      // Building takes minutes, in which the rounds go on; what failed is tried again.
      begun = operators.start(plan, stop).catch((error: unknown) => {
        begun = undefined;
        tell(error as Error);
      });
    };
  }
}

async function hasClusters(api: TenantApi): Promise<boolean> {
  const clusters = (await api.list("/apis/postgresql.cnpg.io/v1/clusters")) ?? [];
  return clusters.length > 0;
}

type Rounds = Readonly<{ api: TenantApi; plan: EnginePlan; stop: AbortSignal; tell: (error: Error) => void }>;
type Following = Readonly<{ handle: string; plan: EnginePlan; stop: AbortSignal; tried: () => void }>;
