import { expect } from "chai";
import { readTests } from "./conformance-results.ts";

const SAID = `=== RUN   TestConformance
=== RUN   TestConformance/HTTPRouteSimple
    httproute-simple.go:50: --- FAIL: TestConformance/Quoted (is said in the middle of a line)
--- FAIL: TestConformance (61.20s)
    --- PASS: TestConformance/HTTPRouteSimple (0.51s)
        --- PASS: TestConformance/HTTPRouteSimple/Simple_HTTP_request_should_reach_infra-backend (0.09s)
    --- FAIL: TestConformance/HTTPRouteWeight (60.01s)
        --- FAIL: TestConformance/HTTPRouteWeight/Requests_should_have_a_distribution (60.00s)
    --- SKIP: TestConformance/MeshBasic (0.00s)
FAIL
`;

describe("results of the conformance suite", () => {
  it("are those of its tests, not of their parts, nor of the suite as a whole", () => {
    expect(Object.fromEntries(readTests(SAID))).to.deep.equal({
      HTTPRouteSimple: "PASS",
      HTTPRouteWeight: "FAIL",
      MeshBasic: "SKIP",
    });
  });

  it("are none where it was cut off", () => {
    expect([...readTests(SAID.slice(0, 60))]).to.deep.equal([]);
  });
});
