import type { DatabaseSpec } from "../../../../contract/resources/database-instance.ts";
import {
  FINAL_BACKUP_MAX_MS,
  holdDeletion,
  type HoldObserved,
} from "../../../../operator/machines/database/hold-deletion.ts";
import { START_DEADLINE_MS, nextDatabase } from "../../../../operator/machines/database/next.ts";
import type { DatabaseObserved } from "../../../../operator/machines/database/observe-types.ts";
import { deriveSource, type FoundSource } from "../../../../operator/machines/database/source.ts";
import { APPLICATION, DELIVERED, HASH, NOW } from "../../../support/delivered.ts";
import { databaseIn, FOUND, OBSERVED, SOURCE } from "../../../support/database-scene.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldDecision, toldDeletion } from "../../../support/told-decision.ts";
import type { DatabaseState } from "../../../../operator/machines/database/state.ts";

const around = (ms: number): number[] => [NOW - ms, NOW - ms + 1];
const engine = (health: string, message = ""): unknown => ({ ...OBSERVED.engine, health, reason: "Seen", message });

type Scene = Readonly<{ state: DatabaseState; observed: DatabaseObserved }>;

const OLD_MS = NOW - START_DEADLINE_MS.fresh;
/** Whose fault it is hangs on what is seen at its deadline. */
const LATE: Scene = {
  state: databaseIn("provisioning", {
    phaseSinceMs: OLD_MS,
    git: { commit: "c2", contentHash: HASH, committedAtMs: OLD_MS, syncedRevision: "r2" },
  }),
  observed: {
    ...OBSERVED,
    git: { kind: "present", commit: "c2", committedAtMs: OLD_MS },
    cluster: { kind: "present", readiness: "usable", trouble: "NodesNotReady" },
    engine: { kind: "present", health: "starting", reason: "Seen", message: "", ready: 0, externalHost: undefined },
  },
};

describe("nextDatabase", () => {
  const scenes = ["pending", "provisioning", "running", "degraded", "upgrading", "error"] as const;
  rememberDecisions("database-next", {
    answer: ({ state, observed }: Scene) => toldDecision(nextDatabase(state, observed, NOW)),
    scenes: {
      ...Object.fromEntries(scenes.map((phase) => [phase, { state: databaseIn(phase), observed: OBSERVED }])),
      "provisioning, late": LATE,
    },
    alone: ["upgrading", "provisioning, late"],
    axes: {
      "state.phaseSinceMs": around(START_DEADLINE_MS.fresh),
      "state.observedGeneration": [1],
      "state.git": {
        none: undefined,
        "as old as a start may take": { ...databaseIn("running").git, committedAtMs: NOW - START_DEADLINE_MS.fresh },
        "1 ms younger": { ...databaseIn("running").git, committedAtMs: NOW - START_DEADLINE_MS.fresh + 1 },
        "a minute old": { ...databaseIn("running").git, committedAtMs: NOW - 60_000 },
        "1 ms less than a minute old": { ...databaseIn("running").git, committedAtMs: NOW - 59_999 },
      },
      "state.git.syncedRevision": [undefined],
      "state.secretsRevision": [undefined],
      "state.readyAtMs": [undefined, NOW - 100_000],
      "state.drifted": [true],
      "state.reason": ["ClusterFailed", "ClusterDegraded", "SecretsUndelivered", "StartTimeout"],
      "state.message": ["It was told"],
      "state.stalled": [true],
      "observed.spec.restore": [{ sourceId: "s" }],
      "observed.cluster": [
        { kind: "missing", wasKnown: false },
        { kind: "missing", wasKnown: true },
        { kind: "present", readiness: "coming" },
        { kind: "present", readiness: "failed" },
        { kind: "present", readiness: "usable", trouble: "NodesNotReady" },
        { kind: "present", readiness: "usable" },
      ],
      "observed.noEngine": ["use another cluster"],
      "observed.nameTakenBy": ["older"],
      "observed.source": [
        { kind: "known" },
        { kind: "found", source: SOURCE },
        { kind: "refused", reason: "OutsideWindow", message: "no" },
      ],
      "observed.secrets": [
        { kind: "unknown" },
        { kind: "missing", names: ["p"] },
        { kind: "stale" },
        { kind: "unreachable", message: "no answer" },
        { kind: "current", revision: "r1", verified: false },
        { kind: "current", revision: "r2", verified: true },
      ],
      "observed.rendered": [{ kind: "refused", message: "engine_version is wrong" }],
      "observed.git": [
        { kind: "absent" },
        { kind: "pushing" },
        { kind: "unavailable", sinceMs: NOW - 4_999 },
        { kind: "unavailable", sinceMs: NOW - 5_000 },
        { kind: "refused", message: "protected" },
        { ...DELIVERED.git, committedAtMs: NOW - 60_000 },
      ],
      "observed.application": {
        absent: { kind: "absent" },
        "sync failed": { ...APPLICATION, sync: "OutOfSync", lastOperation: "failed", operationMessage: "denied" },
        "differs for 3 s": { ...APPLICATION, sync: "OutOfSync", outOfSyncSinceMs: NOW - 3_000 },
      },
      "observed.application.revision": ["behind"],
      "observed.engine": {
        unasked: { kind: "unasked" },
        absent: { kind: "absent" },
        unreachable: { kind: "unreachable", message: "no answer" },
        starting: engine("starting", "Setting up primary"),
        "starting, silent": engine("starting"),
        degraded: engine("degraded", "One is missing"),
        "degraded, silent": engine("degraded"),
        upgrading: engine("upgrading", "Rolling"),
        error: engine("error", "disk full"),
        "error, with a remedy": { ...(engine("error", "disk full") as object), remedy: "Grow it" },
        "running, moving": { ...OBSERVED.engine, moves: true },
      },
    },
    nowMs: NOW,
  });
});

describe("deriveSource", () => {
  const spec: DatabaseSpec = { cluster: "one", engine: "postgresql", restore: { sourceId: "s" } };
  const backup = FOUND.backup!;
  rememberDecisions("database-source", {
    answer: ({ spec: wanted, found }: Readonly<{ spec: DatabaseSpec; found: FoundSource }>) =>
      deriveSource(wanted, found),
    scenes: {
      "the newest there is": { spec, found: FOUND },
      "a backup": { spec: { ...spec, restore: { sourceId: "s", backupId: "b" } }, found: FOUND },
      "a moment": {
        spec: { ...spec, restore: { sourceId: "s", pointInTime: new Date(NOW - 5_000).toISOString() } },
        found: FOUND,
      },
    },
    axes: {
      "spec.engine": ["mysql"],
      "spec.engineVersion": ["17", "16"],
      "spec.databaseName": ["shop", "other"],
      "spec.storageSizeGb": [19, 20, 21],
      "spec.maxConnections": [199, 200, 201],
      "found.record": [undefined, { ...SOURCE, maxConnections: undefined }, { ...SOURCE, engine: "mysql" }],
      "found.backup": [
        undefined,
        { ...backup, databaseId: "other" },
        { ...backup, phase: "pending" },
        { ...backup, phase: "running" },
        { ...backup, phase: "failed" },
        { ...backup, engineBackupId: undefined },
        { ...backup, completedAtMs: undefined },
      ],
      "found.base": [undefined, { ...SOURCE, engineVersion: "16" }],
      "found.window": [
        undefined,
        { fromMs: NOW - 4_999, untilMs: NOW },
        { fromMs: NOW - 5_000, untilMs: NOW - 5_000 },
        { fromMs: NOW - 9_000, untilMs: NOW - 5_001 },
      ],
    },
    nowMs: NOW,
  });
});

describe("holdDeletion", () => {
  const observed: HoldObserved = { followers: [], wantsBackup: true, backup: undefined, deletedAtMs: NOW };
  rememberDecisions("database-hold", {
    answer: (hold: HoldObserved) => {
      const decision = holdDeletion(hold, NOW);
      return decision === undefined ? "it goes" : toldDeletion(decision);
    },
    scenes: { "a last backup is wanted": observed, "nothing is wanted": { ...observed, wantsBackup: false } },
    axes: {
      followers: [["one"], ["one", "two", "three", "four", "five", "six"]],
      backup: [
        { phase: "running", message: "" },
        { phase: "completed", message: "" },
        { phase: "failed", message: "Disk full." },
      ],
      deletedAtMs: around(FINAL_BACKUP_MAX_MS),
    },
    nowMs: NOW,
  });
});
