import { expect } from "chai";
import { keptQuery } from "../../../console/view/kept-query.ts";

const NOW = Date.parse("2026-01-02T00:00:00Z");

describe("what is asked of kept lines", () => {
  it("are the hours up to now, unless a moment is given", () => {
    expect(keptQuery({ hours: 6, until: "", words: "" }, NOW)).to.deep.equal({
      history: true,
      since: "2026-01-01T18:00:00.000Z",
      tail: 2_000,
    });
    const until = "2026-01-01T12:00";
    const asked = keptQuery({ hours: 1, until, words: "" }, NOW);
    expect(Date.parse(asked.until ?? "")).to.equal(new Date(until).getTime());
    expect(Date.parse(asked.until ?? "") - Date.parse(asked.since)).to.equal(3_600_000);
  });

  it("has the words that somebody looks for, as they are", () => {
    expect(keptQuery({ hours: 1, until: "", words: ' "x" | y ' }, NOW).q).to.equal(' "x" | y ');
  });

  it("takes what is no moment for none", () => {
    expect(keptQuery({ hours: 1, until: "soon", words: "" }, NOW)).to.not.have.property("until");
  });
});
