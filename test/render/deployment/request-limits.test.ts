import { expect } from "chai";
import fc from "fast-check";
import { formatLargerThan } from "../../../render/deployment/request-limits.ts";
import { testSeed } from "../../support/seeded-random.ts";

/** As Envoy takes it: of the whole value. */
const fits = (limit: number, value: string): boolean => new RegExp(`^(?:${formatLargerThan(limit)})$`).test(value);

describe("Bodies that are too large by their length", () => {
  it("are those above the limit, for any limit and length", () => {
    const number = fc.oneof(fc.nat(1_200), fc.nat(11_000_000_000));
    const near = fc.tuple(number, fc.integer({ min: -2, max: 2 })).map(([limit, off]) => [limit, limit + off] as const);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(number, number), near), ([limit, length]) => {
        if (length >= 0) expect(fits(limit, String(length))).to.equal(length > limit);
      }),
      { numRuns: 2_000, seed: testSeed() },
    );
  });

  it("pass by no leading zeros, and nothing else than a number is one", () => {
    expect(fits(1_048_576, "0001048577")).to.equal(true);
    expect(fits(1_048_576, "0001048576")).to.equal(false);
    for (const other of ["", "-1", "1e9", "99999999, 1", "99999999x", "٩٩٩٩٩٩٩٩"])
      expect(fits(1_048_576, other), other).to.equal(false);
  });
});
