import { expect } from "chai";
import { UPGRADE_PHASES } from "../../../../contract/resources/upgrade-request.ts";
import { nextUpgrade } from "../../../../operator/machines/upgrade/next.ts";
import type { UpgradeObserved } from "../../../../operator/machines/upgrade/observe-types.ts";
import {
  PREFLIGHT_MAX_MS,
  REQUEST_MAX_MS,
  STUCK,
  UPGRADE_EDGES,
  type UpgradePhase,
  type UpgradeState,
} from "../../../../operator/machines/upgrade/state.ts";
import { NOW } from "../../../support/delivered.ts";
import {
  finding,
  looked,
  UPGRADE_OBSERVED,
  UPGRADE_ORDERED,
  UPGRADED_RUNNING,
  upgradeIn,
} from "../../../support/upgrade-scene.ts";

const CLASSES = {
  approved: {},
  undecided: { decision: undefined },
  rejected: { decision: "rejected" },
  cancelled: { decision: "cancelled" },
  "an older request is open": { rival: "first" },
  "a date to come": { scheduledAtMs: NOW + 1_000 },
  "a date that has come": { scheduledAtMs: NOW },
  "cluster gone": { cluster: { kind: "absent" } },
  "cluster being deleted": { cluster: { kind: "deleting" } },
  "cluster not ready yet": { cluster: { ...UPGRADED_RUNNING, phase: "provisioning", version: undefined } },
  "not looked at": { preflight: { kind: "unasked" } },
  "cluster does not answer": { preflight: { kind: "unreachable" } },
  "budget in the way": { preflight: looked(finding("budget_blocks")) },
  "version may not follow": { preflight: looked(finding("version_skew")) },
  "only a warning": { preflight: looked({ ...finding("single_control_plane"), severity: "info" }) },
  "ordered, under way": { cluster: UPGRADE_ORDERED },
  "ordered, not seen yet": { cluster: { ...UPGRADED_RUNNING, ordered: true, settled: false, version: "1.36.3" } },
  "control plane done, workers not": { cluster: { ...UPGRADE_ORDERED, version: "1.36.3" } },
  "runs at the new version": { cluster: { ...UPGRADED_RUNNING, ordered: true, version: "1.36.3" } },
  "cluster degraded by something else": {
    cluster: { ...UPGRADE_ORDERED, phase: "degraded", reason: "ClusterUnreachable" },
  },
  "cluster got stuck": {
    cluster: { ...UPGRADE_ORDERED, phase: "degraded", reason: `${STUCK}Workers`, message: "stuck" },
  },
  "cluster being deleted, out of Git": { cluster: { kind: "deleting" }, git: { kind: "absent" } },
  "git away": { git: { kind: "unavailable", sinceMs: NOW } },
} as const satisfies Record<string, Partial<UpgradeObserved>>;
type ClassName = keyof typeof CLASSES;

const decide = (phase: UpgradePhase, name: ClassName, change: Partial<UpgradeState> = {}) =>
  nextUpgrade(upgradeIn(phase, { observedGeneration: 1, ...change }), { ...UPGRADE_OBSERVED, ...CLASSES[name] }, NOW);
const show = (phase: UpgradePhase, name: ClassName): string => {
  const { state, effects } = decide(phase, name);
  return [state.phase, effects.map(({ kind }) => kind).join("+")].filter((part) => part !== "").join(" ");
};

const ENDED = ["completed", "failed", "rejected", "cancelled"] as const;
/** For each open phase: the phase after, and the effects. */
type Row = Record<Exclude<UpgradePhase, (typeof ENDED)[number]>, string>;

const GOES: Row = {
  pending: "approved",
  approved: "preflight",
  scheduled: "preflight",
  preflight: "in_progress order",
  in_progress: "in_progress order",
};
const FAILS: Row = { ...GOES, preflight: "failed", in_progress: "failed" };

const EXPECTED: Record<ClassName, Row> = {
  approved: GOES,
  undecided: { ...GOES, pending: "pending" },
  rejected: { ...GOES, pending: "rejected" },
  cancelled: { ...GOES, pending: "cancelled", approved: "cancelled", scheduled: "cancelled", preflight: "cancelled" },
  "an older request is open": { ...GOES, pending: "rejected" },
  "a date to come": { ...GOES, approved: "scheduled", scheduled: "scheduled" },
  "a date that has come": GOES,
  "cluster gone": {
    pending: "pending deleteRequest",
    approved: "approved deleteRequest",
    scheduled: "scheduled deleteRequest",
    preflight: "preflight deleteRequest",
    in_progress: "in_progress deleteRequest",
  },
  "cluster being deleted": FAILS,
  "cluster not ready yet": GOES,
  "not looked at": { ...GOES, preflight: "preflight" },
  "cluster does not answer": { ...GOES, preflight: "preflight" },
  "budget in the way": { ...GOES, preflight: "preflight" },
  "version may not follow": { ...GOES, preflight: "failed" },
  "only a warning": GOES,
  "ordered, under way": { ...GOES, in_progress: "in_progress" },
  "ordered, not seen yet": { ...GOES, in_progress: "in_progress" },
  "control plane done, workers not": { ...GOES, in_progress: "in_progress" },
  "runs at the new version": { ...GOES, in_progress: "completed" },
  "cluster degraded by something else": { ...GOES, in_progress: "in_progress" },
  "cluster got stuck": { ...GOES, in_progress: "failed" },
  "cluster being deleted, out of Git": FAILS,
  "git away": {
    pending: "approved write",
    approved: "preflight write",
    scheduled: "preflight write",
    preflight: "in_progress order+write",
    in_progress: "in_progress order+write",
  },
};
const OPEN = Object.keys(GOES) as (keyof Row)[];

describe("The machine of upgrade requests", () => {
  for (const [name, row] of Object.entries(EXPECTED) as [ClassName, Row][]) {
    it(`decides for every open phase when observed: ${name}`, () => {
      expect(Object.fromEntries(OPEN.map((phase) => [phase, show(phase, name)]))).to.deep.equal(row);
    });
  }

  it("has a row for every class, takes only listed arrows, and never leaves an end", () => {
    expect(Object.keys(EXPECTED).sort()).to.deep.equal(Object.keys(CLASSES).sort());
    for (const name of Object.keys(CLASSES) as ClassName[]) {
      for (const phase of UPGRADE_PHASES) {
        const after = decide(phase, name).state.phase;
        const arrows: readonly string[] = UPGRADE_EDGES[phase];
        expect(after === phase || arrows.includes(after), `${phase} → ${after} (${name})`).to.equal(true);
      }
      for (const phase of ENDED) expect(decide(phase, name).state.phase, `${phase} (${name})`).to.equal(phase);
    }
  });

  it("notes the version that it started from once", () => {
    const first = nextUpgrade(
      upgradeIn("pending", { clusterId: undefined, fromVersion: undefined }),
      UPGRADE_OBSERVED,
      NOW,
    ).state;
    expect([first.clusterId, first.fromVersion]).to.deep.equal(["c", "1.35.4"]);
    const later = nextUpgrade(
      first,
      { ...UPGRADE_OBSERVED, cluster: { ...UPGRADED_RUNNING, version: "1.36.3" } },
      NOW,
    ).state;
    expect(later.fromVersion).to.equal("1.35.4");
  });

  it("waits for the cluster that a request names, and for its first version", () => {
    const fresh = { clusterId: undefined, fromVersion: undefined, git: undefined };
    const absent = nextUpgrade(upgradeIn("pending", fresh), { ...UPGRADE_OBSERVED, ...CLASSES["cluster gone"] }, NOW);
    expect([absent.state.phase, absent.state.reason, absent.state.stalled, absent.effects]).to.deep.equal([
      "pending",
      "ClusterNotFound",
      true,
      [],
    ]);
    const unready = nextUpgrade(
      upgradeIn("pending", fresh),
      { ...UPGRADE_OBSERVED, ...CLASSES["cluster not ready yet"] },
      NOW,
    );
    expect([unready.state.phase, unready.state.reason]).to.deep.equal(["pending", "ClusterNotReady"]);
  });

  it("tells what holds the preflight up, keeps the report, and gives up after an hour", () => {
    const held = decide("preflight", "budget in the way").state;
    expect([held.reason, held.message]).to.deep.equal(["PreflightBlocked", "Found budget_blocks. Mend it."]);
    expect(held.preflight?.findings).to.have.length(1);
    const late = decide("preflight", "budget in the way", { phaseSinceMs: NOW - PREFLIGHT_MAX_MS }).state;
    expect([late.phase, late.reason, late.stalled]).to.deep.equal(["failed", "PreflightTimeout", true]);
    const silent = decide("preflight", "cluster does not answer", { phaseSinceMs: NOW - PREFLIGHT_MAX_MS }).state;
    expect(silent.message).to.contain("does not answer");
  });

  it("shows the cluster's step, says where it got stuck, and ends with the deadline", () => {
    expect(decide("in_progress", "ordered, under way").state.step).to.equal("Workers 1 of 3");
    const stuck = decide("in_progress", "cluster got stuck").state;
    expect([stuck.reason, stuck.message, stuck.step]).to.deep.equal([`${STUCK}Workers`, "stuck", "Workers 1 of 3"]);
    const past = { startedAtMs: NOW - REQUEST_MAX_MS, step: "Workers 1 of 3" };
    const late = decide("in_progress", "cluster degraded by something else", past).state;
    expect([late.phase, late.reason]).to.deep.equal(["failed", "UpgradeTimeout"]);
    expect(late.message).to.contain("Workers 1 of 3");
    for (const name of ["ordered, under way", "runs at the new version"] as const)
      expect(decide("in_progress", name, past).state.phase, "the cluster has the word").to.not.equal("failed");
  });
});
