import { expect } from "chai";
import { registryHostFaults, registryHostOf } from "../../contract/registry-host.ts";

const HARBOR = { BERTH_HARBOR_URL: "https://harbor.example.org/" };
const OWN = { BERTH_REGISTRY_URL: "https://localhost:5000/v2" };

describe("The host of the organizations' images", () => {
  it("is that of the one registry there is, with its port", () => {
    expect(registryHostOf(HARBOR)).to.equal("harbor.example.org");
    expect(registryHostOf(OWN)).to.equal("localhost:5000");
    expect(registryHostOf({})).to.equal(undefined);
  });

  it("is of one registry only", () => {
    expect(registryHostFaults({ ...HARBOR, ...OWN })).to.deep.equal([
      "BERTH_HARBOR_URL and BERTH_REGISTRY_URL exclude each other: there is one registry",
    ]);
    for (const good of [HARBOR, OWN, {}]) expect(registryHostFaults(good)).to.deep.equal([]);
  });
});
