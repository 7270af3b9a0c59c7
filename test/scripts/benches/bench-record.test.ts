import { expect } from "chai";
import { addResult, parseTables, writeSection, type BenchResult } from "../../../scripts/benches/bench-record.ts";

const table = { title: "Reads", load: 1.5, rows: [{ What: "one", Ours: "7,739 req/s" }] };
const result: BenchResult = { date: "2026-11-24", seconds: 60, tables: [table] };
const DOCUMENT = "before\n<!-- make bench: begin -->\nold\n<!-- make bench: end -->\nafter\n";

describe("The record of benches", () => {
  it("has each table that was printed, and not the line that a bench died over", () => {
    const line = JSON.stringify(table);
    expect(parseTables(`${line}\n${line}\n`)).to.deep.equal([table, table]);
    expect(parseTables(`${line}\n${line.slice(0, 20)}`)).to.deep.equal([table]);
    expect(parseTables("")).to.deep.equal([]);
  });

  it("keeps the newest of each bench of one machine, and nothing of another", () => {
    const first = addResult(undefined, "a", "gateway", { ...result, seconds: 1 });
    const second = addResult(first, "a", "memory", result);
    expect(addResult(second, "a", "gateway", result).benches).to.deep.equal({ gateway: result, memory: result });
    expect(addResult(second, "b", "gateway", result)).to.deep.equal({ machine: "b", benches: { gateway: result } });
  });

  it("is written between its marks, and again in their place, with what did not end", () => {
    const record = addResult(undefined, "2 × CPU", "gateway", { ...result, fault: "ended with 1" });
    const written = writeSection(DOCUMENT, record);
    expect(written.split("\n")).to.deep.equal([
      "before",
      "<!-- make bench: begin -->",
      "",
      "2 × CPU. Each with its date and the load average as its table was printed.",
      "",
      "### `bench/gateway.ts` (2026-11-24, 60 s; **ended with 1**)",
      "",
      "Reads (load 1.5)",
      "",
      "| What | Ours        |",
      "|------|-------------|",
      "| one  | 7,739 req/s |",
      "",
      "<!-- make bench: end -->",
      "after",
      "",
    ]);
    expect(writeSection(written, record)).to.equal(written);
    expect(() => writeSection("a document without marks", record)).to.throw("make bench: begin");
  });
});
