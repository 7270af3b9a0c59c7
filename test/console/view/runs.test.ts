import { expect } from "chai";
import { factsOf, isUnderWay, runTone, sayRun, type Run } from "../../../console/view/runs.ts";
import { RUN_STATUSES, RUN_TRIGGERS } from "../../../contract/rest/deployment-runs.ts";

const RUN: Run = {
  status: "running",
  status_reason: null,
  exit_code: null,
  trigger: "schedule",
  command: ["./report"],
  args: null,
  started_at: "2026-11-24T04:30:00Z",
  duration_seconds: 75,
};

describe("A run in words", () => {
  it("is what it runs, as one would type it", () => {
    expect(sayRun(RUN)).to.equal("./report");
    expect(sayRun({ command: ["sh", "-c"], args: ["a b"] })).to.equal('sh -c "a b"');
    expect(sayRun({ command: null, args: ["--month", "11"] })).to.equal("--month 11");
    expect(sayRun({ command: null, args: null })).to.equal("what its image runs");
  });

  it("is why it began, how it ended and how long it took", () => {
    expect(factsOf(RUN)).to.deep.equal(["by its schedule", "for 1 min 15 s"]);
    const failed = { ...RUN, status: "failed", status_reason: "OOMKilled", exit_code: 137 } as const;
    expect(factsOf(failed)).to.deep.equal(["by its schedule", "OOMKilled", "exit code 137", "took 1 min 15 s"]);
    expect(factsOf({ ...RUN, status: "succeeded", exit_code: 0 })).to.include("exit code 0");
    expect(factsOf({ ...RUN, status: "pending", duration_seconds: null })).to.deep.equal(["by its schedule"]);
  });

  it("is known in each state, and by whatever it began", () => {
    for (const status of RUN_STATUSES) expect(runTone({ status }), status).to.be.a("string");
    for (const trigger of RUN_TRIGGERS) expect(factsOf({ ...RUN, trigger })[0]).to.be.a("string");
    expect(RUN_STATUSES.filter((status) => isUnderWay({ status }))).to.deep.equal(["pending", "running"]);
  });
});
