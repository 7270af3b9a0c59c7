import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { knowsGateways, knowsPublicPorts } from "../../../render/charts/gateway-names.ts";

const { version } = parse(readFileSync(new URL("../../../charts/workload/Chart.yaml", import.meta.url), "utf8")) as {
  version: string;
};

describe("What a release of charts/workload can take", () => {
  it("are Gateways since 0.1.2, and public ports since 0.1.8", () => {
    const known = ["0.1.0", "0.1.1", "0.1.2", "0.1.7", "0.1.8", "0.1.10", version].map((one) => [
      knowsGateways(one),
      knowsPublicPorts(one),
    ]);
    const [neither, gateways, both] = [[false, false], [true, false], [true, true]];
    expect(known).to.deep.equal([neither, neither, gateways, gateways, both, both, both]);
  });
});
