import { expect } from "chai";
import {
  readMysqlJob,
  readMysqlLast,
  readMysqlMirrored,
  readPostgresqlBackup,
} from "../../../../operator/machines/backup/read-backup.ts";

/* The shapes are those of CloudNativePG 1.30, plugin-barman-cloud 0.14 and MOCO 0.36, from their own types and code. */
const ARCHIVE = { path: "s3://archive/org-acme/d1", serverName: "d1" };
const at = (text: string): number => Date.parse(`2026-01-08T${text}Z`);

const STARTED = {
  phase: "started",
  method: "plugin",
  instanceID: { podName: "postgres-1", ContainerID: "containerd://1", sessionID: "s" },
  reconciliationStartedAt: "2026-01-08T02:00:00Z",
};
const COMPLETED = {
  ...STARTED,
  phase: "completed",
  reconciliationTerminatedAt: "2026-01-08T02:05:01Z",
  online: true,
  backupId: "20260108T020001",
  backupName: "backup-20260108020000",
  startedAt: "2026-01-08T02:00:01Z",
  stoppedAt: "2026-01-08T02:05:00Z",
  beginWal: "000000010000000000000002",
  endWal: "000000010000000000000003",
  beginLSN: "0/2000028",
  endLSN: "0/3000050",
  pluginMetadata: {
    timeline: "1",
    version: "0.14.0",
    name: "barman-cloud.cloudnative-pg.io",
    displayName: "BarmanCloudInstance",
    clusterUID: "u",
    pluginName: "barman-cloud.cloudnative-pg.io",
  },
};

describe("readPostgresqlBackup", () => {
  it("reads where a backup lies and when it was made; nobody says how large it is", () => {
    expect(readPostgresqlBackup(COMPLETED, ARCHIVE)).to.deep.equal({
      phase: "completed",
      message: "",
      id: "20260108T020001",
      sizeBytes: undefined,
      startedAtMs: at("02:00:01"),
      stoppedAtMs: at("02:05:00"),
      path: "s3://archive/org-acme/d1/d1/base/20260108T020001",
    });
  });

  it("has no path for one that is under way", () => {
    const found = readPostgresqlBackup(STARTED, ARCHIVE);
    expect([found.phase, found.id, found.path, found.startedAtMs]).to.deep.equal([
      "running",
      undefined,
      undefined,
      undefined,
    ]);
  });

  const phases: readonly (readonly [object | undefined, string])[] = [
    [undefined, "pending"],
    [{ phase: "pending" }, "pending"],
    [{ phase: "running" }, "running"],
    [{ phase: "finalizing" }, "running"],
    [{ phase: "a word of another version" }, "running"],
    [{ phase: "failed", error: "requested plugin is not available" }, "failed"],
    [{ phase: "walArchivingFailing" }, "failed"],
    [{ phase: "invalid backup definition" }, "failed"],
  ];
  for (const [status, expected] of phases)
    it(`says ${expected} of ${JSON.stringify(status)}`, () => {
      const found = readPostgresqlBackup(status as Record<string, unknown> | undefined, ARCHIVE);
      expect(found.phase).to.equal(expected);
      expect(found.message).to.equal((status as { error?: string } | undefined)?.error ?? "");
    });
});

const PLACE = { bucket: "archive", namespace: "orders-abcdefghij", name: "db-1" };
/** MySQLCluster.status of a second backup: the binary log is that between both. */
const CLUSTER = {
  currentPrimaryIndex: 0,
  syncedReplicas: 3,
  reconcileInfo: { generation: 1, reconcileVersion: 1 },
  backup: {
    time: "2026-01-08T02:00:02Z",
    elapsed: "1m2.5s",
    sourceIndex: 1,
    sourceUUID: "u",
    uuidSet: { "0": "t", "1": "u", "2": "v" },
    binlogFilename: "binlog.000004",
    gtidSet: "u:1-9",
    dumpSize: 4096,
    binlogSize: 512,
    workDirUsage: 8192,
    warnings: null,
  },
};
/** What the API server shows before the first backup: the type's zero value. */
const NO_BACKUP = {
  backup: {
    time: null,
    elapsed: "0s",
    sourceIndex: 0,
    sourceUUID: "",
    binlogFilename: "",
    gtidSet: "",
    dumpSize: 0,
    binlogSize: 0,
    workDirUsage: 0,
    warnings: null,
  },
};
const complete = (startTime: string, completionTime: string) => ({
  startTime: `2026-01-08T${startTime}Z`,
  completionTime: `2026-01-08T${completionTime}Z`,
  succeeded: 1,
  ready: 0,
  uncountedTerminatedPods: {},
  conditions: [
    { type: "SuccessCriteriaMet", status: "True", reason: "CompletionsReached", message: "Reached expected number" },
    { type: "Complete", status: "True", reason: "CompletionsReached", message: "Reached expected number" },
  ],
});

describe("readMysqlLast", () => {
  it("reads MOCO's last backup: its folder is named by its beginning, its size is the dump's", () => {
    expect(readMysqlLast(CLUSTER, PLACE)).to.deep.equal({
      phase: "completed",
      message: "",
      id: "20260108-020002",
      sizeBytes: 4096,
      startedAtMs: at("02:00:02"),
      stoppedAtMs: at("02:01:04.500"),
      path: "s3://archive/moco/orders-abcdefghij/db-1/20260108-020002",
    });
  });

  it("finds none before the first", () => {
    for (const status of [undefined, {}, NO_BACKUP]) expect(readMysqlLast(status, PLACE)).to.equal(undefined);
  });
});

describe("readMysqlJob", () => {
  it("takes what MOCO says of its last backup for the Job's when that began while the Job ran", () => {
    const found = readMysqlJob(complete("02:00:00", "02:01:05"), CLUSTER, PLACE);
    expect(found).to.include({ phase: "completed", id: "20260108-020002", sizeBytes: 4096 });
    expect([found.startedAtMs, found.stoppedAtMs]).to.deep.equal([at("02:00:00"), at("02:01:05")]);
  });

  it("takes no other backup for the Job's: neither an earlier one nor one that the schedule made since", () => {
    for (const job of [complete("02:00:10", "02:01:00"), complete("01:00:00", "01:01:00")]) {
      const found = readMysqlJob(job, CLUSTER, PLACE);
      expect([found.phase, found.id, found.path, found.sizeBytes]).to.deep.equal([
        "completed",
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(readMysqlJob(complete("02:00:00", "02:01:05"), NO_BACKUP, PLACE).id).to.equal(undefined);
  });

  it("follows the Job to its end, a failed one included", () => {
    expect(readMysqlJob({}, CLUSTER, PLACE)).to.include({ phase: "pending", id: undefined });
    expect(readMysqlJob({ startTime: "2026-01-08T02:00:00Z", active: 1 }, CLUSTER, PLACE).phase).to.equal("running");
    const conditions = [
      { type: "FailureTarget", status: "True", reason: "DeadlineExceeded", message: "Job was active longer" },
      { type: "Failed", status: "True", reason: "DeadlineExceeded", message: "Job was active longer" },
    ];
    const failed = readMysqlJob({ startTime: "2026-01-08T02:00:00Z", failed: 1, conditions }, CLUSTER, PLACE);
    expect([failed.phase, failed.message, failed.id]).to.deep.equal(["failed", "Job was active longer", undefined]);
  });
});

describe("readMysqlMirrored", () => {
  it("reads one that the schedule made, also when it is no longer the last", () => {
    expect(readMysqlMirrored("20260108-020002", CLUSTER, PLACE)).to.include({ sizeBytes: 4096 });
    expect(readMysqlMirrored("20260107-020002", CLUSTER, PLACE)).to.deep.equal({
      phase: "completed",
      message: "",
      id: "20260107-020002",
      sizeBytes: undefined,
      startedAtMs: Date.parse("2026-01-07T02:00:02Z"),
      stoppedAtMs: Date.parse("2026-01-07T02:00:02Z"),
      path: "s3://archive/moco/orders-abcdefghij/db-1/20260107-020002",
    });
  });
});
