import { expect } from "chai";
import {
  judgeRoute,
  type FoundRoute,
  type GatewayCondition,
} from "../../../../operator/machines/deployment/domain-route.ts";

const said = (type: string, status = "True", reason = type): GatewayCondition => ({ type, status, reason });
const TAKEN: FoundRoute = {
  listener: [said("Accepted"), said("ResolvedRefs"), said("Programmed")],
  route: [said("Accepted"), said("ResolvedRefs")],
};

describe("judgeRoute", () => {
  const judge = (found: Partial<FoundRoute>): object => judgeRoute({ ...TAKEN, ...found });

  it("believes that requests come in once listener and route are both taken", () => {
    expect(judge({})).to.deep.equal({ kind: "found", verdict: "taken" });
    for (const left of [
      { listener: [] },
      { route: [] },
      { listener: TAKEN.listener.slice(0, 2) },
      { route: [said("Accepted")] },
    ])
      expect(judge(left), JSON.stringify(left)).to.deep.equal({ kind: "found", verdict: "waiting" });
    const coming = [said("Accepted"), said("ResolvedRefs"), said("Programmed", "False", "Pending")];
    expect(judge({ listener: coming })).to.deep.equal({ kind: "found", verdict: "waiting" });
  });

  it("tells a missing certificate from a refusal", () => {
    const uncertified = [
      said("Accepted"),
      said("ResolvedRefs", "False", "InvalidCertificateRef"),
      said("Programmed", "False"),
    ];
    expect(judge({ listener: uncertified })).to.deep.equal({ kind: "found", verdict: "uncertified" });
    const conflict = [said("Accepted", "False", "HostnameConflict")];
    expect(judge({ listener: conflict })).to.deep.equal({
      kind: "found",
      verdict: "refused",
      reason: "HostnameConflict",
    });
    const lost = [said("Accepted"), said("ResolvedRefs", "False", "BackendNotFound")];
    expect(judge({ route: lost })).to.deep.equal({ kind: "found", verdict: "refused", reason: "BackendNotFound" });
  });

  it("repeats no text of the cluster's people", () => {
    const spoken = [said("Accepted", "False", "call 0800 1234 <b>")];
    expect(judge({ route: spoken })).to.deep.equal({ kind: "found", verdict: "refused", reason: "Refused" });
  });
});
