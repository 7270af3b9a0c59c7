import { expect } from "chai";
import { ChartGate } from "../../../operator/delivery/chart-gate.ts";
import type { PlatformChart } from "../../../operator/delivery/platform-charts.ts";

const chart = (name: string): PlatformChart => ({
  name,
  version: "2.0.0",
  folder: `platform/charts/${name}/2.0.0`,
  files: [{ path: `platform/charts/${name}/2.0.0/Chart.yaml`, content: "", blobId: "b" }],
});
const EFFECTS = [{ kind: "pushSecrets" }, { kind: "write" }] as const;

describe("ChartGate", () => {
  let isPublished = false;
  let random = 0;
  let requeued: string[] = [];
  const create = (): ChartGate =>
    new ChartGate({
      writer: { head: () => undefined, hasContent: () => isPublished },
      charts: { workload: chart("workload"), database: chart("database") },
      requeue: (key) => requeued.push(key),
      random: () => random,
    });
  const at = (version: string): { key: string; chart: "workload"; version: string } => ({
    key: "Deployment/org-acme/shop",
    chart: "workload",
    version,
  });
  beforeEach(() => {
    isPublished = false;
    random = 0;
    requeued = [];
  });

  it("holds back only the write that names a chart which is not in Git yet", () => {
    const gate = create();
    expect(gate.sift(EFFECTS, at("2.0.0")).effects).to.deep.equal([{ kind: "pushSecrets" }]);
    expect(gate.sift(EFFECTS, at("1.0.0")), "an older one is there").to.deep.equal({
      effects: EFFECTS,
      held: undefined,
    });
    const others = [{ kind: "startSync" }] as const;
    expect(gate.sift(others, at("2.0.0"))).to.deep.equal({ effects: others, held: undefined });
  });

  it("lets go what it held once the chart is published, and no one else", () => {
    const gate = create();
    gate.sift(EFFECTS, at("2.0.0"));
    isPublished = true;
    gate.open();
    gate.open();
    expect(requeued).to.deep.equal(["Deployment/org-acme/shop"]);
    expect(gate.sift(EFFECTS, at("2.0.0"))).to.deep.equal({ effects: EFFECTS, held: undefined });
  });

  it("has thousands look again by themselves seldom, and not at one moment", () => {
    const gate = create();
    const delays = [0, 0.5, 0.99].map((value) => {
      random = value;
      const { held } = gate.sift(EFFECTS, at("2.0.0"));
      return held?.kind === "wait" ? held.afterMs : 0;
    });
    expect(delays).to.deep.equal([5_000, 10_000, 14_900]);
  });
});
