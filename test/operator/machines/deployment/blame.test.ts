import { expect } from "chai";
import type { DeploymentSpec } from "../../../../contract/resources/deployment-spec.ts";
import { deploymentConditions } from "../../../../operator/machines/deployment/conditions.ts";
import { HEALTH_DEADLINE_MS, nextDeployment } from "../../../../operator/machines/deployment/next.ts";
import { UNHEALTHY_MAX_MS } from "../../../../operator/machines/deployment/watch-health.ts";
import type { DeploymentObserved } from "../../../../operator/machines/deployment/observe-types.ts";
import { endPromotion } from "../../../../operator/machines/deployment/promotion.ts";
import { isOutside, namesManifest } from "../../../../operator/machines/deployment/outside-fault.ts";
import type {
  DeploymentPhase,
  DeploymentState,
  PresentApplication,
} from "../../../../operator/machines/deployment/state.ts";
import { APPLICATION, DELIVERED, deploymentIn, HASH, NOW } from "../../../support/delivered.ts";

const WEEK_MS = 7 * 24 * 3_600_000;
const SPEC: DeploymentSpec = { cluster: "one", appType: "web_app", dockerImage: "nginx" };

const OWN = { spec: SPEC, imageUpdater: { kind: "none" } } as const;

function observed(
  application: Partial<PresentApplication> = {},
  more: Partial<DeploymentObserved> = {},
): DeploymentObserved {
  const git = { kind: "present" as const, commit: "c2", committedAtMs: NOW - WEEK_MS };
  const secrets = { kind: "none" as const, leftover: false };
  return { ...DELIVERED, ...OWN, secrets, git, application: { ...APPLICATION, ...application }, ...more };
}

function stateIn(phase: DeploymentPhase, more: Partial<DeploymentState> = {}): DeploymentState {
  const git = { commit: "c2", contentHash: HASH, committedAtMs: NOW - WEEK_MS, syncedRevision: "r2" };
  return deploymentIn(phase, { phaseSinceMs: NOW - 1_000, git, ...more });
}

const FRESH = { git: { commit: "c2", contentHash: "h2", committedAtMs: NOW - WEEK_MS } };
const LATE = { phaseSinceMs: NOW - HEALTH_DEADLINE_MS };
const AWAY = "rpc error: code = Unavailable desc = dial tcp: connection refused";
const BROKEN =
  "Manifest generation error (cached): failed to execute helm template command: values don't meet the schema";
const error = (message: string): Partial<PresentApplication> => ({
  sync: "Unknown",
  error: { type: "ComparisonError", message, sinceMs: NOW - 200_000 },
});
const syncFailed = (operationMessage: string): Partial<PresentApplication> => ({
  sync: "OutOfSync",
  lastOperation: "failed",
  operationMessage,
});
const trouble: Partial<DeploymentObserved> = {
  cluster: { kind: "present", readiness: "usable", trouble: "ClusterUnreachable" },
};
const next = (state: DeploymentState, seen: DeploymentObserved): string => {
  const { state: after, effects } = nextDeployment(state, seen, NOW);
  return [after.phase, after.reason, ...effects.map(({ kind }) => kind)].join(" ");
};

describe("Whose fault it is that a deployment does not run", () => {
  it("is nobody's while Argo CD cannot compare what runs: a condition says so, and nothing is asked of Argo CD", () => {
    for (const health of ["Healthy", "Missing", "Unknown"])
      expect(next(stateIn("running"), observed({ ...error(AWAY), health })), health).to.match(/^running \w+$/);
    expect(next(stateIn("stopped"), observed(error(AWAY), {}))).to.not.contain("failed");
    const told = deploymentConditions(stateIn("running"), observed(error(AWAY)), undefined, NOW);
    const synced = told.find(({ type }) => type === "Synced");
    expect([synced?.status, synced?.reason, synced?.message]).to.deep.equal(["Unknown", "ComparisonError", AWAY]);
    expect(told.find(({ type }) => type === "Ready")?.status).to.equal("True");
  });

  it("is its own when what Argo CD cannot compare is a manifest that is new, and only then", () => {
    expect(next(stateIn("running", FRESH), observed(error(BROKEN)))).to.equal("failed ComparisonError");
    expect(next(stateIn("provisioning", FRESH), observed(error(BROKEN)))).to.equal("failed ComparisonError");
    expect(next(stateIn("running"), observed(error(BROKEN))), "seen synced before").to.match(/^running/);
    expect(next(stateIn("running", FRESH), observed(error(`${BROKEN}: i/o timeout`)))).to.match(/^running/);
  });

  it("is the platform's when a commit is not delivered in time", () => {
    const slow: readonly Partial<PresentApplication>[] = [error(AWAY), { revision: "behind" }, { compared: false }];
    for (const application of slow)
      expect(next(stateIn("provisioning", LATE), observed(application))).to.match(/^error DeliveryStuck/);
    const rootless = observed({}, { application: { kind: "absent" }, root: { kind: "absent" } });
    expect(next(stateIn("provisioning", LATE), rootless)).to.equal("error DeliveryStuck");
    expect(next(stateIn("provisioning", LATE), observed({ health: "Degraded" }))).to.equal("failed HealthTimeout");
    const syncing = { operationRunning: true, sync: "OutOfSync" } as const;
    expect(next(stateIn("provisioning", LATE), observed(syncing))).to.equal("failed HealthTimeout");
  });

  it("stays the platform's until that is over, and then has a new deadline", () => {
    const stuck = stateIn("error", { ...LATE, reason: "DeliveryStuck" });
    expect(next(stuck, observed(error(AWAY)))).to.equal("error DeliveryStuck refreshApplication");
    expect(next(stuck, observed({ health: "Progressing" }))).to.equal("provisioning Delivering");
    const { state } = nextDeployment(stuck, observed({ health: "Progressing" }), NOW);
    expect(next(state, observed({ health: "Progressing" }))).to.equal("provisioning Delivering");
    expect(next(stuck, observed())).to.equal("running Running");
  });

  it("is its cluster's while that is in trouble", () => {
    const degraded = { health: "Degraded", healthSinceMs: NOW - UNHEALTHY_MAX_MS };
    expect(next(stateIn("running"), observed(degraded))).to.equal("failed Unhealthy");
    expect(next(stateIn("running"), observed(degraded, trouble))).to.equal("error ClusterDegraded");
    expect(next(stateIn("provisioning", LATE), observed({ health: "Missing" }, trouble))).to.match(/^error Cluster/);
    expect(next(stateIn("running"), observed(syncFailed("denied"), trouble))).to.equal("error ClusterDegraded");
    const told = stateIn("error", { reason: "ClusterDegraded" });
    expect(next(told, observed({ health: "Progressing" }, trouble))).to.equal("error ClusterDegraded");
    expect(next(told, observed({ health: "Progressing" }))).to.equal("provisioning Delivering");
  });

  it("is nobody's when a sync failed because something was away: it is asked for again", () => {
    expect(next(stateIn("running"), observed(syncFailed("denied by the quota")))).to.equal("failed SyncFailed");
    expect(next(stateIn("running"), observed(syncFailed(AWAY)))).to.match(/^running \w+ startSync$/);
    const stuck = stateIn("error", { reason: "DeliveryStuck" });
    expect(next(stuck, observed({ ...syncFailed(AWAY), kicked: true }))).to.equal("error DeliveryStuck startSync");
  });

  it("is told from what Argo CD says", () => {
    for (const message of [
      AWAY,
      "failed calling webhook: no endpoints",
      "Get https://x: EOF",
      "lookup git: no such host",
    ])
      expect([isOutside(message), namesManifest(message)], message).to.deep.equal([true, false]);
    for (const message of [
      BROKEN,
      "clusters/a/b: app path does not exist",
      'chart "web" version "9" not found in https://x',
    ])
      expect([isOutside(message), namesManifest(message)], message).to.deep.equal([false, true]);
    for (const message of ["application destination is not permitted in project", "something else", ""])
      expect([isOutside(message), namesManifest(message)], message).to.deep.equal([false, false]);
  });
});

describe("What a deployment that rests, or comes back, is not taken for", () => {
  const SOURCE = { promotion: { sourceId: "018f0000-0000-7000-8000-000000000002", deleteSource: true } };
  const promoted = { promotion: { secretsCopied: true, source: "present", marked: false } } as const;

  it("running at its newest generation, while an older one runs: the source of a promotion stays", () => {
    const effects = (generation: number): readonly string[] =>
      endPromotion(
        { state: stateIn("running"), effects: [], outcome: { kind: "settled" }, why: "" },
        observed({}, { ...promoted, generation, spec: { ...SPEC, ...SOURCE } as DeploymentSpec }),
      ).effects.map(({ kind }) => kind);
    expect([effects(2), effects(3)]).to.deep.equal([["deleteSource"], []]);
  });

  it("stalled, when it is stopped and unhealthy for long", () => {
    const seen = observed({ health: "Degraded", healthSinceMs: NOW - UNHEALTHY_MAX_MS });
    const { state } = nextDeployment(stateIn("stopped"), { ...seen, spec: { ...SPEC, stopped: true } }, NOW);
    expect([state.phase, state.stalled]).to.deep.equal(["stopped", false]);
  });

  it("arrived, when its spec has changed since it was in error", () => {
    const older = stateIn("error", { observedGeneration: 1, reason: "GitRefused" });
    expect(next(older, observed())).to.equal("provisioning Delivering");
    expect(next({ ...older, observedGeneration: 2 }, observed())).to.equal("running Running");
  });

  it("still in error, when its spec has changed while what hinders it lasts", () => {
    const hindered = stateIn("error", { reason: "ClusterDegraded", observedGeneration: 2 });
    const ill = observed({ health: "Degraded" }, trouble);
    expect(next(hindered, ill)).to.equal("error ClusterDegraded");
    expect(next({ ...hindered, observedGeneration: 1 }, ill)).to.equal("provisioning Delivering");
  });
});

describe("The deadline of a deployment", () => {
  it("runs from what happened last, however old the commit is", () => {
    expect(next(stateIn("provisioning"), observed({ health: "Progressing" }))).to.match(/^provisioning/);
    const early = stateIn("provisioning", LATE);
    const fresh = observed(
      { health: "Progressing" },
      { git: { kind: "present", commit: "c3", committedAtMs: NOW - 1_000 } },
    );
    expect(next(early, fresh)).to.match(/^provisioning/);
    expect(next(early, observed({ health: "Progressing" }))).to.equal("failed HealthTimeout");
  });

  it("does not run while its cluster is made anew, and begins when that runs", () => {
    const coming: Partial<DeploymentObserved> = { cluster: { kind: "present", readiness: "coming" } };
    for (const phase of ["error", "provisioning"] as const)
      expect(next(stateIn(phase, LATE), observed({ health: "Missing" }, coming)), phase).to.equal(
        "error ClusterNotReady",
      );
    expect(next(stateIn("failed", LATE), observed({}, coming))).to.equal("failed Test");
    let state = stateIn("error", { ...LATE, reason: "ClusterNotReady" });
    for (let pass = 0; pass < 3; pass += 1) ({ state } = nextDeployment(state, observed({ health: "Missing" }), NOW));
    expect(state.phase).to.equal("provisioning");
  });
});
