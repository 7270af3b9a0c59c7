import { expect } from "chai";
import { age, duration } from "../../../console/view/times.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");

describe("Times for people", () => {
  it("are ages in one unit, and never of the future", () => {
    const ages = [
      "2026-11-23T12:05:00Z",
      "2026-11-23T11:59:30Z",
      "2026-11-23T11:58:00Z",
      "2026-11-23T00:30:00Z",
      "2026-11-20T00:00:00Z",
    ];
    expect(ages.map((at) => age(at, NOW))).to.deep.equal(["now", "now", "2 min", "11 h", "3 d"]);
  });

  it("are how long something took", () => {
    expect([-5, 1_400, 42_300, 200_000, 7_500_000].map((ms) => duration(0, ms))).to.deep.equal([
      "0.0 s",
      "1.4 s",
      "42 s",
      "3 min 20 s",
      "2 h 5 min",
    ]);
    expect([9_970, 59_600, 119_700, 179_999, 3_599_800].map((ms) => duration(0, ms))).to.deep.equal([
      "10 s",
      "1 min 0 s",
      "2 min 0 s",
      "3 min 0 s",
      "1 h 0 min",
    ]);
  });
});
