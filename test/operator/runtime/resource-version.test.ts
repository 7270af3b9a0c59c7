import { expect } from "chai";
import fc from "fast-check";
import { compareVersions } from "../../../operator/runtime/resource-version.ts";

describe("compareVersions", () => {
  it("orders versions as BigInt does, beyond what a double can tell apart", () => {
    const version = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const near = fc.tuple(version, fc.bigInt({ min: 0n, max: 2n })).map(([a, d]) => [a, a + d] as const);
    const property = fc.property(fc.oneof(near, fc.tuple(version, version)), ([a, b]) => {
      expect(Math.sign(compareVersions(String(a), String(b)))).to.equal(a < b ? -1 : a > b ? 1 : 0);
    });
    fc.assert(property, { examples: [[[99n, 100n]], [[9007199254740992n, 9007199254740993n]]] });
  });
});
