/**
 * Looks whether a Gateway may come to an imported cluster (docs/adr/0145): never over definitions of somebody else's, and never to
 * one whose own Envoy Gateway does not serve what Berth writes, without which the bundle's cert-manager would not start.
 *
 * What let it come once is not asked again: the status remembers it, and where that was lost the registration, or the bundle's
 * own Applications, say it.
 */
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { objectPath, type KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CUSTOM_RESOURCE_DEFINITIONS } from "../../../adapters/kubernetes/resource-types.ts";
import { listServed } from "../../../adapters/kubernetes/served-kinds.ts";
import { LABELS } from "../../../contract/identity.ts";
import {
  bundleProfile,
  clusterRouting,
  isBundleProfile,
  readProfile,
  routingOf,
  type BundleProfile,
  type ClusterRouting,
} from "../../../render/bundle/component.ts";
import { CLUSTER_GATEWAY } from "../../../render/bundle/gateway-components.ts";
import { ownComponents } from "../../../render/bundle/wanted-components.ts";
import { bundleFootprint } from "../../../render/preflight/bundle-footprint.ts";
import { describeGatewayApi, GATEWAY_API_COMPONENT, othersGatewayApi } from "../../../render/preflight/gateway-api.ts";
import { findClusterSecret } from "../../delivery/cluster-secret.ts";
import type { HeldGateway } from "../../machines/cluster/listening.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { KindContext } from "../parts.ts";
import { CALL, Looks } from "../shared/looks.ts";

/** `stamp` says whether the cluster has an Envoy Gateway of its own. */
type Subject = Readonly<{ handle: string; stamp: "own" | "bundle" }>;
type Verdict = Readonly<{ kind: "free" }> | HeldGateway;
/** Looks at who has the kinds of the Gateway API on clusters. */
export type GatewayKindLooks = Looks<Subject, Verdict>;
type Context = Pick<
  KindContext<ClusterObject, Readonly<{ gatewayKinds: GatewayKindLooks }>>,
  "caches" | "settings" | "tenants" | "gatewayKinds"
>;

const METADATA = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json;q=0.5";
const FRESH_MS = 60_000;
/** Who has not answered yet holds up what was asked for. */
const AGAIN_MS = 5_000;
const FOOTPRINT = bundleFootprint("", false, "both");
const BROUGHT = FOOTPRINT.find(({ component }) => component === GATEWAY_API_COMPONENT);

/** Creates the looks; what was seen stands while a cluster does not answer. */
export function createGatewayKindLooks(clock: Clock, onNews: (handle: string) => void): GatewayKindLooks {
  return new Looks<Subject, Verdict>({
    clock,
    freshMs: ({ kind }) => (kind === "unasked" ? AGAIN_MS : FRESH_MS),
    ask: (client, { stamp }) => (stamp === "own" ? askForServed(client) : askForOthers(client)),
    onNews,
    forgets: true,
    outlasts: "always",
  });
}

async function askForServed(client: KubeClient): Promise<Verdict> {
  const kinds = BROUGHT?.own?.kinds ?? [];
  const served = await listServed(client, kinds, CALL);
  const missing = kinds.filter((kind) => !served.includes(kind));
  return missing.length === 0 ? { kind: "free" } : { kind: "missing", what: missing.join(", ") };
}

async function askForOthers(client: KubeClient): Promise<Verdict> {
  const found: Found[] = [];
  for (const name of BROUGHT?.footprint.crds ?? []) {
    const definition = await readDefinition(client, name);
    if (definition !== undefined) found.push(definition);
  }
  const others = othersGatewayApi(FOOTPRINT, found);
  return others.length === 0 ? { kind: "free" } : { kind: "taken", what: describeGatewayApi(others) };
}

type Found = Parameters<typeof describeGatewayApi>[0][number];

/** Of a definition its marks are enough: the rest of one is as long as a book. */
async function readDefinition(client: KubeClient, name: string): Promise<Found | undefined> {
  try {
    const path = objectPath(CUSTOM_RESOURCE_DEFINITIONS, { name });
    const { metadata } = (await client.request("GET", path, { ...CALL, accept: METADATA })) as KubeObject;
    const { labels = {}, annotations = {} } = metadata;
    return { kind: CUSTOM_RESOURCE_DEFINITIONS.kind, name, labels, annotations };
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return undefined;
    throw error;
  }
}

/** How requests come to a cluster, as far as that is decided. */
export type RoutingView = Readonly<{
  /** What is in force; Ingress as long as nothing is decided. */
  routing: ClusterRouting;
  isDecided: boolean;
  /** What keeps the Gateway away that is asked for. */
  held: HeldGateway | undefined;
}>;

/** Decides how requests come to a cluster of its own. */
export function lookAtRouting(context: Context, object: ClusterObject): RoutingView {
  const told = clusterRouting(object);
  const asked = routingOf(object.spec);
  const isUndisputed = object.spec.imported === undefined || asked === "ingress" || told !== "ingress";
  if (isUndisputed) return { routing: told, isDecided: true, held: undefined };
  const verdict = hasCome(context, object) ? FREE : look(context, object);
  if (verdict?.kind === "free") return { routing: asked, isDecided: true, held: undefined };
  const isDecided = verdict !== undefined || object.status?.routing !== undefined;
  return { routing: "ingress", isDecided, held: verdict };
}
const FREE: Verdict = { kind: "free" };

function look({ gatewayKinds, tenants }: Context, object: ClusterObject): Verdict | undefined {
  const handle = clusterHandle(object);
  const client = tenants.client(handle);
  if (client === undefined) return undefined;
  const stamp = ownComponents(object.spec).has(GATEWAY_API_COMPONENT) ? "own" : "bundle";
  const verdict = gatewayKinds.look(client, { handle, stamp });
  return verdict.kind === "unasked" || verdict.kind === "unreachable" ? undefined : verdict;
}

/** Tells whether a Gateway was let come before, whatever the status says of it. */
function hasCome(context: Context, object: ClusterObject): boolean {
  const profile = registeredProfile(context, object) ?? "";
  if (isBundleProfile(profile) && readProfile(profile).routing !== "ingress") return true;
  const applications = context.caches.applications.byIndex("cluster", clusterHandle(object));
  return applications.some(({ metadata }) => metadata.labels?.[LABELS.component] === CLUSTER_GATEWAY.component);
}

/** Returns a cluster's spec with the routing that is in force: what the bundle brings goes by that. */
export function specInForce(context: Context, object: ClusterObject): ClusterObject["spec"] {
  return { ...object.spec, routing: lookAtRouting(context, object).routing };
}

/** Returns the kind of cluster that its registration is to say; undefined while nothing is decided. */
export function profileInForce(context: Context, object: ClusterObject): BundleProfile | undefined {
  const { routing, isDecided } = lookAtRouting(context, object);
  return isDecided ? bundleProfile({ ...object.spec, routing }) : undefined;
}

/** Returns the kind of cluster that its registration says. */
export function registeredProfile(context: Context, object: ClusterObject): string | undefined {
  return findClusterSecret(context, clusterHandle(object))?.metadata.labels?.[LABELS.bundleProfile];
}
