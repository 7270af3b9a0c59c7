/**
 * Renders how requests come to one deployment of a virtual cluster: what charts/workload would bring along on a cluster of its
 * own, for the operator to write on the host, in the virtual cluster's namespace there. Its tenants write none of it.
 */
import { LABELS } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { domainRouteName, GATEWAY, HTTPS_LISTENER } from "../charts/gateway-names.ts";
import type { DerivedRoute } from "../deployment/published-route.ts";
import { CHART_DEFAULTS } from "../plan/chart-defaults.ts";

/** One deployment, with where on the host its route leads. */
export type RoutedDeployment = Readonly<{
  id: string;
  handle: string;
  /** Of its virtual cluster, on the host. */
  namespace: string;
  /** What its Service is called there. */
  service: string;
  route: DerivedRoute;
  /** Whether the Gateway's listener for all names is for the platform's name of it, with a certificate or without. */
  isCovered: boolean;
  /** Secret of that name, where it has a certificate of its own. */
  certificate: string | undefined;
  /** Secret of its own domain. */
  domainCertificate: string;
  /** Issuer on the host; undefined where people bring certificates. */
  issuer: string | undefined;
}>;

/** Names the annotation by which a listener asks for its certificate. */
export const ISSUER = "cert-manager.io/cluster-issuer";

/** The kinds that routes consist of. */
export type RouteKind = "HTTPRoute" | "ListenerSet" | "HTTPRouteFilter" | "BackendTrafficPolicy";
/** One object of a route; `hostname` is the name that it gives, where it gives one. */
export type RouteObject = Readonly<{
  hostname: string | undefined;
  object: Readonly<{
    apiVersion: string;
    kind: RouteKind;
    metadata: Readonly<{
      name: string;
      namespace: string;
      labels: Readonly<Record<string, string>>;
      annotations?: Readonly<Record<string, string>>;
    }>;
    spec: Readonly<Record<string, unknown>>;
  }>;
}>;

const GROUP = "gateway.networking.k8s.io";
const ENVOY = "gateway.envoyproxy.io";
/** As charts/workload has it: events and sockets are open for hours. */
const TIMEOUTS = { request: CHART_DEFAULTS.gateway.requestTimeout };
const FAILOVER_PATH = { type: "Exact", value: "/.well-known/berth-health" } as const;
const ANY_PATH = { type: "PathPrefix", value: "/" } as const;

/** Tells what of a spec bears on its route. */
export function routePrint(spec: DeploymentSpec): string {
  const { appType, containerPort, containerPortProtocol, adoption, syncRequestedAt, healthChecks } = spec;
  const { failoverHealthRoute, requestTimeoutSeconds, maxBodySizeMb, dockerImage } = spec;
  const published = [appType, containerPort, containerPortProtocol, adoption, syncRequestedAt, dockerImage];
  return JSON.stringify([...published, healthChecks, failoverHealthRoute, requestTimeoutSeconds, maxBodySizeMb]);
}

/** Renders all of a deployment's route; what gives a name comes with that name, for who decides whose it is. */
export function renderHostRoutes(deployment: RoutedDeployment): readonly RouteObject[] {
  const { handle, route, isCovered, certificate, domainCertificate } = deployment;
  const own = { isCovered: false, certificate: domainCertificate };
  const names = [
    ...(route.host === undefined ? [] : [{ name: handle, hostname: route.host, isCovered, certificate }]),
    ...(route.customDomain === undefined
      ? []
      : [{ name: domainRouteName(handle), hostname: route.customDomain, ...own }]),
  ];
  return [
    ...names.flatMap((one) => renderName(deployment, one)),
    ...renderRefusal(deployment),
    ...renderPatience(
      deployment,
      names.map(({ name }) => name),
    ),
  ];
}

type Name = Readonly<{ name: string; hostname: string }> & Pick<RoutedDeployment, "isCovered" | "certificate">;

function renderName(deployment: RoutedDeployment, { name, hostname, isCovered, certificate }: Name): RouteObject[] {
  const gateway = { group: GROUP, kind: "Gateway", ...GATEWAY };
  // Both where both may be: a name moves from one certificate to the other without a request lost (docs/adr/0140).
  const parents = [
    ...(isCovered ? [gateway] : []),
    ...(certificate === undefined ? [] : [{ group: GROUP, kind: "ListenerSet", name }]),
  ];
  const route = make(deployment, { apiVersion: `${GROUP}/v1`, kind: "HTTPRoute", name }, hostname, {
    parentRefs: parents.map((parent) => ({ ...parent, sectionName: HTTPS_LISTENER })),
    hostnames: [hostname],
    rules: rulesOf(deployment),
  });
  if (certificate === undefined) return [route];
  // A name of its own certificate brings its own listener: one without a certificate holds up nobody else's.
  const listener = {
    name: HTTPS_LISTENER,
    hostname,
    port: 443,
    protocol: "HTTPS",
    tls: { mode: "Terminate", certificateRefs: [{ group: "", kind: "Secret", name: certificate }] },
    allowedRoutes: { namespaces: { from: "Same" } },
  };
  const { issuer } = deployment;
  const annotations = issuer === undefined ? {} : { annotations: { [ISSUER]: issuer } };
  const about = { apiVersion: `${GROUP}/v1`, kind: "ListenerSet", name, ...annotations } as const;
  return [make(deployment, about, hostname, { parentRef: gateway, listeners: [listener] }), route];
}

/** What is answered for the application, the path that a failover looks at, and all others. */
function rulesOf({ handle, service, route }: RoutedDeployment): readonly object[] {
  const { port, tooLarge, healthPath } = route;
  const backendRefs = [{ group: "", kind: "Service", name: service, port, weight: 1 }];
  const health = healthPath === undefined ? [] : [healthPath];
  const headers = [{ type: "RegularExpression", name: "content-length", value: tooLarge }];
  const refused = {
    matches: [...health.map(() => ({ path: FAILOVER_PATH, headers })), { path: ANY_PATH, headers }],
    filters: [
      { type: "ExtensionRef", extensionRef: { group: ENVOY, kind: "HTTPRouteFilter", name: refusalName(handle) } },
    ],
  };
  const failover = health.map((replaceFullPath) => ({
    matches: [{ path: FAILOVER_PATH }],
    filters: [{ type: "URLRewrite", urlRewrite: { path: { type: "ReplaceFullPath", replaceFullPath } } }],
    timeouts: TIMEOUTS,
    backendRefs,
  }));
  return [
    ...(tooLarge === undefined ? [] : [refused]),
    ...failover,
    { matches: [{ path: ANY_PATH }], timeouts: TIMEOUTS, backendRefs },
  ];
}

const refusalName = (handle: string): string => `${handle}-too-large`;

function renderRefusal(deployment: RoutedDeployment): RouteObject[] {
  const { handle, route } = deployment;
  const { tooLarge, maxBodySizeMb } = route;
  if (tooLarge === undefined || maxBodySizeMb === undefined) return [];
  const inline = `A request to this application has at most ${maxBodySizeMb} MB.\n`;
  const about = { apiVersion: `${ENVOY}/v1alpha1`, kind: "HTTPRouteFilter", name: refusalName(handle) } as const;
  const directResponse = { statusCode: 413, contentType: "text/plain", body: { type: "Inline", inline } };
  return [make(deployment, about, undefined, { directResponse })];
}

/** Counts what is silent; the route's own timeout would end what goes on. */
function renderPatience(deployment: RoutedDeployment, routes: readonly string[]): RouteObject[] {
  const { handle, route } = deployment;
  if (route.timeoutSeconds === undefined) return [];
  const about = { apiVersion: `${ENVOY}/v1alpha1`, kind: "BackendTrafficPolicy", name: handle } as const;
  const targetRefs = routes.map((name) => ({ group: GROUP, kind: "HTTPRoute", name }));
  const timeout = { http: { streamIdleTimeout: `${route.timeoutSeconds}s` } };
  return [make(deployment, about, undefined, { targetRefs, timeout })];
}

type About = Readonly<{ apiVersion: string; kind: RouteKind; name: string; annotations?: Record<string, string> }>;

function make(
  { id, handle, namespace }: RoutedDeployment,
  { apiVersion, kind, ...named }: About,
  hostname: string | undefined,
  spec: Readonly<Record<string, unknown>>,
): RouteObject {
  const labels = { [LABELS.managed]: "true", [LABELS.id]: id, [LABELS.handle]: handle };
  return { hostname, object: { apiVersion, kind, metadata: { namespace, labels, ...named }, spec } };
}
