import { expect } from "chai";
import { clusterConditions } from "../../../../operator/machines/cluster/conditions.ts";
import { CLUSTER_PHASES } from "../../../../contract/resources/cluster-traits.ts";
import { GONE_MAX_MS, UNREACHABLE_MAX_MS } from "../../../../operator/machines/cluster/live.ts";
import { CREATION_DEADLINE_MS, nextCluster } from "../../../../operator/machines/cluster/next.ts";
import type { ClusterObserved, RolloverView } from "../../../../operator/machines/cluster/observe-types.ts";
import { CLUSTER_EDGES, type ClusterPhase, type ClusterState } from "../../../../operator/machines/cluster/state.ts";
import { CLUSTER_READY, CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";
import { NOW } from "../../../support/delivered.ts";

const OLD = { name: "old-1", serverType: "small", ready: true, schedulable: true, cordonedByUs: false };
const NEW = { ...OLD, name: "new-1", serverType: "medium" };
const CLOSED = { ...OLD, schedulable: false, cordonedByUs: true };
const MIXED: RolloverView = {
  serverType: "medium",
  attempt: 0,
  drainMaxMs: 60_000,
  nodes: [OLD, NEW],
  leaving: undefined,
};

const CLASSES = {
  well: {},
  "made elsewhere": { provider: { ...CLUSTER_READY, imported: true } },
  "made elsewhere, its given credential kept": { provider: { ...CLUSTER_READY, imported: true, matches: false } },
  "provider unsupported": {
    provider: { kind: "unsupported", message: "no such provider" },
    registration: { kind: "absent" },
  },
  "no room at the provider": { provider: { kind: "waiting", reason: "NoHostAvailable", message: "no room" } },
  "provider away": { provider: { kind: "unreachable", message: "timeout" } },
  "absent at the provider": { provider: { kind: "absent" } },
  "creating at the provider": { provider: { kind: "creating", step: "Starting" } },
  "removing at the provider": { provider: { kind: "removing" } },
  "failed at the provider": { provider: { kind: "failed", message: "sold out" } },
  "another region at the provider": { regionMatches: false },
  "provider differs from the spec": { provider: { ...CLUSTER_READY, matches: false } },
  "provider unhealthy": { provider: { ...CLUSTER_READY, healthy: false, message: "no node is ready" } },
  "not registered": { registration: { kind: "absent" }, root: "absent", tenant: { kind: "unasked" } },
  "registration stale": { registration: { kind: "stale" } },
  "identity taken": { registration: { kind: "taken", by: "two" } },
  "project lacks it": { projectCovers: false },
  "root absent": { root: "absent" },
  "git absent": { git: { kind: "absent" } },
  "git pushing": { git: { kind: "pushing" } },
  "git away": { git: { kind: "unavailable", sinceMs: NOW } },
  "git refuses": { git: { kind: "refused", message: "protected" } },
  "unreachable for a moment": { tenant: { kind: "unreachable", sinceMs: NOW - 1_000 } },
  "unreachable for long": { tenant: { kind: "unreachable", sinceMs: NOW - UNREACHABLE_MAX_MS } },
  "retry asked for": { retryAttempt: 1 },
  "only nodes of another type": { rollover: { ...MIXED, nodes: [OLD] } },
  "nodes of another type": { rollover: MIXED },
  "pods on a node that leaves": {
    rollover: { ...MIXED, nodes: [CLOSED, NEW], leaving: { node: "old-1", pods: [{ name: "a/b", heldBy: "" }] } },
  },
  "an empty node that leaves": { rollover: { ...MIXED, nodes: [CLOSED, NEW], leaving: { node: "old-1", pods: [] } } },
  "a node that was closed and is wanted": { rollover: { ...MIXED, nodes: [{ ...CLOSED, serverType: "medium" }] } },
} as const satisfies Record<string, Partial<ClusterObserved>>;
type ClassName = keyof typeof CLASSES;

const show = (phase: ClusterPhase, name: ClassName, change: Partial<ClusterState> = {}): string => {
  const decision = nextCluster(clusterIn(phase, change), { ...CLUSTER_WELL, ...CLASSES[name] }, NOW);
  return [decision.state.phase, decision.effects.map(({ kind }) => kind).join("+")]
    .filter((part) => part !== "")
    .join(" ");
};

/** For each phase at its observed generation: the phase after, and the effects. */
type Row = Record<Exclude<ClusterPhase, "upgrading" | "deleting">, string>;

const STAYS: Row = {
  pending: "provisioning ensureProvider",
  provisioning: "registering",
  registering: "registering",
  running: "running",
  updating: "updating",
  degraded: "degraded",
  error: "error",
};
const RUNS: Row = { ...STAYS, registering: "running", updating: "running", degraded: "running" };
const SUFFERS: Row = { ...STAYS, running: "degraded", updating: "degraded" };
const ENSURES: Row = {
  ...STAYS,
  registering: "running",
  running: "running ensureProvider",
  updating: "updating ensureProvider",
  degraded: "degraded ensureProvider",
};

/** The cluster is made, and this is still to be done on it. */
const asks = (effect: string): Row => ({
  ...STAYS,
  provisioning: `registering ${effect}`,
  registering: `registering ${effect}`,
  running: `running ${effect}`,
  updating: `updating ${effect}`,
  degraded: `degraded ${effect}`,
});

/** A change of the server type is begun by what runs already. */
const rollsOver = (live: string): Row => ({ ...RUNS, running: live, updating: live, degraded: live });

const EXPECTED: Record<ClassName, Row> = {
  well: RUNS,
  "made elsewhere": { ...RUNS, pending: "registering" },
  "made elsewhere, its given credential kept": { ...ENSURES, pending: "registering" },
  "provider unsupported": { ...STAYS, pending: "error", provisioning: "error", registering: "error" },
  "no room at the provider": {
    ...RUNS,
    pending: "pending ensureProvider",
    provisioning: "provisioning ensureProvider",
  },
  "provider away": { ...RUNS, pending: "pending", provisioning: "provisioning", updating: "updating" },
  "absent at the provider": { ...SUFFERS, provisioning: "provisioning ensureProvider", registering: "running" },
  "creating at the provider": { ...RUNS, provisioning: "provisioning", updating: "updating" },
  "removing at the provider": {
    ...SUFFERS,
    pending: "pending",
    provisioning: "provisioning ensureProvider",
    registering: "running",
  },
  "failed at the provider": {
    ...SUFFERS,
    pending: "pending removeProvider",
    provisioning: "error",
    registering: "error",
  },
  "another region at the provider": { ...RUNS, pending: "pending removeProvider" },
  "provider differs from the spec": ENSURES,
  "provider unhealthy": SUFFERS,
  "not registered": asks("register"),
  "registration stale": asks("register"),
  "identity taken": { ...STAYS, provisioning: "error", registering: "error" },
  "project lacks it": asks("applyProject"),
  "root absent": asks("applyRoot"),
  "git absent": asks("write"),
  "git pushing": STAYS,
  "git away": asks("write"),
  "git refuses": asks("write"),
  "unreachable for a moment": STAYS,
  "unreachable for long": SUFFERS,
  "retry asked for": { ...RUNS, error: "pending" },
  "only nodes of another type": rollsOver("updating"),
  "nodes of another type": rollsOver("updating cordon"),
  "pods on a node that leaves": rollsOver("updating drain"),
  "an empty node that leaves": rollsOver("updating removeNode"),
  "a node that was closed and is wanted": rollsOver("updating uncordon"),
};
const LIVE = Object.keys(STAYS) as (keyof Row)[];

describe("The cluster machine", () => {
  for (const [name, row] of Object.entries(EXPECTED) as [ClassName, Row][]) {
    it(`decides for every phase when observed: ${name}`, () => {
      expect(Object.fromEntries(LIVE.map((phase) => [phase, show(phase, name)]))).to.deep.equal(row);
    });
  }

  it("has a row for every class, and takes only listed arrows from every phase and generation", () => {
    expect(Object.keys(EXPECTED).sort()).to.deep.equal(Object.keys(CLASSES).sort());
    for (const phase of CLUSTER_PHASES) {
      for (const name of Object.keys(CLASSES) as ClassName[]) {
        for (const observedGeneration of [1, 2]) {
          const [after = ""] = show(phase, name, { observedGeneration }).split(" ");
          const arrows: readonly string[] = CLUSTER_EDGES[phase];
          expect(after === phase || arrows.includes(after), `${phase} → ${after} (${name})`).to.equal(true);
        }
      }
    }
  });

  it("gives a creation up after 45 minutes, and names the step", () => {
    const state = clusterIn("provisioning", {
      attemptStartedAtMs: NOW - CREATION_DEADLINE_MS,
      step: "Starting the control plane",
    });
    const { state: after } = nextCluster(state, { ...CLUSTER_WELL, ...CLASSES["creating at the provider"] }, NOW);
    expect([after.phase, after.stalled]).to.deep.equal(["error", true]);
    expect(after.message).to.contain("Starting the control plane").and.to.contain("Retry");
  });

  it("takes a creation for done that nobody looked at for longer than it may take", () => {
    const late = { attemptStartedAtMs: NOW - 2 * CREATION_DEADLINE_MS, phaseSinceMs: NOW - 2 * CREATION_DEADLINE_MS };
    const phaseAfter = (phase: ClusterPhase): string =>
      nextCluster(clusterIn(phase, late), CLUSTER_WELL, NOW).state.phase;
    expect([phaseAfter("provisioning"), phaseAfter("registering")]).to.deep.equal(["registering", "running"]);
  });

  it("counts a cluster that its provider does not know as lost only after five minutes", () => {
    const gone = { ...CLUSTER_WELL, ...CLASSES["absent at the provider"] };
    const early = nextCluster(clusterIn("degraded", { reason: "GoneAtProvider" }), gone, NOW);
    const late = nextCluster(
      clusterIn("degraded", { reason: "GoneAtProvider", phaseSinceMs: NOW - GONE_MAX_MS }),
      gone,
      NOW,
    );
    expect([early.state.phase, late.state.phase]).to.deep.equal(["degraded", "error"]);
  });

  it("takes the record of the last attempt away before anything of it is given back or made anew", () => {
    const seen = (name: ClassName, named: boolean): string => {
      const { state, effects } = nextCluster(clusterIn("pending"), { ...CLUSTER_WELL, ...CLASSES[name], named }, NOW);
      return [state.phase, ...effects.map(({ kind }) => kind)].join(" ");
    };
    for (const name of [
      "absent at the provider",
      "creating at the provider",
      "removing at the provider",
      "failed at the provider",
      "another region at the provider",
      "no room at the provider",
    ] as const)
      expect([seen(name, true), seen(name, false)], name).to.deep.equal([
        "pending withdrawNames",
        EXPECTED[name].pending,
      ]);
    for (const name of ["well", "made elsewhere", "provider unsupported", "provider away"] as const)
      expect(seen(name, true), name).to.equal(EXPECTED[name].pending);
  });

  it("waits for room without a deadline, and starts its clock when there is some", () => {
    const observed = { ...CLUSTER_WELL, ...CLASSES["no room at the provider"] };
    const waiting = nextCluster(
      clusterIn("pending", { attemptStartedAtMs: NOW - CREATION_DEADLINE_MS }),
      observed,
      NOW,
    );
    expect([waiting.state.phase, waiting.state.reason, waiting.state.message]).to.deep.equal([
      "pending",
      "NoHostAvailable",
      "no room",
    ]);
    const begun = nextCluster(waiting.state, { ...CLUSTER_WELL, ...CLASSES["absent at the provider"] }, NOW).state;
    expect([begun.phase, begun.attemptStartedAtMs, begun.message]).to.deep.equal(["provisioning", NOW, ""]);
  });

  it("starts a retried creation with a clock of its own, once", () => {
    const observed = { ...CLUSTER_WELL, retryAttempt: 1, provider: { kind: "absent" } as const };
    const retried = nextCluster(clusterIn("error"), observed, NOW).state;
    const begun = nextCluster(retried, observed, NOW).state;
    expect([retried.phase, begun.phase, begun.attemptStartedAtMs, begun.retryAttempt]).to.deep.equal([
      "pending",
      "provisioning",
      NOW,
      1,
    ]);
  });

  it("updates when the spec changes, and runs again when the provider has what is asked for", () => {
    const changed = nextCluster(
      clusterIn("running", { observedGeneration: 1 }),
      { ...CLUSTER_WELL, ...CLASSES["provider differs from the spec"] },
      NOW,
    );
    expect([changed.state.phase, changed.effects[0]?.kind]).to.deep.equal(["updating", "ensureProvider"]);
    expect(nextCluster(changed.state, CLUSTER_WELL, NOW).state.phase).to.equal("running");
  });

  it("lets what the provider said stand while it does not answer, as right after a restart", () => {
    for (const reason of ["GoneAtProvider", "ProviderFailed", "ProviderUnhealthy"]) {
      const told = clusterIn("degraded", { reason, message: "It is not well." });
      const away = nextCluster(told, { ...CLUSTER_WELL, ...CLASSES["provider away"] }, NOW).state;
      expect([away.phase, away.reason, away.message]).to.deep.equal(["degraded", reason, "It is not well."]);
      expect(nextCluster(away, CLUSTER_WELL, NOW).state.phase).to.equal("running");
    }
  });

  it("calls a cluster provisioned, not provisioned, or says that nobody knows", () => {
    const provisioned = (name: ClassName): unknown => {
      const conditions = clusterConditions(clusterIn("running"), { ...CLUSTER_WELL, ...CLASSES[name] }, NOW);
      const { status, reason } = conditions.find(({ type }) => type === "Provisioned") ?? {};
      return [status, reason];
    };
    expect(provisioned("well")).to.deep.equal(["True", "Ready"]);
    expect(provisioned("absent at the provider")).to.deep.equal(["False", "Absent"]);
    expect(provisioned("provider away")).to.deep.equal(["Unknown", "Unreachable"]);
  });

  it("lets a silence stand until the cluster has answered, also when a restart forgot since when", () => {
    const silent = clusterIn("degraded", { reason: "ClusterUnreachable", message: "It does not answer." });
    for (const tenant of [{ kind: "unasked" }, { kind: "unreachable", sinceMs: NOW }] as const) {
      const { phase, reason, message } = nextCluster(silent, { ...CLUSTER_WELL, tenant }, NOW).state;
      expect([phase, reason, message]).to.deep.equal(["degraded", silent.reason, silent.message]);
    }
    expect(nextCluster(silent, CLUSTER_WELL, NOW).state.phase).to.equal("running");
  });

  it("believes a cluster that was made elsewhere to be who it was when it came", () => {
    const imported = { ...CLUSTER_WELL, provider: { ...CLUSTER_READY, imported: true } } as const;
    const first = nextCluster(clusterIn("registering", { clusterUid: undefined }), imported, NOW);
    expect(first.state.clusterUid).to.equal("u");
    const posing: ClusterObserved = {
      ...imported,
      tenant: { kind: "reachable", uid: "victim" },
      registration: { kind: "stale" },
    };
    for (const phase of ["running", "updating", "degraded"] as const) {
      const { state, effects } = nextCluster(clusterIn(phase, { clusterUid: "u" }), posing, NOW);
      expect([state.phase, state.reason, state.clusterUid, effects]).to.deep.equal([
        "degraded",
        "IdentityChanged",
        "u",
        [],
      ]);
    }
    const back = nextCluster(clusterIn("degraded", { clusterUid: "u", reason: "IdentityChanged" }), imported, NOW);
    expect(back.state.phase).to.equal("running");
    const made = nextCluster(clusterIn("running", { clusterUid: "u" }), { ...posing, provider: CLUSTER_READY }, NOW);
    expect(made.state.clusterUid, "our provider made it anew").to.equal("victim");
  });

  it("goes on with one whose identity was taken once the other is gone", () => {
    const held = clusterIn("error", { reason: "AlreadyRegistered" });
    expect(nextCluster(held, { ...CLUSTER_WELL, ...CLASSES["identity taken"] }, NOW).state.phase).to.equal("error");
    expect(nextCluster(held, { ...CLUSTER_WELL, ...CLASSES["not registered"] }, NOW).state.phase).to.equal("pending");
    expect(
      nextCluster(clusterIn("error"), { ...CLUSTER_WELL, ...CLASSES["not registered"] }, NOW).state.phase,
      "another fault",
    ).to.equal("error");
  });
});
