import { expect } from "chai";
import { SlowClusters } from "../../../api/alerts/slow-clusters.ts";

const CLUSTERS = ["a", "b", "c", "d"].map((id) => ({ id }));
const ids = (clusters: readonly { id: string }[]): string => clusters.map(({ id }) => id).join("");
const divided = (slow: SlowClusters, clusters = CLUSTERS): string[] => {
  const { soon, slow: others } = slow.divide(clusters);
  return [ids(soon), ids(others)];
};

describe("Clusters that are slow", () => {
  it("come after all others, whoever was asked longest ago first, until they answer soon", () => {
    const slow = new SlowClusters();
    expect(divided(slow)).to.deep.equal(["abcd", ""]);
    for (const id of ["c", "a", "b"]) slow.note(id, false);
    expect(divided(slow)).to.deep.equal(["d", "cab"]);
    slow.note("c", false);
    slow.note("a", true);
    expect(divided(slow)).to.deep.equal(["ad", "bc"]);
  });

  it("are forgotten with what is looked at on them", () => {
    const slow = new SlowClusters();
    for (const { id } of CLUSTERS) slow.note(id, false);
    expect(divided(slow, CLUSTERS.slice(0, 1))).to.deep.equal(["", "a"]);
    expect(divided(slow)).to.deep.equal(["bcd", "a"]);
  });
});
