import { expect } from "chai";
import { stateDiagram, withDiagram } from "../../scripts/state-diagram.ts";

const EDGES = { pending: ["done", "gone"], done: ["pending", "gone"], lost: ["gone"], gone: [] };

describe("The diagrams of the guides", () => {
  it("have every arrow, and once what leads everywhere to one state", () => {
    expect(stateDiagram(EDGES, { first: ["pending"], labels: { "done pending": "retry" } }).split("\n")).to.deep.equal([
      "stateDiagram-v2",
      "  [*] --> pending",
      "  pending --> done",
      "  done --> pending: retry",
      '  state "each of them" as each',
      "  each --> gone",
    ]);
    expect(stateDiagram({ a: ["b"], b: ["c"], c: [] }, { first: ["a"] })).to.contain("b --> c\n  c --> [*]");
  });

  it("name no arrow that is not there, and find their place or fail", () => {
    expect(() => stateDiagram(EDGES, { first: [], labels: { "lost done": "x" } })).to.throw("lost done");
    const guide =
      "# A\n\n<!-- states: thing (drawn from its machine by make generate) -->\n```mermaid\nold\n```\n\nEnd.\n";
    expect(withDiagram(guide, "thing", "new")).to.equal(guide.replace("old", "new"));
    expect(() => withDiagram(guide, "cluster", "new")).to.throw("cluster");
  });
});
