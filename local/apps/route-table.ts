import { attachRoute } from "./attached-routes.ts";
import type { GatewayObjects, HttpRoute } from "./gateway-objects.ts";

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
  spec?: Readonly<{ clusterIP?: string }>;
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
  | Readonly<{ kind: "service"; address: string; port: number; path: string }>
  /** Known, and nobody serves it. */
  | Readonly<{ kind: "nobody"; why: string; isSimulated: boolean }>;

type Rule = Readonly<{
  path: string;
  isExact: boolean;
  rewrite: string | undefined;
  isReal: boolean;
  address: string | undefined;
  port: number | undefined;
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
    const addresses = new Map(services.map(({ metadata, spec }) => [keyOf(metadata), spec?.clusterIP]));
    const rules = [
      ...ingresses.flatMap((ingress) => rulesOf(ingress, addresses)),
      ...gateway.routes.flatMap((route) => routeRules(gateway, route, addresses)),
    ];
    for (const [host, rule] of rules) table.set(host, [...(table.get(host) ?? []), { ...rule, isReal }]);
  }
  return table;
}

/** Chooses a route as Ingress has it: an exact path before a prefix, of prefixes the longest; undefined for a host that nobody has. */
export function chooseRoute(table: RouteTable, host: string, url: string): Route | undefined {
  const at = url.indexOf("?");
  const path = at < 0 ? url : url.slice(0, at);
  const fitting = (table.get(host.toLowerCase()) ?? []).filter((rule) => fits(rule, path));
  const [chosen] = fitting.toSorted(
    (one, other) => Number(other.isExact) - Number(one.isExact) || other.path.length - one.path.length,
  );
  if (chosen === undefined) return undefined;
  const { isReal, address, port, rewrite } = chosen;
  if (!isReal) return { kind: "nobody", why: SIMULATED, isSimulated: true };
  if (address === undefined || port === undefined) return { kind: "nobody", why: UNANSWERED, isSimulated: false };
  return { kind: "service", address, port, path: rewrite === undefined ? url : rewrite + url.slice(path.length) };
}

function fits({ path, isExact }: Rule, asked: string): boolean {
  if (isExact) return asked === path;
  return asked === path || asked.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function rulesOf(
  { metadata, spec }: Ingress,
  addresses: ReadonlyMap<string, string | undefined>,
): readonly (readonly [string, Omit<Rule, "isReal">])[] {
  const { namespace, annotations = {} } = metadata;
  return (spec?.rules ?? []).flatMap(({ host, http }) =>
    (http?.paths ?? []).map(({ path = "/", pathType, backend }) => {
      const service = backend?.service;
      const address = service && addresses.get(keyOf({ namespace, name: service.name }));
      const rule = { path, isExact: pathType === "Exact", rewrite: annotations[REWRITE], address };
      return [(host ?? "").toLowerCase(), { ...rule, port: service?.port?.number }] as const;
    }),
  );
}

/** Of a route only what a Gateway has taken leads anywhere. */
function routeRules(
  gateway: GatewayObjects,
  route: HttpRoute,
  addresses: ReadonlyMap<string, string | undefined>,
): readonly (readonly [string, Omit<Rule, "isReal">])[] {
  const { namespace } = route.metadata;
  const hosts = new Set(attachRoute(gateway, route).flatMap((attachment) => attachment.hosts));
  const rules = (route.spec.rules ?? []).flatMap(({ matches = [{}], filters = [], backendRefs = [] }) => {
    const [backend] = backendRefs;
    const rewrite = filters.find(({ type }) => type === "URLRewrite")?.urlRewrite?.path?.replaceFullPath;
    const address = backend && addresses.get(keyOf({ namespace, name: backend.name }));
    return matches.map(({ path: { type, value = "/" } = {} }) => {
      return { path: value, isExact: type === "Exact", rewrite, address, port: backend?.port };
    });
  });
  return [...hosts].flatMap((host) => rules.map((rule) => [host.toLowerCase(), rule] as const));
}

function keyOf({ namespace, name }: Readonly<{ namespace: string; name: string }>): string {
  return `${namespace}/${name}`;
}
