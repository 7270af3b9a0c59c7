/*
 * What a Gateway's controller says of its objects: the front plays it, and says only what it does.
 */
import { isDeepStrictEqual } from "node:util";
import { attachRoute, listenerKey, type Attachment } from "./attached-routes.ts";
import {
  GATEWAY_API,
  GATEWAY_GROUP,
  SERVED_CLASS,
  type Condition,
  type Gateway,
  type GatewayClass,
  type GatewayObjects,
  type HttpRoute,
  type ListenerSet,
} from "./gateway-objects.ts";

/** Names the front among the controllers of the Gateway API. */
const CONTROLLER = "berth.dev/local-front";

/** What is known of a cluster beside those objects. */
type Surroundings = Readonly<{
  /** Where the front listens. */
  address: string;
  /** Services that there are, as `namespace/name`. */
  services: ReadonlySet<string>;
  now: string;
}>;

/** A status that is to be written. */
type StatusWrite = Readonly<{ path: string; status: Readonly<Record<string, unknown>> }>;

type Said = Omit<Condition, "lastTransitionTime" | "message" | "observedGeneration">;
type Counts = ReadonlyMap<string, number>;

const yes = (type: string): Said => ({ type, status: "True", reason: type });
const SUPPORTED = [{ group: GATEWAY_GROUP, kind: "HTTPRoute" }];

/** Derives the statuses of classes that differ from what there is. */
export function deriveClassStatuses(classes: readonly GatewayClass[], around: Surroundings): readonly StatusWrite[] {
  return classes
    .filter(({ spec }) => spec.controllerName === CONTROLLER)
    .flatMap((one) => {
      const wanted = { conditions: conditionsOf([yes("Accepted")], one, around) };
      return isSame(one.status, wanted)
        ? []
        : [{ path: `${GATEWAY_API}/gatewayclasses/${one.metadata.name}`, status: wanted }];
    });
}

/** Derives the statuses that differ from what there is. */
export function deriveGatewayStatuses(objects: GatewayObjects, around: Surroundings): readonly StatusWrite[] {
  const attached = objects.routes.map((route) => ({ route, parents: attachRoute(objects, route) }));
  const counts = new Map<string, number>();
  for (const { parents } of attached)
    for (const key of parents.flatMap(({ listeners }) => listeners)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const served = objects.gateways.filter(({ spec }) => spec.gatewayClassName === SERVED_CLASS);
  const names = new Set(served.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
  const sets = objects.listenerSets.filter(({ metadata, spec }) =>
    names.has(`${spec.parentRef.namespace ?? metadata.namespace}/${spec.parentRef.name}`),
  );
  return [
    ...served.flatMap((gateway) => statusOf("gateways", gateway, gatewayStatus(gateway, counts, around))),
    ...sets.flatMap((set) => statusOf("listenersets", set, listeningStatus(["ListenerSet", set], counts, around))),
    ...attached
      .filter(({ parents }) => parents.length > 0)
      .flatMap(({ route, parents }) => statusOf("httproutes", route, routeStatus(route, parents, around))),
  ];
}

function statusOf(
  plural: string,
  { metadata, status }: Gateway | ListenerSet | HttpRoute,
  wanted: StatusWrite["status"],
): StatusWrite[] {
  if (isSame(status, wanted)) return [];
  return [{ path: `${GATEWAY_API}/namespaces/${metadata.namespace}/${plural}/${metadata.name}`, status: wanted }];
}

/** A transition is one only where something else changed. */
function isSame(found: unknown, wanted: unknown): boolean {
  const timeless = (key: string, value: unknown): unknown => (key === "lastTransitionTime" ? undefined : value);
  const plain = (status: unknown): unknown => JSON.parse(JSON.stringify(status ?? {}, timeless));
  return isDeepStrictEqual(plain(found), plain(wanted));
}

function gatewayStatus(gateway: Gateway, counts: Counts, around: Surroundings): StatusWrite["status"] {
  const addresses = [{ type: "IPAddress", value: around.address }];
  return { addresses, ...listeningStatus(["Gateway", gateway], counts, around) };
}

const LISTENING = [yes("Accepted"), yes("Programmed"), yes("ResolvedRefs")];

/** What Gateways and ListenerSets say alike. */
function listeningStatus(
  [kind, object]: readonly ["Gateway", Gateway] | readonly ["ListenerSet", ListenerSet],
  counts: Counts,
  around: Surroundings,
): StatusWrite["status"] {
  const { metadata, spec } = object;
  return {
    conditions: conditionsOf([yes("Accepted"), yes("Programmed")], object, around),
    listeners: (spec.listeners ?? []).map(({ name }) => ({
      name,
      attachedRoutes: counts.get(listenerKey(kind, metadata.namespace, metadata.name, name)) ?? 0,
      supportedKinds: SUPPORTED,
      conditions: conditionsOf(LISTENING, object, around),
    })),
  };
}

function routeStatus(route: HttpRoute, parents: readonly Attachment[], around: Surroundings): StatusWrite["status"] {
  const { metadata, spec } = route;
  const backends = (spec.rules ?? []).flatMap(({ backendRefs = [] }) => backendRefs);
  const isWhole = backends.every(({ name }) => around.services.has(`${metadata.namespace}/${name}`));
  const resolved: Said = isWhole
    ? yes("ResolvedRefs")
    : { type: "ResolvedRefs", status: "False", reason: "BackendNotFound" };
  return {
    parents: parents.map(({ parentRef, refusal }) => {
      const accepted: Said =
        refusal === undefined ? yes("Accepted") : { type: "Accepted", status: "False", reason: refusal };
      const conditions = conditionsOf([accepted, resolved], route, around);
      return { parentRef, controllerName: CONTROLLER, conditions };
    }),
  };
}

function conditionsOf(
  all: readonly Said[],
  { metadata }: GatewayClass | Gateway | ListenerSet | HttpRoute,
  { now }: Surroundings,
): Condition[] {
  const observedGeneration = metadata.generation ?? 1;
  return all.map((said) => ({ ...said, message: "", observedGeneration, lastTransitionTime: now }));
}
