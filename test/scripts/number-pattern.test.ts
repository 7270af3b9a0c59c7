import { expect } from "chai";
import { numberPattern } from "../../scripts/number-pattern.ts";

describe("The pattern of a range of numbers", () => {
  for (const [min, max] of [
    [0, 120],
    [1, 999],
    [121, 3650],
    [0, 5],
    [7, 7],
    [1, 10_000],
    [95, 105],
    [130, 139],
    [10, 99],
  ] as const)
    it(`takes ${min} to ${max}, and no other`, () => {
      const pattern = new RegExp(numberPattern(min, max));
      const taken = Array.from({ length: 20_000 }, (_, number) => number).filter((number) =>
        pattern.test(String(number)),
      );
      expect([taken.at(0), taken.at(-1), taken.length]).to.deep.equal([min, max, max - min + 1]);
    });

  it("takes zeros in front, as a process does, and nothing else beside digits", () => {
    const pattern = new RegExp(numberPattern(1, 120));
    expect(["007", "0", "", "1.5", "-1", "1e2", " 1", "1\n"].filter((text) => pattern.test(text))).to.deep.equal([
      "007",
    ]);
  });
});
