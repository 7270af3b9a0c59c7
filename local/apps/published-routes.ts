import type { IncomingHttpHeaders } from "node:http";
import { callKube, type KubeAccess } from "../cluster/kube-access.ts";
import {
  ENVOY_API,
  GATEWAY_API,
  type Gateway,
  type HttpRoute,
  type ListenerSet,
  type RouteFilter,
  type TrafficPolicy,
} from "./gateway-objects.ts";
import {
  chooseRoute,
  deriveRoutes,
  type Ingress,
  type Published,
  type Route,
  type RouteTable,
  type Service,
} from "./route-table.ts";

/** A cluster whose Ingresses and routes are served. */
export type ServedCluster = Readonly<{ handle: string; isReal: boolean; access: KubeAccess }>;

const FRESH_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** Knows what the clusters publish, as of a second ago; a cluster that does not answer publishes what it did. */
export class PublishedRoutes {
  readonly #list: () => readonly ServedCluster[];
  readonly #last = new Map<string, Published>();
  /** Of what is known now; derived when the first request after a change wants it. */
  #table: RouteTable | undefined;
  #readAtMs = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(list: () => readonly ServedCluster[]) {
    this.#list = list;
  }

  /** Finds a route; what is not known yet is looked for first. */
  async find(host: string, url: string, headers: IncomingHttpHeaders = {}): Promise<Route | undefined> {
    const reading = this.#isFresh() ? undefined : this.#read();
    const known = this.#choose(host, url, headers);
    if (known?.kind === "service") return known;
    await reading;
    return this.#choose(host, url, headers);
  }

  #isFresh(): boolean {
    return performance.now() - this.#readAtMs < FRESH_MS;
  }

  #choose(host: string, url: string, headers: IncomingHttpHeaders): Route | undefined {
    this.#table ??= this.#derive();
    return chooseRoute(this.#table, { host, url, headers });
  }

  #derive(): RouteTable {
    const clusters = [...this.#last].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return deriveRoutes(clusters.map(([, published]) => published));
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const clusters = this.#list();
    const handles = new Set(clusters.map(({ handle }) => handle));
    for (const handle of this.#last.keys()) if (!handles.has(handle)) this.#last.delete(handle);
    this.#table = undefined;
    await Promise.all(clusters.map((cluster) => this.#readOne(cluster).catch(() => undefined)));
    this.#readAtMs = performance.now();
  }

  async #readOne({ handle, isReal, access }: ServedCluster): Promise<void> {
    const [ingresses, services, gateways, listenerSets, routes, filters, policies] = await Promise.all([
      list<Ingress>(access, "/apis/networking.k8s.io/v1/ingresses"),
      list<Service>(access, "/api/v1/services"),
      list<Gateway>(access, `${GATEWAY_API}/gateways`),
      list<ListenerSet>(access, `${GATEWAY_API}/listenersets`),
      list<HttpRoute>(access, `${GATEWAY_API}/httproutes`),
      list<RouteFilter>(access, `${ENVOY_API}/httproutefilters`),
      list<TrafficPolicy>(access, `${ENVOY_API}/backendtrafficpolicies`),
    ]);
    this.#last.set(handle, {
      isReal,
      ingresses,
      services,
      gateway: { gateways, listenerSets, routes, filters, policies },
    });
    this.#table = undefined;
  }
}

async function list<T>(access: KubeAccess, path: string): Promise<readonly T[]> {
  const { status, body } = await callKube(access, { path, timeoutMs: TIMEOUT_MS });
  // A kind that a cluster does not know yet publishes nothing.
  if (status === 404) return [];
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return (body as { items: readonly T[] }).items;
}
