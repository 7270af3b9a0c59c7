import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";

/** A pod as far as it decides where a session goes. */
export type Pod = KubeObject &
  Readonly<{
    spec?: Readonly<{ nodeName?: string; containers?: readonly Readonly<{ name: string }>[] }>;
    status?: Readonly<{ phase?: string; conditions?: readonly Readonly<{ type: string; status: string }>[] }>;
  }>;

/** Where a session goes. */
export type ChosenPod = Readonly<{ name: string; node: string; containers: readonly string[] }>;

/** Chooses among the pods that run: the one that is named, else the newest of those that are ready, else the newest. */
export function choosePod(pods: readonly Pod[], named: string | undefined): ChosenPod | undefined {
  const running = pods.filter(isRunning).filter(({ metadata }) => named === undefined || metadata.name === named);
  const [chosen] = running.toSorted((left, right) => rankOf(right).localeCompare(rankOf(left)));
  if (chosen === undefined) return undefined;
  const { metadata, spec } = chosen;
  return {
    name: metadata.name,
    node: spec?.nodeName ?? "",
    containers: (spec?.containers ?? []).map(({ name }) => name),
  };
}

/** Keeps of a pod what is chosen by: whole ones are so large that some thousand would be more than a list may have. */
export function slimPod({ metadata, spec = {}, status = {} }: Pod): Pod {
  const { name, creationTimestamp, deletionTimestamp } = metadata;
  const { nodeName, containers = [] } = spec;
  const { phase, conditions = [] } = status;
  return {
    metadata: { name, ...present({ creationTimestamp, deletionTimestamp }) },
    spec: { containers: containers.map((one) => ({ name: one.name })), ...present({ nodeName }) },
    status: { conditions: conditions.filter(({ type }) => type === "Ready"), ...present({ phase }) },
  };
}

function present<T extends Readonly<Record<string, string | undefined>>>(members: T): { [M in keyof T]?: string } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [M in keyof T]?: string };
}

function isRunning({ metadata, status }: Pod): boolean {
  return status?.phase === "Running" && metadata.deletionTimestamp === undefined;
}

function rankOf({ metadata, status }: Pod): string {
  const isReady = status?.conditions?.some((one) => one.type === "Ready" && one.status === "True") === true;
  return `${isReady ? 1 : 0} ${metadata.creationTimestamp ?? ""} ${metadata.name}`;
}
