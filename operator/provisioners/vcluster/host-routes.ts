/**
 * Keeps on hosts the routes of virtual clusters' deployments (docs/adr/0131): each for exactly the names that are its deployment's
 * on that host. What has a name of another is taken before that one is given; what is nobody's stays where it is, since a status
 * that was lost must take no application off the network. A deployment that goes is waited for by its own deletion.
 */
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { listIfServed } from "../../../adapters/kubernetes/list-if-served.ts";
import {
  BACKEND_TRAFFIC_POLICIES,
  HTTP_ROUTE_FILTERS,
  HTTP_ROUTES,
  LISTENER_SETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { errorOf } from "../../../adapters/log/thrown.ts";
import { FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import type { HostOwners, NameOwner } from "../../../render/cluster/host-names.ts";
import { ISSUER, type RouteKind, type RouteObject } from "../../../render/cluster/host-routes.ts";
import { holds } from "./holds.ts";
import { hasCertificates, removeCertificates, type CertificatesPlace } from "./host-certificates.ts";

/** A deployment of a host that is here to stay, with all that its spec asks for; of others nothing is touched. */
export type WantedRoutes = Readonly<{
  handle: string;
  cluster: string;
  objects: readonly RouteObject[];
  /** Whether that is so still, at the moment of a write. */
  isLive: () => boolean;
}>;
/** The routes of a host as they should be; `namespaces` are its virtual clusters', by their handles. */
type HostRoutesWish = Readonly<{
  owners: HostOwners;
  namespaces: ReadonlyMap<string, string>;
  wanted: readonly WantedRoutes[];
}>;
/** What stands on a host after what is another's was taken. */
export type TakenRoutes = Readonly<{
  found: ReadonlyMap<string, KubeObject>;
  hasTaken: boolean;
  /** Whether the host knows the kinds at all. */
  isServed: boolean;
  fault: Error | undefined;
}>;

/** What a route refers to comes before it. */
const TYPES: Readonly<Record<RouteKind, ResourceType>> = {
  HTTPRouteFilter: HTTP_ROUTE_FILTERS,
  BackendTrafficPolicy: BACKEND_TRAFFIC_POLICIES,
  ListenerSet: LISTENER_SETS,
  HTTPRoute: HTTP_ROUTES,
};
const KINDS = Object.keys(TYPES) as readonly RouteKind[];
const CALL = { timeoutMs: 5_000 } as const;
const APPLY = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true } as const;

/** Takes off a host what gives a name of another, and what its own deployment does not want any more. */
export async function takeRoutes(client: KubeClient, wish: HostRoutesWish): Promise<TakenRoutes> {
  const found = new Map<string, KubeObject>();
  let [hasTaken, fault]: [boolean, Error | undefined] = [false, undefined];
  const wanted = new Map(wish.wanted.map((one) => [`${one.cluster} ${one.handle}`, one]));
  for (const kind of KINDS)
    try {
      const items = await listRoutes(client, kind, {});
      if (items === undefined) return { found, hasTaken, isServed: false, fault };
      const all = items.flatMap((object) => describe(kind, object, wish));
      const stays = (known: Known): boolean =>
        mayStay(known, wish.owners, wanted.get(`${known.cluster} ${known.handle}`));
      for (const known of all.filter(stays)) found.set(keyOf(known), known.object);
      const answers = await removeAll(
        client,
        all.filter((one) => !stays(one)),
      );
      hasTaken ||= answers.includes(true);
      fault = answers.find((answer) => answer instanceof Error) ?? fault;
    } catch (error) {
      fault = errorOf(error);
    }
  return { found, hasTaken, isServed: true, fault };
}

type Known = Readonly<{ kind: RouteKind; object: KubeObject; handle: string; cluster: string }>;

function describe(kind: RouteKind, object: KubeObject, { namespaces }: HostRoutesWish): readonly Known[] {
  const { namespace = "", labels } = object.metadata;
  const cluster = namespaces.get(namespace);
  return cluster === undefined ? [] : [{ kind, object, handle: labels?.[LABELS.handle] ?? "", cluster }];
}

function mayStay(known: Known, owners: HostOwners, wanted: WantedRoutes | undefined): boolean {
  return !isForeign(known, owners) && (wanted === undefined || isWanted(known, wanted));
}

/** What cannot be taken is told, and holds up nothing else that is. */
async function removeAll(client: KubeClient, all: readonly Known[]): Promise<readonly (boolean | Error)[]> {
  const answers: (boolean | Error)[] = [];
  for (const { kind, object } of all) {
    const { namespace, name, uid } = object.metadata;
    const options = { ...CALL, uid };
    answers.push(await client.delete(TYPES[kind], { namespace, name }, options).catch(errorOf));
  }
  return answers;
}

function isForeign({ object, handle, cluster }: Known, owners: HostOwners): boolean {
  return namesIn(object).some((name) => {
    const owner = owners.get(name);
    return owner !== undefined && (owner.cluster !== cluster || owner.deployment !== handle);
  });
}

function isWanted({ kind, object }: Known, { objects }: WantedRoutes): boolean {
  const same = objects.find(({ object: one }) => one.kind === kind && one.metadata.name === object.metadata.name);
  if (same === undefined) return false;
  const names = namesIn(object);
  return same.hostname === undefined || names.every((name) => name === same.hostname);
}

type Spec = Readonly<{ hostnames?: readonly string[]; listeners?: readonly Readonly<{ hostname?: string }>[] }>;

function namesIn(object: KubeObject): readonly string[] {
  const { hostnames = [], listeners = [] } = (object["spec"] ?? {}) as Spec;
  return [...hostnames, ...listeners.flatMap(({ hostname }) => hostname ?? [])];
}

/**
 * Writes what is wanted for names that are its deployment's; `mayGive` says which may come that are not there yet. Answers what
 * could not be written, after all others were: a namespace that goes just now is nobody else's fault.
 */
export async function giveRoutes(client: KubeClient, wish: HostRoutesWish, ask: Giving): Promise<Error | undefined> {
  const clusters = new Set(wish.namespaces.values());
  let fault: Error | undefined;
  for (const one of wish.wanted.filter(({ cluster }) => clusters.has(cluster)))
    try {
      await giveRoute(client, one, { ...ask, owners: wish.owners });
    } catch (error) {
      fault ??= errorOf(error);
    }
  return fault;
}

type Giving = Readonly<{ found: TakenRoutes["found"]; mayGive: (name: string) => boolean }>;

async function giveRoute(
  client: KubeClient,
  one: WantedRoutes,
  { owners, found, mayGive }: Giving & Pick<HostRoutesWish, "owners">,
): Promise<void> {
  const isOwn = (name: string): boolean => isOwnerOf(one, owners.get(name));
  if (!one.objects.some(({ hostname }) => hostname !== undefined && isOwn(hostname))) return;
  for (const { hostname, object } of inOrder(one.objects)) {
    const before = found.get(keyOf({ kind: object.kind, object }));
    if (hostname !== undefined && (!isOwn(hostname) || (before === undefined && !mayGive(hostname)))) continue;
    if (before !== undefined && isAsWanted(before, object)) continue;
    if (!one.isLive()) return;
    const { namespace, name } = object.metadata;
    await client.patch(TYPES[object.kind], { namespace, name }, { kind: "apply", body: object }, APPLY);
  }
}

function isOwnerOf({ handle, cluster }: WantedRoutes, owner: NameOwner | undefined): boolean {
  return owner?.deployment === handle && owner.cluster === cluster;
}

/** What a member was that is not wanted any more matters of annotations alone: a spec here always has all of its members. */
function isAsWanted(before: KubeObject, { metadata, spec }: RouteObject["object"]): boolean {
  const [was, is] = [before.metadata.annotations?.[ISSUER], metadata.annotations?.[ISSUER]];
  return was === is && holds(before["spec"], spec);
}

function inOrder(objects: readonly RouteObject[]): readonly RouteObject[] {
  const rank = ({ object }: RouteObject): number => KINDS.indexOf(object.kind);
  return objects.toSorted((one, other) => rank(one) - rank(other));
}

/** Picks what listens of what was found. */
export function listenersIn(found: TakenRoutes["found"]): readonly KubeObject[] {
  const kind = "ListenerSet" satisfies RouteKind;
  return [...found].filter(([key]) => key.startsWith(`${kind}/`)).map(([, object]) => object);
}

/** Tells whether anything of a deployment's route is on its host, or of the certificates that it had. */
export async function hasRoutes(client: KubeClient, place: RoutePlace): Promise<boolean> {
  for (const kind of KINDS) if (((await listRoutes(client, kind, place)) ?? []).length > 0) return true;
  return hasCertificates(client, place);
}

/** Removes a deployment's route from its host; its certificates once nothing asks for them any more. */
export async function removeRoutes(client: KubeClient, place: RoutePlace): Promise<void> {
  let isAskedFor = false;
  for (const kind of KINDS)
    for (const { metadata } of (await listRoutes(client, kind, place)) ?? []) {
      isAskedFor ||= kind === "ListenerSet";
      await client.delete(TYPES[kind], { namespace: place.namespace, name: metadata.name }, CALL);
    }
  if (!isAskedFor) await removeCertificates(client, place);
}

/** Whose route it is, and in which namespace of its host. */
export type RoutePlace = Readonly<{ handle: string }> & CertificatesPlace;

/** A deployment's route on a host, by the host's handle. */
export type HostedRoute = RoutePlace & Readonly<{ host: string }>;

/** Lists what of a kind is the platform's; undefined where the host does not know the kind. */
function listRoutes(
  client: KubeClient,
  kind: RouteKind,
  { namespace, handle }: Partial<Pick<RoutePlace, "namespace" | "handle">>,
): Promise<readonly KubeObject[] | undefined> {
  const labelSelector = [`${LABELS.managed}=true`, handle === undefined ? LABELS.handle : `${LABELS.handle}=${handle}`];
  const where = { labelSelector: labelSelector.join(","), ...(namespace === undefined ? {} : { namespace }) };
  return listIfServed(client, TYPES[kind], { ...CALL, ...where, slim: slimRoute });
}

function slimRoute({ metadata, ...rest }: KubeObject): KubeObject {
  const { name, namespace, uid, labels, annotations } = metadata;
  const kept = { name, ...(namespace && { namespace }), ...(uid && { uid }) };
  return { metadata: { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) }, spec: rest["spec"] };
}

function keyOf({
  kind,
  object: { metadata },
}: Readonly<{ kind: RouteKind; object: Pick<KubeObject, "metadata"> }>): string {
  return `${kind}/${metadata.namespace ?? ""}/${metadata.name}`;
}
