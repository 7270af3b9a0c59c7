import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { UsedAmount } from "../../contract/rest/metrics.ts";
import { parseQuantity } from "./parse-quantity.ts";

type Resources = Readonly<{ requests?: Readonly<Record<string, unknown>>; limits?: Readonly<Record<string, unknown>> }>;
type Container = Readonly<{ restartPolicy?: string; resources?: Resources }>;
type Ended = Readonly<{ reason?: string; finishedAt?: string }>;
type ContainerStatus = Readonly<{ restartCount?: number; lastState?: Readonly<{ terminated?: Ended }> }>;
type Condition = Readonly<{ type: string; status: string }>;

/** A pod as far as it says what it may take. */
export type Pod = KubeObject &
  Readonly<{
    spec?: Readonly<{ nodeName?: string; containers?: readonly Container[]; initContainers?: readonly Container[] }>;
    status?: Readonly<{
      phase?: string;
      conditions?: readonly Condition[];
      containerStatuses?: readonly ContainerStatus[];
      initContainerStatuses?: readonly ContainerStatus[];
    }>;
  }>;

/** A node as far as it says what it has. */
export type Node = KubeObject &
  Readonly<{
    status?: Readonly<{ allocatable?: Readonly<Record<string, unknown>>; conditions?: readonly Condition[] }>;
  }>;

/** What was measured of the containers of a pod, or of a node. */
export type Measured = Readonly<{ at: string | undefined; usages: readonly Readonly<Record<string, unknown>>[] }>;

type Amounts = Readonly<{ cpu: UsedAmount; memory: UsedAmount; measuredAt: string | undefined }>;

/** A pod that has not ended, and what it takes. */
export type PodFacts = Amounts &
  Readonly<{
    namespace: string;
    name: string;
    labels: Readonly<Record<string, string>>;
    node: string | undefined;
    phase: string;
    isReady: boolean;
    restarts: number;
    lastRestart: Readonly<{ at: string | undefined; reason: string | undefined }> | undefined;
  }>;

/** A node, and what is taken of it. */
export type NodeFacts = Readonly<{ name: string; isReady: boolean; podsMax: number | undefined }> &
  Omit<Amounts, "cpu" | "memory"> &
  Readonly<{ cpu: NodeAmount; memory: NodeAmount }>;
type NodeAmount = Omit<UsedAmount, "requested">;

const MILLI = 1_000;
const ENDED = new Set(["Succeeded", "Failed"]);

/** Keeps of a pod what is asked of it: whole lists of whole pods are ten times as large. */
export function slimPod({ metadata, ...rest }: KubeObject): KubeObject {
  const { spec, status } = rest as Pick<Pod, "spec" | "status">;
  const { name, namespace, labels } = metadata;
  return {
    metadata: { name, ...(namespace !== undefined && { namespace }), ...(labels !== undefined && { labels }) },
    spec: {
      nodeName: spec?.nodeName,
      containers: spec?.containers?.map(slimContainer),
      initContainers: spec?.initContainers?.map(slimContainer),
    },
    status: {
      phase: status?.phase,
      conditions: status?.conditions?.filter(({ type }) => type === "Ready"),
      containerStatuses: status?.containerStatuses?.map(slimStatus),
      initContainerStatuses: status?.initContainerStatuses?.map(slimStatus),
    },
  };
}

/** Keeps of a node what is asked of it: not the list of its images. */
export function slimNode({ metadata, ...rest }: KubeObject): KubeObject {
  const { status } = rest as Pick<Node, "status">;
  const { name, labels } = metadata;
  return {
    metadata: { name, ...(labels !== undefined && { labels }) },
    status: { allocatable: status?.allocatable, conditions: status?.conditions },
  };
}

function slimContainer({ restartPolicy, resources }: Container): Container {
  return { ...(restartPolicy !== undefined && { restartPolicy }), ...(resources !== undefined && { resources }) };
}

function slimStatus({ restartCount, lastState }: ContainerStatus): ContainerStatus {
  return { ...(restartCount !== undefined && { restartCount }), ...(lastState !== undefined && { lastState }) };
}

/** Tells what a pod takes and may take; undefined for one that has ended. */
export function podFactsOf({ metadata, spec, status }: Pod, measured: Measured | undefined): PodFacts | undefined {
  if (ENDED.has(status?.phase ?? "")) return undefined;
  // An init container that goes on beside the others takes as they do; the others have ended.
  const beside = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  const containers = [...(spec?.containers ?? []), ...beside];
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  return {
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    labels: metadata.labels ?? {},
    node: spec?.nodeName,
    phase: status?.phase ?? "Unknown",
    isReady: isReady(status?.conditions),
    cpu: amountOf(containers, measured, { resource: "cpu", unit: MILLI }),
    memory: amountOf(containers, measured, { resource: "memory", unit: 1 }),
    measuredAt: measured?.at,
    restarts: statuses.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0),
    lastRestart: lastRestartOf(statuses),
  };
}

/** Tells what is taken of a node. */
export function nodeFactsOf({ metadata, status }: Node, measured: Measured | undefined): NodeFacts {
  const { cpu, memory, pods } = status?.allocatable ?? {};
  const amount = (given: unknown, what: Unit): NodeAmount => ({
    used: usedOf(measured, what),
    limit: intOf(given, what),
  });
  return {
    name: metadata.name,
    isReady: isReady(status?.conditions),
    cpu: amount(cpu, { resource: "cpu", unit: MILLI }),
    memory: amount(memory, { resource: "memory", unit: 1 }),
    measuredAt: measured?.at,
    podsMax: parseQuantity(pods),
  };
}

type Unit = Readonly<{ resource: "cpu" | "memory"; unit: number }>;

function amountOf(containers: readonly Container[], measured: Measured | undefined, what: Unit): UsedAmount {
  const { resource } = what;
  const limits = containers.map(({ resources }) => intOf(resources?.limits?.[resource], what));
  const requests = containers.map(({ resources }) => intOf(resources?.requests?.[resource], what) ?? 0);
  return {
    used: usedOf(measured, what),
    requested: sum(requests),
    limit: limits.every((limit) => limit !== null) ? sum(limits) : null,
  };
}

function usedOf(measured: Measured | undefined, what: Unit): number | null {
  const used = (measured?.usages ?? []).map((usage) => intOf(usage[what.resource], what));
  const known = used.filter((one) => one !== null);
  return known.length === 0 ? null : sum(known);
}

/** Quantities beyond what a number holds exactly are nobody's. */
function intOf(given: unknown, { unit }: Unit): number | null {
  const value = Math.round((parseQuantity(given) ?? Number.NaN) * unit);
  return Number.isSafeInteger(value) ? value : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function isReady(conditions: readonly Condition[] = []): boolean {
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

function lastRestartOf(statuses: readonly ContainerStatus[]): PodFacts["lastRestart"] {
  const ends = statuses.flatMap(({ lastState }) => lastState?.terminated ?? []);
  const [last] = ends.toSorted((one, other) => ((one.finishedAt ?? "") < (other.finishedAt ?? "") ? 1 : -1));
  return last && { at: last.finishedAt, reason: last.reason };
}
