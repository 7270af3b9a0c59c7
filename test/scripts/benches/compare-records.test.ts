import { expect } from "chai";
import { compareRecords } from "../../../scripts/benches/compare-records.ts";
import { addResult, type BenchRecord } from "../../../scripts/benches/bench-record.ts";

const recordOf = (...cells: readonly [string, string][]): BenchRecord => {
  const rows = cells.map(([what, ours]) => ({ What: what, Ours: ours, Target: "at least 0.65" }));
  return addResult(undefined, "a", "gateway", {
    date: "2026-11-24",
    seconds: 1,
    tables: [{ title: "Reads", load: 1, rows }],
  });
};

describe("The comparison of two records", () => {
  it("sets each figure beside what it was, with its ratio", () => {
    const [before, after] = [recordOf(["one", "7,739 req/s"]), recordOf(["one", "3,869.5 req/s"])];
    expect(compareRecords(before, after)).to.deep.equal([
      { what: "gateway: Reads: one, Ours", before: "7,739 req/s", after: "3,869.5 req/s", ratio: "0.50" },
    ]);
  });

  it("leaves out words, and what only one of them has; nothing is divided by nothing", () => {
    const [before, after] = [
      recordOf(["one", "n/a"], ["gone", "1"], ["zero", "0"]),
      recordOf(["one", "2"], ["zero", "3"]),
    ];
    expect(compareRecords(before, after).map(({ what, ratio }) => [what, ratio])).to.deep.equal([
      ["gateway: Reads: zero, Ours", ""],
    ]);
  });
});
