import { expect } from "chai";
import { clockSkew } from "../../../console/view/clock-skew.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const HOUR_MS = 3_600_000;

describe("The gateway's clock", () => {
  const skewOf = (byMs: number): number => clockSkew(new Date(NOW + byMs).toUTCString(), NOW);

  it("is the reader's where they are apart by what answers take", () => {
    expect([0, -1_000, 1_000, 29_000, -29_000].map(skewOf)).to.deep.equal([0, 0, 0, 0, 0]);
  });

  it("is what the reader's is set right by, wherever that stands", () => {
    const apart = [2 * HOUR_MS, -2 * HOUR_MS, 24 * HOUR_MS, -40_000];
    expect(apart.map(skewOf)).to.deep.equal(apart);
  });

  it("stays what is known while answers agree with it, so that nothing is told anew for parts of seconds", () => {
    const heard = (byMs: number): number => clockSkew(new Date(NOW + byMs).toUTCString(), NOW, 2 * HOUR_MS);
    expect([2 * HOUR_MS, 2 * HOUR_MS + 1_000, 2 * HOUR_MS - 29_000].map(heard)).to.deep.equal(
      Array(3).fill(2 * HOUR_MS),
    );
    expect([0, 3 * HOUR_MS].map(heard)).to.deep.equal([0, 3 * HOUR_MS]);
    expect(clockSkew(null, NOW, HOUR_MS)).to.equal(HOUR_MS);
  });

  it("is the reader's where an answer tells none", () => {
    expect([clockSkew(null, NOW), clockSkew("", NOW), clockSkew("soon", NOW)]).to.deep.equal([0, 0, 0]);
  });
});
