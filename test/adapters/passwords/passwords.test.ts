import { readFile } from "node:fs/promises";
import { hash } from "@node-rs/argon2";
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
    const workOf = async (passwordHash: string | null): Promise<number> => {
      const before = process.cpuUsage();
      for (let index = 0; index < 8; index += 1) await passwords.verify(passwordHash, "y");
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // Only the order of magnitude, and the processor's time: without the decoy it would be a hundredth, however busy the machine is.
    expect(await workOf(null)).to.be.greaterThan((await workOf(hash)) / 10);
  });

  /** Counts how many of many passwords are hashed before a file that is asked for after them has been read. */
  const hashedBeforeFile = async (many: readonly (() => Promise<unknown>)[]): Promise<number> => {
    let hashed = 0;
    const all = many.map((work) => work().then(() => (hashed += 1)));
    await readFile(import.meta.filename);
    const before = hashed;
    await Promise.all(all);
    return before;
  };

  it("leave room in the process, however many are hashed and checked at once", async () => {
    const passwords = createPasswords();
    const known = await passwords.hash("x");
    const many = Array.from({ length: 32 }, (_, at) =>
      at % 2 === 0 ? () => passwords.hash("x") : () => passwords.verify(known, "x"),
    );
    expect(await hashedBeforeFile(many)).to.be.lessThan(16);
  });

  it("would let nobody else have a turn without a bound (known bad)", async () => {
    expect(await hashedBeforeFile(Array.from({ length: 32 }, () => () => hash("x")))).to.be.greaterThan(16);
  });

  it("go on in line after one that cannot be checked", async () => {
    const passwords = createPasswords();
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.verify("no hash", "x")));
    expect(ends.map(({ status }) => status)).to.deep.equal(Array(6).fill("rejected"));
    expect(await passwords.verify(null, "x")).to.equal(false);
  });
});
