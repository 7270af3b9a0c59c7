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
  const rows: readonly (readonly [string, Partial<HoldObserved>, string])[] = [
    ["nothing in the way", {}, "goes"],
    ["a follower", { followers: ["copy"] }, "ReplicasFollow told"],
    ["a follower, and a backup asked for", { followers: ["copy"], wantsBackup: true }, "ReplicasFollow told"],
    ["a backup asked for", { wantsBackup: true }, "FinalBackup makeFinalBackup"],
    ["it waits", { wantsBackup: true, backup: { phase: "pending", message: "" } }, "FinalBackup"],
    ["it is made", { wantsBackup: true, backup: { phase: "running", message: "" } }, "FinalBackup"],
    ["it is done", { wantsBackup: true, backup: { phase: "completed", message: "" } }, "goes"],
    ["it failed", { wantsBackup: true, backup: failed }, "FinalBackupFailed told"],
    ["it failed, and is wanted no more", { backup: failed }, "goes"],
  ];
  for (const [name, observed, expected] of rows)
    it(`is held up or not: ${name}`, () => expect(show(observed)).to.equal(expected));

  it("goes without the last backup once it has failed and six hours are over, not before", () => {
    const observed = { wantsBackup: true, backup: failed };
    expect(show(observed, NOW + FINAL_BACKUP_MAX_MS - 1)).to.equal("FinalBackupFailed told");
    expect(show(observed, NOW + FINAL_BACKUP_MAX_MS)).to.equal("goes");
    const running = { wantsBackup: true, backup: { phase: "running", message: "" } };
    expect(show(running, NOW + FINAL_BACKUP_MAX_MS), "its own deadline ends it").to.equal("FinalBackup");
  });
});
