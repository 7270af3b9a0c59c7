import { expect } from "chai";
import { newId, timeOfId } from "../../../api/identity/new-id.ts";
import { scheduledJobName, scheduledRunId } from "../../../api/runs/scheduled-run.ts";

const OF = { deploymentId: "0190a8f0-0000-7000-8000-00000000000a", cronJob: "nightly-abc" };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

describe("the id of a run by a schedule", () => {
  it("says when it was due and what its Job is called", () => {
    const job = `nightly-abc-${Date.UTC(2026, 10, 27, 4, 55) / 60_000}`;
    const id = scheduledRunId({ ...OF, job }) ?? "";
    expect(id).to.match(UUID);
    expect(timeOfId(id).toISOString()).to.equal("2026-11-27T04:55:00.000Z");
    expect(scheduledJobName(OF, id)).to.equal(job);
    expect(scheduledRunId({ ...OF, job }), "each time").to.equal(id);
  });

  it("is none of a Job that its schedule did not name", () => {
    const names = ["", "0", "01", "by-hand", "1e3", "-1", "1.5", "99999999999", "1-29000000", " 29000000"];
    for (const name of names)
      expect([name, scheduledRunId({ ...OF, job: `nightly-abc-${name}` })]).to.deep.equal([name, undefined]);
    expect(scheduledRunId({ ...OF, job: "other-29000000" })).to.equal(undefined);
  });

  it("says nothing to another deployment, and no other id says anything", () => {
    const id = scheduledRunId({ ...OF, job: "nightly-abc-29000000" }) ?? "";
    expect(scheduledJobName({ ...OF, deploymentId: newId() }, id)).to.equal(undefined);
    expect(scheduledJobName({ ...OF, cronJob: "other" }, id)).to.equal(undefined);
    const forged = `${id.slice(0, 7)}${id[7] === "0" ? "1" : "0"}${id.slice(8)}`;
    for (const other of [
      forged,
      newId(),
      "00000000-0000-0000-0000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ])
      expect([other, scheduledJobName(OF, other)]).to.deep.equal([other, undefined]);
  });
});
