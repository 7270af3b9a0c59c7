import { expect } from "chai";
import fc from "fast-check";
import { unifiedDiff } from "../../../api/resources/unified-diff.ts";

describe("the diff of a dry run", () => {
  it("shows three lines around a change, as diff -u does", () => {
    const before = "a\nb\nc\nd\ne\nf\ng\nh\n";
    const after = "a\nb\nc\nd\nE\nf\ng\nh\n";
    expect(unifiedDiff("x", before, after)).to.equal(
      "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n",
    );
    expect(unifiedDiff("x", "", "a\n")).to.equal("--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n");
    expect(unifiedDiff("x", "a\n", "")).to.equal("--- a/x\n+++ b/x\n@@ -1,1 +0,0 @@\n-a\n");
    expect(unifiedDiff("x", "a\n", "a\n")).to.equal("");
  });

  it("leads from the one text to the other, whatever they are", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", "", " e"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff("x", joined(before), joined(after));
        expect(patched(before, diff)).to.deep.equal(after);
      }),
      { numRuns: 500 },
    );
  });

  it("is believed by no wrong patch: the judge refuses a line that was moved", () => {
    const diff = unifiedDiff("x", joined(["a", "b", "c"]), joined(["a", "B", "c"])).replace("+B", "+X");
    expect(patched(["a", "b", "c"], diff)).to.not.deep.equal(["a", "B", "c"]);
  });
});

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Applies a unified diff; throws when a line that it names is not there. */
function patched(before: readonly string[], diff: string): string[] {
  const output: string[] = [];
  let at = 0;
  for (const line of diff.split("\n").slice(2, -1)) {
    const start = /^@@ -(\d+),(\d+)/.exec(line);
    if (start !== null) {
      const wanted = Number(start[2]) === 0 ? Number(start[1]) : Number(start[1]) - 1;
      while (at < wanted) output.push(before[at++] ?? "");
    } else if (line.startsWith("+")) output.push(line.slice(1));
    else {
      expect(before[at], diff).to.equal(line.slice(1));
      if (line.startsWith(" ")) output.push(line.slice(1));
      at += 1;
    }
  }
  return [...output, ...before.slice(at)];
}
