import { expect } from "chai";
import { parseQuantity } from "../../../adapters/kubernetes/parse-quantity.ts";

describe("quantities of Kubernetes", () => {
  it("are read in all their ways of writing", () => {
    const quantities = {
      "250m": 0.25,
      "1.5Gi": 1.5 * 2 ** 30,
      "12e3": 12_000,
      "129M": 129e6,
      "0": 0,
      "3500000n": 0.0035,
    };
    for (const [text, value] of Object.entries(quantities))
      expect(parseQuantity(text), text).to.be.closeTo(value, value * 1e-9);
    expect(parseQuantity(2)).to.equal(2);
  });

  it("are none where something else stands", () => {
    for (const text of ["", "1.2.3", "ten", "1Xi", "1 Gi", "NaN", "1toString", "9".repeat(400), null, undefined, {}])
      expect(parseQuantity(text), String(text)).to.equal(undefined);
  });
});
