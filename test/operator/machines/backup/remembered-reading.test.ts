import {
  mysqlBackupTime,
  readMysqlJob,
  readMysqlLast,
  readMysqlMirrored,
  readPostgresqlBackup,
} from "../../../../operator/machines/backup/read-backup.ts";
import { NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";

type Json = Readonly<Record<string, unknown>>;
const at = (ms: number): string => new Date(NOW + ms).toISOString();
const PLACE = { bucket: "archive", namespace: "org-a", name: "db" };

describe("readPostgresqlBackup", () => {
  rememberDecisions("backup-postgresql", {
    answer: ({ status }: Readonly<{ status: Json | undefined }>) =>
      readPostgresqlBackup(status, { path: "s3://archive/a", serverName: "d" }),
    scenes: { "it is done": { status: { phase: "completed", backupId: "i", startedAt: at(-9), stoppedAt: at(-8) } } },
    axes: {
      status: [undefined],
      "status.phase": [
        undefined,
        "",
        "pending",
        "started",
        "running",
        "finalizing",
        "failed",
        "walArchivingFailing",
        "invalidSpec",
        "notInvalid",
        "new",
        5,
      ],
      "status.backupId": [undefined, "", 5],
      "status.error": ["disk full"],
      "status.startedAt": [undefined, "soon"],
    },
    nowMs: NOW,
    alone: true,
  });
});

describe("What is read of MySQL's backups", () => {
  type Scene = Readonly<{ job: Json | undefined; cluster: Json | undefined; id: string }>;
  const condition = (type: string, status = "True", message?: string): unknown => ({ type, status, message });
  const elapsed = ["", "1m2.5s", "1h", "90ms", "5µs", "900000ns", "1.5.5s", "soon", "2h3m4s5ms", "1s2"];
  rememberDecisions("backup-mysql", {
    answer: ({ job, cluster, id }: Scene) => ({
      job: readMysqlJob(job, cluster, PLACE),
      last: readMysqlLast(cluster, PLACE),
      mirrored: readMysqlMirrored(id, cluster, PLACE),
      time: mysqlBackupTime(id),
    }),
    scenes: {
      "it is done": {
        job: { startTime: at(-9_000), completionTime: at(-1_000), conditions: [condition("Complete")] },
        cluster: { backup: { time: at(-5_000), elapsed: "2s", dumpSize: 7 } },
        id: "20251231-235955",
      },
    },
    axes: {
      job: [undefined, {}],
      "job.startTime": [undefined, at(-4_000), at(-3_999)],
      "job.completionTime": [undefined, at(-6_000), at(-6_001)],
      "job.conditions": {
        none: undefined,
        failed: [condition("Failed", "True", "no space")],
        "failed in silence": [condition("Failed")],
        "not failed": [condition("Failed", "False", "no space"), condition("Complete")],
        "not complete": [condition("Complete", "False")],
      },
      cluster: [undefined, {}],
      "cluster.backup.time": [undefined, "soon"],
      "cluster.backup.elapsed": [undefined, ...elapsed],
      "cluster.backup.dumpSize": [undefined, "7"],
      id: ["20251231-000000", "x20251231-235955", "20251231-2359555", "2025-1231"],
    },
    nowMs: NOW,
  });
});
