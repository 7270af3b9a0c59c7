import { expect } from "chai";
import { BACKUP_PHASES } from "../../../../contract/resources/database-backup.ts";
import type { DatabaseSourceRecord } from "../../../../contract/resources/database-source.ts";
import type { FilesView } from "../../../../operator/machines/decision.ts";
import { nextBackupDeletion } from "../../../../operator/machines/backup/next-deletion.ts";
import { nextBackup } from "../../../../operator/machines/backup/next.ts";
import type {
  BackedDatabase,
  BackupObserved,
  EngineBackup,
  EngineBackupView,
} from "../../../../operator/machines/backup/observe-types.ts";
import {
  BACKUP_EDGES,
  BACKUP_MAX_MS,
  FAILED_KEPT_MS,
  retentionMs,
  type BackupPhase,
  type BackupState,
} from "../../../../operator/machines/backup/state.ts";
import {
  backupSignificance,
  deriveBackupStatus,
  parseBackupState,
} from "../../../../operator/machines/backup/status.ts";

const NOW = Date.UTC(2026, 0, 8);
const SOURCE: DatabaseSourceRecord = {
  id: "d",
  handle: "orders-abcdefghij",
  engine: "postgresql",
  engineVersion: "18",
  databaseName: "orders",
  storageSizeGb: 10,
};
const DATABASE: Extract<BackedDatabase, { kind: "present" }> = {
  kind: "present",
  source: SOURCE,
  engine: "postgresql",
  ready: true,
  deleting: false,
  archives: true,
  retentionDays: 7,
  archiveFromMs: NOW - retentionMs(30),
};
const BACKUP: EngineBackup = {
  phase: "running",
  message: "",
  startedAtMs: NOW - 5_000,
  stoppedAtMs: undefined,
  id: undefined,
  path: undefined,
  sizeBytes: undefined,
};
const engine = (changes: Partial<EngineBackup>): { engine: EngineBackupView } => ({
  engine: { kind: "present", ...BACKUP, ...changes },
});
const database = (changes: Partial<typeof DATABASE>): { database: BackedDatabase } => ({
  database: { ...DATABASE, ...changes },
});

const SEEN: BackupObserved = {
  generation: 1,
  createdAtMs: NOW - 10_000,
  trigger: "manual",
  mirrored: false,
  incremental: false,
  database: DATABASE,
  engine: { kind: "unasked" },
  archiveDays: undefined,
  contentHash: "h",
  git: { kind: "present", commit: "c", committedAtMs: NOW },
};

const CLASSES = {
  "not asked yet": {},
  "engine knows nothing": { engine: { kind: "absent" } },
  "cluster does not answer": { engine: { kind: "unreachable", message: "no answer" } },
  "engine waits": engine({ phase: "pending", startedAtMs: undefined }),
  "engine works": engine({}),
  "engine is done": engine({ phase: "completed", stoppedAtMs: NOW - 1_000, id: "20260108T000000", path: "s3://a/b" }),
  "engine failed": engine({ phase: "failed", message: "disk full" }),
  "database absent": { database: { kind: "absent" } },
  "database not ready": database({ ready: false }),
  "database being deleted": database({ deleting: true }),
  "database being deleted, final": { ...database({ deleting: true }), trigger: "final" },
  "no archive": database({ archives: false }),
  incremental: { incremental: true },
  "made by the schedule": { mirrored: true, trigger: "scheduled", engine: { kind: "absent" } },
  "archive begins later": database({ archiveFromMs: NOW + 1 }),
  "git away": { git: { kind: "unavailable", sinceMs: NOW } },
  "git away, database leaving": { git: { kind: "unavailable", sinceMs: NOW }, ...database({ deleting: true }) },
} as const satisfies Record<string, Partial<BackupObserved>>;
type ClassName = keyof typeof CLASSES;

function stateIn(phase: BackupPhase, changes: Partial<BackupState> = {}): BackupState {
  const ended = phase === "completed" || phase === "failed";
  return {
    phase,
    phaseSinceMs: NOW - 2_000,
    observedGeneration: 1,
    source: SOURCE,
    startedAtMs: undefined,
    completedAtMs: ended ? NOW - 60_000 : undefined,
    expiresAtMs: ended ? NOW + 60_000 : undefined,
    engineBackupId: undefined,
    s3Path: undefined,
    sizeBytes: undefined,
    git: { commit: "c", contentHash: "h", committedAtMs: NOW },
    reason: "Test",
    message: "",
    stalled: false,
    ...changes,
  };
}

const decide = (phase: BackupPhase, name: ClassName, changes: Partial<BackupState> = {}, more = {}) =>
  nextBackup(stateIn(phase, changes), { ...SEEN, ...CLASSES[name], ...more }, NOW);
const show = (phase: BackupPhase, name: ClassName): string => {
  const { state, effects } = decide(phase, name);
  return [state.phase, effects.map(({ kind }) => kind).join("+")].filter((part) => part !== "").join(" ");
};

/** For each phase: the phase after, and the effects. */
type Row = Record<Exclude<BackupPhase, "deleting">, string>;

const ENDS = { completed: "completed", failed: "failed" } as const;
const STARTS: Row = { ...ENDS, pending: "running start", running: "running" };
const REFUSED: Row = { ...STARTS, pending: "failed" };

const EXPECTED: Record<ClassName, Row> = {
  "not asked yet": STARTS,
  "engine knows nothing": { ...STARTS, running: "running start" },
  "cluster does not answer": STARTS,
  "engine waits": STARTS,
  "engine works": STARTS,
  "engine is done": { ...STARTS, running: "completed" },
  "engine failed": { ...STARTS, running: "failed" },
  "database absent": { ...REFUSED, running: "failed" },
  "database not ready": { ...STARTS, pending: "pending" },
  "database being deleted": REFUSED,
  "database being deleted, final": STARTS,
  "no archive": REFUSED,
  incremental: REFUSED,
  "made by the schedule": { ...ENDS, pending: "running", running: "failed" },
  "archive begins later": { ...STARTS, completed: "completed deleteResource" },
  "git away": {
    pending: "running start+write",
    running: "running write",
    completed: "completed write",
    failed: "failed write",
  },
  "git away, database leaving": REFUSED,
};
const COLUMNS = Object.keys(STARTS) as (keyof Row)[];

describe("The machine of backups", () => {
  for (const [name, row] of Object.entries(EXPECTED) as [ClassName, Row][]) {
    it(`decides for every phase when observed: ${name}`, () => {
      expect(Object.fromEntries(COLUMNS.map((phase) => [phase, show(phase, name)]))).to.deep.equal(row);
    });
  }

  it("has a row for every class, and takes only listed arrows", () => {
    expect(Object.keys(EXPECTED).sort()).to.deep.equal(Object.keys(CLASSES).sort());
    for (const name of Object.keys(CLASSES) as ClassName[]) {
      for (const phase of BACKUP_PHASES) {
        const after = decide(phase, name).state.phase;
        const arrows: readonly string[] = BACKUP_EDGES[phase];
        expect(after === phase || arrows.includes(after), `${phase} → ${after} (${name})`).to.equal(true);
      }
    }
  });

  it("asks the engine only after the phase that says so is written down", () => {
    const names = (Object.keys(CLASSES) as ClassName[]).filter((name) =>
      decide("pending", name).effects.some(({ kind }) => kind === "start"),
    );
    for (const name of names) expect(decide("pending", name).state.phase, name).to.equal("running");
    expect(names).not.to.deep.equal([]);
  });

  it("never asks twice for what the engine was once seen to have", () => {
    const gone = decide("running", "engine knows nothing", { startedAtMs: NOW - 1_000 });
    expect([gone.state.phase, gone.state.reason, gone.effects]).to.deep.equal(["failed", "BackupVanished", []]);
  });

  it("fails what is not done after six hours, whatever keeps it from being so", () => {
    const late = { phaseSinceMs: NOW - BACKUP_MAX_MS };
    for (const name of ["engine works", "engine waits", "engine knows nothing", "cluster does not answer"] as const) {
      const { state, effects } = decide("running", name, late);
      expect([state.phase, state.reason, state.stalled, effects], name).to.deep.equal([
        "failed",
        "BackupTimeout",
        true,
        [],
      ]);
    }
    expect(decide("running", "engine is done", late).state.phase, "done at last").to.equal("completed");
    expect(decide("running", "not asked yet", late).state.phase, "by an operator that comes back").to.equal("running");
    const never = decide("pending", "database not ready", {}, { createdAtMs: NOW - BACKUP_MAX_MS }).state;
    expect([never.phase, never.reason]).to.deep.equal(["failed", "BackupTimeout"]);
    expect(never.message).to.contain("does not run");
  });

  it("waits for a database that was never seen, and says how to help", () => {
    const { state } = decide("pending", "database absent", { source: undefined });
    expect([state.phase, state.reason, state.stalled]).to.deep.equal(["pending", "DatabaseNotFound", true]);
  });

  it("notes where the backup lies and when its time is over; one before a deletion has no end", () => {
    const { state } = decide("running", "engine is done");
    expect(state).to.include({ engineBackupId: "20260108T000000", s3Path: "s3://a/b", completedAtMs: NOW - 1_000 });
    expect(state.expiresAtMs).to.equal(NOW - 1_000 + retentionMs(7));
    expect(decide("running", "engine is done", {}, { trigger: "final" }).state.expiresAtMs).to.equal(undefined);
    expect(decide("running", "engine failed").state.expiresAtMs).to.equal(NOW + FAILED_KEPT_MS);
  });

  it("lets what is over go: by the archive where it tells, by time where nobody does, and never a final one", () => {
    const deletes = (phase: BackupPhase, name: ClassName, state: Partial<BackupState>, more = {}): boolean =>
      decide(phase, name, state, more).effects.some(({ kind }) => kind === "deleteResource");
    const old = { expiresAtMs: NOW - 1, completedAtMs: NOW - retentionMs(8) };
    expect(deletes("completed", "not asked yet", old), "the archive still has it").to.equal(false);
    expect(deletes("completed", "database absent", old)).to.equal(true);
    expect(deletes("completed", "not asked yet", old, database({ engine: "mysql" }))).to.equal(true);
    expect(deletes("failed", "not asked yet", old)).to.equal(true);
    expect(deletes("completed", "archive begins later", old, { trigger: "final" })).to.equal(false);
    expect(deletes("completed", "database absent", { expiresAtMs: undefined }), "a final one").to.equal(false);
    const ended = { completedAtMs: NOW - 60_000 };
    expect(deletes("completed", "archive begins later", ended, database({ archiveFromMs: NOW + 1 }))).to.equal(true);
    expect(deletes("completed", "archive begins later", ended, database({ archiveFromMs: NOW })), "clocks").to.equal(
      false,
    );
    const longer = decide("completed", "not asked yet", old, database({ retentionDays: 30 })).state;
    expect(longer.expiresAtMs, "a retention that was changed").to.equal(NOW + retentionMs(22));
  });

  it("shows no backup longer than its bucket keeps it, final ones and those of databases that are gone included", () => {
    const days = { archiveDays: 121 };
    const ended = (age: number, more = {}): Partial<BackupState> => ({
      completedAtMs: NOW - retentionMs(age),
      ...more,
    });
    const made = decide("running", "engine is done", {}, { trigger: "final", ...days }).state;
    expect(made.expiresAtMs).to.equal(NOW - 1_000 + retentionMs(121));
    expect(decide("running", "engine is done", {}, days).state.expiresAtMs).to.equal(NOW - 1_000 + retentionMs(7));
    const kept = decide("completed", "database absent", ended(100, { expiresAtMs: undefined }), days);
    expect([kept.state.expiresAtMs, kept.effects], "made before the rule").to.deep.equal([NOW + retentionMs(21), []]);
    for (const name of ["database absent", "not asked yet"] as const)
      for (const trigger of ["final", "manual"] as const) {
        const { effects } = decide("completed", name, ended(121, { expiresAtMs: undefined }), { trigger, ...days });
        expect(effects, `${name}, ${trigger}`).to.deep.equal([{ kind: "deleteResource" }]);
      }
  });

  it("remembers by its status all that it decides on", () => {
    for (const name of Object.keys(CLASSES) as ClassName[]) {
      const { state } = decide("running", name);
      const around = { facts: { handle: "b", gitPath: "p", requestId: "r" }, nowMs: NOW };
      const status = deriveBackupStatus(undefined, state, SEEN, around);
      expect(parseBackupState(status, NOW), name).to.deep.equal(state);
      expect(backupSignificance(status)).to.equal(backupSignificance(deriveBackupStatus(status, state, SEEN, around)));
    }
  });
});

describe("A backup after a restart", () => {
  it("says what it said until the engine was asked", () => {
    const before = parseBackupState({ phase: "running" }, NOW);
    const told = nextBackup(before, { ...SEEN, ...CLASSES["cluster does not answer"] }, NOW).state;
    expect(told.message).to.contain("no answer");
    expect(nextBackup(told, SEEN, NOW).state).to.deep.equal(told);
  });
});

describe("The deletion of a backup", () => {
  const FILES: readonly (FilesView | undefined)[] = [
    undefined,
    { kind: "removed" },
    { kind: "present" },
    { kind: "pushing" },
    { kind: "unavailable", message: "away" },
    { kind: "refused", message: "no" },
  ];
  const ENGINES: readonly (EngineBackupView | { kind: "gone" })[] = [
    { kind: "gone" },
    { kind: "absent" },
    { kind: "unasked" },
    { kind: "present", ...BACKUP },
    { kind: "unreachable", message: "no answer" },
  ];

  it("ends only when its file is out of Git and the engine's object was seen gone", () => {
    for (const files of FILES) {
      for (const view of ENGINES) {
        const { effects, message } = nextBackupDeletion({ files, engine: view });
        const kinds = effects.map(({ kind }) => kind);
        const out = files === undefined || files.kind === "removed";
        const gone = view.kind === "gone" || view.kind === "absent";
        expect(kinds.includes("removeFinalizer"), `${files?.kind ?? "none"} ${view.kind}`).to.equal(out && gone);
        expect(kinds.includes("deleteEngineBackup")).to.equal(out && view.kind === "present");
        const told = out ? view.kind === "unreachable" : ["unavailable", "refused"].includes(files.kind);
        expect(message !== "").to.equal(told);
      }
    }
  });
});
