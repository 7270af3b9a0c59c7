import { expect } from "chai";
import {
  FINAL_BACKUP_MAX_MS,
  holdDeletion,
  type HoldObserved,
} from "../../../../operator/machines/database/hold-deletion.ts";

const NOW = Date.UTC(2026, 0, 8);
const FREE: HoldObserved = { followers: [], wantsBackup: false, backup: undefined, deletedAtMs: NOW };
const failed = { phase: "failed", message: "No space." };

function show(observed: Partial<HoldObserved>, nowMs = NOW): string {
  const decision = holdDeletion({ ...FREE, ...observed }, nowMs);
  if (decision === undefined) return "goes";
  return [decision.reason, ...decision.effects.map(({ kind }) => kind), decision.message === "" ? "" : "told"]
    .join(" ")
    .trim();
}

describe("The deletion of a database", () => {
  const rows: readonly Readonly<{ when: string; observed: Partial<HoldObserved>; does: string }>[] = [
    { when: "nothing in the way", observed: {}, does: "goes" },
    { when: "a follower", observed: { followers: ["copy"] }, does: "ReplicasFollow told" },
    {
      when: "a follower, and a backup asked for",
      observed: { followers: ["copy"], wantsBackup: true },
      does: "ReplicasFollow told",
    },
    { when: "a backup asked for", observed: { wantsBackup: true }, does: "FinalBackup makeFinalBackup" },
    {
      when: "it waits",
      observed: { wantsBackup: true, backup: { phase: "pending", message: "" } },
      does: "FinalBackup",
    },
    {
      when: "it is made",
      observed: { wantsBackup: true, backup: { phase: "running", message: "" } },
      does: "FinalBackup",
    },
    { when: "it is done", observed: { wantsBackup: true, backup: { phase: "completed", message: "" } }, does: "goes" },
    { when: "it failed", observed: { wantsBackup: true, backup: failed }, does: "FinalBackupFailed told" },
    { when: "it failed, and is wanted no more", observed: { backup: failed }, does: "goes" },
  ];
  for (const { when, observed, does } of rows)
    it(`is held up or not: ${when}`, () => expect(show(observed)).to.equal(does));

  it("goes without the last backup once it has failed and six hours are over, not before", () => {
    const observed = { wantsBackup: true, backup: failed };
    expect(show(observed, NOW + FINAL_BACKUP_MAX_MS - 1)).to.equal("FinalBackupFailed told");
    expect(show(observed, NOW + FINAL_BACKUP_MAX_MS)).to.equal("goes");
    const running = { wantsBackup: true, backup: { phase: "running", message: "" } };
    expect(show(running, NOW + FINAL_BACKUP_MAX_MS), "its own deadline ends it").to.equal("FinalBackup");
  });
});
