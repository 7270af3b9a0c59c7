import { isIP } from "node:net";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { GATEWAYS, SERVICES } from "../../../adapters/kubernetes/resource-types.ts";
import { HOSTNAME } from "../../../contract/fields.ts";
import { routingOf, type ClusterRouting } from "../../../render/bundle/component.ts";
import { GATEWAY } from "../../../render/charts/gateway-names.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { KindContext } from "../parts.ts";
import { Looks } from "../shared/looks.ts";

type Context = KindContext<ClusterObject, Readonly<{ gateways: GatewayLooks }>>;
type Subject = Readonly<{ handle: string; stamp: ClusterRouting }>;
type Published = Readonly<{ kind: "published"; address: string | undefined }>;
type Gateway = KubeObject & Readonly<{ status?: Readonly<{ addresses?: readonly Readonly<{ value?: string }>[] }> }>;
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
const HOST = new RegExp(HOSTNAME);
const HOST_MAX = 253;

/** Creates the looks at gateways; what was seen stands while a cluster does not answer. */
export function createGatewayLooks(clock: Clock, onNews: (handle: string) => void): GatewayLooks {
  const ask = async (client: KubeClient, { stamp }: Subject): Promise<Published> => {
    const byGateway = stamp === "ingress" ? undefined : await gatewayAddress(client);
    const address = byGateway ?? (stamp === "gateway" ? undefined : await ingressAddress(client));
    return { kind: "published", address };
  };
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews, outlasts: true });
}

/** Looks at where requests come in to a cluster: null for nowhere, undefined for nobody knows. Those of a shared one come in at its host. */
export function lookAtGateway(context: Context, object: ClusterObject): string | null | undefined {
  const { host } = object.status ?? {};
  if (host !== undefined) return context.caches.clusters.byIndex("handle", host).at(0)?.status?.gatewayAddress;
  const handle = clusterHandle(object);
  const client = context.tenants.client(handle);
  if (client === undefined) return undefined;
  const found = context.gateways.look(client, { handle, stamp: routingOf(object.spec) });
  return found.kind === "published" ? (found.address ?? null) : undefined;
}

async function gatewayAddress(client: KubeClient): Promise<string | undefined> {
  const { status } = (await client.get<Gateway>(GATEWAYS, GATEWAY, CALL)) ?? {};
  return chooseAddress((status?.addresses ?? []).map(({ value }) => value));
}

async function ingressAddress(client: KubeClient): Promise<string | undefined> {
  const { status } = (await client.get<Service>(SERVICES, CONTROLLER, CALL)) ?? {};
  return chooseAddress((status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => [ip, hostname]));
}

/** What stands on a cluster is its people's to write: of it only an address or a name is taken; an address of IPv4 serves most. */
function chooseAddress(all: readonly (string | undefined)[]): string | undefined {
  const given = all.flatMap((one) => one?.toLowerCase() ?? []);
  return given.find((one) => isIP(one) === 4) ?? given.find((one) => isAddress(one) || isHost(one));
}

/** A zone of IPv6 means something on one machine alone. */
const isAddress = (text: string): boolean => isIP(text) === 6 && !text.includes("%");
const isHost = (text: string): boolean => text.length <= HOST_MAX && HOST.test(text);
