import { expect } from "chai";
import { readFileSync } from "node:fs";
import { OLD_DECISIONS } from "../simulation/world/old-decisions.ts";
import { KNOWN_BUGS } from "./chaos/known-bugs.ts";
import { spoilSource, type Spoiling } from "./spoil-source.ts";

const ROOT = new URL("../../", import.meta.url);
const ALL = Object.entries<Spoiling | undefined>({ ...OLD_DECISIONS, ...KNOWN_BUGS });

/** The runs that they must make fail take minutes; that their texts are still there is seen here. */
describe("What checks must catch", () => {
  for (const [name, spoiling] of ALL)
    it(`can be put into the source: ${name}`, () => {
      const source = readFileSync(new URL(spoiling?.file ?? "", ROOT), "utf8");
      expect(spoilSource(source, spoiling!)).to.not.equal(source);
    });

  it("is refused where its text stands no more, or twice", () => {
    const spoiling: Spoiling = { file: "x.ts", edits: [{ code: "a", instead: "b" }] };
    expect(spoilSource("what", spoiling)).to.equal("whbt");
    expect(() => spoilSource("none", spoiling)).to.throw("x.ts has 0 times");
    expect(() => spoilSource("banana", spoiling)).to.throw("x.ts has 3 times");
  });
});
