import { expect } from "chai";
import { databaseSpec, type DatabaseSpec } from "../../../../contract/resources/database-instance.ts";
import type { DatabaseSourceRecord } from "../../../../contract/resources/database-source.ts";
import { readMysqlArchive, readPostgresqlArchive } from "../../../../operator/machines/database/archive-view.ts";
import { deriveSource, type FoundSource } from "../../../../operator/machines/database/source.ts";

const NOW = Date.UTC(2026, 0, 8, 12);
const ID = "0190a8f0-0000-7000-8000-00000000000e";
const RECORD: DatabaseSourceRecord = {
  id: ID,
  handle: "old-klmnopqrst",
  engine: "postgresql",
  engineVersion: "17",
  databaseName: "shop",
  storageSizeGb: 20,
  maxConnections: 200,
};
const BACKUP = {
  databaseId: ID,
  phase: "completed",
  engineBackupId: "20260107T000000",
  completedAtMs: NOW - 7_200_000,
};
const FOUND: FoundSource = {
  record: RECORD,
  backup: BACKUP,
  base: RECORD,
  window: { fromMs: NOW - 3_600_000, untilMs: NOW - 500 },
};
const BEFORE_UPGRADE = { base: { ...RECORD, engineVersion: "16" } };
const at = (ms: number): Partial<DatabaseSpec> => ({
  restore: { sourceId: ID, pointInTime: new Date(NOW + ms).toISOString() },
});
const backup: Partial<DatabaseSpec> = { restore: { sourceId: ID, backupId: ID } };

function show(members: Partial<DatabaseSpec>, found: Partial<FoundSource> = {}): string {
  const spec = databaseSpec.parse({ cluster: "one", engine: "postgresql", ...members });
  const view = deriveSource(spec, { ...FOUND, ...found });
  if (view.kind === "refused") return view.reason;
  return view.kind === "found" ? `${view.source.backup ?? ""} ${view.source.time ?? ""}`.trim() : view.kind;
}

describe("The source of a database", () => {
  const rows: readonly Readonly<{
    of: string;
    spec: Partial<DatabaseSpec>;
    found?: Partial<FoundSource>;
    judged: string;
  }>[] = [
    { of: "a backup", spec: backup, judged: "20260107T000000" },
    {
      of: "a backup of a database that is gone",
      spec: backup,
      found: { window: undefined },
      judged: "20260107T000000",
    },
    { of: "no such source", spec: backup, found: { record: undefined }, judged: "SourceUnknown" },
    { of: "no such backup", spec: backup, found: { backup: undefined }, judged: "BackupUnknown" },
    {
      of: "a backup of another database",
      spec: backup,
      found: { backup: { ...BACKUP, databaseId: "x" } },
      judged: "BackupUnknown",
    },
    {
      of: "a backup under way",
      spec: backup,
      found: { backup: { ...BACKUP, phase: "running" } },
      judged: "BackupNotCompleted",
    },
    {
      of: "a backup that failed",
      spec: backup,
      found: { backup: { ...BACKUP, phase: "failed" } },
      judged: "BackupUnusable",
    },
    { of: "a moment in the window", spec: at(-1_000), judged: "2026-01-08T11:59:59.000Z" },
    { of: "its first moment", spec: at(-3_600_000), judged: "2026-01-08T11:00:00.000Z" },
    { of: "a moment before it", spec: at(-3_600_001), judged: "OutsideWindow" },
    { of: "the last moment that the archive is known to hold", spec: at(-500), judged: "2026-01-08T11:59:59.500Z" },
    { of: "a moment past but not archived yet", spec: at(-499), judged: "OutsideWindow" },
    { of: "a moment to come", spec: at(1), judged: "OutsideWindow" },
    { of: "no backup yet", spec: at(-1_000), found: { window: undefined }, judged: "NoBackupYet" },
    { of: "to follow", spec: { replicationSourceId: ID }, judged: "" },
    {
      of: "to follow what has no backup",
      spec: { replicationSourceId: ID },
      found: { window: undefined },
      judged: "NoBackupYet",
    },
    { of: "another engine", spec: { ...backup, engine: "mysql" }, judged: "SourceMisfit" },
    { of: "another version", spec: { ...backup, engineVersion: "18" }, judged: "SourceMisfit" },
    {
      of: "a backup of before an upgrade, by the version of then",
      spec: { ...backup, engineVersion: "16" },
      found: BEFORE_UPGRADE,
      judged: "20260107T000000",
    },
    {
      of: "a backup of before an upgrade, by the version of now",
      spec: { ...backup, engineVersion: "17" },
      found: BEFORE_UPGRADE,
      judged: "SourceMisfit",
    },
    {
      of: "a moment of before an upgrade, by the version of then",
      spec: { ...at(-1_000), engineVersion: "16" },
      found: BEFORE_UPGRADE,
      judged: "2026-01-08T11:59:59.000Z",
    },
    {
      of: "to follow what has no backup since its upgrade",
      spec: { replicationSourceId: ID },
      found: BEFORE_UPGRADE,
      judged: "NoBackupYet",
    },
    { of: "another database", spec: { ...backup, databaseName: "other" }, judged: "SourceMisfit" },
    { of: "less storage", spec: { ...backup, storageSizeGb: 19 }, judged: "SourceMisfit" },
    { of: "fewer connections", spec: { ...backup, maxConnections: 199 }, judged: "SourceMisfit" },
    {
      of: "its members said again",
      spec: { ...backup, engineVersion: "17", databaseName: "shop", storageSizeGb: 20 },
      judged: "20260107T000000",
    },
  ];
  for (const { of, spec, found, judged } of rows)
    it(`is judged: ${of}`, () => expect(show(spec, found)).to.equal(judged));

  it("is a moment for MySQL, also where a backup is named", () => {
    const record = { ...RECORD, engine: "mysql", engineVersion: "8.4" } as const;
    const spec = { ...backup, engine: "mysql" } as const;
    expect(show(spec, { record })).to.equal(new Date(BACKUP.completedAtMs).toISOString());
  });
});

describe("The refusal of a moment", () => {
  it("names the window, and how it comes to reach further", () => {
    const spec = databaseSpec.parse({ cluster: "one", engine: "postgresql", ...at(0) });
    expect(deriveSource(spec, FOUND)).to.deep.equal({
      kind: "refused",
      reason: "OutsideWindow",
      message:
        "Only moments from 2026-01-08T11:00:00.000Z up to 2026-01-08T11:59:59.500Z can be restored; later changes come into the archive within minutes, or with a backup.",
    });
  });
});

describe("The window of an archive", () => {
  const from = "2026-01-01T00:00:00.000Z";
  const lastBackupAt = "2026-01-02T00:00:00.000Z";
  const store = {
    serverRecoveryWindow: {
      mine: { firstRecoverabilityPoint: "2026-01-01T00:00:00Z", lastSuccessfulBackupTime: "2026-01-02T00:00:00Z" },
      other: { firstRecoverabilityPoint: "2025-01-01T00:00:00Z" },
    },
  };

  it("is read from the plugin's status of this server only, and ends with the last WAL that the primary archived", () => {
    const archived = { lastArchivedWALTime: "2026-01-03T00:00:00.123456Z" };
    expect(readPostgresqlArchive(store, archived, "mine")).to.deep.equal({
      from,
      until: "2026-01-03T00:00:00.123Z",
      lastBackupAt,
    });
  });

  it("ends with the last backup where the primary has archived nothing since its start, or does not answer", () => {
    for (const server of [undefined, {}, "busy", { lastArchivedWALTime: "-infinity" }])
      expect(readPostgresqlArchive(store, server, "mine")).to.deep.equal({ from, until: lastBackupAt, lastBackupAt });
    const nothing = { from: undefined, until: undefined, lastBackupAt: undefined };
    expect(readPostgresqlArchive(undefined, undefined, "mine")).to.deep.equal(nothing);
  });

  it("never ends before it begins: of one backup the beginning is rounded up, and the end down", () => {
    const window = {
      firstRecoverabilityPoint: "2026-01-02T00:00:01Z",
      lastSuccessfulBackupTime: "2026-01-02T00:00:00Z",
    };
    const { from, until } = readPostgresqlArchive({ serverRecoveryWindow: { mine: window } }, undefined, "mine");
    expect(until).to.equal(from);
  });

  it("ends with MOCO's last backup", () => {
    const at = "2026-01-02T00:00:00.000Z";
    expect(readMysqlArchive({ backup: { time: at } })).to.deep.equal({ from: undefined, until: at, lastBackupAt: at });
  });
});
