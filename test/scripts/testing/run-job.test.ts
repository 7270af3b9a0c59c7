import { expect } from "chai";
import { runJob } from "../../../scripts/testing/run-job.ts";

const job = (name: string): Parameters<typeof runJob>[0] => {
  return { name, kind: "pure", files: [`test/fixtures/test-processes/${name}.mjs`] };
};

describe("a test process", function () {
  this.timeout(300_000);

  it("is told with its counts, its failures and its times", async () => {
    const result = await runJob(job("fails"), process.env);
    expect(result).to.deep.include({ passed: 1, failed: 1, failures: ["fails: as it is meant to"] });
    expect(result.cpuSeconds).to.be.above(0);
    expect(result.output).to.include("as it is meant to");
  });

  it("tells what was not run after a failure, and runs all other suites", async () => {
    const result = await runJob(job("stops"), process.env);
    expect(result).to.deep.include({ passed: 2, failed: 2, skipped: 0, notRun: 3 });
    expect(result.failures).to.deep.equal([
      "a story fails: as it is meant to",
      "a story: 2 of its tests were not run after that.",
      'a suite without its beginning "before all" hook for "would be tested": as it is meant to',
      "a suite without its beginning: 1 of its tests were not run after that.",
    ]);
  });

  it("tells what was known as its first failure was seen, before anything else goes on", async () => {
    const result = await runJob(job("is-watched"), process.env);
    expect(result).to.deep.include({ passed: 1, failed: 2, evidence: "of: a watched one fails: as it is meant to" });
    const said = result.output.split("\n").filter((line) => /knew|known|after it/.test(line));
    expect(said.map((line) => line.trim().replace(/^\S /, ""))).to.deep.equal([
      "What the platform knew when this failed:",
      "all that was known",
      "after it",
      "What the platform knew when this failed:",
      "all that was known",
    ]);
  });

  it("counts as failed when it dies without a word (known bad)", async () => {
    const result = await runJob(job("dies"), process.env);
    expect(result).to.deep.include({ passed: 0, failed: 1 });
    expect(result.failures).to.deep.equal(["the test process ended with 3 and no failed test."]);
  });

  it("is not waited for when it has ended and something holds its output, and counts as failed (known bad)", async () => {
    const result = await runJob(job("holds"), process.env);
    expect(result).to.deep.include({ passed: 1, failed: 1 });
    expect(result.failures[0]).to.include("something that holds its output still");
    expect(result.seconds).to.be.below(60);
  });
});
