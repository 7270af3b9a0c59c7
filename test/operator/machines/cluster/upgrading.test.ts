import { expect } from "chai";
import { STUCK, UPGRADE_MAX_MS } from "../../../../operator/machines/upgrade/state.ts";
import { UNREACHABLE_MAX_MS } from "../../../../operator/machines/cluster/live.ts";
import { nextCluster } from "../../../../operator/machines/cluster/next.ts";
import type { ClusterObserved } from "../../../../operator/machines/cluster/observe-types.ts";
import { CLUSTER_EDGES, type ClusterPhase, type ClusterState } from "../../../../operator/machines/cluster/state.ts";
import { CLUSTER_READY, CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";
import { NOW } from "../../../support/delivered.ts";

const CLASSES = {
  done: {},
  "not told yet": {
    provider: { ...CLUSTER_READY, matches: false },
    upgrade: { step: "ControlPlane", done: 0, total: 3 },
  },
  "control plane": { upgrade: { step: "ControlPlane", done: 0, total: 3 } },
  workers: { provider: { ...CLUSTER_READY, step: "Draining b" }, upgrade: { step: "Workers", done: 1, total: 3 } },
  "API server away": { provider: { kind: "creating", step: "Replacing" }, tenant: { kind: "unreachable", sinceMs: 0 } },
  "provider away": { provider: { kind: "unreachable", message: "m" } },
  "provider failed": { provider: { kind: "failed", message: "m" } },
  "gone at the provider": { provider: { kind: "absent" } },
} as const satisfies Record<string, Partial<ClusterObserved>>;
type ClassName = keyof typeof CLASSES;

const decide = (phase: ClusterPhase, name: ClassName, change: Partial<ClusterState> = {}) =>
  nextCluster(
    clusterIn(phase, { attemptStartedAtMs: undefined, readyAtMs: NOW, ...change }),
    { ...CLUSTER_WELL, ...CLASSES[name] },
    NOW,
  );
const show = (phase: ClusterPhase, name: ClassName, change: Partial<ClusterState> = {}): string => {
  const { state, effects } = decide(phase, name, change);
  return [state.phase, ...effects.map(({ kind }) => kind)].join(" ");
};
const AGED = { phaseSinceMs: NOW - UPGRADE_MAX_MS };

/** Phase after, and effects: from running with a new spec, upgrading, upgrading for too long, stuck, degraded otherwise. */
const EXPECTED: Record<ClassName, readonly string[]> = {
  done: ["updating", "running", "running", "running", "running"],
  "not told yet": [
    "upgrading ensureProvider",
    "upgrading ensureProvider",
    "degraded ensureProvider",
    "degraded ensureProvider",
    "upgrading ensureProvider",
  ],
  "control plane": ["upgrading", "upgrading", "degraded", "degraded", "upgrading"],
  workers: ["upgrading", "upgrading", "degraded", "degraded", "upgrading"],
  "API server away": ["updating", "upgrading", "degraded", "degraded", "degraded"],
  "provider away": ["updating", "upgrading", "degraded", "degraded", "running"],
  "provider failed": ["updating ensureProvider", "degraded", "degraded", "degraded", "degraded"],
  "gone at the provider": ["updating", "degraded", "degraded", "degraded", "degraded"],
};

describe("The cluster machine during upgrades", () => {
  for (const [name, row] of Object.entries(EXPECTED) as [ClassName, readonly string[]][]) {
    it(`decides when observed: ${name}`, () => {
      expect([
        show("running", name, { observedGeneration: 1 }),
        show("upgrading", name),
        show("upgrading", name, AGED),
        show("degraded", name, { reason: `${STUCK}Workers` }),
        show("degraded", name, { reason: "ClusterUnreachable" }),
      ]).to.deep.equal(row);
    });
  }

  it("takes only listed arrows", () => {
    for (const phase of ["running", "updating", "upgrading", "degraded"] as const) {
      for (const name of Object.keys(CLASSES) as ClassName[]) {
        for (const change of [{}, AGED, { observedGeneration: 1 }]) {
          const after = decide(phase, name, change).state.phase;
          const arrows: readonly string[] = CLUSTER_EDGES[phase];
          expect(after === phase || arrows.includes(after), `${phase} → ${after} (${name})`).to.equal(true);
        }
      }
    }
  });

  it("shows its step, and where it got stuck", () => {
    const { state } = decide("upgrading", "workers");
    expect([state.reason, state.step]).to.deep.equal(["UpgradingWorkers", "Workers 1 of 3: Draining b"]);
    const stuck = decide("upgrading", "workers", { ...AGED, step: "Workers 1 of 3" }).state;
    expect([stuck.reason, stuck.message]).to.deep.equal([
      `${STUCK}Workers`,
      "The upgrade did not end within 2 hours; last step: Workers 1 of 3. It is waited for further.",
    ]);
  });

  it("does not count the API server's absence as a fault, as it would at rest", () => {
    const away = { tenant: { kind: "unreachable", sinceMs: NOW - UNREACHABLE_MAX_MS } } as const;
    const observed = { ...CLUSTER_WELL, ...CLASSES["control plane"], ...away };
    expect(nextCluster(clusterIn("upgrading"), observed, NOW).state.phase).to.equal("upgrading");
    expect(nextCluster(clusterIn("running"), observed, NOW).state.phase).to.equal("degraded");
  });
});
