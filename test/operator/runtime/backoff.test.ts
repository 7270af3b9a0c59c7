import { expect } from "chai";
import fc from "fast-check";
import { backoffMs } from "../../../operator/runtime/backoff.ts";

const SHAPE = { baseMs: 100, maxMs: 60_000 };

describe("backoffMs", () => {
  it("doubles up to its bound", () => {
    const full = [1, 2, 3, 4, 10, 11, 5000].map((failures) => backoffMs(SHAPE, failures, () => 1));
    expect(full).to.eql([100, 200, 400, 800, 51_200, 60_000, 60_000]);
  });

  it("is never zero, never above the bound, and spreads over the upper half", () => {
    const property = fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, r) => {
        const lowMs = backoffMs(SHAPE, failures, () => 0);
        const ms = backoffMs(SHAPE, failures, () => r);
        expect(ms).to.be.within(Math.max(50, lowMs), Math.min(60_000, 2 * lowMs));
      },
    );
    fc.assert(property);
  });
});
