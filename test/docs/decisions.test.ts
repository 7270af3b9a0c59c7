import { expect } from "chai";
import { readDocuments } from "../support/documents.ts";

const DECISIONS = readDocuments("docs/adr/[0-9]*.md");

/** Tells what is not as in all others: number and title, status with a date, context, decision. */
function oddities(path: string, text: string): string[] {
  const [title = "", , status = ""] = text.split("\n");
  const number = /(\d{4})-[^/]*\.md$/.exec(path)?.[1] ?? "no number";
  const found: Record<string, boolean> = {
    title: title.startsWith(`# ${number} `),
    status: /^Status: .+ \(\d{4}-\d\d-\d\d\)/.test(status),
    context: /^## Context$/m.test(text),
    decision: /^## Decision$/m.test(text),
  };
  return Object.keys(found).filter((name) => found[name] !== true);
}

describe("decisions", () => {
  it("have one form", () => {
    const odd = DECISIONS.flatMap(({ path, text }) => oddities(path, text).map((name) => `${path}: ${name}`));
    expect(odd).to.deep.equal([]);
  });

  it("have a number each", () => {
    const numbers = DECISIONS.map(({ path }) => path.slice("docs/adr/".length, "docs/adr/0000".length));
    expect(numbers).to.deep.equal([...new Set(numbers)]);
  });

  it("are looked at (known bad: another form)", () => {
    const text = "# 13. Something\n\n**Status**: accepted\n\n**Decision**: so.\n";
    expect(oddities("docs/adr/0013-something.md", text)).to.deep.equal(["title", "status", "context", "decision"]);
  });
});
