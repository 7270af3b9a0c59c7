import { expect } from "chai";
import type { CronReader } from "../../contract/cron-fields.ts";
import { lastCronTime, mostCronTimes } from "../../contract/last-cron-time.ts";

const at = (line: string, before: string, reader: CronReader = "CloudNativePG"): string | undefined => {
  const found = lastCronTime(line, Date.parse(before), reader);
  return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
};
// A Monday.
const NOW = "2026-11-23T12:34:56Z";

describe("The last time of a cron line", () => {
  const expected: Readonly<Record<string, string | undefined>> = {
    "5 * * * *": "2026-11-23T12:05",
    "34 12 * * *": "2026-11-23T12:34",
    "35 12 * * *": "2026-11-22T12:35",
    "0 3 * * 0": "2026-11-22T03:00",
    "0 3 * * MON": "2026-11-23T03:00",
    "0 3 * * MON-WED": "2026-11-23T03:00",
    "0 3 31 * *": "2026-10-31T03:00",
    "*/20 */6 * * *": "2026-11-23T12:20",
    "10-50/15 8,9 * * *": "2026-11-23T09:40",
    "30/10 1 * * *": "2026-11-23T01:50",
    "0 0 1 JAN *": "2026-01-01T00:00",
    // Either of both, where both are limited.
    "0 0 13 * FRI": "2026-11-20T00:00",
    "0 0 22 * FRI": "2026-11-22T00:00",
    // Both, where one begins with a star: so the engine of CloudNativePG reads it.
    "0 0 13 * */2": "2026-10-13T00:00",
    "0 0 */9 * SUN": "2026-11-01T00:00",
    "0 0 7,* * TUE": "2026-11-17T00:00",
    "0 0 8 FEB-MAR *": "2026-03-08T00:00",
    "0 0 30 2 *": undefined,
  };
  for (const [line, time] of Object.entries(expected))
    it(`${line}: ${time ?? "never"}`, () => expect(at(line, NOW)).to.equal(time));

  it("is, for Kubernetes, of either of both where a star has a step of more than one", () => {
    expect(at("0 0 13 * */2", NOW, "Kubernetes")).to.equal("2026-11-22T00:00");
    expect(at("0 0 */9 * SAT", NOW, "Kubernetes")).to.equal("2026-11-21T00:00");
    for (const open of ["0 0 13 * *", "0 0 13 * */1", "0 0 13 * 1,*"])
      expect(at(open, NOW, "Kubernetes"), open).to.equal("2026-11-13T00:00");
  });

  it("may be the moment that is asked for", () => {
    expect(at("34 12 * * *", "2026-11-23T12:34:00Z")).to.equal("2026-11-23T12:34");
    expect(at("34 12 * * *", "2026-11-23T12:33:59Z")).to.equal("2026-11-22T12:34");
  });

  it("finds the day of a leap year within a year of it only", () => {
    expect(at("0 0 29 2 *", "2028-03-01T00:00:00Z")).to.equal("2028-02-29T00:00");
    expect(at("0 0 29 2 *", "2029-02-28T00:00:00Z")).to.equal("2028-02-29T00:00");
    for (const later of ["2029-03-01T00:00:00Z", "2026-03-01T00:00:00Z"])
      expect(at("0 0 29 2 *", later), later).to.equal(undefined);
  });
});

describe("The most times of a cron line within so long", () => {
  const counted: readonly (readonly [line: string, minutes: number, most: number])[] = [
    ["* * * * *", 1, 1],
    ["* * * * *", 1.5, 2],
    ["* * * * *", 1_440, 1_440],
    ["*/30 * * * *", 60, 2],
    ["0,1 * * * *", 60, 2],
    ["0,1 * * * *", 61, 3],
    // Over midnight.
    ["59 23,0 * * *", 60, 1],
    ["50-59 23 * * *", 1_440, 10],
    ["0,59 0,23 * * *", 3, 2],
    ["0 3 * * *", 1_440, 1],
    ["5 4 * * MON-FRI", 10, 1],
  ];
  for (const [line, minutes, most] of counted)
    it(`${line}: ${most} within ${minutes} minutes`, () => {
      expect(mostCronTimes(line, minutes * 60_000)).to.equal(most);
    });
});
