import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { knowsGateways, knowsOwnCertificates, knowsPublicPorts } from "../../../render/charts/gateway-names.ts";

const { version } = parse(readFileSync(new URL("../../../charts/workload/Chart.yaml", import.meta.url), "utf8")) as {
  version: string;
};

describe("What a release of charts/workload can take", () => {
  it("are Gateways since 0.1.2, public ports since 0.1.8, and certificates of a name's own since 0.1.9", () => {
    const versions = ["0.1.0", "0.1.1", "0.1.2", "0.1.7", "0.1.8", "0.1.9", "0.1.10", version];
    const known = versions.map(
      (one) => [knowsGateways(one), knowsPublicPorts(one), knowsOwnCertificates(one)].filter(Boolean).length,
    );
    expect(known).to.deep.equal([0, 0, 1, 1, 2, 3, 3, 3]);
  });
});
