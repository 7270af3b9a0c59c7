import { expect } from "chai";
import { Registry } from "prom-client";
import { createGitMetrics } from "../../../operator/delivery/git-metrics.ts";

describe("createGitMetrics", () => {
  it("counts commits with their resources and times, failures by reason, and what others did to the branch", async () => {
    const registry = new Registry();
    const observer = createGitMetrics(registry);
    observer.pushed({ resources: 3, files: 6, seconds: 0.04 });
    observer.pushed({ resources: 1, files: 2, seconds: 0.02 });
    observer.pushFailed("GitUnavailable");
    observer.moved({ files: 1, rewritten: false });
    observer.moved({ files: 1, rewritten: true });
    const lines = (await registry.metrics()).split("\n");
    expect(lines).to.include.members([
      "berth_git_push_seconds_count 2",
      "berth_git_pushed_resources_total 4",
      'berth_git_push_failures_total{reason="GitUnavailable"} 1',
      'berth_git_foreign_moves_total{kind="added"} 1',
      'berth_git_foreign_moves_total{kind="rewritten"} 1',
    ]);
    expect(lines.find((line) => line.startsWith("berth_git_push_seconds_sum"))).to.match(/ 0\.06/);
  });

  it("says that the branch cannot be read until it was, and when it no longer can", async () => {
    const registry = new Registry();
    const observer = createGitMetrics(registry);
    const told = async (): Promise<string[]> =>
      (await registry.metrics()).split("\n").filter((line) => line.startsWith("berth_git_branch_read "));
    expect(await told()).to.deep.equal(["berth_git_branch_read 0"]);
    observer.looked(true);
    expect(await told()).to.deep.equal(["berth_git_branch_read 1"]);
    observer.looked(false);
    expect(await told()).to.deep.equal(["berth_git_branch_read 0"]);
  });
});
