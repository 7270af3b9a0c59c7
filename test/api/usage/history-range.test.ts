import { expect } from "chai";
import { deriveHistoryRange } from "../../../api/usage/history-range.ts";
import { ValidationFault } from "../../../api/http/validation-fault.ts";
import { HISTORY_POINTS_MAX } from "../../../contract/rest/metrics-history.ts";

const NOW_MS = Date.parse("2026-01-02T03:04:05Z");
const at = (ms: number): string => new Date(ms).toISOString();

describe("the range of a history", () => {
  it("is the last hour in about 120 points, at times of equal distance", () => {
    const { fromSeconds, toSeconds, stepSeconds } = deriveHistoryRange({}, NOW_MS);
    expect(stepSeconds).to.equal(30);
    expect([fromSeconds % 30, toSeconds % 30, toSeconds - fromSeconds]).to.deep.equal([0, 0, 3_600]);
    expect(deriveHistoryRange({}, NOW_MS + 10_000)).to.deep.equal(deriveHistoryRange({}, NOW_MS));
  });

  it("has never more points than may be answered, whatever is asked for", () => {
    for (const hours of [1, 5, 24, 24 * 31, 24 * 92])
      for (const step of [undefined, 15, 60, 7_200]) {
        const asked = { from: at(NOW_MS - hours * 3_600_000), to: at(NOW_MS), step };
        const { fromSeconds, toSeconds, stepSeconds } = deriveHistoryRange(asked, NOW_MS);
        expect((toSeconds - fromSeconds) / stepSeconds + 1, `${hours} h by ${step}`).to.be.at.most(HISTORY_POINTS_MAX);
        expect(stepSeconds).to.be.at.least(step ?? 15);
      }
  });

  it("is refused where it ends before it begins, or is too long", () => {
    const refused = [
      { from: at(NOW_MS), to: at(NOW_MS) },
      { from: at(NOW_MS + 60_000) },
      { from: at(NOW_MS - 93 * 86_400_000) },
    ];
    for (const asked of refused) expect(() => deriveHistoryRange(asked, NOW_MS)).to.throw(ValidationFault);
  });
});
