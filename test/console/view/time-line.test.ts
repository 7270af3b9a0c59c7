import { expect } from "chai";
import { timeLine } from "../../../console/view/time-line.ts";

const NOW = Date.parse("2026-01-02T00:00:00Z");
const backup = (id: string, at: string): Parameters<typeof timeLine>[0][number] => ({
  id,
  status: "completed",
  trigger: "scheduled",
  created_at: at,
  completed_at: null,
});

describe("The time line of backups", () => {
  it("begins with the oldest and ends now, with the window that can be restored", () => {
    const backups = [backup("b", "2026-01-01T12:00:00Z"), backup("a", "2026-01-01T00:00:00Z")];
    const span = { from: "2026-01-01T06:00:00Z", until: "2026-01-01T18:00:00Z" };
    const { begin, marks, window } = timeLine(backups, span, NOW);
    expect(new Date(begin).toISOString()).to.equal("2026-01-01T00:00:00.000Z");
    expect(marks.map(({ id, at }) => [id, at])).to.deep.equal([
      ["b", 50],
      ["a", 0],
    ]);
    expect(window).to.deep.equal([25, 75]);
  });

  it("is an hour at least, also where there is nothing, and keeps what a clock ahead says at its end", () => {
    const { begin, window } = timeLine([], { from: null, until: null }, NOW);
    expect([NOW - begin, window]).to.deep.equal([3_600_000, undefined]);
    expect(timeLine([backup("a", "2026-01-02T00:10:00Z")], { from: null, until: null }, NOW).marks[0]?.at).to.equal(
      100,
    );
  });
});
