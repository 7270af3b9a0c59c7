import { expect } from "chai";
import { scoreOf, tellScore } from "../../../scripts/testing/mutation-score.ts";

const mutants = (counts: Readonly<Record<string, number>>): { status: string }[] =>
  Object.entries(counts).flatMap(([status, count]) => Array.from({ length: count }, () => ({ status })));

describe("The score of mutants", () => {
  it("counts what no test runs as not seen, and leaves out what was not tried", () => {
    const score = scoreOf(
      "render",
      mutants({ Killed: 84, Timeout: 1, Survived: 10, NoCoverage: 5, Ignored: 50, RuntimeError: 9 }),
    );
    expect(score).to.include({ seen: 85, survived: 10, untested: 5, percent: 85, isEnough: true });
    expect(scoreOf("render", mutants({ Killed: 84, NoCoverage: 16 })).isEnough).to.equal(false);
    expect(tellScore(score)).to.contain("render: 85.0 %");
  });

  it("is not enough where nothing was tried", () => {
    expect(scoreOf("render", mutants({ Ignored: 3 }))).to.include({ percent: 0, isEnough: false });
  });
});
