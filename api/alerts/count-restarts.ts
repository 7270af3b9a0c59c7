import type { PodFacts } from "../usage/pod-facts.ts";

/** What was counted: how often the containers of each pod had begun anew, and when more of them had. */
export type RestartMemory = Readonly<{
  pods: Readonly<Record<string, number>>;
  rises: readonly (readonly [atMs: number, by: number])[];
}>;

type Pod = Pick<PodFacts, "name" | "restarts">;

/** Counts restarts by what was seen before; pods come and go, so that their sum would fall and rise without any. */
export function countRestarts(
  memory: RestartMemory | undefined,
  pods: readonly Pod[],
  { nowMs, withinMs }: Readonly<{ nowMs: number; withinMs: number }>,
): Readonly<{ count: number; memory: RestartMemory }> {
  const seen = Object.fromEntries(pods.map(({ name, restarts }) => [name, restarts]));
  // What was before the first look is nobody's.
  const by = memory === undefined ? 0 : sum(pods.map((pod) => pod.restarts - baseOf(memory, pod)));
  const kept = (memory?.rises ?? []).filter(([atMs]) => atMs > nowMs - withinMs);
  const rises = by > 0 ? [...kept, [nowMs, by] as const] : kept;
  return { count: sum(rises.map(([, one]) => one)), memory: { pods: seen, rises } };
}

/** A pod of the same name (a StatefulSet's) that counts anew has begun at none. */
function baseOf({ pods }: RestartMemory, { name, restarts }: Pod): number {
  const before = Object.hasOwn(pods, name) ? (pods[name] ?? 0) : 0;
  return before > restarts ? 0 : before;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
