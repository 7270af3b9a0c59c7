import { expect } from "chai";
import { createPasswords } from "../../../adapters/passwords/passwords.ts";

describe("passwords", function () {
  this.timeout(300_000);

  it("are hashed with Argon2id and at least OWASP's cost, each with its own salt", async () => {
    const passwords = createPasswords();
    const [first, second] = await Promise.all([passwords.hash("same"), passwords.hash("same")]);
    expect(first).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).to.not.equal(second);
    expect(await passwords.verify(first, "same")).to.equal(true);
    expect(await passwords.verify(first, "other")).to.equal(false);
  });

  it("cost the same work, and never match, without an account", async () => {
    const passwords = createPasswords();
    expect(await passwords.verify(null, "")).to.equal(false);
    const hash = await passwords.hash("x");
    const timeOf = async (passwordHash: string | null): Promise<number> => {
      let bestMs = Infinity;
      for (let index = 0; index < 8; index += 1) {
        const startedMs = performance.now();
        await passwords.verify(passwordHash, "y");
        bestMs = Math.min(bestMs, performance.now() - startedMs);
      }
      return bestMs;
    };
    await timeOf(null);
    // Only the order of magnitude: without the decoy it would be a hundredth.
    expect(await timeOf(null)).to.be.greaterThan((await timeOf(hash)) / 4);
  });
});
