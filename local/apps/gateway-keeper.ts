import { setTimeout as delay } from "node:timers/promises";
import { TenantApi, type Since, type TenantObject } from "../cloud/databases/tenant-api.ts";
import { GATEWAY_API, type GatewayClass, type GatewayObjects } from "./gateway-objects.ts";
import { deriveClassStatuses, deriveGatewayStatuses } from "./gateway-status.ts";
import type { ServedCluster } from "./published-routes.ts";

type KeeperOptions = Readonly<{
  list: () => readonly ServedCluster[];
  /** Where the front listens. */
  address: string;
  report: (line: string) => void;
}>;

type Listed<Kind extends "gateways" | "listenerSets" | "routes"> = TenantObject & GatewayObjects[Kind][number];

const TICK_MS = 1_000;
const GATEWAYS = `${GATEWAY_API}/gateways`;

/** Plays the controller of every cluster's Gateway: says what the front serves, and where, within a second of what a watch tells of. */
export class GatewayKeeper {
  readonly #options: KeeperOptions;
  readonly #apis = new Map<string, TenantApi>();
  readonly #stopped = new AbortController();
  readonly #told = new Map<string, string>();
  /** Clusters of which all is said; a watch tells when something is other there. */
  readonly #resting = new Set<string>();

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Keeps on until it is stopped. */
  start(): void {
    this.#run().catch((error: unknown) => this.#options.report(`gateways: ${String(error)}`));
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#round();
      await delay(TICK_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
    for (const api of this.#apis.values()) api.close();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #round(): Promise<void> {
    const clusters = this.#options.list();
    const handles = new Set(clusters.map(({ handle }) => handle));
    for (const [handle, api] of this.#apis)
      if (!handles.has(handle)) {
        api.close();
        this.#apis.delete(handle);
        this.#told.delete(handle);
        this.#resting.delete(handle);
      }
    await Promise.all(clusters.map((cluster) => this.#keep(cluster)));
  }

  /** A cluster that does not answer says it by itself; another fault is told once. */
  async #keep({ handle, access }: ServedCluster): Promise<void> {
    if (this.#resting.has(handle)) return;
    const report = (error: unknown): void => this.#options.report(`gateway of ${handle}: ${(error as Error).message}`);
    const api = this.#apis.get(handle) ?? new TenantApi(access);
    this.#apis.set(handle, api);
    try {
      const rest = await this.#write(api);
      if (rest !== undefined) this.#rest(handle, api, rest).catch(report);
      this.#told.delete(handle);
    } catch (error) {
      const { message } = error as Error;
      if (this.#told.get(handle) !== message && !this.#stopped.signal.aborted) report(error);
      this.#told.set(handle, message);
    }
  }

  async #rest(handle: string, api: TenantApi, listed: readonly Since[]): Promise<void> {
    this.#resting.add(handle);
    await api.awaitChange(listed, this.#stopped.signal);
    this.#resting.delete(handle);
  }

  /** Says what is to be said; answers what tells of more once that was nothing, undefined before and where the kind is not known. */
  async #write(api: TenantApi): Promise<readonly Since[] | undefined> {
    const gateways = await api.listAt<Listed<"gateways">>(GATEWAYS);
    if (gateways === undefined) return undefined;
    if (gateways.items.length === 0) return [gateways];
    const [sets, routes, services, classes] = await listAround(api);
    const around = {
      address: this.#options.address,
      services: new Set(services.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)),
      now: new Date().toISOString(),
    };
    const objects = { gateways: gateways.items, listenerSets: sets.items, routes: routes.items };
    const writes = [...deriveClassStatuses(classes.items, around), ...deriveGatewayStatuses(objects, around)];
    for (const { path, status } of writes) await api.writeStatus(path, status);
    return writes.length > 0 ? undefined : [gateways, sets, routes, services, classes];
  }
}

/** Lists what there is around a Gateway; a kind that is not known has nothing. */
function listAround(api: TenantApi) {
  const list = async <T extends TenantObject>(path: string) =>
    (await api.listAt<T>(path)) ?? { path, items: [], since: undefined };
  return Promise.all([
    list<Listed<"listenerSets">>(`${GATEWAY_API}/listenersets`),
    list<Listed<"routes">>(`${GATEWAY_API}/httproutes`),
    list("/api/v1/services"),
    list<TenantObject & GatewayClass>(`${GATEWAY_API}/gatewayclasses`),
  ]);
}
