/*
 * What the pods of a cluster take, by its metrics API, which knows no pages:
 * 1. One list of all, which is what nearly every cluster needs.
 * 2. Where that is more than a foreign API server may send at once, one list for each namespace that has pods, two at a time,
 *    for a few seconds; what was not read by then is not measured, and told apart. Each look begins with another one.
 * Of each pod so little is kept that no cluster fills the gateway.
 */
import { forEachAtOnce } from "../../adapters/for-each-at-once.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { POD_METRICS } from "../../adapters/kubernetes/resource-types.ts";
import type { Measured } from "./pod-facts.ts";

type Reader = Pick<KubeClient, "list">;
type Usage = Readonly<Record<string, unknown>>;
type PodMeasure = KubeObject & Readonly<{ timestamp?: unknown; containers?: readonly Readonly<{ usage?: Usage }>[] }>;
/** What was measured, by namespace and name, and the namespaces of which that was not read. */
export type PodMeasures = Readonly<{ found: ReadonlyMap<string, Measured>; unread: ReadonlySet<string> }>;

/** The bounds of what is asked namespace by namespace, and which of so many is the first. */
type Patience = Readonly<{ forMs: number; namespacesMax: number; firstOf: (count: number) => number }>;

const PATIENCE: Patience = {
  forMs: 6_000,
  namespacesMax: 2_000,
  firstOf: (count) => Math.floor(Math.random() * count),
};
const PARALLEL = 2;
const CONTAINERS_MAX = 50;
const WORD_MAX = 40;

/** Reads what pods take, by namespace and name; which namespaces have pods is asked only where it is needed. */
export async function readPodMeasures(
  client: Reader,
  namespaces: () => Promise<Iterable<string>>,
  signal: AbortSignal,
  patience: Patience = PATIENCE,
): Promise<PodMeasures> {
  try {
    return { found: new Map(await listMeasures(client, undefined, signal)), unread: new Set() };
  } catch (error) {
    if (!(error instanceof KubeError) || error.reason !== "ResponseTooLarge") throw error;
  }
  const found = new Map<string, Measured>();
  const unread = new Set(await namespaces());
  const left = turned([...unread], patience.firstOf(unread.size)).slice(0, patience.namespacesMax);
  const soon = AbortSignal.any([signal, AbortSignal.timeout(patience.forMs)]);
  const measure = async (namespace: string): Promise<void> => {
    // One that says too much, or nothing, is not measured; the others are.
    const measures = await listMeasures(client, namespace, soon).catch(() => undefined);
    if (measures === undefined) return;
    unread.delete(namespace);
    for (const [key, measured] of measures) found.set(key, measured);
  };
  await forEachAtOnce(left, PARALLEL, measure, () => !soon.aborted);
  return { found, unread };
}

/** Reads what the pods of one namespace take; of one that says too much, nothing. */
export async function readNamespaceMeasures(
  client: Reader,
  namespace: string,
  signal: AbortSignal,
): Promise<PodMeasures> {
  try {
    return { found: new Map(await listMeasures(client, namespace, signal)), unread: new Set() };
  } catch (error) {
    if (!(error instanceof KubeError) || error.reason !== "ResponseTooLarge") throw error;
    return { found: new Map(), unread: new Set([namespace]) };
  }
}

function turned<T>(all: readonly T[], first: number): T[] {
  return [...all.slice(first), ...all.slice(0, first)];
}

async function listMeasures(
  client: Reader,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<[string, Measured][]> {
  const place = namespace === undefined ? {} : { namespace };
  const { items } = await client.list<PodMeasure>(POD_METRICS, { ...place, slim, signal });
  return items.map((pod) => [keyOf(pod), measuredOf(pod.timestamp, (pod.containers ?? []).map(usageOf))]);
}

/** Makes the key of an object: its namespace and name. */
export function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Keeps what was measured, as far as somebody could have. */
export function measuredOf(at: unknown, usages: readonly Usage[]): Measured {
  return { at: wordOf(at), usages: usages.slice(0, CONTAINERS_MAX) };
}

/** Keeps of a measure processor and memory, as far as they are no longer than quantities. */
export function usageOf({ usage = {} }: Readonly<{ usage?: Usage }>): Usage {
  return { cpu: wordOf(usage["cpu"]), memory: wordOf(usage["memory"]) };
}

function slim({ metadata: { name, namespace }, timestamp, containers }: PodMeasure): PodMeasure {
  const kept = (containers ?? []).slice(0, CONTAINERS_MAX).map((one) => ({ usage: usageOf(one) }));
  return { metadata: { name, namespace }, timestamp, containers: kept };
}

function wordOf(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= WORD_MAX ? value : undefined;
}
