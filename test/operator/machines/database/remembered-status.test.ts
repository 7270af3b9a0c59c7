import type { DatabaseStatus } from "../../../../contract/resources/database-instance.ts";
import type { DatabaseObserved } from "../../../../operator/machines/database/observe-types.ts";
import type { DatabaseState } from "../../../../operator/machines/database/state.ts";
import {
  databaseSignificance,
  deriveDatabaseStatus,
  parseDatabaseState,
  type DatabaseFacts,
} from "../../../../operator/machines/database/status.ts";
import { databaseIn, OBSERVED, SOURCE } from "../../../support/database-scene.ts";
import { NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldStatus, toldWorth } from "../../../support/told-decision.ts";

const at = (ms: number): string => new Date(NOW + ms).toISOString();
const FACTS: DatabaseFacts = {
  handle: "db",
  clusterId: "c",
  gitPath: "g",
  chartVersion: "1.0.0",
  requestId: "q",
  connectionHost: "db.example.org",
  connectionPort: 5432,
  connectionSecretName: "db-app",
  databaseName: "shop",
};
const HEALTHY = {
  type: "Healthy",
  status: "True",
  reason: "Running",
  message: "",
  lastTransitionTime: at(-5),
} as const;
const BEFORE: DatabaseStatus = {
  observedGeneration: 2,
  handle: "db",
  phase: "running",
  phaseSince: at(-2_000),
  statusReason: "Running",
  conditions: [HEALTHY],
  git: { path: "g", commit: "c2", contentHash: "h2", syncedRevision: "r2", committedAt: at(-1_000) },
  requestId: "p",
  clusterId: "c",
  engineVersion: "16",
  databaseName: "known",
  chartVersion: "1.0.0",
  chartMovedAt: at(-4_000),
  restorableFrom: at(-90_000),
  restorableUntil: at(-3_000),
  lastBackupAt: at(-60_000),
  replicationLagBytes: 7,
  connectionHost: "was.example.org",
  connectionPort: 1,
  replicas: 3,
  externalHost: "out.example.org",
};

type Scene = Readonly<{
  before: DatabaseStatus | undefined;
  state: DatabaseState;
  observed: DatabaseObserved;
  facts: DatabaseFacts;
}>;
const ENGINE = { ...OBSERVED.engine } as Extract<DatabaseObserved["engine"], { kind: "present" }>;
const RUNNING: Scene = { before: BEFORE, state: databaseIn("running"), observed: OBSERVED, facts: FACTS };

describe("deriveDatabaseStatus", () => {
  rememberDecisions("database-status", {
    answer: ({ before, state, observed, facts }: Scene) =>
      toldStatus(deriveDatabaseStatus(before, state, observed, { facts, nowMs: NOW })),
    scenes: {
      "it runs": RUNNING,
      "it was never seen": { ...RUNNING, before: undefined, state: databaseIn("pending", { observedGeneration: 0 }) },
      "it follows another": {
        ...RUNNING,
        observed: {
          ...OBSERVED,
          spec: { ...OBSERVED.spec, replicationSourceId: "s" },
          engine: { ...ENGINE, lagBytes: 9 },
        },
      },
      "nobody can look": { ...RUNNING, observed: { ...OBSERVED, engine: { kind: "unasked" } } },
    },
    alone: ["it was never seen", "it follows another"],
    axes: {
      "before.handle": [undefined],
      "before.requestId": [undefined],
      "before.clusterId": [undefined],
      "before.observedGeneration": [1],
      "before.engineVersion": [undefined],
      "before.databaseName": [undefined],
      "before.chartVersion": ["0.9.0", undefined],
      "before.connectionHost": [undefined],
      "before.connectionPort": [undefined],
      "before.conditions": [undefined],
      "state.phase": ["degraded", "provisioning"],
      "state.observedGeneration": [1],
      "state.readyAtMs": [undefined],
      "state.source": [SOURCE],
      "state.message": ["Told"],
      "state.stalled": [true],
      "state.reason": ["GitUnavailable", "ClusterUnreachable"],
      "state.drifted": [true],
      "observed.spec.engineVersion": ["17"],
      "observed.spec.engine": ["mysql"],
      "observed.spec.restore": [{ sourceId: "s" }],
      "observed.spec.tier": ["replicated"],
      "observed.spec.promoted": [true],
      "observed.spec.externalAccess": [true, false],
      "observed.archiveFrom": [at(-80_000)],
      "observed.backedVersion": ["16", "18"],
      "observed.engine": {
        unreachable: { kind: "unreachable", message: "no answer" },
        absent: { kind: "absent" },
        degraded: { ...ENGINE, health: "degraded", reason: "Missing", message: "one" },
        "with an archive": { ...ENGINE, archive: { from: at(-70_000), until: at(-2_000), lastBackupAt: at(-50_000) } },
        "with an older end": { ...ENGINE, archive: { from: undefined, until: at(-4_000), lastBackupAt: undefined } },
        "from outside": { ...ENGINE, endpoint: { host: "h", port: 2 }, externalHost: "e", ready: 2, lagBytes: 8 },
      },
      "facts.requestId": [undefined],
      "facts.chartVersion": [undefined, "1.1.0"],
    },
    nowMs: NOW,
  });
});

describe("parseDatabaseState", () => {
  rememberDecisions("database-memory", {
    answer: ({ status }: Readonly<{ status: DatabaseStatus | undefined }>) => parseDatabaseState(status, NOW),
    scenes: { "it runs": { status: BEFORE } },
    axes: {
      status: [undefined],
      "status.secretsRevision": ["r1"],
      "status.source": [SOURCE],
      "status.readyAt": [at(-9)],
      "status.conditions": [[{ ...HEALTHY, type: "Drifted" }], [{ ...HEALTHY, type: "Drifted", status: "False" }]],
    },
    nowMs: NOW,
    alone: true,
  });
});

describe("The significance of a database's status", () => {
  const MIB = 1_048_576;
  const condition = (type: string, status: string, message = ""): unknown[] => [
    { ...HEALTHY, type: "Accepted" },
    ...(type === "Healthy" ? [] : [HEALTHY]),
    { ...HEALTHY, type, status, message },
  ];
  const scenes: Readonly<Record<string, DatabaseStatus>> = {
    "it runs": { ...BEFORE, restorableUntil: at(0) },
    "nothing is known": {},
  };
  rememberDecisions("database-significance", {
    answer: toldWorth(databaseSignificance, scenes),
    scenes,
    axes: {
      observedGeneration: [3],
      phase: ["error"],
      phaseSince: [at(0)],
      errorMessage: ["denied"],
      git: [undefined, { commit: "c" }],
      "git.commit": ["c3"],
      "git.contentHash": ["h3"],
      "git.committedAt": [at(0)],
      "git.syncedRevision": [undefined, "r3"],
      conditions: [
        undefined,
        [],
        condition("Stalled", "True"),
        condition("Ready", "True"),
        condition("Drifted", "True", "one"),
        condition("Drifted", "False", "one"),
        condition("Healthy", "True", "other"),
        condition("Healthy", "False"),
      ],
      source: [SOURCE],
      restorableFrom: [at(0)],
      restorableUntil: [undefined, at(-1), at(299_999), at(300_000)],
      lastBackupAt: [at(0)],
      replicationLagBytes: [undefined, 0, MIB - 1, MIB, 2 * MIB],
      replicationStatus: ["following"],
      connectionHost: ["h"],
      replicas: [1],
      chartVersion: ["1.1.0"],
      chartMovedAt: [at(0)],
    },
    alone: true,
  });
});
