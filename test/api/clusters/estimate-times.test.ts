import { expect } from "chai";
import { estimateTimes, type Offer } from "../../../api/clusters/estimate-times.ts";

describe("estimated creation times", () => {
  const offer: Offer = { provider: "local", tier: "shared", geographicRegion: "eu", regions: ["a", "b"] };
  const took = (seconds: number, region = "a", tier = "shared") => ({ provider: "local", tier, region, seconds });

  it("are defaults without samples, by tier", () => {
    const tiers = (["shared", "dedicated", "production"] as const).map((tier) => ({ ...offer, tier }));
    const estimates = estimateTimes(tiers, []);
    expect(estimates.map(({ p50_seconds, p90_seconds, samples }) => [p50_seconds, p90_seconds, samples])).to.deep.equal(
      [
        [60, 180, 0],
        [300, 600, 0],
        [480, 900, 0],
      ],
    );
  });

  it("are the measured percentiles of the same offer, whatever the order", () => {
    const measured = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1.2].map((seconds, at) => took(seconds, at % 2 === 0 ? "a" : "b"));
    const [estimate] = estimateTimes([offer], [...measured, took(900, "elsewhere"), took(900, "a", "dedicated")]);
    expect(estimate).to.include({ p50_seconds: 5, p90_seconds: 9, samples: 10 });
  });

  it("of one sample are that sample", () => {
    expect(estimateTimes([offer], [took(7.1)])[0]).to.include({ p50_seconds: 8, p90_seconds: 8, samples: 1 });
  });
});
