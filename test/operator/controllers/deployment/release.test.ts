import { expect } from "chai";
import { releaseOnly } from "../../../../operator/controllers/deployment/release.ts";
import type { DeploymentObject } from "../../../../operator/resources/objects.ts";
import { APPLICATION } from "../../../support/delivered.ts";

const SPEC: DeploymentObject["spec"] = { cluster: "one", appType: "api", dockerImage: "nginx" };

const keeps = (spec: Partial<DeploymentObject["spec"]>, hasFailed: boolean): boolean => {
  const view = { ...APPLICATION, release: { job: "web-1", hasFailed } };
  const seen = releaseOnly({ spec: { ...SPEC, ...spec } }, view);
  return seen.kind === "present" && seen.release !== undefined;
};

describe("What Argo CD shows of a Job", () => {
  it("is of a release command where there is one; of what is stopped only where Argo CD says that it failed the sync", () => {
    const releaseCommand = ["./migrate"];
    expect([keeps({}, false), keeps({}, true)]).to.deep.equal([false, false]);
    expect([keeps({ releaseCommand }, false), keeps({ releaseCommand }, true)]).to.deep.equal([true, true]);
    expect([true, false].map((hasFailed) => keeps({ releaseCommand, stopped: true }, hasFailed))).to.deep.equal([
      true,
      false,
    ]);
  });
});
