import { isIP } from "node:net";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { GATEWAYS, SERVICES } from "../../../adapters/kubernetes/resource-types.ts";
import { isHostname } from "../../../contract/hostname.ts";
import {
  certifiesEachName,
  certifiesNamesOf,
  clusterRouting,
  routingOf,
  type ClusterRouting,
} from "../../../render/bundle/component.ts";
import { CLUSTER_GATEWAY } from "../../../render/bundle/gateway-components.ts";
import { GATEWAY, HTTP_LISTENER, HTTPS_LISTENER } from "../../../render/charts/gateway-names.ts";
import type { BundleView } from "../../machines/cluster/bundle.ts";
import {
  decideEachName,
  GATEWAY_LISTENS,
  judgeListener,
  type GatewayVerdict,
  type ListenerVerdict,
  type ListeningView,
} from "../../machines/cluster/listening.ts";
import { CERTIFICATE_READY } from "../../machines/cluster/wildcard.ts";
import { isTrue, toldCondition } from "../../machines/conditions.ts";
import type { GatewayCondition } from "../../machines/deployment/domain-route.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { KindContext } from "../parts.ts";
import { CALL, Looks, type Unanswered } from "../shared/looks.ts";
import { areServed, namesInUse } from "./served-names.ts";
import { stageOf } from "../shared/stage.ts";

type Context = KindContext<ClusterObject, Readonly<{ gateways: GatewayLooks }>>;
type Subject = Readonly<{
  handle: string;
  stamp: ClusterRouting;
  stage?: string | undefined;
  /** Whether each name of the platform's brings its own listener: then the Gateway needs no certificate. */
  isEach?: boolean;
  /** Where requests come in as far as was told, and whom they reach there. */
  leadsTo?: string | undefined;
  inUse?: () => readonly string[];
}>;
/** `gateway` is of what requests need, `all` of the listener for all names; undefined where there is to be no Gateway. */
type Published = Readonly<{ kind: "published"; address: string | undefined }> & Partial<Verdicts>;
type Verdicts = Readonly<{ gateway: GatewayVerdict; all: GatewayVerdict }>;
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

const FRESH_MS = 60_000;
/** What of the bundle takes requests. */
const ENTRIES: ReadonlySet<string> = new Set(["envoy-gateway", CLUSTER_GATEWAY.component, "ingress-nginx"]);
/** What ingress-nginx of the bundle makes. */
const CONTROLLER = { namespace: "ingress-nginx", name: "ingress-nginx-controller" } as const;

/** Creates the looks at gateways; what was seen stands while a cluster does not answer. */
export function createGatewayLooks(clock: Clock, onNews: (handle: string) => void): GatewayLooks {
  const ask = async (client: KubeClient, { stamp, isEach = false, ...names }: Subject): Promise<Published> => {
    if (stamp === "ingress") return { kind: "published", address: await ingressAddress(client) };
    const { address, ...found } = await readGateway(client, isEach);
    if (stamp === "gateway") return { kind: "published", address, ...found };
    const verdicts = { ...found, gateway: await judgeNames(client, { address, ...found }, names) };
    if (verdicts.gateway === "listens") return { kind: "published", address, ...verdicts };
    // Neither to the Gateway nor back on words about an older one: names that moved would move twice.
    if (verdicts.gateway === "late") throw new Error("What is said of the Gateway is of an older generation");
    return { kind: "published", address: await ingressAddress(client), ...verdicts };
  };
  return new Looks({ clock, freshMs: FRESH_MS, ask, isAwaited, onNews, outlasts: "always" });
}

/** Names are led to a Gateway once it serves all of them: by one listener, or each by its own. Those that lead there stay. */
async function judgeNames(
  client: KubeClient,
  { address, gateway, all }: Verdicts & Readonly<{ address: string | undefined }>,
  { leadsTo, inUse = () => [] }: Pick<Subject, "leadsTo" | "inUse">,
): Promise<GatewayVerdict> {
  if (gateway !== "listens" || all === "listens" || address === leadsTo) return gateway;
  return (await areServed(client, inUse())) ? "listens" : "unnamed";
}

/** What is awaited is an address, and that all names are served. */
function isAwaited(view: Published | Unanswered): boolean {
  return view.kind !== "published" || view.address === undefined || (view.gateway ?? "listens") !== "listens";
}

/** Where requests come in to a cluster: `address` is null for nowhere, undefined for nobody knows. */
type GatewayLook = Readonly<{
  address: string | null | undefined;
  listening: ListeningView | undefined;
  certifiesEachName: boolean | undefined;
}>;

/** Looks at where requests come in to a cluster; those of a shared one come in at its host. */
export function lookAtGateway(context: Context, object: ClusterObject, bundle: BundleView): GatewayLook {
  const { host, certifiesEachName: before } = object.status ?? {};
  if (host !== undefined) {
    const carrier = context.caches.clusters.byIndex("handle", host).at(0);
    const certifies = carrier === undefined ? before : certifiesNamesOf(object, carrier);
    return { address: carrier?.status?.gatewayAddress, listening: undefined, certifiesEachName: certifies };
  }
  const routing = clusterRouting(object);
  const stage = stageOf(context, object, entriesOf(object, bundle));
  const seen = lookAtOwn(context, object, { stamp: routing, stage });
  return {
    address: seen && (seen.address ?? null),
    listening: listeningOf(object, routing, seen),
    certifiesEachName: decideEachName({ before, isPromised: isPromised(context, object), verdict: seen?.all }),
  };
}

function lookAtOwn(
  context: Context,
  object: ClusterObject,
  how: Pick<Subject, "stamp" | "stage">,
): Published | undefined {
  const handle = clusterHandle(object);
  const client = context.tenants.client(handle);
  const isEach = certifiesEachName(object);
  const names = { leadsTo: object.status?.gatewayAddress, inUse: () => namesInUse(context, object) };
  const found = client && context.gateways.look(client, { handle, ...how, isEach, ...names });
  return found?.kind === "published" ? found : undefined;
}

/** Says how far what takes requests is, as the watches tell it. */
function entriesOf({ status }: ClusterObject, { wanted }: BundleView): unknown {
  const components = wanted.filter(({ component }) => ENTRIES.has(component));
  const reports = components.map(({ report: { version, sync, health } = {} }) => [version, sync, health]);
  return [reports, isTrue(status?.conditions, CERTIFICATE_READY)];
}

/** Tells whether somebody brings one certificate for all names of the platform's on a cluster. */
function isPromised({ settings }: Pick<Context, "settings">, { spec }: ClusterObject): boolean {
  const { clusterIssuer, wildcardIssuer } = settings;
  // The front of a local cluster has one.
  if ((spec.provider === "local" && spec.imported === undefined) || clusterIssuer === "") return true;
  // Names on a host are its shared clusters': none is under its own domain (wildcard.ts).
  return wildcardIssuer !== undefined && spec.namesUnder === "cluster" && spec.role !== "host";
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
  { address, gateway: verdict }: Partial<Published> = {},
): ListeningView | undefined {
  if (routing === "ingress") return undefined;
  const told = toldCondition(status?.conditions, GATEWAY_LISTENS);
  if (verdict === undefined || verdict === "late") return { kind: "unasked", told };
  return { kind: "seen", told, verdict, hasIngress: routing === "both" && address !== undefined };
}

async function readGateway(
  client: KubeClient,
  isEach: boolean,
): Promise<Verdicts & Readonly<{ address: string | undefined }>> {
  const gateway = await client.get<Gateway>(GATEWAYS, GATEWAY, CALL);
  if (gateway === undefined) return { address: undefined, gateway: "absent", all: "absent" };
  const address = chooseAddress((gateway.status?.addresses ?? []).map(({ value }) => value));
  if (address === undefined) return { address, gateway: "unaddressed", all: "unaddressed" };
  const all = verdictOf(gateway, HTTPS_LISTENER);
  return { address, all, gateway: isEach && all === "uncertified" ? verdictOf(gateway, HTTP_LISTENER) : all };
}

function verdictOf({ metadata, status }: Gateway, named: string): ListenerVerdict {
  const listener = status?.listeners?.find(({ name }) => name === named);
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
