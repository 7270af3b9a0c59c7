import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { UsedAmount } from "../../contract/rest/metrics.ts";
import { LABELS } from "../../contract/identity.ts";
import { parseQuantity } from "../../adapters/kubernetes/parse-quantity.ts";

type Resources = Readonly<{ requests?: Readonly<Record<string, unknown>>; limits?: Readonly<Record<string, unknown>> }>;
type Container = Readonly<{ name?: string; restartPolicy?: string; resources?: Resources }>;
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
    /** Those of its specification, without the ones that prepare it. */
    containerNames: readonly string[];
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

type Unit = Readonly<{ resource: "cpu" | "memory"; unit: number }>;
const CPU: Unit = { resource: "cpu", unit: 1_000 };
const MEMORY: Unit = { resource: "memory", unit: 1 };
const ENDED = new Set(["Succeeded", "Failed"]);
/** What a pod can have; a cluster that is somebody else's says what it likes. */
const MOST = { nameCharacters: 253, wordCharacters: 64, labels: 100, containers: 50 } as const;
const LABEL_CHARACTERS_MAX = 317 + 63;

/** What a pod asked for, by which its facts are made once it is known what it takes. */
export type PodWish = Omit<PodFacts, "cpu" | "memory" | "measuredAt"> & Readonly<{ containers: readonly Container[] }>;
/** What is asked of a list: whole pods and nodes are ten times as large as what is wanted of them. */
export type Slim<W> = KubeObject & Readonly<{ wish: W | undefined }>;

/** Keeps of a pod what is asked of it; nothing of one that has ended. */
export function slimPod({ metadata, spec, status }: Pod): Slim<PodWish> {
  const { name, namespace = "" } = metadata;
  const phase = textOf(status?.phase, MOST.wordCharacters) ?? "Unknown";
  const statuses = [status?.containerStatuses, status?.initContainerStatuses].flatMap((some) => some ?? []);
  const wish = {
    namespace,
    name,
    labels: labelsOf(metadata.labels),
    node: textOf(spec?.nodeName, MOST.nameCharacters),
    phase,
    isReady: isReady(status?.conditions),
    containerNames: namesOf(spec),
    containers: containersOf(spec),
    restarts: sum(statuses.map(({ restartCount = 0 }) => restartCount)),
    lastRestart: lastRestartOf(statuses),
  };
  const isNamed = [name, namespace].every((text) => textOf(text, MOST.nameCharacters) !== undefined);
  if (!isNamed) return { metadata: { name: "", namespace: "" }, wish: undefined };
  return { metadata: { name, namespace }, wish: ENDED.has(phase) ? undefined : wish };
}

function namesOf({ containers = [] }: NonNullable<Pod["spec"]> = {}): readonly string[] {
  return containers.slice(0, MOST.containers).flatMap(({ name }) => textOf(name, MOST.wordCharacters) ?? []);
}

/** Keeps the labels that somebody could have given it. */
function labelsOf(labels: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const given = Object.entries<unknown>(labels).slice(0, MOST.labels);
  const kept = given.filter(([key, value]) => textOf(value, LABEL_CHARACTERS_MAX - key.length) !== undefined);
  return Object.fromEntries(kept) as Readonly<Record<string, string>>;
}

function textOf(text: unknown, most: number): string | undefined {
  return typeof text === "string" && text.length <= most ? text : undefined;
}

/** An init container that goes on beside the others takes as they do; the others have ended. */
function containersOf(spec: Pod["spec"]): readonly Container[] {
  const beside = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...(spec?.containers ?? []), ...beside].slice(0, MOST.containers).map(({ resources = {} }) => ({
    resources: { requests: quantitiesOf(resources.requests), limits: quantitiesOf(resources.limits) },
  }));
}

function quantitiesOf({ cpu, memory }: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return { cpu: quantityOf(cpu), memory: quantityOf(memory) };
}

function quantityOf(given: unknown): unknown {
  return typeof given === "number" ? given : textOf(given, MOST.wordCharacters);
}

/** Tells what a pod takes and may take. */
export function podFactsOf({ containers, ...pod }: PodWish, measured: Measured | undefined): PodFacts {
  return {
    ...pod,
    cpu: amountOf(containers, measured, CPU),
    memory: amountOf(containers, measured, MEMORY),
    measuredAt: measured?.at,
  };
}

/** Keeps of a node what is asked of it: not the list of its images, nor whatever else a cluster says of it. */
export function slimNode({ metadata, status }: Node): Node {
  const simulated = textOf(metadata.labels?.[LABELS.simulated], MOST.wordCharacters);
  return {
    metadata: {
      name: textOf(metadata.name, MOST.nameCharacters) ?? "",
      labels: simulated === undefined ? {} : { [LABELS.simulated]: simulated },
    },
    status: {
      allocatable: { ...quantitiesOf(status?.allocatable), pods: quantityOf(status?.allocatable?.["pods"]) },
      conditions: isReady(status?.conditions) ? [{ type: "Ready", status: "True" }] : [],
    },
  };
}

/** Tells what is taken of a node. */
export function nodeFactsOf({ metadata, status }: Node, measured: Measured | undefined): NodeFacts {
  const { cpu, memory, pods } = status?.allocatable ?? {};
  return {
    name: metadata.name,
    isReady: isReady(status?.conditions),
    cpu: { used: usedOf(measured, CPU), limit: intOf(cpu, CPU) },
    memory: { used: usedOf(measured, MEMORY), limit: intOf(memory, MEMORY) },
    measuredAt: measured?.at,
    podsMax: parseQuantity(pods),
  };
}

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
  if (last === undefined) return undefined;
  return { at: textOf(last.finishedAt, MOST.wordCharacters), reason: textOf(last.reason, MOST.wordCharacters) };
}
