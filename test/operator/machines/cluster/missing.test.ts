import { expect } from "chai";
import { missing } from "../../../../operator/machines/cluster/missing.ts";
import type { ClusterObserved } from "../../../../operator/machines/cluster/observe-types.ts";
import { CLUSTER_WELL } from "../../../support/cluster-scene.ts";

describe("missing", () => {
  const effects = (changes: Partial<ClusterObserved>): readonly string[] =>
    missing({ ...CLUSTER_WELL, ...changes }).map(({ kind }) => kind);

  it("has the platform's own Secrets brought where they do not lie, and holds up nothing for one that is refused", () => {
    expect(effects({ secrets: "stale" })).to.deep.equal(["bringSecrets"]);
    expect(effects({ secrets: "current" })).to.deep.equal([]);
    expect(effects({ secrets: "failed" })).to.deep.equal([]);
    expect(effects({ secrets: "stale", tenant: { kind: "unreachable", sinceMs: 0 } })).to.deep.equal([]);
    expect(effects({ secrets: "stale", registration: { kind: "absent" } })).not.to.include("bringSecrets");
  });

  it("has components removed and let go of, once the registration says which ones are wanted", () => {
    const { bundle } = CLUSTER_WELL;
    for (const changed of [
      { ...bundle, surplus: ["old"] },
      { ...bundle, released: ["own"] },
    ]) {
      expect(effects({ bundle: changed })).to.deep.equal(["pruneBundle"]);
      // Before that the set would bring them again.
      expect(effects({ bundle: changed, registration: { kind: "stale" } })).not.to.include("pruneBundle");
    }
  });
});
