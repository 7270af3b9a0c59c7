import { expect } from "chai";
import { isRun } from "./node-lacks.ts";

const LACKS = ["there is no nft (install nftables)", "this process has no CAP_NET_ADMIN (run it as root)"];

describe("Tests of real nodes", () => {
  it("run where nothing is missing, in CI too", () => {
    expect([isRun([], false), isRun([], true)]).to.deep.equal([true, true]);
  });

  it("are skipped where something is missing", () => {
    expect(isRun(LACKS, false)).to.equal(false);
  });

  it("fail in CI instead, in one sentence that names all that is missing", () => {
    expect(() => isRun(LACKS, true)).to.throw(
      "Real nodes cannot run here, and CI skips none of their tests: " +
        "there is no nft (install nftables); this process has no CAP_NET_ADMIN (run it as root).",
    );
  });
});
