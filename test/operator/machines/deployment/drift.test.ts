import { expect } from "chai";
import { SETTLED, wait, type Decision } from "../../../../operator/machines/decision.ts";
import { driftCondition, withDrift, DRIFT_SHOWN_MS } from "../../../../operator/machines/deployment/drift.ts";
import type { GitDelivery } from "../../../../operator/machines/git-delivery.ts";
import type { ApplicationView, PresentApplication } from "../../../../operator/machines/deployment/state.ts";
import { APPLICATION, NOW } from "../../../support/delivered.ts";

const DRIFTING: PresentApplication = {
  ...APPLICATION,
  revisionId: "r",
  sync: "OutOfSync",
  outOfSyncSinceMs: NOW - DRIFT_SHOWN_MS,
  drift: { objects: ["Deployment/web"], count: 1 },
};
const GIT: GitDelivery = { commit: "c", contentHash: "h", committedAtMs: 0, syncedRevision: "r" };

type State = Readonly<{ git: GitDelivery | undefined; drifted: boolean; observedGeneration: number }>;
type Row = Readonly<{
  why: string;
  app?: Partial<PresentApplication> | "absent";
  state?: Partial<State>;
  drifted: boolean;
  looksAfterMs?: number;
}>;

const ROWS: readonly Row[] = [
  { why: "what lasts is told", drifted: true },
  {
    why: "what began just now is looked at again",
    app: { outOfSyncSinceMs: NOW - 1_000 },
    drifted: false,
    looksAfterMs: DRIFT_SHOWN_MS - 1_000,
  },
  { why: "what Argo CD works on does not last", app: { outOfSyncSinceMs: undefined }, drifted: false },
  {
    why: "what was told stays until it is mended",
    app: { outOfSyncSinceMs: undefined },
    state: { drifted: true },
    drifted: true,
  },
  { why: "a look that failed mends nothing", app: { sync: "Unknown" }, state: { drifted: true }, drifted: true },
  { why: "a look that failed shows nothing", app: { sync: "Unknown", outOfSyncSinceMs: undefined }, drifted: false },
  { why: "in sync is mended", app: { sync: "Synced" }, state: { drifted: true }, drifted: false },
  {
    why: "a commit that is being delivered is no drift",
    state: { git: { ...GIT, syncedRevision: undefined } },
    drifted: false,
  },
  { why: "a new generation is no drift", state: { observedGeneration: 1, drifted: true }, drifted: false },
  { why: "a manifest that is on its way is no drift", app: { current: false }, drifted: false },
  { why: "a comparison with an older manifest says nothing", app: { compared: false }, drifted: false },
  { why: "without an Application nothing is known", app: "absent", state: { drifted: true }, drifted: false },
];

describe("Drift", () => {
  for (const { why, app = {}, state = {}, drifted, looksAfterMs } of ROWS) {
    it(why, () => {
      const before: State = { git: GIT, drifted: false, observedGeneration: 2, ...state };
      const decision: Decision<State, never> = { state: before, effects: [], outcome: SETTLED, why: "" };
      const application: ApplicationView = app === "absent" ? { kind: "absent" } : { ...DRIFTING, ...app };
      const after = withDrift(decision, { application, generation: 2 }, NOW);
      expect(after.state.drifted).to.equal(drifted);
      expect(after.outcome).to.deep.equal(looksAfterMs === undefined ? SETTLED : wait(looksAfterMs, "Drifting"));
    });
  }

  it("never puts off an earlier look", () => {
    const state: State = { git: GIT, drifted: false, observedGeneration: 2 };
    const application = { ...DRIFTING, outOfSyncSinceMs: NOW };
    const decide = (afterMs: number): unknown =>
      withDrift({ state, effects: [], outcome: wait(afterMs, "X"), why: "" }, { application, generation: 2 }, NOW)
        .outcome;
    expect(decide(500)).to.deep.equal(wait(500, "X"));
    expect(decide(15_000)).to.deep.equal(wait(DRIFT_SHOWN_MS, "Drifting"));
  });

  it("names the objects, and how many there are beyond", () => {
    const { message, status, reason } = driftCondition(true, {
      ...DRIFTING,
      drift: { objects: ["Service/a", "Ingress/b"], count: 30 },
    });
    expect([status, reason]).to.deep.equal(["True", "LiveChange"]);
    expect(message).to.contain(
      "30 objects on the cluster differ from what Git holds: Service/a, Ingress/b and 28 more.",
    );
    expect(driftCondition(true, DRIFTING).message).to.contain("1 object on the cluster differs from");
    expect(driftCondition(false, DRIFTING)).to.include({ status: "False", reason: "AsCommitted", message: "" });
  });
});
