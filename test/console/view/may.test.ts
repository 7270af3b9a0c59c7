import { expect } from "chai";
import { mayChange, NEEDED } from "../../../console/view/may.ts";
import { createCluster } from "../../../contract/rest/clusters.ts";
import { createDatabase } from "../../../contract/rest/databases.ts";
import { createDeployment } from "../../../contract/rest/deployments.ts";

describe("What is offered to a role", () => {
  it("is what the interface would not refuse", () => {
    const asked = { deployments: createDeployment, databases: createDatabase, clusters: createCluster };
    for (const [kind, { who }] of Object.entries(asked))
      expect(who).to.deep.equal({ kind: "role", role: NEEDED[kind as keyof typeof NEEDED] });
  });

  it("is nothing for viewers and for whoever has no role", () => {
    const may = [null, undefined, "viewer", "member", "admin", "owner"].map((role) => [
      mayChange(role, "deployments"),
      mayChange(role, "clusters"),
    ]);
    expect(may).to.deep.equal([
      [false, false],
      [false, false],
      [false, false],
      [true, false],
      [true, true],
      [true, true],
    ]);
  });
});
