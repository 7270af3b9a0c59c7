import { inspect } from "node:util";
import { expect } from "chai";
import { SecretText } from "../../contract/secret-text.ts";

describe("A secret text", () => {
  const secret = new SecretText("guarded");

  it("is given out only where it is asked for", () => {
    expect(secret.reveal()).to.equal("guarded");
    for (const shown of [String(secret), JSON.stringify({ secret }), inspect({ secret })])
      expect(shown).to.contain("[secret]").and.not.contain("guarded");
  });

  it("is the same as another by its text", () => {
    expect(secret.isSame(new SecretText("guarded"))).to.equal(true);
    for (const other of [new SecretText("other"), undefined]) expect(secret.isSame(other)).to.equal(false);
  });
});
