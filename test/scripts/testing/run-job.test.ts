import { expect } from "chai";
import { runJob } from "../../../scripts/testing/run-job.ts";

const job = (name: string): Parameters<typeof runJob>[0] => {
  return { name, kind: "pure", files: [`test/fixtures/test-processes/${name}.mjs`] };
};

describe("a test process", function () {
  this.timeout(60_000);

  it("is told with its counts, its failures and its times", async () => {
    const result = await runJob(job("fails"), process.env);
    expect(result).to.deep.include({ passed: 1, failed: 1, failures: ["fails: as it is meant to"] });
    expect(result.cpuSeconds).to.be.above(0);
    expect(result.output).to.include("as it is meant to");
  });

  it("counts as failed when it dies without a word (known bad)", async () => {
    const result = await runJob(job("dies"), process.env);
    expect(result).to.deep.include({ passed: 0, failed: 1 });
    expect(result.failures).to.deep.equal(["the test process ended with 3 and no failed test."]);
  });
});
