/** What the namespaces of virtual clusters on a host say of the hosts that Ingresses there may have: the guard goes by it. */
import { unlessGone } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FIELD_MANAGERS } from "../../../contract/identity.ts";
import type { ClusterRouting } from "../../../render/bundle/component.ts";
import { formatAllowedHosts, type HostNames } from "../../../render/cluster/host-names.ts";
import { clusterOf } from "./host-ingresses.ts";

type Ways = Readonly<{ names: HostNames; routing: ClusterRouting }>;

const OPTIONS = { timeoutMs: 5_000, fieldManager: FIELD_MANAGERS.operator } as const;

/** Reads what a namespace says. */
export function allowedOn({ metadata }: KubeObject): string {
  return metadata.annotations?.[ANNOTATIONS.allowedHosts] ?? "";
}

/** Maps namespaces to the handles of their virtual clusters. */
export function handlesOf(namespaces: readonly KubeObject[]): ReadonlyMap<string, string> {
  return new Map(namespaces.map((namespace) => [namespace.metadata.name, clusterOf(namespace)]));
}

/** Takes names off a namespace that are another virtual cluster's, and returns those that are left. */
export async function withdraw(client: KubeClient, namespace: KubeObject, { names, routing }: Ways): Promise<string> {
  const cluster = clusterOf(namespace);
  const before = allowedOn(namespace);
  const kept = before.split(" ").filter((name) => (names.get(name) ?? cluster) === cluster);
  const after = routing === "gateway" ? "" : kept.join(" ");
  await allow(client, namespace, { before, after });
  return after;
}

/** Lists the names that a virtual cluster's Ingresses may have from now on; where the operator writes all routes there are none. */
export function formatAllowed(
  namespace: KubeObject,
  { before, names, routing, mayGive }: Ways & Readonly<{ before: string; mayGive: (name: string) => boolean }>,
): string {
  if (routing === "gateway") return "";
  const there = before.split(" ");
  const given = new Map([...names].filter(([name]) => there.includes(name) || mayGive(name)));
  return formatAllowedHosts(given, clusterOf(namespace));
}

/** Writes what a namespace is to say, where it says something else and is still there. */
export async function allow(
  client: KubeClient,
  { metadata: { name } }: KubeObject,
  { before, after }: Readonly<{ before: string; after: string }>,
): Promise<void> {
  if (before === after) return;
  const body = { metadata: { annotations: { [ANNOTATIONS.allowedHosts]: after } } };
  // Not applied: that would make one anew that has just gone.
  await client.patch(NAMESPACES, { name }, { kind: "merge", body }, OPTIONS).catch(unlessGone);
}
