import { isIP } from "node:net";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { GATEWAYS, HTTP_ROUTES, INGRESSES, LISTENER_SETS } from "../../../adapters/kubernetes/resource-types.ts";
import type { ClusterRouting } from "../../../render/bundle/component.ts";
import { GATEWAY, domainRouteName } from "../../../render/charts/gateway-names.ts";
import type { PublishedAt } from "../../machines/deployment/domain-points.ts";
import { judgeRoute, type GatewayCondition, type RouteView } from "../../machines/deployment/domain-route.ts";
import type { LookUpRecords } from "../parts.ts";
import { CALL } from "../shared/looks.ts";

/** A deployment, as far as its cluster lets requests to it. */
export type RoutedSubject = Readonly<{
  /** Where its routes are. */
  namespace: string;
  deployment: string;
  /** What its Ingress is called there. */
  ingress: string;
  routing: ClusterRouting;
  /** Where requests come in to the cluster, as its status says it. */
  gatewayAddress?: string | undefined;
}>;

type Ingress = KubeObject &
  Readonly<{
    status?: Readonly<{
      loadBalancer?: Readonly<{ ingress?: readonly Readonly<{ ip?: string; hostname?: string }>[] }>;
    }>;
  }>;
type Gateway = KubeObject &
  Readonly<{ status?: Readonly<{ addresses?: readonly Readonly<{ type?: string; value?: string }>[] }> }>;
/** Listeners of a deployment's own, as far as they are read. */
export type ListenerSet = KubeObject &
  Readonly<{
    status?: Readonly<{
      conditions?: readonly GatewayCondition[];
      listeners?: readonly Readonly<{
        name?: string;
        attachedRoutes?: number;
        conditions?: readonly GatewayCondition[];
      }>[];
    }>;
  }>;
/** A route of whatever kind, as far as it is read. */
export type Route = KubeObject &
  Readonly<{ status?: Readonly<{ parents?: readonly Readonly<{ conditions?: readonly GatewayCondition[] }>[] }> }>;
type Address = Readonly<{ ip?: string | undefined; hostname?: string | undefined }>;

const HOSTS_MAX = 2;
const HOST = /^[a-z0-9.-]{1,253}$/;

/**
 * Reads where names of a deployment should lead: what its Gateway and its Ingress have published. What stands on the cluster
 * is its people's to write: of it only what DNS makes of a name, or an address, is compared.
 */
export async function readPublished(
  client: KubeClient,
  lookUp: LookUpRecords,
  subject: RoutedSubject,
): Promise<PublishedAt | undefined> {
  const { routing, gatewayAddress } = subject;
  const own = await publishedBy(client, subject);
  // Before an own domain is proven it has no Ingress that could say it.
  const all = own.length > 0 || gatewayAddress === undefined ? own : [addressOf(gatewayAddress)];
  const hosts = all.flatMap(({ hostname = "" }) => (HOST.test(hostname) ? [hostname] : []));
  const addresses = all.flatMap(({ ip = "" }) => (isIP(ip) === 0 ? [] : [ip]));
  if (hosts.length + addresses.length === 0) return undefined;
  const named = await Promise.all(hosts.slice(0, HOSTS_MAX).map(lookUp));
  const [first] = all.flatMap(({ hostname, ip }) =>
    [hostname, ip].filter((one) => hosts.concat(addresses).includes(one ?? "")),
  );
  return {
    hosts,
    addresses: [...addresses, ...named.flatMap((found) => found.addresses)],
    ...(routing === "both" && { serving: first }),
  };
}

/** While there are both ways the one that serves comes first: it is the cluster's own address, else the Ingress. */
async function publishedBy(
  client: KubeClient,
  { namespace, ingress: name, routing, gatewayAddress }: RoutedSubject,
): Promise<readonly Address[]> {
  const gateway = routing === "ingress" ? [] : await gatewayAddresses(client);
  const ingress = routing === "gateway" ? [] : await ingressAddresses(client, { namespace, name });
  const isGateways = ({ ip, hostname }: Address): boolean =>
    gatewayAddress !== undefined && [ip, hostname].includes(gatewayAddress);
  return gateway.some(isGateways) ? [...gateway, ...ingress] : [...ingress, ...gateway];
}

const addressOf = (address: string): Address => (isIP(address) === 0 ? { hostname: address } : { ip: address });

/** Reads where the cluster's Gateway answers. */
export async function gatewayAddresses(client: KubeClient): Promise<readonly Address[]> {
  const { status } = (await client.get<Gateway>(GATEWAYS, GATEWAY, CALL)) ?? {};
  return (status?.addresses ?? []).map(({ type, value }) =>
    type === "Hostname" ? { hostname: value?.toLowerCase() } : { ip: value },
  );
}

async function ingressAddresses(
  client: KubeClient,
  ref: Readonly<{ namespace: string; name: string }>,
): Promise<readonly Address[]> {
  const { status } = (await client.get<Ingress>(INGRESSES, ref, CALL)) ?? {};
  const all = status?.loadBalancer?.ingress ?? [];
  return all.map(({ ip, hostname }) => ({ ip, hostname: hostname?.toLowerCase() }));
}

/** Reads what the Gateway says of an own domain's listener and route. */
export async function readRoute(client: KubeClient, subject: RoutedSubject): Promise<RouteView> {
  const { namespace, deployment, routing } = subject;
  if (routing === "ingress") return { kind: "none" };
  const ref = { namespace, name: domainRouteName(deployment) };
  try {
    const [listeners, route] = await Promise.all([
      client.get<ListenerSet>(LISTENER_SETS, ref, CALL),
      client.get<Route>(HTTP_ROUTES, ref, CALL),
    ]);
    if (listeners === undefined || route === undefined) return { kind: "absent" };
    return judgeRoute({ listener: saidOfListener(listeners), route: saidOfRoute(route) });
  } catch {
    return { kind: "unreachable" };
  }
}

/** Answers what is said of the listeners of one name, or of all; a set that is refused as a whole says so beside them. */
export function saidOfListener(set: ListenerSet, named?: string): readonly GatewayCondition[] {
  const { conditions = [], listeners = [] } = set.status ?? {};
  const refused = conditions.filter(({ status }) => status === "False");
  const meant = listeners.filter(({ name }) => named === undefined || name === named);
  return [...refused, ...meant.flatMap((one) => one.conditions ?? [])].filter(isAbout(set));
}

/** Answers what is said of a route as it is now. */
export function saidOfRoute(route: Route): readonly GatewayCondition[] {
  const { parents = [] } = route.status ?? {};
  return parents.flatMap((one) => one.conditions ?? []).filter(isAbout(route));
}

/** What was said of an older generation is not what is said of this one. */
function isAbout({ metadata }: KubeObject): (condition: GatewayCondition) => boolean {
  const { generation = 0 } = metadata;
  return ({ observedGeneration = generation }) => observedGeneration >= generation;
}
