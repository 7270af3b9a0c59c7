import { expect } from "chai";
import { listMetrics } from "../../scripts/metrics-reference.ts";
import { productSources } from "../support/find-patterns.ts";

/** Finds the metrics that sources name, listed or not. */
function metricsNamedIn(sources: readonly Readonly<{ text: string }>[]): string[] {
  const making = sources.filter(({ text }) => text.includes('from "prom-client"'));
  return making.flatMap(({ text }) => [...text.matchAll(/"(berth_[a-z_]+)"/g)].map(([, name]) => name!)).sort();
}

describe("the reference of metrics", () => {
  it("has every metric that the product makes, wherever it does", async () => {
    const names = (await listMetrics()).map(({ name }) => name);
    expect(names).to.not.be.empty;
    expect(metricsNamedIn(productSources())).to.deep.equal(names.sort());
  });

  it("would be seen to lack one (known bad)", () => {
    const text = 'import { Gauge } from "prom-client";\nnew Gauge({ name: "berth_forgotten", help: "", registers });';
    expect(metricsNamedIn([{ text }])).to.deep.equal(["berth_forgotten"]);
  });
});
