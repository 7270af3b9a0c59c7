/**
 * Decides what follows while a cluster has nodes of another server type than the wanted one (docs/adr/0029). What is
 * left to do is read off the nodes themselves, so that every step can be taken up again after a crash or a retry:
 *
 * 1. AddPool, WaitReady: the pool of the wanted type stands beside the others, every node of it ready;
 * 2. CordonOld: nothing new comes to the old nodes;
 * 3. DrainOne: the pods of one node leave by eviction, so that budgets hold; then the machine goes, then the next;
 * 4. RemovePool: none is left; the provider's order is as wanted.
 *
 * A step that takes too long stops it: incomplete. A retry, or another server type, leads out; the old nodes stay
 * closed, the new ones stay.
 */
import { wait } from "../decision.ts";
import { at, enter, type ClusterDecision } from "./moves.ts";
import type { ClusterEffect, NodeView, RolloverView } from "./observe-types.ts";
import type { ClusterState, RolloverState } from "./state.ts";

/** Machines of the new type are given up after this long. */
export const POOL_MAX_MS = 30 * 60_000;
const POLL_MS = 2_000;
const HELD_POLL_MS = 15_000;

type Step = Readonly<{
  step: RolloverState["step"];
  node?: string;
  effects: readonly ClusterEffect[];
  maxMs: number;
  /** What is waited for, as a sentence part: "it waits for …". */
  waitsFor: string;
}>;

/** Decides the next step of a change of the server type; undefined when all nodes are as wanted. */
export function nextRollover(
  state: ClusterState,
  view: RolloverView | undefined,
  nowMs: number,
): ClusterDecision | undefined {
  if (view === undefined) return undefined;
  const opened = view.nodes.filter((node) => node.serverType === view.serverType && node.cordonedByUs);
  const uncordon: ClusterEffect[] =
    opened.length === 0 ? [] : [{ kind: "uncordon", nodes: opened.map(({ name }) => name) }];
  const next = findStep(view);
  if (next === undefined && uncordon.length === 0) return undefined;
  const found: Step = next ?? { step: "RemovePool", effects: [], maxMs: POOL_MAX_MS, waitsFor: "the nodes to open" };
  const memory = advance(resume(state.rollover, view, nowMs), found, view, nowMs);
  if (memory.incomplete) return stop(state, { memory, found, effects: uncordon }, nowMs);
  const told = found.node === undefined ? found.step : `${found.step} ${found.node}`;
  const moved = enter({ ...state, rollover: memory, step: told.slice(0, 64) }, "updating", nowMs, {
    reason: found.step,
    why: `The server type changes to ${view.serverType}: ${told}`,
  });
  return { ...moved, effects: [...uncordon, ...found.effects], outcome: wait(POLL_MS, found.step) };
}

/** Chooses the node that leaves next: the one that was begun, else the first by name. */
export function chooseLeaving(nodes: readonly string[], begun: string | undefined): string | undefined {
  if (begun !== undefined && nodes.includes(begun)) return begun;
  return [...nodes].sort().at(0);
}

/** Tells whether a node is of another type; one whose server does not show yet is of none. */
export function isOld({ serverType }: Readonly<{ serverType: string | undefined }>, wanted: string): boolean {
  return serverType !== undefined && serverType !== wanted;
}

function findStep({ nodes, serverType, leaving, drainMaxMs }: RolloverView): Step | undefined {
  const old = nodes.filter((node) => isOld(node, serverType));
  if (old.length === 0) return undefined;
  const unknown = nodes.find((node) => node.serverType === undefined);
  if (unknown !== undefined)
    return {
      step: "WaitReady",
      effects: [],
      maxMs: POOL_MAX_MS,
      waitsFor: `the server of node ${unknown.name} to show`,
    };
  const fresh = nodes.filter((node) => node.serverType === serverType);
  const waits = waitForPool(fresh, serverType);
  if (waits !== undefined) return waits;
  const open = old.filter(({ schedulable }) => schedulable).map(({ name }) => name);
  if (open.length > 0) {
    const effects = [{ kind: "cordon", nodes: open } as const];
    return { step: "CordonOld", effects, maxMs: drainMaxMs, waitsFor: `node ${open[0] ?? ""} to close` };
  }
  if (leaving === undefined)
    return { step: "DrainOne", effects: [], maxMs: drainMaxMs, waitsFor: "the cluster to show its pods" };
  return drain(leaving, drainMaxMs);
}

function waitForPool(fresh: readonly NodeView[], serverType: string): Step | undefined {
  const effects: ClusterEffect[] = [];
  if (fresh.length === 0)
    return { step: "AddPool", effects, maxMs: POOL_MAX_MS, waitsFor: `a node of type ${serverType}` };
  const slow = fresh.find(({ ready }) => !ready);
  if (slow === undefined) return undefined;
  return { step: "WaitReady", effects, maxMs: POOL_MAX_MS, waitsFor: `node ${slow.name} to be ready` };
}

function drain({ node, pods }: NonNullable<RolloverView["leaving"]>, maxMs: number): Step {
  const [first] = pods;
  if (first === undefined) {
    const effects = [{ kind: "removeNode", node } as const];
    return { step: "DrainOne", node, effects, maxMs, waitsFor: `the machine of node ${node} to go` };
  }
  const held = first.heldBy === "" ? "" : ` (${first.heldBy})`;
  const waitsFor = `pod ${first.name} to leave node ${node}${held}`;
  return { step: "DrainOne", node, effects: [{ kind: "drain", node }], maxMs, waitsFor };
}

/** Takes up what was remembered, unless another server type or a retry starts it anew. */
function resume(known: RolloverState | undefined, { serverType, attempt }: RolloverView, nowMs: number): RolloverState {
  if (known?.serverType === serverType && known.attempt >= attempt) return known;
  return { serverType, attempt, step: "AddPool", sinceMs: nowMs, node: undefined, incomplete: false };
}

function advance(memory: RolloverState, { step, node, maxMs }: Step, view: RolloverView, nowMs: number): RolloverState {
  if (memory.incomplete) return memory;
  // A new node that flaps interrupts a drain: whose time runs on, and is not begun anew afterwards.
  const isInterrupted = node === undefined && view.nodes.some(({ name }) => name === memory.node);
  const isSame = isInterrupted || (memory.node === node && (node !== undefined || memory.step === step));
  if (!isSame) return { ...memory, step, node, sinceMs: nowMs };
  const limitMs = isInterrupted ? maxMs + view.drainMaxMs : maxMs;
  return { ...memory, step, incomplete: nowMs - memory.sinceMs >= limitMs };
}

function stop(
  state: ClusterState,
  { memory, found, effects }: Readonly<{ memory: RolloverState; found: Step; effects: readonly ClusterEffect[] }>,
  nowMs: number,
): ClusterDecision {
  const seen = `The change to server type ${memory.serverType} stopped at ${memory.step}: it waits for ${found.waitsFor}. Mend that, then retry the change of the server type; nodes that are done stay as they are.`;
  // What holds a pod is known to who evicted it, perhaps before a restart: it stands while that pod is waited for.
  const isKnown = state.rollover?.incomplete === true && state.message.includes(`${found.waitsFor} (`);
  const message = isKnown ? state.message : seen;
  const stopped = { ...state, rollover: memory, step: "Incomplete" };
  const reason = `${memory.step}Incomplete`;
  const held = enter(stopped, "degraded", nowMs, { reason, message, why: message });
  return { ...at(held.state, message, wait(HELD_POLL_MS, reason)), effects };
}
