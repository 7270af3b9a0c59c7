import { expect } from "chai";
import { compareVersions, decideTopologyVersion } from "./topology-version.ts";

describe("The version that Cluster API is asked for", () => {
  const rows = [
    [undefined, undefined, "v1.36.3", "new clusters get the newest"],
    [undefined, "v1.35.2", "v1.35.2", "what runs is kept without a wish"],
    ["1.35", undefined, "v1.35.4", "a minor version gets its newest patch"],
    ["1.35", "v1.35.2", "v1.35.2", "any patch meets a minor version"],
    ["v1.36", "v1.35.2", "v1.36.3", "the next minor version is an upgrade"],
    ["1.35.9", "v1.35.10", "v1.35.10", "patches compare as numbers, and none goes back"],
    ["1.36.1", "v1.36.0", "v1.36.1", "a patch is asked for as it is"],
    ["1.41", undefined, "v1.41.0", "an unknown minor version has its first patch"],
  ] as const;
  for (const [wanted, current, expected, why] of rows)
    it(why, () => expect(decideTopologyVersion(wanted, current)).to.equal(expected));

  it("compares equal versions as equal", () => expect(compareVersions("1.36.1", "v1.36.1")).to.equal(0));
});
