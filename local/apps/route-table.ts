import type { IncomingHttpHeaders } from "node:http";
import { attachRoute } from "./attached-routes.ts";
import type { GatewayObjects, HttpRoute, RouteRule } from "./gateway-objects.ts";
import { readIngressLimits, readRouteLimits, type RouteLimits } from "./route-limits.ts";

/** An Ingress as far as it says what leads where. */
export type Ingress = Readonly<{
  metadata: Readonly<{ namespace: string; name: string; annotations?: Readonly<Record<string, string>> }>;
  spec?: Readonly<{
    rules?: readonly Readonly<{
      host?: string;
      http?: Readonly<{
        paths?: readonly Readonly<{
          path?: string;
          pathType?: string;
          backend?: Readonly<{ service?: Readonly<{ name: string; port?: Readonly<{ number?: number }> }> }>;
        }>[];
      }>;
    }>[];
  }>;
}>;

/** A Service as far as it says where it answers. */
export type Service = Readonly<{
  metadata: Readonly<{ namespace: string; name: string }>;
  spec?: Readonly<{ clusterIP?: string; ports?: readonly Readonly<{ port: number; appProtocol?: string }>[] }>;
}>;

/** What one cluster publishes; nobody answers behind the addresses of simulated nodes. */
export type Published = Readonly<{
  isReal: boolean;
  ingresses: readonly Ingress[];
  services: readonly Service[];
  gateway: GatewayObjects;
}>;

/** Where a request goes. */
export type Route =
  | Readonly<{ kind: "service"; address: string; port: number; path: string; limits?: RouteLimits }>
  /** Somebody answers in the application's place. */
  | Readonly<{ kind: "answer"; status: number; text: string }>
  /** Known, and nobody serves it. */
  | Readonly<{ kind: "nobody"; why: string; isSimulated: boolean }>;

/** What is asked for. */
type Asked = Readonly<{ host: string; url: string; headers?: IncomingHttpHeaders }>;

type HeaderMatch = Readonly<{ type?: string; name: string; value: string }>;
type Rule = Readonly<{
  path: string;
  isExact: boolean;
  headers?: readonly HeaderMatch[];
  rewrite: string | undefined;
  isReal: boolean;
  address: string | undefined;
  port: number | undefined;
  limits?: RouteLimits;
  answer?: Readonly<{ status: number; text: string }> | undefined;
}>;
/** All routes of all clusters, by host. */
export type RouteTable = ReadonlyMap<string, readonly Rule[]>;

const REWRITE = "nginx.ingress.kubernetes.io/rewrite-target";
const SIMULATED = "The pods of this application are simulated: its cluster has no real nodes (BERTH_NODES).";
const UNANSWERED = "The Service of this application is not there yet.";

/** Derives the routes of what the clusters publish; of two that claim one path the first has it. */
export function deriveRoutes(clusters: readonly Published[]): RouteTable {
  const table = new Map<string, Rule[]>();
  for (const { isReal, ingresses, services, gateway } of clusters) {
    const known = new Map(services.map((service) => [keyOf(service.metadata), service]));
    const rules = [
      ...ingresses.flatMap((ingress) => rulesOf(ingress, known)),
      ...gateway.routes.flatMap((route) => routeRules(gateway, route, known)),
    ];
    for (const [host, rule] of rules) table.set(host, [...(table.get(host) ?? []), { ...rule, isReal }]);
  }
  return table;
}

/**
 * Chooses a route as Ingress and the Gateway API have it: an exact path before a prefix, of prefixes the longest, of equals
 * the one that asks for more headers; undefined for a host that nobody has.
 */
export function chooseRoute(table: RouteTable, { host, url, headers = {} }: Asked): Route | undefined {
  const at = url.indexOf("?");
  const path = at < 0 ? url : url.slice(0, at);
  const fitting = (table.get(host.toLowerCase()) ?? []).filter((rule) => fits(rule, path, headers));
  const [chosen] = fitting.toSorted(
    (one, other) =>
      Number(other.isExact) - Number(one.isExact) ||
      other.path.length - one.path.length ||
      (other.headers?.length ?? 0) - (one.headers?.length ?? 0),
  );
  return chosen && routeOf(chosen, url, path);
}

function routeOf({ isReal, address, port, rewrite, limits = {}, answer }: Rule, url: string, path: string): Route {
  if (answer !== undefined) return { kind: "answer", ...answer };
  if (!isReal) return { kind: "nobody", why: SIMULATED, isSimulated: true };
  if (address === undefined || port === undefined) return { kind: "nobody", why: UNANSWERED, isSimulated: false };
  const rewritten = rewrite === undefined ? url : rewrite + url.slice(path.length);
  return { kind: "service", address, port, path: rewritten, limits };
}

function fits({ path, isExact, headers: wanted = [] }: Rule, asked: string, headers: IncomingHttpHeaders): boolean {
  if (!wanted.every((match) => hasHeader(match, headers))) return false;
  if (isExact) return asked === path;
  return asked === path || asked.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function hasHeader({ type, name, value }: HeaderMatch, headers: IncomingHttpHeaders): boolean {
  const found = headers[name.toLowerCase()];
  // What is longer is no length of a body, and an expression of a cluster's people could take for ever over it.
  if (typeof found !== "string" || found.length > 20) return false;
  return type === "RegularExpression" ? new RegExp(`^(?:${value})$`).test(found) : found === value;
}

type Services = ReadonlyMap<string, Service>;
type HostRule = readonly [host: string, rule: Omit<Rule, "isReal">];

function rulesOf({ metadata, spec }: Ingress, services: Services): readonly HostRule[] {
  const { namespace, annotations = {} } = metadata;
  const common = { rewrite: annotations[REWRITE], limits: readIngressLimits(annotations) };
  return (spec?.rules ?? []).flatMap(({ host, http }) =>
    (http?.paths ?? []).map(({ path = "/", pathType, backend }): HostRule => {
      const service = backend?.service;
      const address = service && services.get(keyOf({ namespace, name: service.name }))?.spec?.clusterIP;
      const rule = { ...common, path, isExact: pathType === "Exact", address, port: service?.port?.number };
      return [(host ?? "").toLowerCase(), rule];
    }),
  );
}

const H2C = "kubernetes.io/h2c";

/** Of a route only what a Gateway has taken leads anywhere. */
function routeRules(gateway: GatewayObjects, route: HttpRoute, services: Services): readonly HostRule[] {
  const { namespace } = route.metadata;
  const hosts = new Set(attachRoute(gateway, route).flatMap((attachment) => attachment.hosts));
  const said = readRouteLimits(gateway, route);
  const rules = (route.spec.rules ?? []).flatMap((rule) => {
    const { matches = [{}], filters = [], backendRefs = [] } = rule;
    const { isGrpc, ...to } = backendOf(backendRefs[0], namespace, services);
    const rewrite = filters.find(({ type }) => type === "URLRewrite")?.urlRewrite?.path?.replaceFullPath;
    const common = { ...to, rewrite, limits: { ...said, isGrpc }, answer: answerOf(gateway, filters, namespace) };
    return matches.map(({ path: { type, value = "/" } = {}, headers = [] }) => {
      return { ...common, path: value, isExact: type === "Exact", headers };
    });
  });
  return [...hosts].flatMap((host) => rules.map((rule): HostRule => [host.toLowerCase(), rule]));
}

type Backend = NonNullable<RouteRule["backendRefs"]>[number];

function backendOf(
  backend: Backend | undefined,
  namespace: string,
  services: Services,
): Pick<Rule, "address" | "port"> & { isGrpc: boolean } {
  if (backend === undefined) return { address: undefined, port: undefined, isGrpc: false };
  const { clusterIP, ports = [] } = services.get(keyOf({ namespace, name: backend.name }))?.spec ?? {};
  const isGrpc = ports.some(({ port, appProtocol }) => port === backend.port && appProtocol === H2C);
  return { address: clusterIP, port: backend.port, isGrpc };
}

function answerOf(
  gateway: GatewayObjects,
  filters: NonNullable<RouteRule["filters"]>,
  namespace: string,
): Rule["answer"] {
  const named = filters.find(({ extensionRef }) => extensionRef?.kind === "HTTPRouteFilter")?.extensionRef;
  const key = named && keyOf({ namespace, name: named.name });
  const filter = gateway.filters?.find(({ metadata }) => keyOf(metadata) === key);
  const { statusCode = 200, body } = filter?.spec.directResponse ?? {};
  return filter === undefined ? undefined : { status: statusCode, text: body?.inline ?? "" };
}

function keyOf({ namespace, name }: Readonly<{ namespace: string; name: string }>): string {
  return `${namespace}/${name}`;
}
