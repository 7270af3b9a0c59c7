import { expect } from "chai";
import type { Condition } from "../../../../contract/resources/conditions.ts";
import {
  backupConditions,
  type BackupsView,
  type FoundBackups,
} from "../../../../operator/machines/deployment/backed-up.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const HOUR_MS = 3_600_000;
const at = (hoursAgo: number): number => NOW - hoursAgo * HOUR_MS;
const daily = { backups: { enabled: true, schedule: "daily", retentionDays: 7 } } as const;
const hourly = { backups: { enabled: true, schedule: "hourly", retentionDays: 7 } } as const;
type Scheduled = Extract<FoundBackups, { kind: "scheduled" }>;

function scheduled(rest: Partial<Scheduled> = {}): Scheduled {
  return { kind: "scheduled", sinceMs: at(1), newest: undefined, goodAtMs: undefined, ...rest };
}

function told(
  view: FoundBackups | BackupsView,
  spec: typeof daily | typeof hourly = daily,
  before?: Condition,
): string {
  const shown = { isKept: true, isComing: false, ...view };
  const [one] = backupConditions(spec, shown, { told: before && [before], nowMs: NOW });
  return `${one?.status} ${one?.reason}: ${one?.message}`;
}

describe("What is said of a deployment's backups", () => {
  it("is that none is made, where there is no place for them or Velero cannot reach it, and who can help", () => {
    expect(told({ kind: "nowhere", isKept: false, isComing: false })).to.equal(
      "False NoLocation: The platform keeps no backups of deployments: none is made until a platform operator sets BERTH_BACKUPS_URL.",
    );
    expect(told({ kind: "nowhere" })).to.match(/^False NoLocation: Its cluster has no place/);
    expect(told({ kind: "cut", message: "AccessDenied" })).to.match(/^False LocationUnavailable: .*AccessDenied$/);
    expect(told({ kind: "refused", message: "invalid schedule" })).to.match(
      /^False ScheduleRefused: .*invalid schedule$/,
    );
  });

  it("is no fault while the bundle brings Velero and a place for them, unless it was told as one before", () => {
    const coming = { kind: "nowhere", isKept: true, isComing: true } as const;
    const at = { lastTransitionTime: "2026-11-24T00:00:00Z", observedGeneration: 1, type: "BackedUp", message: "" };
    expect(told(coming)).to.match(/^Unknown Preparing: Its cluster is being made/);
    expect(told(coming, daily, { ...at, status: "Unknown", reason: "Looking" })).to.match(/^Unknown Preparing/);
    expect(told({ ...coming, kind: "cut", message: "AccessDenied" })).to.match(/^Unknown Preparing: .*AccessDenied$/);
    expect(told({ ...coming, kind: "refused", message: "invalid schedule" })).to.match(/^False ScheduleRefused/);
    expect(told(coming, daily, { ...at, status: "False", reason: "NoLocation" })).to.match(/^False NoLocation/);
    expect(told(coming, daily, { ...at, status: "True", reason: "BackedUp" })).to.match(/^False NoLocation/);
  });

  it("is nothing yet before the first has ended", () => {
    expect(told({ kind: "unasked" })).to.equal("Unknown Looking: ");
    expect(told({ kind: "unscheduled" })).to.match(/^Unknown NotScheduled/);
    expect(told(scheduled())).to.match(/^Unknown NoneYet/);
  });

  it("names the newest that can be restored", () => {
    const complete = { atMs: at(10), end: "complete", message: "" } as const;
    expect(told(scheduled({ newest: complete, goodAtMs: at(10) }))).to.equal(
      "True BackedUp: The newest to restore is of 2026-11-24T02:00:00.000Z.",
    );
    const warned = { ...complete, message: "3 warnings are in its log" };
    expect(told(scheduled({ newest: warned, goodAtMs: at(10) }))).to.match(
      /^True BackedUp: .*Something of it may be missing: 3 warnings are in its log\.$/,
    );
    const partial = { atMs: at(10), end: "partial", message: "2 errors are in its log" } as const;
    expect(told(scheduled({ newest: partial, goodAtMs: at(10) }))).to.match(/^True PartlyBackedUp: .*2 errors/);
    const failed = { atMs: at(1), end: "failed", message: "no space" } as const;
    expect(told(scheduled({ newest: failed, goodAtMs: at(25) }))).to.equal(
      "False BackupFailed: The newest to restore is of 2026-11-23T11:00:00.000Z. That of 2026-11-24T11:00:00.000Z: no space",
    );
    expect(told(scheduled({ newest: failed }))).to.match(/^False BackupFailed: None can be restored\./);
  });

  it("is that they are late, once none has succeeded for twice as long as asked for", () => {
    const of = (hoursAgo: number): Scheduled =>
      scheduled({ newest: { atMs: at(hoursAgo), end: "complete", message: "" }, goodAtMs: at(hoursAgo) });
    expect(told(of(49))).to.match(/^True BackedUp/);
    expect(told(of(49.1))).to.match(/^False BackupLate: The newest to restore is of .* daily\.$/);
    expect([told(of(3), hourly), told(of(3.1), hourly)].map((one) => one.split(":")[0])).to.deep.equal([
      "True BackedUp",
      "False BackupLate",
    ]);
    expect(told(scheduled({ sinceMs: at(50) }))).to.match(/^False BackupLate: None can be restored/);
  });

  it("holds while nobody can be asked, and is nothing where none are asked for", () => {
    const before = { type: "BackedUp", status: "False", reason: "BackupFailed", message: "m" } as const;
    const memory = {
      told: [{ ...before, lastTransitionTime: "2026-11-24T00:00:00Z", observedGeneration: 1 }],
      nowMs: NOW,
    };
    for (const kind of ["unasked", "unreachable"] as const)
      expect(backupConditions(daily, { kind }, memory)).to.deep.equal([before]);
    expect(told({ kind: "unreachable" })).to.equal("Unknown ClusterUnreachable: ");
    const off = { backups: { ...daily.backups, enabled: false } };
    expect(backupConditions(off, { kind: "unscheduled", isKept: true, isComing: false }, memory)).to.deep.equal([]);
    expect(backupConditions({}, undefined, memory)).to.deep.equal([]);
  });
});
