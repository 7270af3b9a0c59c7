import { expect } from "chai";
import type { DeploymentSpec } from "../../../../contract/resources/deployment-spec.ts";
import { nextDeployment } from "../../../../operator/machines/deployment/next.ts";
import type { DeploymentObserved, ReviewView } from "../../../../operator/machines/deployment/observe-types.ts";
import { REVIEW_EVERY_MS } from "../../../../operator/machines/deployment/staged.ts";
import {
  DEPLOYMENT_EDGES,
  type PresentApplication,
  type DeploymentPhase,
  type DeploymentState,
} from "../../../../operator/machines/deployment/state.ts";
import { APPLICATION as SYNCED, DELIVERED, deploymentIn, NOW } from "../../../support/delivered.ts";

const adoption = { namespace: "live", kind: "Deployment", workloadName: "shop" };
const SPEC: DeploymentSpec = { cluster: "one", appType: "container", dockerImage: "nginx", adoption };
const APPLICATION: PresentApplication = {
  ...SYNCED,
  sync: "OutOfSync",
  outOfSyncSinceMs: NOW - 3_600_000,
  lastOperation: "none",
};
const accepted: ReviewView = { kind: "accepted", atMs: NOW };
const STAGED: DeploymentObserved = {
  ...DELIVERED,
  spec: SPEC,
  imageUpdater: { kind: "none" },
  secrets: { kind: "none", leftover: false },
  git: { kind: "present", commit: "c2", committedAtMs: NOW - 60_000 },
  application: APPLICATION,
  review: accepted,
};
const PHASES: readonly DeploymentPhase[] = ["pending", "provisioning", "running", "stopped", "failed", "error"];
const stateIn = (phase: DeploymentPhase): DeploymentState =>
  deploymentIn(phase, { phaseSinceMs: NOW - 60_000, observedGeneration: 1, git: undefined, reason: "Accepted" });
const next = (phase: DeploymentPhase, seen: Partial<DeploymentObserved> = {}): ReturnType<typeof nextDeployment> =>
  nextDeployment(stateIn(phase), { ...STAGED, ...seen }, NOW);
const effects = (seen: Partial<DeploymentObserved>): string[] => next("pending", seen).effects.map(({ kind }) => kind);

describe("A staged import", () => {
  it("rests as the live workload fares, from every phase, and never asks for a sync", () => {
    for (const phase of PHASES)
      for (const [health, rest] of [
        ["Healthy", "running"],
        ["Degraded", "stopped"],
        ["Missing", "stopped"],
      ] as const) {
        const { state, effects: asked, outcome } = next(phase, { application: { ...APPLICATION, health } });
        expect([state.phase, state.reason, state.observedGeneration], `${phase}, ${health}`).to.deep.equal([
          rest,
          "StagedForImport",
          2,
        ]);
        expect([asked, outcome.kind === "wait" ? outcome.afterMs : 0]).to.deep.equal([[], REVIEW_EVERY_MS]);
        expect(phase === rest || (DEPLOYMENT_EDGES[phase] as readonly string[]).includes(rest)).to.equal(true);
      }
  });

  it("asks the cluster before anything is committed, and commits nothing that it refuses", () => {
    const uncommitted = { git: { kind: "absent" } } as const;
    expect(effects({ ...uncommitted, review: { kind: "unknown" } })).to.deep.equal(["reviewAdoption"]);
    expect(effects({ ...uncommitted, review: { kind: "unreachable" } })).to.deep.equal(["reviewAdoption"]);
    expect(effects({ ...uncommitted, review: accepted })).to.deep.equal(["write"]);
    const refused: ReviewView = { kind: "refused", atMs: NOW, message: "manifest_yaml: no" };
    const { state, effects: asked } = next("pending", { ...uncommitted, review: refused });
    expect([state.phase, state.reason, state.message, asked]).to.deep.equal([
      "failed",
      "WorkloadRefused",
      "manifest_yaml: no",
      [],
    ]);
    const late = { ...refused, atMs: NOW - REVIEW_EVERY_MS };
    expect(effects({ ...uncommitted, review: late })).to.deep.equal(["reviewAdoption"]);
  });

  it("looks again each minute at what a sync would change", () => {
    const late: ReviewView = { kind: "accepted", atMs: NOW - REVIEW_EVERY_MS };
    expect(effects({ review: late })).to.deep.equal(["reviewAdoption"]);
    expect(effects({ review: { kind: "unneeded" } })).to.deep.equal([]);
  });

  it("gives Argo CD a moment to know the health of what it has just met", () => {
    const git = { kind: "present", commit: "c2", committedAtMs: NOW - 1_000 } as const;
    const fresh = { git, application: { ...APPLICATION, health: "Progressing" } };
    expect(next("pending", fresh).state.phase).to.equal("pending");
    expect(next("pending", { application: { ...APPLICATION, health: "Progressing" } }).state.phase).to.equal("stopped");
  });

  it("says who has taken over the same workload before", () => {
    const { state } = next("pending", { adoptedBy: "older" });
    expect([state.reason, state.stalled]).to.deep.equal(["WorkloadTaken", true]);
    expect(state.message).to.contain("older");
  });

  it("goes the way of every deployment once a sync was asked for", () => {
    const spec = { ...SPEC, syncRequestedAt: "2026-01-01T00:00:00Z" };
    const { state } = nextDeployment(stateIn("running"), { ...STAGED, spec, review: undefined }, NOW);
    expect(state.phase).to.equal("provisioning");
  });
});
