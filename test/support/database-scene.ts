import type { DatabaseSourceRecord } from "../../contract/resources/database-source.ts";
import type { DatabaseObserved } from "../../operator/machines/database/observe-types.ts";
import type { FoundSource } from "../../operator/machines/database/source.ts";
import type { DatabasePhase, DatabaseState } from "../../operator/machines/database/state.ts";
import { DELIVERED, HASH, NOW } from "./delivered.ts";

export const SOURCE: DatabaseSourceRecord = {
  id: "s",
  handle: "old",
  engine: "postgresql",
  engineVersion: "17",
  databaseName: "shop",
  storageSizeGb: 20,
  maxConnections: 200,
};

/** All that a restore can ask for. */
export const FOUND: FoundSource = {
  record: SOURCE,
  backup: { databaseId: "s", phase: "completed", engineBackupId: "20260101", completedAtMs: NOW - 6_000 },
  base: SOURCE,
  window: { fromMs: NOW - 9_000, untilMs: NOW - 1_000 },
};

/** What is observed of a database whose second generation was delivered and serves. */
export const OBSERVED: DatabaseObserved = {
  ...DELIVERED,
  spec: { cluster: "one", engine: "postgresql" },
  noEngine: undefined,
  source: { kind: "none" },
  archiveFrom: undefined,
  backedVersion: undefined,
  secrets: { kind: "current", revision: "r1", verified: true },
  engine: { kind: "present", health: "running", reason: "Running", message: "", ready: 1, externalHost: undefined },
};

/** Makes the memory of a database whose second generation was delivered. */
export function databaseIn(phase: DatabasePhase, changes: Partial<DatabaseState> = {}): DatabaseState {
  const served = phase !== "pending" && phase !== "provisioning";
  return {
    phase,
    phaseSinceMs: NOW - 2_000,
    observedGeneration: 2,
    git: { commit: "c2", contentHash: HASH, committedAtMs: NOW - 1_000, syncedRevision: "r2" },
    secretsRevision: "r1",
    drifted: false,
    source: undefined,
    readyAtMs: served ? NOW - 100_000 : undefined,
    reason: "Test",
    message: "",
    stalled: false,
    ...changes,
  };
}
