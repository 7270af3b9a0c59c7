/*
 * Which routes a Gateway takes, as the Gateway API has it:
 * 1. a parent is a Gateway of the served class, or a ListenerSet that is attached to one;
 * 2. of it the listener that the route names takes it, where that lets its namespace in;
 * 3. and only for the hosts that are the listener's too.
 */
import {
  SERVED_CLASS,
  type Gateway,
  type GatewayObjects,
  type HttpRoute,
  type Listener,
  type ListenerSet,
  type ParentRef,
} from "./gateway-objects.ts";

/** What came of a route at one of its parents. */
export type Attachment = Readonly<{
  parentRef: ParentRef;
  /** Why the parent does not take it; undefined where it does. */
  refusal: "NoMatchingParent" | "NotAllowedByListeners" | "NoMatchingListenerHostname" | undefined;
  /** Of them it takes these hosts by TLS. */
  hosts: readonly string[];
  /** The listeners that took it, by their parent and name. */
  listeners: readonly string[];
}>;

type Parent = Readonly<{ key: string; namespace: string; listeners: readonly Listener[] }>;

/** Names a listener among those of all parents. */
export function listenerKey(kind: string, namespace: string, name: string, listener: string): string {
  return [kind, namespace, name, listener].join("/");
}

/** Derives what comes of a route at each of its parents that the front serves; others' parents are others' to tell of. */
export function attachRoute(objects: GatewayObjects, route: HttpRoute): readonly Attachment[] {
  const { namespace } = route.metadata;
  return (route.spec.parentRefs ?? []).flatMap((parentRef) => {
    const parent = findParent(objects, parentRef, namespace);
    return parent === undefined ? [] : [attach(parent, parentRef, route)];
  });
}

function findParent(objects: GatewayObjects, parentRef: ParentRef, own: string): Parent | undefined {
  const { kind = "Gateway", namespace = own, name } = parentRef;
  const key = `${kind}/${namespace}/${name}`;
  const found = kind === "Gateway" ? findGateway(objects, parentRef, own) : findListenerSet(objects, parentRef, own);
  return found && { key, namespace, listeners: found.spec.listeners ?? [] };
}

function findGateway({ gateways }: GatewayObjects, parentRef: ParentRef, own: string): Gateway | undefined {
  return gateways.find((one) => one.spec.gatewayClassName === SERVED_CLASS && isNamed(one, parentRef, own));
}

function findListenerSet(objects: GatewayObjects, parentRef: ParentRef, own: string): ListenerSet | undefined {
  if (parentRef.kind !== "ListenerSet") return undefined;
  const found = objects.listenerSets.find((one) => isNamed(one, parentRef, own));
  return found && findGateway(objects, found.spec.parentRef, found.metadata.namespace) && found;
}

function isNamed({ metadata }: Gateway | ListenerSet, { namespace, name }: ParentRef, own: string): boolean {
  return metadata.namespace === (namespace ?? own) && metadata.name === name;
}

function attach({ key, namespace, listeners }: Parent, parentRef: ParentRef, route: HttpRoute): Attachment {
  const { sectionName } = parentRef;
  const none = { parentRef, hosts: [], listeners: [] };
  const named = listeners.filter(({ name }) => sectionName === undefined || name === sectionName);
  if (named.length === 0) return { ...none, refusal: "NoMatchingParent" };
  const open = named.filter(({ allowedRoutes }) => letsIn(allowedRoutes?.namespaces?.from, namespace, route));
  if (open.length === 0) return { ...none, refusal: "NotAllowedByListeners" };
  const { hostnames = [] } = route.spec;
  const taking = open.filter(
    ({ hostname }) => hostnames.length === 0 || hostnames.some((host) => covers(hostname, host)),
  );
  if (taking.length === 0) return { ...none, refusal: "NoMatchingListenerHostname" };
  const byTls = taking.filter(({ protocol }) => protocol === "HTTPS");
  return {
    parentRef,
    refusal: undefined,
    hosts: hostnames.filter((host) => byTls.some(({ hostname }) => covers(hostname, host))),
    listeners: taking.map(({ name }) => `${key}/${name}`),
  };
}

function letsIn(from: string | undefined, namespace: string, { metadata }: HttpRoute): boolean {
  return from === "All" || ((from ?? "Same") === "Same" && metadata.namespace === namespace);
}

function covers(listener: string | undefined, host: string): boolean {
  if (listener === undefined) return true;
  return listener.startsWith("*.") ? host.endsWith(listener.slice(1)) : listener === host;
}
