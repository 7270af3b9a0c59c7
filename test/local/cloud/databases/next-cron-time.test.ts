import { expect } from "chai";
import { nextCronTime } from "../../../../local/cloud/databases/next-cron-time.ts";

const next = (line: string, after: string): string | undefined => {
  const found = nextCronTime(line, Date.parse(after));
  return found === undefined ? undefined : new Date(found).toISOString().slice(0, 19);
};

describe("nextCronTime", () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["0 0 2 * * *", "2026-11-21T01:59:59Z", "2026-11-21T02:00:00"],
    ["0 0 2 * * *", "2026-11-21T02:00:00Z", "2026-11-22T02:00:00"],
    ["*/5 * * * * *", "2026-11-21T02:00:01Z", "2026-11-21T02:00:05"],
    ["0 17 3 * * SUN", "2026-11-21T12:00:00Z", "2026-11-22T03:17:00"],
    ["0 0 0 1 JAN *", "2026-11-21T12:00:00Z", "2027-01-01T00:00:00"],
    ["0 0 0 29 2 *", "2026-11-21T12:00:00Z", "2028-02-29T00:00:00"],
    ["0 0 0 31 2 *", "2026-11-21T12:00:00Z", undefined],
    ["0 30 8-10,12 * * 1-5", "2026-11-20T12:30:00Z", "2026-11-23T08:30:00"],
    // Of two restricted fields either is enough.
    ["0 0 0 1 * MON", "2026-11-21T12:00:00Z", "2026-11-23T00:00:00"],
  ];
  for (const [line, after, expected] of cases)
    it(`finds ${expected ?? "nothing"} after ${after} for ${line}`, () => {
      expect(next(line, after)).to.equal(expected);
    });

  it("refuses what is no line", () => {
    for (const bad of ["0 2 * * *", "0 0 24 * * *", "0 0 x * * *"])
      expect(() => next(bad, "2026-11-21T00:00:00Z")).to.throw();
  });
});
