import { databaseSpec, type DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { RenderDatabaseInput } from "../../render/database/database-input.ts";

export const DATABASE_ID = "0190a8f0-0000-7000-8000-00000000000d";
export const SOURCE_ID = "0190a8f0-0000-7000-8000-00000000000e";

/** What is known of a source. */
export const ARCHIVED = { databaseName: "orders", storageSizeGb: 10 } as const;

/** Makes what renderDatabase takes: a single PostgreSQL server unless `members` say otherwise. */
export function databaseInput(
  members: Partial<DatabaseSpec>,
  rest: Partial<RenderDatabaseInput> = {},
): RenderDatabaseInput {
  const handle = "orders-abcdefghij";
  return {
    metadata: { name: handle, namespace: "org-acme", id: DATABASE_ID },
    handle,
    spec: databaseSpec.parse({ cluster: "prod", engine: "postgresql", databaseName: "orders", ...members }),
    cluster: { handle: "prod-klmnopqrst", provider: "local", region: "here", tier: "dedicated" },
    channel: "stable",
    platform: {
      repoUrl: "https://git.example.com/delivery.git",
      branch: "main",
      argocdNamespace: "argocd",
      project: "org-acme",
      chartVersion: "0.1.0",
      secretsDriver: "kubernetes",
      archive: { destination: "s3://archive/berth", endpoint: "https://s3.example.com", region: "eu" },
    },
    secretsRevision: "r1",
    ...rest,
  };
}

const base = databaseInput({});
const vault: Partial<RenderDatabaseInput> = { platform: { ...base.platform, secretsDriver: "vault" } };
const keys: Partial<RenderDatabaseInput> = {
  platform: {
    ...base.platform,
    archive: { destination: "s3://archive", endpoint: "https://s3", region: "eu", credentials: "archive" },
  },
};
const noArchive: Partial<RenderDatabaseInput> = { platform: { ...base.platform, archive: undefined } };
const source = { ...ARCHIVED, id: SOURCE_ID, handle: "old-klmnopqrst", follow: false } as const;
const moment = "2026-11-20T10:00:00Z";
const restore = { sourceId: SOURCE_ID, pointInTime: moment };

/** Lists members by what they try; all go with both engines unless named after one. */
export const DATABASE_CASES: Readonly<Record<string, readonly [Partial<DatabaseSpec>, Partial<RenderDatabaseInput>?]>> =
  {
    nothing: [{}],
    ha: [{ tier: "ha" }],
    replicated: [{ tier: "replicated" }],
    resources: [{ cpuRequest: 0.5, memoryRequestMb: 2048, storageSizeGb: 200 }],
    connections: [{ maxConnections: 400 }],
    "external access": [{ externalAccess: true }],
    "no scheduled backups": [{ backupEnabled: false }],
    "backups by a cron line": [{ backupSchedule: "5,35 2-4 * JAN-MAR/2 MON-FRI", backupRetentionDays: 90 }],
    "no archive": [{}, noArchive],
    "keys for the archive": [{ restore }, { ...keys, source: { ...source, time: moment } }],
    vault: [{}, vault],
    "a moment": [{ restore }, { source: { ...source, time: moment } }],
    "postgresql extensions": [{ extensions: ["vector", "pg_stat_statements", "uuid-ossp"] }],
    "postgresql a backup": [
      { restore: { sourceId: SOURCE_ID, backupId: SOURCE_ID } },
      { source: { ...source, backup: "20261120T100000" } },
    ],
    "postgresql a source no longer followed": [
      { replicationSourceId: SOURCE_ID, promoted: true, extensions: ["vector"] },
      { source: { ...source, follow: true, promoted: true } },
    ],
    "postgresql a source to follow": [
      { replicationSourceId: SOURCE_ID, extensions: ["vector"] },
      { source: { ...source, follow: true } },
    ],
  };
