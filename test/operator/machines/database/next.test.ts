import { expect } from "chai";
import { DATABASE_PHASES, type DatabaseStatus } from "../../../../contract/resources/database-instance.ts";
import { START_DEADLINE_MS, nextDatabase } from "../../../../operator/machines/database/next.ts";
import type { EngineHealth, EngineView } from "../../../../operator/machines/database/engine-view.ts";
import type { DatabaseObserved } from "../../../../operator/machines/database/observe-types.ts";
import { databaseSignificance, deriveDatabaseStatus } from "../../../../operator/machines/database/status.ts";
import {
  DATABASE_EDGES,
  type DatabasePhase,
  type DatabaseState,
} from "../../../../operator/machines/database/state.ts";
import { OBSERVED, SOURCE, databaseIn } from "../../../support/database-scene.ts";
import { APPLICATION, HASH, NOW } from "../../../support/delivered.ts";

const engine = (health: EngineHealth, message = ""): { engine: EngineView } => ({
  engine: { kind: "present", health, reason: "Seen", message, ready: 1, externalHost: undefined },
});
const RESTORED = { ...OBSERVED.spec, restore: { sourceId: "s" } } as const;

const FACTS = {
  connectionHost: "h",
  connectionPort: 1,
  connectionSecretName: "s",
  databaseName: "d",
  handle: "a",
  clusterId: "c",
  gitPath: "g",
  chartVersion: "1",
  requestId: undefined,
};

/** The classes into which everything that can be observed falls. */
const CLASSES = {
  "engine runs": {},
  "engine starts": engine("starting"),
  "engine degraded": engine("degraded"),
  "engine upgrades": engine("upgrading"),
  "engine in error": engine("error", "disk full"),
  "engine absent": { engine: { kind: "absent" } },
  "cluster does not answer": { engine: { kind: "unreachable", message: "no answer" } },
  "cluster never seen": { cluster: { kind: "missing", wasKnown: false }, rendered: { kind: "unknown" } },
  "cluster gone": { cluster: { kind: "missing", wasKnown: true }, rendered: { kind: "unknown" } },
  "cluster coming": { cluster: { kind: "present", readiness: "coming" } },
  "cluster in error": { cluster: { kind: "present", readiness: "failed" } },
  "nothing runs its engine": { noEngine: "use another cluster" },
  "name taken": { nameTakenBy: "older" },
  "source found": { source: { kind: "found", source: SOURCE } },
  "source written down": { source: { kind: "known" } },
  "source refused": { source: { kind: "refused", reason: "OutsideWindow", message: "no" } },
  "no credentials yet": { secrets: { kind: "missing", names: ["p"] } },
  "credentials stale": { secrets: { kind: "stale" } },
  "credentials not taken": { secrets: { kind: "unreachable", message: "no answer" } },
  "credentials not looked at for long": { secrets: { kind: "current", revision: "r1", verified: false } },
  "values refused": { rendered: { kind: "refused", message: "engine_version is wrong" } },
  "git absent": { git: { kind: "absent" } },
  "git pushing": { git: { kind: "pushing" } },
  "git away": { git: { kind: "unavailable", sinceMs: NOW - 20_000 } },
  "git refuses": { git: { kind: "refused", message: "protected" } },
  "application missing": { application: { kind: "absent" } },
  "revision behind": { application: { ...APPLICATION, revision: "behind" } },
  "sync failed": {
    application: { ...APPLICATION, sync: "OutOfSync", lastOperation: "failed", operationMessage: "denied" },
  },
} as const satisfies Record<string, Partial<DatabaseObserved>>;
type ClassName = keyof typeof CLASSES;

const show = (phase: DatabasePhase, name: ClassName, changes: Partial<DatabaseState> = {}): string => {
  const decision = nextDatabase(databaseIn(phase, changes), { ...OBSERVED, ...CLASSES[name] }, NOW);
  const effects = decision.effects.map(({ kind }) => kind).join("+");
  return [decision.state.phase, decision.state.stalled ? "stalled" : "", effects]
    .filter((part) => part !== "")
    .join(" ");
};

/** For each phase at its observed generation: the phase after, "stalled", and the effects. */
type Row = Record<Exclude<DatabasePhase, "deleting">, string>;

const STAYS: Row = {
  pending: "pending",
  provisioning: "provisioning",
  running: "running",
  degraded: "degraded",
  upgrading: "upgrading",
  error: "error",
};
const LIVE = Object.keys(STAYS) as (keyof Row)[];

const eachPhase = (after: (phase: DatabasePhase) => string): Row =>
  Object.fromEntries(LIVE.map((phase) => [phase, after(phase)])) as Row;
const stays = (rest: string): Row => eachPhase((phase) => `${phase} ${rest}`);

const STUCK = stays("stalled");
const RUNS: Row = { ...eachPhase(() => "running"), pending: "provisioning" };
const STARTS: Row = { ...STAYS, pending: "provisioning" };
const SUFFERS: Row = { ...STARTS, running: "degraded", upgrading: "degraded" };
const FAILS = eachPhase(() => "error stalled");

const EXPECTED: Record<ClassName, Row> = {
  "engine runs": RUNS,
  "engine starts": SUFFERS,
  "engine degraded": { ...SUFFERS, error: "running" },
  "engine upgrades": { ...STARTS, running: "upgrading", degraded: "upgrading", error: "running" },
  "engine in error": { ...FAILS, pending: "provisioning" },
  "engine absent": SUFFERS,
  "cluster does not answer": STARTS,
  "cluster never seen": STUCK,
  "cluster gone": FAILS,
  "cluster coming": { ...RUNS, pending: "pending", provisioning: "error stalled", error: "error stalled" },
  "cluster in error": { ...FAILS, pending: "pending" },
  "nothing runs its engine": { ...RUNS, pending: "pending stalled" },
  "name taken": STUCK,
  "source found": STAYS,
  "source written down": RUNS,
  "source refused": STUCK,
  "no credentials yet": stays("makeCredentials"),
  "credentials stale": stays("pushSecrets"),
  "credentials not taken": stays("stalled pushSecrets"),
  "credentials not looked at for long": {
    ...eachPhase(() => "running pushSecrets"),
    pending: "provisioning pushSecrets",
  },
  "values refused": { ...STUCK, pending: "error stalled", provisioning: "error stalled" },
  "git absent": stays("write"),
  "git pushing": STAYS,
  "git away": stays("write"),
  "git refuses": FAILS,
  "application missing": { ...RUNS, provisioning: "provisioning", error: "provisioning" },
  "revision behind": {
    ...eachPhase(() => "running refreshApplication"),
    pending: "provisioning refreshApplication",
    provisioning: "provisioning refreshApplication",
    error: "provisioning refreshApplication",
  },
  "sync failed": { ...FAILS, pending: "provisioning" },
};

type Look = Readonly<{ phase: DatabasePhase; before: DatabaseState; observed: Partial<DatabaseObserved> }>;

function everyLook(): Look[] {
  const phases = DATABASE_PHASES.filter((one) => one !== "deleting");
  const memories = [0, 1, 2].flatMap((observedGeneration) =>
    [undefined, NOW - 100_000].map((readyAtMs) => ({ observedGeneration, readyAtMs })),
  );
  return phases.flatMap((phase) =>
    memories.flatMap((memory) =>
      Object.values(CLASSES).map((observed) => ({ phase, before: databaseIn(phase, memory), observed })),
    ),
  );
}

describe("nextDatabase", () => {
  for (const [name, row] of Object.entries(EXPECTED) as [ClassName, Row][]) {
    it(`decides with: ${name}`, () => {
      expect(Object.fromEntries(LIVE.map((phase) => [phase, show(phase, name)]))).to.deep.equal(row);
    });
  }

  it("takes no arrow that is not listed", () => {
    const taken = new Set<string>();
    for (const { phase, before, observed } of everyLook()) {
      const { state } = nextDatabase(before, { ...OBSERVED, ...observed }, NOW);
      if (state.phase === phase) continue;
      taken.add(`${phase} → ${state.phase}`);
      expect(DATABASE_EDGES[phase], `${phase} → ${state.phase}`).to.include(state.phase);
    }
    const listed = Object.entries(DATABASE_EDGES).flatMap(([from, to]) => to.map((one) => `${from} → ${one}`));
    expect([...taken].sort()).to.deep.equal(listed.filter((arrow) => !arrow.endsWith("deleting")).sort());
  });

  it("gives up a start at its deadline, and one from an archive later", () => {
    const git = { commit: "c2", contentHash: HASH, committedAtMs: 0 };
    const late = { phaseSinceMs: NOW - START_DEADLINE_MS.fresh, git };
    expect(show("provisioning", "engine starts", late)).to.equal("error stalled");
    expect(show("provisioning", "application missing", late)).to.equal("error stalled");
    const restored = { ...OBSERVED, ...CLASSES["engine starts"], spec: RESTORED };
    expect(nextDatabase(databaseIn("provisioning", late), restored, NOW).state.phase).to.equal("provisioning");
    const filled = { phaseSinceMs: NOW - START_DEADLINE_MS.filled, git };
    expect(nextDatabase(databaseIn("provisioning", filled), restored, NOW).state.reason).to.equal("StartTimeout");
  });

  it("counts a start from what happened last, and blames its cluster for the cluster's trouble", () => {
    const LATE = START_DEADLINE_MS.fresh;
    const git = { commit: "c2", contentHash: HASH, committedAtMs: NOW - LATE };
    const late = databaseIn("provisioning", { phaseSinceMs: NOW - 10 * LATE, git });
    const of = (state: DatabaseState, observed: Partial<DatabaseObserved>): readonly string[] => {
      const seen = {
        ...OBSERVED,
        git: { ...OBSERVED.git, committedAtMs: state.git?.committedAtMs ?? 0 },
        ...observed,
      };
      const { phase, reason } = nextDatabase(state, seen as DatabaseObserved, NOW).state;
      return [phase, reason];
    };
    const starts = engine("starting");
    expect(of(late, starts)).to.deep.equal(["error", "StartTimeout"]);
    const committed = { ...late, git: { ...git, committedAtMs: NOW - LATE + 1 } };
    expect(of(committed, starts), "Git was away before").to.deep.equal(["provisioning", "Seen"]);
    const unasked = { engine: { kind: "unasked" } } as const;
    expect(of(late, unasked)[0], "an operator that comes back asks first").to.equal("provisioning");
    const degraded = { cluster: { kind: "present", readiness: "usable", trouble: "ClusterUnreachable" } } as const;
    expect(of(late, { ...starts, ...degraded })).to.deep.equal(["error", "ClusterDegraded"]);
    for (const reason of ["ClusterDegraded", "ClusterNotReady"]) {
      const hindered = databaseIn("error", { reason, readyAtMs: undefined });
      expect(of(hindered, starts), `${reason} is over`).to.deep.equal(["provisioning", "Delivering"]);
      expect(of(hindered, { ...starts, ...degraded })[0], `${reason} lasts`).to.equal("error");
      expect(of(hindered, unasked)[0]).to.equal("error");
    }
    expect(of(databaseIn("error", { reason: "StartTimeout", readyAtMs: undefined }), starts)[0]).to.equal("error");
  });

  it("acts on a new generation while it serves, and tells that it did only once it is synced", () => {
    const of = (name: ClassName): number =>
      nextDatabase(databaseIn("running", { observedGeneration: 1 }), { ...OBSERVED, ...CLASSES[name] }, NOW).state
        .observedGeneration;
    expect(of("revision behind")).to.equal(1);
    expect(of("engine upgrades")).to.equal(2);
    expect(show("error", "engine in error", { observedGeneration: 1 })).to.equal("provisioning");
  });

  it("lets the engine's own verdict stand while Argo CD compares anew, and after a restart until it was asked", () => {
    for (const word of [engine("error", "disk full"), { engine: { kind: "unasked" } } as const])
      for (const revision of ["behind", "unknown"] as const) {
        const observed = { ...OBSERVED, ...word, application: { ...APPLICATION, revision } };
        expect(nextDatabase(databaseIn("error"), observed, NOW).state.phase).to.equal("error");
        const later = databaseIn("error", { observedGeneration: 1 });
        expect(nextDatabase(later, observed, NOW).state.phase, "changed").to.equal("provisioning");
      }
  });

  it("lets the condition Healthy stand after a restart until somebody has looked, and counts its change", () => {
    const derive = (status: DatabaseStatus | undefined, observed: DatabaseObserved): DatabaseStatus =>
      deriveDatabaseStatus(status, databaseIn("running"), observed, { facts: FACTS, nowMs: NOW });
    const seen = derive(undefined, OBSERVED);
    const restarted = derive(seen, { ...OBSERVED, engine: { kind: "unasked" } });
    expect(restarted.conditions).to.deep.equal(seen.conditions);
    const away = derive(seen, { ...OBSERVED, engine: { kind: "unreachable", message: "" } });
    expect(databaseSignificance(away)).to.not.equal(databaseSignificance(seen));
  });

  it("says at once what an archive could not do, and what to do instead", () => {
    const fault = {
      health: "error",
      reason: "RecoveryTargetNotReached",
      message: "no change",
      remedy: "Restore",
    } as const;
    const seen = { kind: "present", ...fault, ready: 0, externalHost: undefined } as const;
    const before = databaseIn("provisioning");
    const { state } = nextDatabase(before, { ...OBSERVED, spec: RESTORED, engine: seen }, NOW);
    expect([state.phase, state.reason, state.stalled]).to.deep.equal(["error", "RecoveryTargetNotReached", true]);
    expect(state.message).to.equal("The engine cannot go on: no change. Restore.");
    const again = nextDatabase(state, { ...OBSERVED, spec: RESTORED }, NOW + 60_000).state;
    expect(again.phase, "the engine's next try did it").to.equal("running");
  });

  it("remembers the end of an archive where nobody says it, and writes it every five minutes", () => {
    const until = (at: number): string => new Date(NOW + at).toISOString();
    const shown = (
      end: string | undefined,
      before: string | undefined,
      members: Partial<DatabaseObserved> = {},
    ): DatabaseStatus => {
      const archive = { from: until(0), until: end, lastBackupAt: until(0) };
      const present = { kind: "present", health: "running", reason: "Running", message: "", ready: 1 } as const;
      const observed = { ...OBSERVED, engine: { ...present, externalHost: undefined, archive }, ...members };
      const status = before === undefined ? {} : { restorableUntil: before };
      return deriveDatabaseStatus(status, databaseIn("running"), observed, { facts: FACTS, nowMs: NOW });
    };
    expect(shown(until(5), until(3)).restorableUntil).to.equal(until(5));
    for (const end of [until(2), undefined]) expect(shown(end, until(3)).restorableUntil).to.equal(until(3));
    const upgraded = { ...OBSERVED.spec, engineVersion: "17" };
    expect(shown(until(5), until(3), { spec: upgraded, backedVersion: "16" }).restorableUntil).to.equal(until(3));
    expect(shown(until(5), until(3), { spec: upgraded, backedVersion: "17" }).restorableUntil).to.equal(until(5));
    const [first, soon, later] = [1, 299_999, 300_000].map((at) => databaseSignificance(shown(until(at), undefined)));
    expect(soon).to.equal(first);
    expect(later).to.not.equal(first);
  });

  it("looks more often at what moves by itself, and at what was changed a moment ago", () => {
    const resting = (moves: boolean, agoMs: number): unknown => {
      const committedAtMs = NOW - agoMs;
      const git = { ...OBSERVED.git, committedAtMs } as typeof OBSERVED.git;
      const seen = { ...OBSERVED, git, engine: { ...engine("running").engine, moves } as EngineView };
      const state = databaseIn("running");
      return nextDatabase({ ...state, git: { ...state.git!, committedAtMs } }, seen, NOW).outcome;
    };
    expect(resting(true, 60_000)).to.deep.include({ kind: "wait", afterMs: 15_000 });
    expect(resting(false, 60_000)).to.deep.include({ kind: "wait", afterMs: 60_000 });
    expect(resting(false, 59_999)).to.deep.include({ kind: "wait", afterMs: 10_000 });
  });

  it("comes to rest: deciding again on what was decided changes nothing", () => {
    const once = nextDatabase(databaseIn("running"), OBSERVED, NOW).state;
    expect(nextDatabase(once, OBSERVED, NOW + 60_000).state).to.deep.equal(once);
  });
});
