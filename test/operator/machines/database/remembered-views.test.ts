import {
  laterOf,
  readMysqlArchive,
  readPostgresqlArchive,
} from "../../../../operator/machines/database/archive-view.ts";
import { readMysql, readPostgresql } from "../../../../operator/machines/database/engine-view.ts";
import { readRecoveryFault } from "../../../../operator/machines/database/recovery-view.ts";
import {
  deriveLagBytes,
  deriveReplicationStatus,
  deriveRole,
  lagSignificance,
} from "../../../../operator/machines/database/replication.ts";
import type { DatabaseSpec } from "../../../../contract/resources/database-instance.ts";
import type { DatabaseState } from "../../../../operator/machines/database/state.ts";
import { databaseIn } from "../../../support/database-scene.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";

const condition = (type: string, status: string): unknown => ({ type, status, reason: "R", message: `${type} told` });
const CONDITIONS = [condition("Initialized", "True"), condition("Ready", "True")];

type Status = Readonly<Record<string, unknown>>;

describe("readPostgresql", () => {
  const healthy = { phase: "Cluster in healthy state", readyInstances: 2, conditions: CONDITIONS };
  const phases = [
    "Setting up primary",
    "Creating a new replica",
    "Waiting for the instances to become active",
    "Failing over",
    "Switchover in progress",
    "Upgrading cluster",
    "Upgrading Postgres major version",
    "Cluster upgrade delayed",
    "Online upgrade in progress",
    "Applying configuration",
    "Primary instance is being restarted in-place",
    "Primary instance is being restarted without a switchover",
    "Waiting for user action",
    "Cluster is unrecoverable and needs manual intervention",
    "Invalid cluster definition",
    "Cluster has incomplete or invalid image catalog",
    "Unable to create required cluster objects",
    "Cluster cannot proceed to reconciliation due to an unknown plugin being required",
    "Detected missing architecture binary",
    "something new-2 that is not known",
    "ab ".repeat(40),
    "17",
    "",
  ];
  rememberDecisions("database-postgresql", {
    answer: ({ status, wanted }: Readonly<{ status: Status | undefined; wanted: number }>) =>
      readPostgresql(status, wanted),
    scenes: { "it is healthy": { status: healthy, wanted: 2 }, "it was never asked": { status: {}, wanted: 1 } },
    axes: {
      status: [undefined],
      wanted: [1, 3],
      "status.phase": phases,
      "status.phaseReason": ["no space"],
      "status.readyInstances": [undefined, 0, 1],
      "status.conditions": {
        none: undefined,
        "no list": "none",
        "not initialized": [condition("Initialized", "False"), condition("Ready", "True")],
        "not ready": [condition("Initialized", "True"), condition("Ready", "False")],
        hibernated: [...CONDITIONS, condition("cnpg.io/hibernation", "True")],
        "not hibernated": [...CONDITIONS, condition("cnpg.io/hibernation", "False")],
        simulated: [...CONDITIONS, condition("Simulated", "True")],
        "simulated in silence": [...CONDITIONS, { type: "Simulated", status: "True" }],
        "not simulated": [...CONDITIONS, condition("Simulated", "False")],
      },
    },
  });
});

describe("readMysql", () => {
  const all = (changes: Status = {}): unknown[] =>
    Object.entries({ Initialized: "True", Available: "True", Healthy: "True", ...changes }).map(([type, status]) =>
      condition(type, String(status)),
    );
  rememberDecisions("database-mysql", {
    answer: ({ status, wanted }: Readonly<{ status: Status | undefined; wanted: number }>) => readMysql(status, wanted),
    scenes: { "it is healthy": { status: { syncedReplicas: 2, conditions: all() }, wanted: 2 } },
    axes: {
      status: [undefined, {}],
      wanted: [1, 3],
      "status.syncedReplicas": [undefined, 1],
      "status.conditions": {
        none: [],
        "not initialized": all({ Initialized: "False" }),
        "not available": all({ Available: "False" }),
        "not healthy": all({ Healthy: "False" }),
        stopped: all({ ReconciliationActive: "False" }),
        "not stopped": all({ ReconciliationActive: "True" }),
        simulated: [...all(), { type: "Simulated", status: "True", reason: "Simulated" }],
        "without words": [{ type: "Initialized", status: "False" }],
      },
    },
  });
});

const time = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

describe("What an archive holds", () => {
  const store = {
    serverRecoveryWindow: { db: { firstRecoverabilityPoint: time(1), lastSuccessfulBackupTime: time(5) } },
  };
  rememberDecisions("database-archive", {
    answer: (
      scene: Readonly<{ store: Status | undefined; server: unknown; name: string; cluster: Status | undefined }>,
    ) => ({
      postgresql: readPostgresqlArchive(scene.store, scene.server, scene.name),
      mysql: readMysqlArchive(scene.cluster),
      later: laterOf(scene.name, scene.cluster === undefined ? undefined : time(2)),
    }),
    scenes: {
      "all is told": {
        store,
        server: { lastArchivedWALTime: time(7) },
        name: "db",
        cluster: { backup: { time: time(3) } },
      },
    },
    axes: {
      store: [undefined, {}, { serverRecoveryWindow: { db: { firstRecoverabilityPoint: "soon" } } }],
      server: [
        undefined,
        null,
        "none",
        {},
        { lastArchivedWALTime: "-infinity" },
        { lastArchivedWALTime: 7 },
        { lastArchivedWALTime: time(4) },
      ],
      name: ["other", undefined],
      cluster: [undefined, {}, { backup: {} }],
    },
  });
});

describe("What a replica says", () => {
  type Scene = Readonly<{
    spec: DatabaseSpec;
    state: DatabaseState;
    generation: number;
    leader: unknown;
    follower: unknown;
    bytes: number | undefined;
  }>;
  const MIB = 1_048_576;
  rememberDecisions("database-replication", {
    answer: ({ spec, state, generation, leader, follower, bytes }: Scene) => ({
      role: deriveRole(spec),
      status: deriveReplicationStatus(spec, state, generation),
      lag: deriveLagBytes(leader, follower),
      magnitude: lagSignificance(bytes),
    }),
    scenes: {
      "it follows": {
        spec: { cluster: "one", engine: "postgresql", replicationSourceId: "s" },
        state: databaseIn("running"),
        generation: 2,
        leader: { currentLsn: "16/B374D848" },
        follower: { replayLsn: "15/B374D840" },
        bytes: 0,
      },
    },
    axes: {
      "spec.replicationSourceId": [undefined],
      "spec.promoted": [true, false],
      "spec.tier": ["replicated", "single"],
      "state.phase": ["degraded", "upgrading", "error"],
      "state.readyAtMs": [undefined],
      "state.observedGeneration": [1],
      leader: [
        undefined,
        null,
        "16/0",
        {},
        { currentLsn: 16 },
        { currentLsn: "x16/0" },
        { currentLsn: "16/0x" },
        { currentLsn: "123456789/0" },
        { currentLsn: "16/123456789" },
        { currentLsn: "15/b374d840" },
      ],
      follower: [undefined, {}, { replayLsn: "17/0" }],
      bytes: [undefined, 1, MIB - 1, MIB, MIB + 1, 2 * MIB - 1, 2 * MIB, 1_000 * MIB],
    },
  });
});

describe("readRecoveryFault", () => {
  const line = (severity: string, message: unknown): string =>
    JSON.stringify({ record: { error_severity: severity, message } });
  const unreached = line("FATAL", "recovery ended before configured recovery target was reached");
  const last = (text: string): string => line("LOG", `last completed transaction was at log time ${text}`);
  rememberDecisions("database-recovery", {
    answer: ({ log }: Readonly<{ log: readonly string[] }>) => readRecoveryFault(log.join("\n")),
    scenes: { "the target was not reached": { log: [last("2026-01-01 10:00:00.5+00"), unreached] } },
    axes: {
      log: {
        empty: [],
        "no last change": [unreached],
        "two last changes": [last("2026-01-01 10:00:00+00"), last("2026-01-01 11:00:00.123456+00"), unreached],
        "another fault": [line("FATAL", "no such file")],
        "a panic after it": [unreached, line("PANIC", "out of disk")],
        "an error after it": [unreached, line("ERROR", "nothing")],
        "no words": [line("FATAL", 5), "{", "[]", "{}", '{"record":null}'],
        "not a time": [last("yesterday"), unreached],
        "more than a time": [last("2026-01-01 10:00:00+00 or so"), unreached],
        "words before it": [
          line("LOG", "the last completed transaction was at log time 2026-01-01 10:00:00+00"),
          unreached,
        ],
        "a line of 4000": [line("FATAL", "x".repeat(4_000 - line("FATAL", "").length))],
        "a line of 4001": [line("FATAL", "x".repeat(4_001 - line("FATAL", "").length))],
        "plain text": [` ${line("FATAL", "no such file")}`],
      },
    },
    alone: true,
  });
});
