import { parseQuantity } from "../../../adapters/kubernetes/parse-quantity.ts";
import { simulateUsage, type SimulatedUsage } from "./simulated-usage.ts";

type Quantities = Readonly<Record<string, unknown>>;

/** A pod as far as it says what it would take. */
export type SimulatedPod = Readonly<{
  metadata: Readonly<{ name: string; namespace: string; uid: string; labels?: Readonly<Record<string, string>> }>;
  spec?: Readonly<{
    nodeName?: string;
    containers?: readonly Readonly<{
      name: string;
      resources?: Readonly<{ requests?: Quantities; limits?: Quantities }>;
    }>[];
  }>;
  status?: Readonly<{ phase?: string }>;
}>;

/** A node as far as it says how large it is. */
export type SimulatedNode = Readonly<{
  metadata: Readonly<{ name: string; labels?: Readonly<Record<string, string>> }>;
  status?: Readonly<{ allocatable?: Quantities }>;
}>;

const EVERY_MS = 15_000;
/** What a kubelet and its kind take of a node. */
const NODE_SHARE = 0.04;

/** Measures pods as a metrics API would say it: those that run. */
export function measurePods(pods: readonly SimulatedPod[], nowMs: number): readonly object[] {
  return pods.filter(isRunning).map((pod) => ({
    metadata: { name: pod.metadata.name, namespace: pod.metadata.namespace, labels: pod.metadata.labels ?? {} },
    ...measuredAt(nowMs),
    containers: (pod.spec?.containers ?? []).map(({ name }, index) => ({
      name,
      usage: format(takenBy(pod, index, nowMs)),
    })),
  }));
}

/** Measures nodes: what the pods on them take, and a little for themselves. */
export function measureNodes(
  nodes: readonly SimulatedNode[],
  pods: readonly SimulatedPod[],
  nowMs: number,
): readonly object[] {
  const byNode = Map.groupBy(pods.filter(isRunning), ({ spec }) => spec?.nodeName ?? "");
  return nodes.map(({ metadata: { name, labels = {} }, status }) => {
    const { cpuMilli, memoryBytes } = sizeOf(status?.allocatable);
    const taken = (byNode.get(name) ?? []).flatMap((pod) =>
      (pod.spec?.containers ?? []).map((_container, index) => takenBy(pod, index, nowMs)),
    );
    const own = { cpuMilli: cpuMilli * NODE_SHARE, memoryBytes: memoryBytes * NODE_SHARE };
    const usage = taken.reduce(add, own);
    return { metadata: { name, labels }, ...measuredAt(nowMs), usage: format(usage) };
  });
}

function isRunning({ status, spec }: SimulatedPod): boolean {
  return status?.phase === "Running" && spec?.nodeName !== undefined;
}

function takenBy({ metadata, spec }: SimulatedPod, index: number, nowMs: number): SimulatedUsage {
  const { requests, limits } = spec?.containers?.[index]?.resources ?? {};
  const limit = { ...(limits?.["cpu"] !== undefined && { cpuMilli: sizeOf(limits).cpuMilli }), ...memoryLimit(limits) };
  return simulateUsage({ key: `${metadata.uid}/${index}`, requested: sizeOf(requests), limit }, measureMs(nowMs));
}

function memoryLimit(limits: Quantities | undefined): Partial<SimulatedUsage> {
  return limits?.["memory"] === undefined ? {} : { memoryBytes: sizeOf(limits).memoryBytes };
}

function sizeOf(quantities: Quantities = {}): SimulatedUsage {
  return {
    cpuMilli: (parseQuantity(quantities["cpu"]) ?? 0) * 1_000,
    memoryBytes: parseQuantity(quantities["memory"]) ?? 0,
  };
}

function add(one: SimulatedUsage, other: SimulatedUsage): SimulatedUsage {
  return { cpuMilli: one.cpuMilli + other.cpuMilli, memoryBytes: one.memoryBytes + other.memoryBytes };
}

function format({ cpuMilli, memoryBytes }: SimulatedUsage): Readonly<Record<string, string>> {
  return { cpu: `${Math.round(cpuMilli * 1e6)}n`, memory: `${Math.round(memoryBytes / 1_024)}Ki` };
}

function measureMs(nowMs: number): number {
  return Math.floor(nowMs / EVERY_MS) * EVERY_MS;
}

function measuredAt(nowMs: number): Readonly<{ timestamp: string; window: string }> {
  return {
    timestamp: new Date(measureMs(nowMs)).toISOString().replace(/\.\d+Z$/, "Z"),
    window: `${EVERY_MS / 1_000}s`,
  };
}
