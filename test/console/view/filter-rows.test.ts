import { expect } from "chai";
import { countTones, filterRows } from "../../../console/view/filter-rows.ts";

const ROWS = [
  { name: "shop", status: "running" },
  { name: "Shop-Mail", status: "failed" },
  { name: "queue", status: "stopped" },
];
const find = (words: string, tone: "" | "bad" | "good" = ""): string[] =>
  filterRows(ROWS, { words, tone }, ({ name, status }) => `${name} ${status}`).map(({ name }) => name);

describe("Narrowing a list", () => {
  it("finds all words in any order, whatever their case", () => {
    expect(find("")).to.deep.equal(["shop", "Shop-Mail", "queue"]);
    expect(find("  MAIL sho ")).to.deep.equal(["Shop-Mail"]);
    expect(find("run")).to.deep.equal(["shop"]);
    expect(find("shop queue")).to.deep.equal([]);
  });

  it("takes words as they are: no pattern", () => {
    expect(find(".*")).to.deep.equal([]);
    expect(find("(")).to.deep.equal([]);
  });

  it("narrows by state too, and counts by it", () => {
    expect(find("shop", "bad")).to.deep.equal(["Shop-Mail"]);
    expect(countTones(ROWS)).to.deep.equal({ bad: 1, moving: 0, good: 1, quiet: 1 });
  });
});
