import { setTimeout as delay } from "node:timers/promises";
import { TenantApi, type TenantObject } from "../cloud/databases/tenant-api.ts";
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

/** Plays the controller of every cluster's Gateway: says each second what the front serves, and where; where there is no Gateway, once there is one. */
export class GatewayKeeper {
  readonly #options: KeeperOptions;
  readonly #apis = new Map<string, TenantApi>();
  readonly #stopped = new AbortController();
  readonly #told = new Map<string, string>();
  /** Clusters without a Gateway, of which a watch tells when they have one. */
  readonly #without = new Set<string>();

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
        this.#without.delete(handle);
      }
    await Promise.all(clusters.map((cluster) => this.#keep(cluster)));
  }

  /** A cluster that does not answer says it by itself; another fault is told once. */
  async #keep({ handle, access }: ServedCluster): Promise<void> {
    if (this.#without.has(handle)) return;
    const report = (error: unknown): void => this.#options.report(`gateway of ${handle}: ${(error as Error).message}`);
    const api = this.#apis.get(handle) ?? new TenantApi(access);
    this.#apis.set(handle, api);
    try {
      if ((await this.#write(api)) === 0) this.#rest(handle, api).catch(report);
      this.#told.delete(handle);
    } catch (error) {
      const { message } = error as Error;
      if (this.#told.get(handle) !== message && !this.#stopped.signal.aborted) report(error);
      this.#told.set(handle, message);
    }
  }

  async #rest(handle: string, api: TenantApi): Promise<void> {
    this.#without.add(handle);
    await api.awaitAny([GATEWAYS], this.#stopped.signal);
    this.#without.delete(handle);
  }

  /** Counts the Gateways; undefined where the kind is not known. */
  async #write(api: TenantApi): Promise<number | undefined> {
    const gateways = await api.list<Listed<"gateways">>(GATEWAYS);
    if (gateways === undefined || gateways.length === 0) return gateways?.length;
    const [listenerSets = [], routes = [], services = []] = await Promise.all([
      api.list<Listed<"listenerSets">>(`${GATEWAY_API}/listenersets`),
      api.list<Listed<"routes">>(`${GATEWAY_API}/httproutes`),
      api.list("/api/v1/services"),
    ]);
    const around = {
      address: this.#options.address,
      services: new Set(services.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)),
      now: new Date().toISOString(),
    };
    const classes = (await api.list<TenantObject & GatewayClass>(`${GATEWAY_API}/gatewayclasses`)) ?? [];
    const writes = [
      ...deriveClassStatuses(classes, around),
      ...deriveGatewayStatuses({ gateways, listenerSets, routes }, around),
    ];
    for (const { path, status } of writes) await api.writeStatus(path, status);
    return gateways.length;
  }
}
