import { expect } from "chai";
import { roundDecimal } from "../../../api/providers/round-decimal.ts";

describe("decimal texts", () => {
  const rows = [
    ["0.0440000000000000", 4, "0.0440"],
    ["0.044", 4, "0.0440"],
    ["3.79", 2, "3.79"],
    ["12", 2, "12.00"],
    ["1.005", 2, "1.01"],
    ["1.00499999", 2, "1.00"],
    ["0.99995", 4, "1.0000"],
    ["9999999999999999.995", 2, "10000000000000000.00"],
    ["007.5", 2, "7.50"],
  ] as const;
  for (const [text, places, expected] of rows)
    it(`rounds ${text} to ${expected}`, () => expect(roundDecimal(text, places)).to.equal(expected));

  it("of what is no decimal are refused", () => expect(() => roundDecimal("1e5", 2)).to.throw(SyntaxError));
});
