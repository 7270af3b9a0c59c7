import { expect } from "chai";
import { amountLimits, quotaOf } from "../../contract/quotas.ts";

describe("A quota", () => {
  it("is the default times the installation's factor", () => {
    for (const none of [undefined, null, {}, { clusters: 9 }, { deployments: null }])
      expect(quotaOf("deployments", none, 4), JSON.stringify(none)).to.equal(200);
  });

  it("is what a platform admin has set, none at all included, whatever the factor", () => {
    for (const deployments of [0, 7]) expect(quotaOf("deployments", { deployments }, 4)).to.equal(deployments);
  });
});

describe("The limits of amounts", () => {
  it("are those that a platform admin has set, none at all included", () => {
    expect(amountLimits({ cpu: 0, memory_mb: 512, storage_gb: null, deployments: 3 })).to.deep.equal({
      cpu: 0,
      memory_mb: 512,
    });
  });

  it("are not there where nothing limits an amount", () => {
    for (const none of [undefined, null, {}, { deployments: 3 }, { cpu: null }])
      expect(amountLimits(none), JSON.stringify(none)).to.equal(undefined);
  });
});
