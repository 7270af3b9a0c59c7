import { expect } from "chai";
import type { DeploymentSpec } from "../../../../contract/resources/deployment-spec.ts";
import { DEPLOYMENT_PHASES } from "../../../../contract/resources/deployment-spec.ts";
import { HEALTH_DEADLINE_MS, nextDeployment } from "../../../../operator/machines/deployment/next.ts";
import { UNHEALTHY_MAX_MS } from "../../../../operator/machines/deployment/watch-health.ts";
import type { DeploymentObserved } from "../../../../operator/machines/deployment/observe-types.ts";
import {
  DEPLOYMENT_EDGES,
  type DeploymentPhase,
  type DeploymentState,
} from "../../../../operator/machines/deployment/state.ts";
import { APPLICATION, DELIVERED as DELIVERED_BOTH, deploymentIn, NOW } from "../../../support/delivered.ts";

const SPEC: DeploymentSpec = { cluster: "one", appType: "web_app", dockerImage: "nginx" };

const DELIVERED: DeploymentObserved = {
  ...DELIVERED_BOTH,
  spec: SPEC,
  imageUpdater: { kind: "none" },
  secrets: { kind: "none", leftover: false },
};

const app = (change: Partial<typeof APPLICATION>): Partial<DeploymentObserved> => ({
  application: { ...APPLICATION, ...change },
});
const longAgo = { git: { kind: "present" as const, commit: "c2", committedAtMs: NOW - HEALTH_DEADLINE_MS } };

/** The classes into which everything that can be observed falls. */
const CLASSES = {
  delivered: {},
  "cluster never seen": { cluster: { kind: "missing", wasKnown: false }, rendered: { kind: "unknown" } },
  "cluster gone": { cluster: { kind: "missing", wasKnown: true }, rendered: { kind: "unknown" } },
  "cluster coming": { cluster: { kind: "present", readiness: "coming" } },
  "cluster in error": { cluster: { kind: "present", readiness: "failed" } },
  "name taken": { nameTakenBy: "older" },
  "secrets not looked up": { secrets: { kind: "unknown" } },
  "secret missing": { secrets: { kind: "missing", names: ["TOKEN"] } },
  "secrets stale": { secrets: { kind: "stale" } },
  "cluster takes no secrets": { secrets: { kind: "unreachable", message: "no answer" } },
  "secrets current": { secrets: { kind: "current", revision: "r1", verified: true } },
  "secrets not looked at for long": { secrets: { kind: "current", revision: "r1", verified: false } },
  "secrets that nothing means": { secrets: { kind: "none", leftover: true } },
  "values refused": { rendered: { kind: "refused", message: "custom_values_yaml must be a map" } },
  "git absent": { git: { kind: "absent" } },
  "git pushing": { git: { kind: "pushing" } },
  "git away": { git: { kind: "unavailable", sinceMs: NOW - 20_000 } },
  "git refuses": { git: { kind: "refused", message: "protected" } },
  "application missing, root behind": {
    application: { kind: "absent" },
    root: { kind: "present", revision: "behind", operationRunning: false, error: "" },
  },
  "application missing, root unknown": {
    application: { kind: "absent" },
    root: { kind: "present", revision: "unknown", operationRunning: false, error: "" },
  },
  "application missing, root there": { application: { kind: "absent" } },
  "application missing, root left for a moment": {
    application: { kind: "absent" },
    root: { kind: "present", revision: "reached", operationRunning: false, error: "", leftSinceMs: NOW - 9_999 },
  },
  "application missing, root left": {
    application: { kind: "absent" },
    root: { kind: "present", revision: "reached", operationRunning: false, error: "", leftSinceMs: NOW - 10_000 },
  },
  "application missing, root left with an error": {
    application: { kind: "absent" },
    root: { kind: "present", revision: "reached", operationRunning: false, error: "denied", leftSinceMs: NOW - 10_000 },
  },
  "application missing, root absent": { application: { kind: "absent" }, root: { kind: "absent" } },
  "revision behind": app({ revision: "behind" }),
  "revision unknown": app({ revision: "unknown" }),
  "compared with an older manifest": app({ compared: false }),
  "operation running": app({ operationRunning: true, sync: "OutOfSync" }),
  "out of sync": app({ sync: "OutOfSync", outOfSyncSinceMs: NOW - 1_000 }),
  "out of sync for long": app({ sync: "OutOfSync", outOfSyncSinceMs: NOW - 11_000 }),
  "out of sync, kicked": app({ sync: "OutOfSync", outOfSyncSinceMs: NOW - 60_000, kicked: true }),
  "sync failed": app({ sync: "OutOfSync", lastOperation: "failed", operationMessage: "denied" }),
  "sync retried": app({ operationRunning: true, sync: "OutOfSync", lastOperation: "retried" }),
  "older sync retried": app({ operationRunning: true, sync: "OutOfSync", lastOperation: "outdated" }),
  "comparison fails": app({
    sync: "Unknown",
    error: { type: "ComparisonError", message: "no chart", sinceMs: NOW - 1_000 },
  }),
  "comparison fails for long": app({
    sync: "Unknown",
    error: { type: "ComparisonError", message: "connection refused", sinceMs: NOW - 200_000 },
  }),
  "comparison fails for long, nothing seen": app({
    sync: "Unknown",
    health: "Missing",
    error: { type: "ComparisonError", message: "connection refused", sinceMs: NOW - 200_000 },
  }),
  progressing: app({ health: "Progressing", healthSinceMs: NOW - 1_000 }),
  "its pods can never be ready": {
    ...app({ health: "Progressing", healthSinceMs: NOW - 1_000 }),
    podTrouble: { reason: "CrashLoop", message: "It ends again and again.", isFinal: true },
  },
  "its pods wait for room": {
    ...app({ health: "Progressing", healthSinceMs: NOW - 1_000 }),
    podTrouble: { reason: "Unschedulable", message: "No node takes its pods.", isFinal: false },
  },
  "unhealthy for a while": app({ health: "Degraded", healthSinceMs: NOW - 60_000 }),
  "unhealthy for too long": { ...app({ health: "Degraded", healthSinceMs: NOW - UNHEALTHY_MAX_MS }), ...longAgo },
} as const satisfies Record<string, Partial<DeploymentObserved>>;
type ClassName = keyof typeof CLASSES;

const stateIn = (phase: DeploymentPhase, observedGeneration = 2): DeploymentState =>
  deploymentIn(phase, { observedGeneration });

const show = (phase: DeploymentPhase, name: ClassName, spec: Partial<DeploymentSpec> = {}, generation = 2): string => {
  const observed: DeploymentObserved = { ...DELIVERED, ...CLASSES[name], spec: { ...SPEC, ...spec } };
  const before = stateIn(phase, generation);
  const git =
    before.git && observed.git.kind === "present"
      ? { ...before.git, committedAtMs: observed.git.committedAtMs }
      : before.git;
  const decision = nextDeployment({ ...before, git }, observed, NOW);
  const effects = decision.effects.map(({ kind }) => kind).join("+");
  return [decision.state.phase, decision.state.stalled ? "stalled" : "", effects]
    .filter((part) => part !== "")
    .join(" ");
};

/** For each phase at its observed generation: the phase after, "stalled", and the effects. */
type Row = Record<Exclude<DeploymentPhase, "promoting" | "migrating" | "deleting">, string>;

const STAYS: Row = {
  pending: "pending",
  provisioning: "provisioning",
  running: "running",
  stopped: "stopped",
  failed: "failed",
  error: "error",
};
const LIVE = Object.keys(STAYS) as (keyof Row)[];

const eachPhase = (after: (phase: DeploymentPhase) => string): Row =>
  Object.fromEntries(LIVE.map((phase) => [phase, after(phase)])) as Row;
const stays = (rest: string): Row => eachPhase((phase) => `${phase} ${rest}`);

const STUCK = stays("stalled");
const FAILS = eachPhase(() => "error stalled");
const RUNS: Row = { ...eachPhase(() => "running"), pending: "provisioning", stopped: "provisioning" };
const DELIVERS: Row = { ...STAYS, pending: "provisioning", stopped: "provisioning", error: "provisioning" };

/** What was committed is on its way, and this moves it on. */
const delivers = (effect: string): Row => ({
  ...DELIVERS,
  pending: `provisioning ${effect}`,
  provisioning: `provisioning ${effect}`,
  running: `running ${effect}`,
  failed: `failed ${effect}`,
  stopped: `provisioning ${effect}`,
  error: `provisioning ${effect}`,
});
const COMPARED_NO_MORE: Row = {
  ...delivers("refreshApplication"),
  provisioning: "provisioning stalled refreshApplication",
  running: "running",
};

const EXPECTED: Record<ClassName, Row> = {
  delivered: RUNS,
  "cluster never seen": STUCK,
  "cluster gone": FAILS,
  "cluster coming": {
    ...STAYS,
    provisioning: "error stalled",
    stopped: "provisioning",
    error: "error stalled",
  },
  "cluster in error": { ...FAILS, pending: "pending" },
  "name taken": STUCK,
  "secrets not looked up": stays("pushSecrets"),
  "secret missing": stays("stalled pushSecrets"),
  "secrets stale": stays("pushSecrets"),
  "cluster takes no secrets": stays("stalled pushSecrets"),
  "secrets current": RUNS,
  "secrets not looked at for long": {
    ...eachPhase(() => "running pushSecrets"),
    pending: "provisioning pushSecrets",
    stopped: "provisioning pushSecrets",
  },
  "secrets that nothing means": {
    ...eachPhase(() => "running withdrawSecrets"),
    pending: "provisioning",
    stopped: "provisioning",
  },
  "values refused": { ...eachPhase(() => "failed stalled"), stopped: "provisioning", error: "provisioning" },
  "git absent": { ...stays("write"), stopped: "provisioning write" },
  "git pushing": { ...STAYS, stopped: "provisioning" },
  "git away": { ...stays("write"), stopped: "provisioning" },
  "git refuses": FAILS,
  "application missing, root behind": delivers("refreshRoot"),
  "application missing, root unknown": delivers("placeCommit+refreshRoot"),
  "application missing, root there": DELIVERS,
  "application missing, root left for a moment": DELIVERS,
  "application missing, root left": delivers("syncRoot"),
  "application missing, root left with an error": delivers("refreshRoot+syncRoot"),
  "application missing, root absent": DELIVERS,
  "revision behind": delivers("refreshApplication"),
  "revision unknown": { ...delivers("placeCommit+refreshApplication"), running: "running" },
  "compared with an older manifest": delivers("refreshApplication"),
  "operation running": DELIVERS,
  "out of sync": DELIVERS,
  "out of sync for long": delivers("startSync"),
  "out of sync, kicked": DELIVERS,
  "sync failed": { ...DELIVERS, provisioning: "failed stalled", running: "failed stalled" },
  "sync retried": DELIVERS,
  "older sync retried": delivers("endOperation"),
  "comparison fails": delivers("refreshApplication"),
  "comparison fails for long": COMPARED_NO_MORE,
  "comparison fails for long, nothing seen": COMPARED_NO_MORE,
  progressing: DELIVERS,
  "its pods can never be ready": { ...DELIVERS, provisioning: "failed stalled" },
  "its pods wait for room": { ...DELIVERS, provisioning: "provisioning stalled" },
  "unhealthy for a while": DELIVERS,
  "unhealthy for too long": { ...DELIVERS, running: "failed stalled" },
};

describe("The deployment machine", () => {
  for (const [name, row] of Object.entries(EXPECTED) as [ClassName, Row][]) {
    it(`decides for every phase when observed: ${name}`, () => {
      expect(Object.fromEntries(LIVE.map((phase) => [phase, show(phase, name)]))).to.deep.equal(row);
    });
  }

  it("has a row for every class, and takes only listed arrows from every phase, generation and wish", () => {
    expect(Object.keys(EXPECTED).sort()).to.deep.equal(Object.keys(CLASSES).sort());
    const names = Object.keys(CLASSES) as ClassName[];
    const wishes = [true, false].flatMap((stopped) => [1, 2].map((generation) => ({ stopped, generation })));
    const cases = DEPLOYMENT_PHASES.flatMap((phase) =>
      names.flatMap((name) => wishes.map((wish) => ({ phase, name, ...wish }))),
    );
    for (const { phase, name, stopped, generation } of cases) {
      const [after = ""] = show(phase, name, { stopped }, generation).split(" ");
      const arrows: readonly string[] = DEPLOYMENT_EDGES[phase];
      const what = `${phase} → ${after} (${name}, stopped ${stopped}, generation ${generation})`;
      expect(after === phase || arrows.includes(after), what).to.equal(true);
    }
  });

  it("comes to rest from every phase when the world is well, and then asks for nothing more", () => {
    for (const phase of LIVE) {
      for (const stopped of [true, false]) {
        const observed = { ...DELIVERED, spec: { ...SPEC, stopped } };
        let state = stateIn(phase, 1);
        for (let pass = 0; pass < 6; pass += 1) state = nextDeployment(state, observed, NOW).state;
        const last = nextDeployment(state, observed, NOW);
        expect(
          [last.state.phase, last.state.observedGeneration, last.effects.length, last.outcome.kind],
          `${phase} stopped ${stopped}`,
        ).to.deep.equal([stopped ? "stopped" : "running", 2, 0, "settled"]);
        expect(last.state).to.deep.equal(state);
      }
    }
  });

  it("decides the same for the same observation: a second look adds no effect of another kind", () => {
    for (const phase of LIVE) {
      for (const name of Object.keys(CLASSES) as ClassName[]) {
        const observed = { ...DELIVERED, ...CLASSES[name] };
        let state = stateIn(phase);
        for (let pass = 0; pass < 4; pass += 1) state = nextDeployment(state, observed, NOW).state;
        const once = nextDeployment(state, observed, NOW);
        const twice = nextDeployment(once.state, observed, NOW);
        expect(twice.state, `${phase} ${name}`).to.deep.equal(once.state);
        expect(twice.effects, `${phase} ${name}`).to.deep.equal(once.effects);
      }
    }
  });

  it("tells what its pods show, in each phase and beyond the deadline", () => {
    const trouble = CLASSES["its pods wait for room"];
    const waits = nextDeployment(stateIn("provisioning"), { ...DELIVERED, ...trouble }, NOW);
    expect(waits.state).to.include({ reason: "Unschedulable", message: "No node takes its pods." });
    const late = nextDeployment(stateIn("provisioning"), { ...DELIVERED, ...trouble }, NOW + HEALTH_DEADLINE_MS);
    expect(late.state).to.include({ phase: "failed", reason: "Unschedulable" });
    expect(late.state.message).to.contain("No node takes its pods.");
    const ailing = { ...DELIVERED, ...CLASSES["unhealthy for a while"], podTrouble: trouble.podTrouble };
    const running = nextDeployment(stateIn("running"), ailing, NOW);
    expect(running.state).to.include({ phase: "running", reason: "Unschedulable" });
    expect(running.state.message).to.contain("No node takes its pods.");
  });

  it("keeps the old generation on record while it stops, so that nobody takes it for settled", () => {
    const stopped = { ...DELIVERED, spec: { ...SPEC, stopped: true } };
    const moving = nextDeployment(stateIn("running", 1), { ...stopped, ...CLASSES["operation running"] }, NOW);
    expect([moving.state.phase, moving.state.observedGeneration]).to.deep.equal(["running", 1]);
    const arrived = nextDeployment(moving.state, stopped, NOW);
    expect([arrived.state.phase, arrived.state.observedGeneration]).to.deep.equal(["stopped", 2]);
  });

  it("lets what was told of its secrets stand until they were looked at, and delivers nothing without them", () => {
    for (const name of ["secret missing", "cluster takes no secrets"] as const) {
      const running = { ...stateIn("running"), secretsRevision: "r1" };
      const told = nextDeployment(running, { ...DELIVERED, ...CLASSES[name] }, NOW).state;
      const restarted = { ...DELIVERED, ...CLASSES["git absent"], secrets: { kind: "unknown" } } as const;
      const { state, effects } = nextDeployment(told, restarted, NOW);
      expect([state, effects.map(({ kind }) => kind)], name).to.deep.equal([told, ["pushSecrets"]]);
      const known = { ...restarted, ...CLASSES["secrets current"] };
      expect(nextDeployment(told, known, NOW).effects.map(({ kind }) => kind)).to.deep.equal(["write"]);
    }
  });
});

describe("A change that was accepted", () => {
  const decide = (git: DeploymentObserved["git"], before: DeploymentState): ReturnType<typeof nextDeployment> =>
    nextDeployment(before, { ...DELIVERED, git, generation: 3 }, NOW);

  for (const phase of ["pending", "provisioning", "running", "failed"] as const)
    it(`passes by while it is pushed: ${phase}`, () => {
      expect(decide({ kind: "absent" }, stateIn(phase, 2)).passesWithinMs, "handed over").to.equal(5_000);
      expect(decide({ kind: "pushing" }, stateIn(phase, 2)).passesWithinMs, "under way").to.equal(5_000);
    });

  it("is told when it was told before, was committed, or Git does not take it", () => {
    const told = [
      decide({ kind: "pushing" }, stateIn("provisioning", 3)),
      decide({ kind: "present", commit: "c9", committedAtMs: NOW }, stateIn("running", 2)),
      decide({ kind: "unavailable", sinceMs: NOW }, stateIn("running", 2)),
      decide({ kind: "refused", message: "protected" }, stateIn("running", 2)),
    ];
    expect(told.map(({ passesWithinMs }) => passesWithinMs)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("A deployment whose address is asked as it comes to run", () => {
  const arrive = (more: Partial<DeploymentObserved>, phase: DeploymentPhase = "provisioning") =>
    nextDeployment(stateIn(phase, 2), { ...DELIVERED, isAddressAwaited: true, ...more }, NOW);

  it("is told with the answer, a second later at the latest", () => {
    const { state, passesWithinMs, outcome } = arrive({});
    expect([state.phase, passesWithinMs, outcome]).to.deep.equal([
      "running",
      1_000,
      { kind: "wait", afterMs: 1_000, reason: "AskingAddress" },
    ]);
  });

  it("is told at once when nobody is asked, when it ran before, while it does not run, and when something is to be done", () => {
    const told = [
      arrive({ isAddressAwaited: false }),
      arrive({}, "running"),
      arrive(app({ health: "Progressing" })),
      arrive({ secrets: { kind: "none", leftover: true } }),
    ];
    expect(told.map(({ passesWithinMs }) => passesWithinMs)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
