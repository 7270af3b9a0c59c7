import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startPlatform, type Platform } from "../support/platform.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Extracts the commands that the README tells people to type, in order. */
function tour(): string[] {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  return [...readme.matchAll(/<!-- tour -->\n```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
}

describe("the README's tour", function () {
  this.timeout(600_000);
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });

  it("works as it is written", () => {
    const steps = tour();
    expect(steps.length).to.be.greaterThan(5);
    const script = ["set -euo pipefail", ...steps.map((step, index) => `echo; echo "## step ${index}"\n${step}`)].join(
      "\n",
    );
    const output = execFileSync("bash", ["-c", script], {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, BERTH_HOME: platform.homeDir },
    });
    const step = (index: number): string => output.split(`## step ${index}\n`)[1]!.split("## step ")[0]!;
    expect(step(2), "the cluster").to.include('"status":"running"');
    expect(step(3), "the values").to.include("nginx:1.29");
    expect(step(4), "the pods").to.match(/shop-\S+\s+1\/1\s+Running/);
    expect(step(5), "the change").to.include('"replicas":3').and.to.include("readiness");
    expect(step(6), "the end").to.include('"status":"deleting"');
  });
});
