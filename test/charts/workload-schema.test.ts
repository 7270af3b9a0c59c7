import { expect } from "chai";
import fc from "fast-check";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderDeployment } from "../../render/deployment/render-deployment.ts";
import { formatWorkloadSchema, workloadValues } from "../../render/charts/workload-values.ts";
import { parse } from "yaml";
import { deploymentInput } from "../support/deployment-input.ts";
import { WORKLOAD_CHART, renderMany } from "../support/helm.ts";
import { randomDeployment } from "../support/random-deployment.ts";
import { testSeed } from "../support/seeded-random.ts";

describe("charts/workload/values.schema.json", function () {
  this.timeout(300_000);

  it("is the one of render/charts/workload-values.ts (else: node scripts/generate-workload-schema.ts)", async () => {
    expect(await readFile(join(WORKLOAD_CHART, "values.schema.json"), "utf8")).to.equal(formatWorkloadSchema());
  });

  it("takes the values of random deployments, and zod takes them too", async () => {
    const specs = fc.sample(randomDeployment, { numRuns: 200, seed: testSeed() }).filter((spec) => spec.appType !== "helm");
    const values = specs.map((spec) => renderDeployment({ ...deploymentInput({}), spec }).valuesYaml);
    for (const text of values) workloadValues.parse(parse(text));
    expect(await renderMany(WORKLOAD_CHART, values, "web")).to.have.length(specs.length);
  });

  const bad: [string, string][] = [
    ["a number where a text belongs", 'env: [{name: "A", value: 1}]'],
    ["an unknown member of a probe", "probes: {liveness: {type: tcp, retries: 1}}"],
    ["a port that is none", "port: 70000"],
    ["an unknown kind", "kind: DaemonSet"],
  ];
  for (const [name, line] of bad) {
    it(`makes helm refuse ${name}`, async () => {
      const good = parse(renderDeployment(deploymentInput({})).valuesYaml) as Record<string, unknown>;
      const text = `${JSON.stringify({ ...good, ...(parse(line) as object) })}\n`;
      const refusal = await renderMany(WORKLOAD_CHART, [text], "web").then(() => "accepted", String);
      expect(refusal).to.match(/values don't meet the specifications of the schema/);
    });
  }
});
