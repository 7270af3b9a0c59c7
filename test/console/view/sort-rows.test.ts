import { expect } from "chai";
import { sortRows } from "../../../console/view/sort-rows.ts";

const rowOf = (id: string, created_at: string, status = "running") => ({ id, name: `n${id}`, status, created_at });
const [EARLY, LATE] = ["2026-11-20T10:00:00Z", "2026-11-20T10:00:01Z"];

describe("The order of a list", () => {
  it("is the newest first, or what the address names", () => {
    const rows = [
      { id: "1", name: "b10", status: "running", created_at: "2026-01-01" },
      { id: "2", name: "b9", status: "failed", created_at: "2026-01-03" },
      { id: "3", name: "a", status: "running", created_at: "2026-01-02" },
    ];
    const order = (by?: string): string =>
      sortRows(rows, by)
        .map(({ name }) => name)
        .join(" ");
    expect([order(), order("oldest"), order("name"), order("state")]).to.deep.equal([
      "b9 a b10",
      "b10 a b9",
      "a b9 b10",
      "b9 a b10",
    ]);
  });

  it("is by time, and by id where several were made in one second, however they came", () => {
    const rows = [rowOf("1", EARLY), rowOf("2", EARLY), rowOf("3", LATE)];
    const idsOf = (order: string | undefined, list = rows): string =>
      sortRows(list, order)
        .map(({ id }) => id)
        .join("");
    for (const list of [rows, rows.toReversed()]) {
      expect(idsOf(undefined, list)).to.equal("321");
      expect(idsOf("oldest", list)).to.equal("123");
      expect(idsOf("state", list)).to.equal("321");
    }
  });

  it("puts what is in trouble first by state, and numbers in names as numbers", () => {
    const rows = [rowOf("10", LATE), rowOf("9", EARLY, "failed")];
    expect(sortRows(rows, "state").map(({ id }) => id)).to.deep.equal(["9", "10"]);
    expect(sortRows(rows.toReversed(), "name").map(({ id }) => id)).to.deep.equal(["9", "10"]);
  });
});
