/*
 * One look at what a cluster takes: four lists of all of it, however many deployments are asked about (read-pod-measures.ts: unless
 * it is very large), or three of one namespace, which are small whatever else the cluster has.
 * 1. Pods and nodes: what they asked for, what they may have, how often they began anew. Without these there is no answer.
 * 2. What they take, by the cluster's metrics API. Not every cluster has one, so that its absence is part of the answer.
 */
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NODE_METRICS, NODES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import type { MetricsReason } from "../../contract/rest/metrics.ts";
import { nodeFactsOf, podFactsOf, slimNode, slimPod } from "./pod-facts.ts";
import type { Measured, Node, NodeFacts, Pod, PodFacts, PodWish, Slim } from "./pod-facts.ts";
import {
  keyOf,
  measuredOf,
  readNamespaceMeasures,
  readPodMeasures,
  usageOf,
  type PodMeasures,
} from "./read-pod-measures.ts";

/** What a cluster takes, as of one look. */
export type ClusterUsage = Readonly<{
  observedAt: string;
  /** Why nothing was measured; undefined where it was. */
  unavailable: MetricsReason | undefined;
  /** Namespaces of which what their pods take was not read, though the others' was. */
  unread: ReadonlySet<string>;
  isSimulated: boolean;
  /** By namespace. */
  pods: ReadonlyMap<string, readonly PodFacts[]>;
  nodes: readonly NodeFacts[];
}>;
/** What some of it takes: what runs, without what it runs on. */
export type WorkloadUsage = Omit<ClusterUsage, "nodes">;

/** As it comes, and as it is kept. */
type SlimPod = Pod & Slim<PodWish>;
type Reader = Pick<KubeClient, "list">;
type Usage = Readonly<Record<string, unknown>>;
type NodeMeasure = KubeObject & Readonly<{ timestamp?: string; usage?: Usage }>;
type Measures = Readonly<{ pods: PodMeasures; nodes: ReadonlyMap<string, Measured> }>;

const NOTHING: PodMeasures = { found: new Map(), unread: new Set() };
/** Of pods of 7 kB each more than 25,000, of which no more is kept than the text below. */
const PODS_BYTES_MAX = 192 * 1024 * 1024;
const KEPT_CHARACTERS_MAX = 16 * 1024 * 1024;

/** Reads what a cluster takes. */
export async function readClusterUsage(client: Reader, signal: AbortSignal): Promise<ClusterUsage> {
  const listed = listPods(client, signal);
  const namespaces = async () => new Set((await listed).map(({ metadata }) => metadata.namespace ?? ""));
  const [pods, nodes, measured] = await Promise.all([
    listed,
    listNodes(client, signal),
    orReason(() => readMeasures(client, namespaces, signal)),
  ]);
  const nodesMeasured = typeof measured === "string" ? undefined : measured.nodes;
  return {
    ...factsOf(pods, typeof measured === "string" ? measured : measured.pods),
    isSimulated: nodes.some(({ metadata }) => metadata.labels?.[LABELS.simulated] === "true"),
    nodes: nodes.map((node) => nodeFactsOf(node, nodesMeasured?.get(node.metadata.name))),
  };
}

/** Reads what one namespace of a cluster takes. */
export async function readNamespaceUsage(
  client: Reader,
  namespace: string,
  signal: AbortSignal,
): Promise<WorkloadUsage> {
  const [pods, simulated, measured] = await Promise.all([
    listPods(client, signal, namespace),
    listNodes(client, signal, `${LABELS.simulated}=true`),
    orReason(() => readNamespaceMeasures(client, namespace, signal)),
  ]);
  return { ...factsOf(pods, measured), isSimulated: simulated.length > 0 };
}

async function listPods(client: Reader, signal: AbortSignal, namespace?: string): Promise<readonly SlimPod[]> {
  const { items } = await client.list<SlimPod>(PODS, {
    ...(namespace !== undefined && { namespace }),
    slim: boundedSlim(KEPT_CHARACTERS_MAX),
    bytesMax: PODS_BYTES_MAX,
    signal,
  });
  return items;
}

async function listNodes(client: Reader, signal: AbortSignal, labelSelector?: string): Promise<readonly Node[]> {
  const { items } = await client.list<Node>(NODES, {
    ...(labelSelector !== undefined && { labelSelector }),
    slim: slimNode,
    signal,
  });
  return items;
}

function factsOf(pods: readonly SlimPod[], measured: PodMeasures | MetricsReason): Omit<WorkloadUsage, "isSimulated"> {
  const isRefused = typeof measured === "string";
  const { found, unread } = isRefused ? NOTHING : measured;
  const byNamespace = new Map<string, PodFacts[]>();
  for (const pod of pods) {
    if (pod.wish === undefined) continue;
    const { namespace } = pod.wish;
    byNamespace.set(namespace, byNamespace.get(namespace) ?? []);
    byNamespace.get(namespace)?.push(podFactsOf(pod.wish, found.get(keyOf(pod))));
  }
  return {
    observedAt: new Date().toISOString(),
    unavailable: isRefused ? measured : undefined,
    unread,
    pods: byNamespace,
  };
}

/** Keeps of pods what is asked of them, until that is more than any cluster has: what it says of each is its own choice. */
function boundedSlim(most: number): (pod: SlimPod) => SlimPod {
  let left = most;
  return (pod) => {
    const kept = slimPod(pod);
    left -= JSON.stringify(kept).length;
    if (left < 0) throw new KubeError("LIST pods", { status: 0, reason: "ResponseTooLarge" });
    return kept;
  };
}

async function readMeasures(
  client: Reader,
  namespaces: () => Promise<Iterable<string>>,
  signal: AbortSignal,
): Promise<Measures> {
  const [pods, nodes] = await Promise.all([
    readPodMeasures(client, namespaces, signal),
    client.list<NodeMeasure>(NODE_METRICS, { signal }),
  ]);
  return {
    pods,
    nodes: new Map(nodes.items.map((node) => [node.metadata.name, measuredOf(node.timestamp, [usageOf(node)])])),
  };
}

/** A metrics API that does not answer is part of the answer. */
async function orReason<T>(read: () => Promise<T>): Promise<T | MetricsReason> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof KubeError) return reasonOf(error);
    throw error;
  }
}

function reasonOf({ status }: KubeError): MetricsReason {
  if (status === 404) return "NoMetricsApi";
  return status === 401 || status === 403 ? "NotAllowed" : "MetricsApiSilent";
}
