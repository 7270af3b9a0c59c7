import { expect } from "chai";
import { newId } from "../../../api/identity/new-id.ts";
import { releaseJobName, releaseRunId } from "../../../api/runs/release-run.ts";

const OF = { deploymentId: "0190a8f0-0000-7000-8000-00000000000a", handle: "shop-abc" };
const JOB = "shop-abc-00112233ff";

describe("the id of a release command's run", () => {
  it("says what its Job is called", () => {
    const id = releaseRunId(OF, JOB) ?? "";
    expect(id).to.match(/^00112233-ff[0-9a-f]{2}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(releaseJobName(OF, id)).to.equal(JOB);
    expect(releaseRunId(OF, JOB), "each time").to.equal(id);
  });

  it("is none of a Job that no release has named", () => {
    for (const name of ["", "0011223", "00112233fg", "00112233FF", "00112233ff0", "-0112233ff", "by-hand"])
      expect([name, releaseRunId(OF, `shop-abc-${name}`)]).to.deep.equal([name, undefined]);
    expect(releaseRunId(OF, "other-00112233ff")).to.equal(undefined);
  });

  it("says nothing to another deployment, and no other id says anything", () => {
    const id = releaseRunId(OF, JOB) ?? "";
    expect(releaseJobName({ ...OF, deploymentId: newId() }, id)).to.equal(undefined);
    expect(releaseJobName({ ...OF, handle: "other" }, id)).to.equal(undefined);
    const none = "00000000-0000-0000-0000-000000000000";
    for (const other of [`1${id.slice(1)}`, `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`, newId(), none])
      expect([other, releaseJobName(OF, other)]).to.deep.equal([other, undefined]);
  });
});
