import { expect } from "chai";
import { newTotpSecret, totpStep, totpUri } from "../../../adapters/second-factors/totp.ts";

/** The secret and a moment of RFC 6238, appendix B, in six of its eight digits. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes of authenticator apps", () => {
  it("are those of RFC 6238, and are of the step before or after, too", () => {
    expect(totpStep(SECRET, "287082", 59_000)).to.equal(1);
    expect(totpStep(SECRET, "287082", 29_000), "a fast clock").to.equal(1);
    expect(totpStep(SECRET, "287082", 89_000), "a slow one").to.equal(1);
    expect(totpStep(SECRET, "287082", 90_000), "too late").to.equal(undefined);
  });

  it("are none when they are not digits of the right number", () => {
    for (const code of ["", "28708", "2870820", "abcdef", "28708\u0662"])
      expect(totpStep(SECRET, code, 59_000), code).to.equal(undefined);
  });

  it("come of 160 random bits, in an address that apps read", () => {
    const secret = newTotpSecret();
    expect(secret)
      .to.match(/^[A-Z2-7]{32}$/)
      .and.not.equal(newTotpSecret());
    expect(totpUri(secret, "ada@example.org")).to.equal(
      `otpauth://totp/Berth:ada%40example.org?issuer=Berth&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
