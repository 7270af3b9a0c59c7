import type { PodFacts } from "../usage/pod-facts.ts";

/** What was counted: how often the containers of pods had begun anew, and when more of them had. */
export type RestartMemory = Readonly<{
  /** Of those with the most; of whom is not here it was `floor` at most. */
  pods: Readonly<Record<string, number>>;
  floor?: number;
  rises: readonly (readonly [atMs: number, by: number])[];
}>;

/** Bounds what is remembered: it is read and written at each look. */
const PODS_MAX = 500;
/** A cluster says what it likes; no pod has a longer name. */
const NAME_CHARACTERS_MAX = 253;

type Pod = Pick<PodFacts, "name" | "restarts">;

/** Counts restarts by what was seen before; pods come and go, so that their sum would fall and rise without any. */
export function countRestarts(
  memory: RestartMemory | undefined,
  all: readonly Pod[],
  { nowMs, withinMs }: Readonly<{ nowMs: number; withinMs: number }>,
): Readonly<{ count: number; memory: RestartMemory }> {
  const pods = all.filter(isCounted);
  // What was before the first look is nobody's.
  const by = memory === undefined ? 0 : sum(pods.map((pod) => pod.restarts - baseOf(memory, pod)));
  const kept = (memory?.rises ?? []).filter(([atMs]) => atMs > nowMs - withinMs);
  const rises = by > 0 ? [...kept, [nowMs, by] as const] : kept;
  return { count: sum(rises.map(([, one]) => one)), memory: { ...remember(pods), rises } };
}

function isCounted({ name, restarts }: Pod): boolean {
  return name.length <= NAME_CHARACTERS_MAX && Number.isSafeInteger(restarts) && restarts > 0;
}

/** Keeps the pods with the most; a pod that never began anew is as one that was not there. */
function remember(pods: readonly Pod[]): Pick<RestartMemory, "pods" | "floor"> {
  const ordered = pods.toSorted((one, other) => other.restarts - one.restarts || (one.name < other.name ? -1 : 1));
  const kept = Object.fromEntries(ordered.slice(0, PODS_MAX).map(({ name, restarts }) => [name, restarts]));
  const floor = ordered[PODS_MAX]?.restarts;
  return { pods: kept, ...(floor !== undefined && { floor }) };
}

/** A pod of the same name (a StatefulSet's) that counts anew has begun at none; of one that was left out only what is sure counts. */
function baseOf({ pods, floor = 0 }: RestartMemory, { name, restarts }: Pod): number {
  if (!Object.hasOwn(pods, name)) return Math.min(floor, restarts);
  const before = pods[name] ?? 0;
  return before > restarts ? 0 : before;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
