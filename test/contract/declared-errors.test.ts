import { expect } from "chai";
import { ERRORS } from "../../contract/errors.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";

/** Codes that belong to no operation, and who has them. */
const OF_NO_OPERATION: Readonly<Record<string, string>> = {
  method_not_allowed: "The path is known, but with this method there is no operation.",
  render_failed: "It says between our own parts which member cannot be rendered; people read a 422.",
};

const DECLARED: ReadonlySet<string> = new Set(OPERATIONS.flatMap(({ errors }) => errors));
const undeclaredOf = (codes: readonly string[]): string[] =>
  codes.filter((code) => !DECLARED.has(code) && !Object.hasOwn(OF_NO_OPERATION, code));

describe("error codes", () => {
  it("are declared by an operation each, but for those that say whose they are", () => {
    expect(undeclaredOf(Object.keys(ERRORS))).to.deep.equal([]);
    expect(
      Object.keys(OF_NO_OPERATION).filter((code) => DECLARED.has(code) || !Object.hasOwn(ERRORS, code)),
    ).to.deep.equal([]);
  });

  it("are told when no operation declares them (known bad: a row of its own)", () => {
    expect(undeclaredOf([...Object.keys(ERRORS), "teapot"])).to.deep.equal(["teapot"]);
  });
});
