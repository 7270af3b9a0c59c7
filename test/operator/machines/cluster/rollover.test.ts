import { expect } from "chai";
import type { NodeEffect, NodeView, RolloverView } from "../../../../operator/machines/cluster/observe-types.ts";
import { chooseLeaving, nextRollover, POOL_MAX_MS } from "../../../../operator/machines/cluster/rollover.ts";
import type { ClusterState } from "../../../../operator/machines/cluster/state.ts";

const START = Date.UTC(2026, 0, 1);
const DRAIN_MAX_MS = 60_000;
const TICK_MS = 30_000;

const RUNNING: ClusterState = {
  phase: "running",
  phaseSinceMs: START,
  observedGeneration: 1,
  attemptStartedAtMs: START,
  retryAttempt: 0,
  git: undefined,
  readyAtMs: START,
  clusterUid: "u",
  reason: "Running",
  message: "",
  stalled: false,
  step: "",
  rollover: undefined,
};

/** A cluster of two small nodes with a pod each; budgets hold the pods that it is told. */
class Machines {
  nodes: NodeView[] = ["one", "two"].map((name) => node(name, "small"));
  pods = new Map([
    ["one", ["shop/a"]],
    ["two", ["shop/b"]],
  ]);
  held = new Set<string>();
  serverType = "medium";
  attempt = 0;

  view(begun: string | undefined): RolloverView | undefined {
    const old = this.nodes.filter(({ serverType }) => serverType !== this.serverType).map(({ name }) => name);
    if (old.length === 0 && this.nodes.every(({ cordonedByUs }) => !cordonedByUs)) return undefined;
    const next = chooseLeaving(old, begun);
    const pods = (this.pods.get(next ?? "") ?? []).map((name) => ({
      name,
      heldBy: this.held.has(name) ? "The disruption budget guard needs 1 healthy pods and has 1 currently" : "",
    }));
    const leaving = next === undefined ? undefined : { node: next, pods };
    return { serverType: this.serverType, attempt: this.attempt, drainMaxMs: DRAIN_MAX_MS, nodes: this.nodes, leaving };
  }

  perform(effect: NodeEffect): void {
    if (effect.kind === "removeNode") this.nodes = this.nodes.filter(({ name }) => name !== effect.node);
    else if (effect.kind === "drain")
      this.pods.set(
        effect.node,
        (this.pods.get(effect.node) ?? []).filter((pod) => this.held.has(pod)),
      );
    else {
      const closed = effect.kind === "cordon";
      this.nodes = this.nodes.map((one) =>
        effect.nodes.includes(one.name) ? { ...one, schedulable: !closed, cordonedByUs: closed } : one,
      );
    }
  }
}

function node(name: string, serverType: string, ready = true): NodeView {
  return { name, serverType, ready, schedulable: true, cordonedByUs: false };
}

/** Runs passes until nothing is left to do or it stops; `crash` loses the memory of every pass but what a status keeps. */
function play(
  machines: Machines,
  from: ClusterState = RUNNING,
  startMs = START,
): { log: string[]; state: ClusterState } {
  const log: string[] = [];
  let state = from;
  for (let pass = 0; pass < 100; pass += 1) {
    const decision = nextRollover(state, machines.view(state.rollover?.node), startMs + pass * TICK_MS);
    if (decision === undefined) return { log: [...log, "done"], state };
    ({ state } = decision);
    const acts = decision.effects.map(({ kind, ...what }) => `${kind} ${Object.values(what).join(",")}`);
    const line = [state.phase, state.step, ...acts].join(" | ");
    if (log.at(-1) !== line) log.push(line);
    if (state.rollover?.incomplete === true) return { log, state };
    for (const effect of decision.effects) machines.perform(effect as NodeEffect);
  }
  throw new Error(`It never ends:\n${log.join("\n")}`);
}

describe("The change of the server type", () => {
  it("goes on with the node that was begun, else takes the first by name", () => {
    expect(chooseLeaving(["two", "one"], undefined)).to.equal("one");
    expect(chooseLeaving(["two", "one"], "two")).to.equal("two");
    expect(chooseLeaving(["two", "one"], "gone")).to.equal("one");
    expect(chooseLeaving([], "gone")).to.equal(undefined);
  });

  it("goes through its steps node by node", () => {
    const machines = new Machines();
    const waiting = play(machines).log;
    expect(waiting).to.deep.equal(["updating | AddPool", "degraded | Incomplete"]);
    machines.attempt += 1;
    machines.nodes.push(node("three", "medium", false));
    const slow = play(machines, { ...RUNNING, rollover: undefined }).log;
    expect(slow).to.deep.equal(["updating | WaitReady", "degraded | Incomplete"]);
    machines.attempt += 1;
    machines.nodes = machines.nodes.map((one) => ({ ...one, ready: true }));
    expect(play(machines).log).to.deep.equal([
      "updating | CordonOld | cordon one,two",
      "updating | DrainOne one | drain one",
      "updating | DrainOne one | removeNode one",
      "updating | DrainOne two | drain two",
      "updating | DrainOne two | removeNode two",
      "done",
    ]);
    expect(machines.nodes.map(({ name }) => name)).to.deep.equal(["three"]);
  });

  it("stops at a pod that a budget holds, names it, and a retry goes on without touching what is done", () => {
    const machines = new Machines();
    machines.nodes.push(node("three", "medium"));
    machines.held.add("shop/b");
    const { state } = play(machines);
    expect([state.phase, state.reason]).to.deep.equal(["degraded", "DrainOneIncomplete"]);
    expect(state.message)
      .to.contain("pod shop/b to leave node two")
      .and.to.contain("budget guard needs 1")
      .and.to.contain("retry");
    const late = START + 3_600_000;
    machines.held.clear();
    const forgetful = nextRollover(state, machines.view("two"), late)?.state;
    expect(forgetful?.message, "another operator, that evicted nothing").to.equal(state.message);
    machines.pods.set("two", ["shop/c"]);
    const another = nextRollover(state, machines.view("two"), late)?.state;
    expect(another?.message).to.contain("pod shop/c to leave node two.").and.not.to.contain("guard");
    machines.pods.set("two", ["shop/b"]);
    expect(play(machines, state, late).log, "nobody asked").to.deep.equal(["degraded | Incomplete"]);
    machines.attempt += 1;
    expect(play(machines, state, late).log).to.deep.equal([
      "updating | DrainOne two | drain two",
      "updating | DrainOne two | removeNode two",
      "done",
    ]);
    expect(machines.nodes.map(({ name }) => name)).to.deep.equal(["three"]);
  });

  it("turns back half-way: what was closed opens, and the other pool leaves", () => {
    const machines = new Machines();
    machines.nodes.push(node("three", "medium"));
    machines.held.add("shop/b");
    const { state } = play(machines);
    machines.serverType = "small";
    expect(play(machines, state, START + 3_600_000).log).to.deep.equal([
      "updating | CordonOld | uncordon two | cordon three",
      "updating | DrainOne three | removeNode three",
      "done",
    ]);
  });

  it("never removes a node whose pods it could not see", () => {
    const machines = new Machines();
    const closed = { schedulable: false, cordonedByUs: true };
    machines.nodes = [{ ...node("one", "small"), ...closed }, node("three", "medium")];
    const blind = { ...machines.view("one"), leaving: undefined } as RolloverView;
    const decision = nextRollover(RUNNING, blind, START);
    expect(decision?.effects).to.deep.equal([]);
    expect(decision?.state.step).to.equal("DrainOne");
  });

  it("takes a machine whose server does not show for one of no type: it is not closed, and nothing else is while it stands there", () => {
    const machines = new Machines();
    machines.nodes = [node("three", "medium"), { ...node("new", "medium"), serverType: undefined }];
    const view = { serverType: "medium", attempt: 0, drainMaxMs: DRAIN_MAX_MS, leaving: undefined };
    expect(nextRollover(RUNNING, { ...view, nodes: machines.nodes }, START), "all others are as wanted").to.equal(
      undefined,
    );
    const leaving = { node: "one", pods: [] };
    const nodes = [...machines.nodes, { ...node("one", "small"), schedulable: false }];
    const decision = nextRollover(RUNNING, { ...view, nodes, leaving }, START);
    expect([decision?.state.step, decision?.effects]).to.deep.equal(["WaitReady", []]);
  });

  it("closes nothing while one of several new nodes is not ready", () => {
    const machines = new Machines();
    machines.nodes.push(node("three", "medium"), node("four", "medium", false));
    const decision = nextRollover(RUNNING, machines.view(undefined), START);
    expect([decision?.state.step, decision?.effects]).to.deep.equal(["WaitReady", []]);
  });

  it("ends a drain in its time though a new node flaps", () => {
    const machines = new Machines();
    machines.nodes = [{ ...node("one", "small"), schedulable: false }, node("three", "medium")];
    machines.held.add("shop/a");
    let state = RUNNING;
    let atMs = START;
    for (; state.rollover?.incomplete !== true && atMs < START + 20 * DRAIN_MAX_MS; atMs += DRAIN_MAX_MS / 4) {
      machines.nodes = machines.nodes.map((one) => (one.name === "three" ? { ...one, ready: !one.ready } : one));
      state = nextRollover(state, machines.view(state.rollover?.node), atMs)?.state ?? state;
    }
    expect([state.reason, state.rollover?.node]).to.deep.equal(["DrainOneIncomplete", "one"]);
    expect(atMs - START).to.be.at.most(2 * DRAIN_MAX_MS);
  });

  it("gives the pool half an hour, and a node the time that was set", () => {
    const machines = new Machines();
    const begun = nextRollover(RUNNING, machines.view(undefined), START)?.state ?? RUNNING;
    const at = (ms: number): string | undefined =>
      nextRollover(begun, machines.view(undefined), START + ms)?.state.phase;
    expect([at(POOL_MAX_MS - 1), at(POOL_MAX_MS)]).to.deep.equal(["updating", "degraded"]);
  });
});
