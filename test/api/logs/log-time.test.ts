import { expect } from "chai";
import { deriveLogRange, readLogTime } from "../../../api/logs/log-time.ts";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

describe("times of logs", () => {
  it("are how long ago something was, or a moment", () => {
    const ago = ["90", "90s", "15m", "2h", "1d"].map((text) => NOW - readLogTime("since", text, NOW));
    expect(ago).to.deep.equal([90_000, 90_000, 15 * MINUTE_MS, 120 * MINUTE_MS, DAY_MS]);
    expect(readLogTime("until", "2026-01-31T12:00:00+01:00", NOW)).to.equal(NOW - 60 * MINUTE_MS);
    for (const text of ["2026-02-30T00:00:00Z", "yesterday", "", "-1", "1w", "2026-01-31"])
      expect(() => readLogTime("since", text, NOW), text).to.throw();
  });

  it("make a range of a day when nothing is said, and of 31 at most", () => {
    expect(deriveLogRange({}, NOW)).to.deep.equal({ fromMs: NOW - DAY_MS, toMs: NOW });
    expect(deriveLogRange({ until: "1d" }, NOW)).to.deep.equal({ fromMs: NOW - 2 * DAY_MS, toMs: NOW - DAY_MS });
    expect(deriveLogRange({ since: "31d" }, NOW).fromMs).to.equal(NOW - 31 * DAY_MS);
    expect(() => deriveLogRange({ since: "32d" }, NOW)).to.throw();
    expect(() => deriveLogRange({ since: "1h", until: "2h" }, NOW)).to.throw();
    expect(() => deriveLogRange({ since: "1h", until: "1h" }, NOW)).to.throw();
  });
});
