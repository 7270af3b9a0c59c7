import { isIP } from "node:net";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { GATEWAYS, SERVICES } from "../../../adapters/kubernetes/resource-types.ts";
import { isHostname } from "../../../contract/hostname.ts";
import { routingOf, type ClusterRouting } from "../../../render/bundle/component.ts";
import { GATEWAY, HTTPS_LISTENER } from "../../../render/charts/gateway-names.ts";
import {
  GATEWAY_LISTENS,
  judgeListener,
  type ListenerVerdict,
  type ListeningView,
} from "../../machines/cluster/listening.ts";
import { toldCondition } from "../../machines/conditions.ts";
import type { GatewayCondition } from "../../machines/deployment/domain-route.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { KindContext } from "../parts.ts";
import { Looks } from "../shared/looks.ts";

type Context = KindContext<ClusterObject, Readonly<{ gateways: GatewayLooks }>>;
type Subject = Readonly<{ handle: string; stamp: ClusterRouting }>;
/** `gateway` is undefined where there is to be none. */
type Published = Readonly<{ kind: "published"; address: string | undefined; gateway?: GatewayVerdict }>;
type GatewayVerdict = ListenerVerdict | "unaddressed";
type Gateway = KubeObject &
  Readonly<{
    status?: Readonly<{
      addresses?: readonly Readonly<{ value?: string }>[];
      listeners?: readonly Readonly<{ name: string; conditions?: readonly GatewayCondition[] }>[];
    }>;
  }>;
type Service = KubeObject &
  Readonly<{
    status?: Readonly<{
      loadBalancer?: Readonly<{ ingress?: readonly Readonly<{ ip?: string; hostname?: string }>[] }>;
    }>;
  }>;

/** Looks at where requests come in to clusters. */
export type GatewayLooks = Looks<Subject, Published>;

const CALL = { timeoutMs: 5_000 } as const;
const FRESH_MS = 60_000;
/** What ingress-nginx of the bundle makes. */
const CONTROLLER = { namespace: "ingress-nginx", name: "ingress-nginx-controller" } as const;

/** Creates the looks at gateways; what was seen stands while a cluster does not answer. */
export function createGatewayLooks(clock: Clock, onNews: (handle: string) => void): GatewayLooks {
  const ask = async (client: KubeClient, { stamp }: Subject): Promise<Published> => {
    if (stamp === "ingress") return { kind: "published", address: await ingressAddress(client) };
    const { address, verdict } = await readGateway(client);
    if (stamp === "gateway" || verdict === "listens") return { kind: "published", address, gateway: verdict };
    // Neither to the Gateway nor back on words about an older one: names that moved would move twice.
    if (verdict === "late") throw new Error("What is said of the Gateway is of an older generation");
    return { kind: "published", address: await ingressAddress(client), gateway: verdict };
  };
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews, outlasts: true });
}

/** Where requests come in to a cluster: `address` is null for nowhere, undefined for nobody knows. */
type GatewayLook = Readonly<{ address: string | null | undefined; listening: ListeningView | undefined }>;

/** Looks at where requests come in to a cluster; those of a shared one come in at its host. */
export function lookAtGateway(context: Context, object: ClusterObject): GatewayLook {
  const { host } = object.status ?? {};
  if (host !== undefined) {
    const carrier = context.caches.clusters.byIndex("handle", host).at(0);
    return { address: carrier?.status?.gatewayAddress, listening: undefined };
  }
  const handle = clusterHandle(object);
  const routing = routingOf(object.spec);
  const client = context.tenants.client(handle);
  const found = client && context.gateways.look(client, { handle, stamp: routing });
  if (found?.kind !== "published") return { address: undefined, listening: listeningOf(object, routing, undefined) };
  return { address: found.address ?? null, listening: listeningOf(object, routing, found.gateway) };
}

/** Tells how requests come in at the host of a shared cluster; undefined for what has none, or whose is not known. */
export function hostRouting(
  { caches }: Pick<Context, "caches">,
  { status }: ClusterObject,
): ClusterRouting | undefined {
  const [carrier] = status?.host === undefined ? [] : caches.clusters.byIndex("handle", status.host);
  return carrier && routingOf(carrier.spec);
}

function listeningOf(
  { status }: ClusterObject,
  routing: ClusterRouting,
  verdict: GatewayVerdict | undefined,
): ListeningView | undefined {
  if (routing === "ingress") return undefined;
  if (verdict !== undefined && verdict !== "late") return { kind: "seen", routing, verdict };
  return { kind: "unasked", told: toldCondition(status?.conditions, GATEWAY_LISTENS) };
}

async function readGateway(
  client: KubeClient,
): Promise<Readonly<{ address: string | undefined; verdict: GatewayVerdict }>> {
  const gateway = await client.get<Gateway>(GATEWAYS, GATEWAY, CALL);
  const address = chooseAddress((gateway?.status?.addresses ?? []).map(({ value }) => value));
  const verdict = gateway === undefined || address === undefined ? "unaddressed" : verdictOf(gateway);
  return { address, verdict };
}

function verdictOf({ metadata, status }: Gateway): ListenerVerdict {
  const listener = status?.listeners?.find(({ name }) => name === HTTPS_LISTENER);
  return judgeListener(listener?.conditions ?? [], metadata.generation ?? 1);
}

async function ingressAddress(client: KubeClient): Promise<string | undefined> {
  const { status } = (await client.get<Service>(SERVICES, CONTROLLER, CALL)) ?? {};
  return chooseAddress((status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => [ip, hostname]));
}

/** What stands on a cluster is its people's to write: of it only an address or a name is taken; an address of IPv4 serves most. */
function chooseAddress(all: readonly (string | undefined)[]): string | undefined {
  const given = all.flatMap((one) => one?.toLowerCase() ?? []);
  return given.find((one) => isIP(one) === 4) ?? given.find((one) => isAddress(one) || isHostname(one));
}

/** A zone of IPv6 means something on one machine alone. */
const isAddress = (text: string): boolean => isIP(text) === 6 && !text.includes("%");
