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

/** Plays the controller of every cluster's Gateway: says each second what the front serves, and where. */
export class GatewayKeeper {
  readonly #options: KeeperOptions;
  readonly #apis = new Map<string, TenantApi>();
  readonly #stopped = new AbortController();
  readonly #told = new Map<string, string>();

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
      }
    await Promise.all(clusters.map((cluster) => this.#keep(cluster)));
  }

  /** A cluster that does not answer says it by itself; another fault is told once. */
  async #keep({ handle, access }: ServedCluster): Promise<void> {
    const api = this.#apis.get(handle) ?? new TenantApi(access);
    this.#apis.set(handle, api);
    try {
      await this.#write(api);
      this.#told.delete(handle);
    } catch (error) {
      const { message } = error as Error;
      if (this.#told.get(handle) !== message && !this.#stopped.signal.aborted)
        this.#options.report(`gateway of ${handle}: ${message}`);
      this.#told.set(handle, message);
    }
  }

  async #write(api: TenantApi): Promise<void> {
    const gateways = (await api.list<Listed<"gateways">>(`${GATEWAY_API}/gateways`)) ?? [];
    if (gateways.length === 0) return;
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
  }
}
