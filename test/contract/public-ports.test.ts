import { expect } from "chai";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { publicPortRules, publicPortsOf, takesPublicPorts } from "../../contract/resources/public-ports.ts";

describe("A public port", () => {
  it("needs a cluster with a Gateway of its own that takes TCP", () => {
    const cluster = { provider: "hetzner", tier: "dedicated" };
    for (const routing of ["gateway", "both"] as const)
      expect(takesPublicPorts({ ...cluster, routing }), routing).to.equal(true);
    const without = {
      ingress: { routing: "ingress" },
      "a local one": { provider: "local" },
      shared: { tier: "shared" },
    };
    for (const [name, other] of Object.entries(without))
      expect(takesPublicPorts({ ...cluster, routing: "gateway", ...(other as object) }), name).to.equal(false);
    expect(takesPublicPorts(cluster), "ingress unless something is said").to.equal(false);
  });

  const broken = (additionalPorts: DeploymentSpec["additionalPorts"]): readonly string[] => {
    const spec: DeploymentSpec = { cluster: "one", appType: "api", additionalPorts };
    return publicPortRules.filter(({ check }) => check?.(spec as never) === false).map(({ name }) => name);
  };

  it("is a number that is neither privileged nor one of the Gateway's own", () => {
    for (const publicPort of [1024, 9_999, 20_000, 65_535])
      expect(broken([{ port: 25, publicPort }]), String(publicPort)).to.deep.equal([]);
    expect(broken([{ port: 25, publicPort: 1023 }])).to.deep.equal(["publicPortsUnprivileged"]);
    for (const publicPort of [10_000, 19_999])
      expect(broken([{ port: 25, publicPort }]), String(publicPort)).to.deep.equal(["publicPortsNotGateways"]);
  });

  it("is of one port, by TCP", () => {
    expect(broken([{ port: 53, protocol: "TCP", publicPort: 5_300 }])).to.deep.equal([]);
    expect(broken([{ port: 53, protocol: "UDP", publicPort: 5_300 }])).to.deep.equal(["publicPortsByTcp"]);
    expect(broken([{ port: 53, protocol: "UDP" }])).to.deep.equal([]);
    const [one, other] = [
      { port: 1, publicPort: 5_300 },
      { port: 2, publicPort: 5_301 },
    ];
    expect(broken([one, other])).to.deep.equal([]);
    expect(broken([one, { ...other, publicPort: one.publicPort }])).to.deep.equal(["publicPortsUnique"]);
  });

  it("is asked for port by port", () => {
    expect(publicPortsOf({ additionalPorts: [{ port: 25, publicPort: 2_525 }, { port: 26 }] })).to.deep.equal([
      { port: 25, publicPort: 2_525 },
    ]);
    expect(publicPortsOf({})).to.deep.equal([]);
  });
});
