import { expect } from "chai";
import { isInEu, normalizeVatNumber, vatNumberFault } from "../../../api/invoices/vat-number.ts";
import { vatTreatment } from "../../../api/invoices/vat-treatment.ts";

describe("VAT numbers", () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ["NL", "NL004495445B01", undefined],
    ["NL", "NL004495445001", "this is not how VAT numbers that start with NL are formed"],
    ["NL", "DE123456789", "a VAT number of NL starts with NL"],
    ["BE", "BE1000000000", undefined],
    ["GR", "EL123456789", undefined],
    ["GR", "GR123456789", "a VAT number of GR starts with EL"],
    ["IE", "IE1234567WA", undefined],
    ["IE", "IE1+23456A", undefined],
    ["FR", "FRO1123456789", "this is not how VAT numbers that start with FR are formed"],
    ["SE", "SE123456789001", undefined],
    ["SE", "SE123456789002", "this is not how VAT numbers that start with SE are formed"],
    ["GB", "XI123456789", undefined],
    ["GB", "GB123456789", undefined],
    ["CH", "CHE123456788MWST", undefined],
    ["US", "!", "a VAT number has 2 to 20 letters and digits"],
  ];
  for (const [country, number, fault] of rows)
    it(`${fault === undefined ? "takes" : "refuses"} ${number} of ${country}`, () =>
      expect(vatNumberFault(number, country)).to.equal(fault));

  it("writes them without blanks and marks", () =>
    expect(normalizeVatNumber(" nl 0044.95-445/B01 ")).to.equal("NL004495445B01"));

  it("knows the 27 states of the EU", () => {
    const codes = Array.from({ length: 676 }, (_, at) => String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)));
    // EL is Greece's prefix, never its code.
    expect(codes.filter((code) => code !== "EL" && isInEu(code))).to.have.length(27);
  });
});

describe("VAT treatment", () => {
  const customer = (countryCode: string, vatNumber: string | null = null, vatNumberVerified = false): string =>
    vatTreatment({ countryCode, vatNumber, vatNumberVerified }, "NL");

  it("is domestic in the seller's country, with a number or without", () => {
    expect(customer("NL")).to.equal("domestic");
    expect(customer("NL", "NL004495445B01", true)).to.equal("domestic");
  });
  it("reverses the charge in another EU state only for a verified number", () => {
    expect(customer("DE", "DE123456789", true)).to.equal("reverse_charge");
    expect(customer("DE", "DE123456789")).to.equal("oss");
    expect(customer("DE")).to.equal("oss");
  });
  it("is outside the scope elsewhere", () => {
    expect(customer("US")).to.equal("outside_scope");
    expect(customer("GB", "XI123456789", true)).to.equal("outside_scope");
  });
});
