import { expect } from "chai";
import fc from "fast-check";
import { nextCronTime } from "../../../console/view/next-cron-time.ts";
import { saySchedule } from "../../../console/view/say-schedule.ts";
import { saySleep } from "../../../console/view/sleep.ts";
import { CRON_LINE } from "../../../contract/cron-pattern.ts";
import { lastCronTime } from "../../../contract/last-cron-time.ts";
import { sleepAt } from "../../../contract/sleep.ts";

const at = (text: string): number => Date.parse(text);
const next = (line: string, zone: string, after: string): string | undefined => {
  const ms = nextCronTime(line, zone, at(after));
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe("A schedule in words", () => {
  it("says when, and on which days", () => {
    const said = Object.entries({
      "30 4 * * MON-FRI": "at 04:30, Monday to Friday",
      "0 20 * * SAT,SUN": "at 20:00, Saturday and Sunday",
      "0 * * * *": "every hour, every day",
      "* * * * *": "every minute, every day",
      "*/15 * * * *": "every 15 minutes, every day",
      "*/15 8-18 * * 1-5": "every 15 minutes, in the hours 8 to 18, Monday to Friday",
      "0 */6 * * *": "at 00:00, 06:00, 12:00 and 18:00, every day",
      "5 */2 * * *": "every 2 hours, 5 minutes past, every day",
      "5 * * * *": "every hour, 5 minutes past, every day",
      "5 8-18 * * *": "at minute 5 of the hours 8 to 18, every day",
      "10,40 * * * *": "at minute 10 and 40 of every hour, every day",
      "0 3 1,15 * *": "at 03:00, on the 1 and 15 of the month",
      "0 3 1 JAN,JUL *": "at 03:00, on the 1 of the month, in January and July",
      "0 3 1 * MON": "at 03:00, on the 1 of the month or Monday",
      "0 3 * JUN-AUG *": "at 03:00, in June to August",
      "@daily": "@daily",
    });
    expect(said.map(([line]) => [line, saySchedule(line)])).to.deep.equal(said);
  });

  it("says something of every line that the contract takes", () => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(CRON_LINE)), (line) => {
        const said = saySchedule(line);
        // A range that runs downwards names nothing, and stays as it is.
        return said === line || !/undefined|NaN|, ,/.test(said);
      }),
      { numRuns: 500 },
    );
  });
});

describe("When a schedule is due next", () => {
  it("is by the clock of its zone, over changes of it", () => {
    const zone = "Europe/Berlin";
    expect(next("30 4 * * MON-FRI", zone, "2026-11-24T12:00:00Z")).to.equal("2026-11-25T03:30:00.000Z");
    expect(next("30 4 * * MON-FRI", zone, "2026-11-27T12:00:00Z")).to.equal("2026-11-30T03:30:00.000Z");
    expect(next("30 4 * * *", zone, "2026-03-28T12:00:00Z")).to.equal("2026-03-29T02:30:00.000Z");
    expect(next("30 2 * * *", zone, "2026-03-28T12:00:00Z"), "left out").to.equal("2026-03-30T00:30:00.000Z");
    expect(next("30 2 * * *", zone, "2026-10-24T12:00:00Z"), "twice, first").to.equal("2026-10-25T00:30:00.000Z");
    expect(next("30 2 * * *", zone, "2026-10-25T00:30:00Z"), "twice, second").to.equal("2026-10-25T01:30:00.000Z");
    expect(next("0 3 7,* * MON", "Etc/UTC", "2026-11-24T12:00:00Z"), "a star").to.equal("2026-11-30T03:00:00.000Z");
    expect(next("0 3 */15 * MON", "Etc/UTC", "2026-11-24T12:00:00Z"), "either").to.equal("2026-11-30T03:00:00.000Z");
    expect(next("0 3 */15 * MON", "Etc/UTC", "2026-11-30T12:00:00Z"), "either").to.equal("2026-12-01T03:00:00.000Z");
    expect(next("0 0 29 2 *", "Etc/UTC", "2026-01-01T00:00:00Z")).to.equal("2028-02-29T00:00:00.000Z");
    expect(next("0 0 * * *", "Pacific/Kiritimati", "2026-01-01T10:00:00Z")).to.equal("2026-01-02T10:00:00.000Z");
  });

  it("is nothing where it never comes, or the zone is none", () => {
    expect(next("0 0 31 2 *", "Etc/UTC", "2026-01-01T00:00:00Z")).to.equal(undefined);
    expect(next("0 0 * * *", "Mars/Olympus", "2026-01-01T00:00:00Z")).to.equal(undefined);
    expect(next("whenever", "Etc/UTC", "2026-01-01T00:00:00Z")).to.equal(undefined);
  });

  it("is what the platform finds by the same line", () => {
    const lines = fc.stringMatching(
      /^(\*|[1-5]?[0-9])(\/[1-9])? (\*|1?[0-9])(\/[1-9])? (\*|1?[1-9])(\/[1-9])?(,\*)? \* (\*|[0-6])(\/[1-3])?$/,
    );
    const times = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-01-01T00:00:00Z") });
    fc.assert(
      fc.property(lines, times, (line, afterMs) => {
        const nextMs = nextCronTime(line, "Etc/UTC", afterMs) ?? 0;
        expect(nextMs).to.be.greaterThan(afterMs);
        expect(lastCronTime(line, nextMs, "Kubernetes"), "it is due then").to.equal(nextMs);
        expect(lastCronTime(line, nextMs - 1, "Kubernetes") ?? 0, "and not between").to.be.at.most(afterMs);
      }),
      { numRuns: 200 },
    );
  });

  it("is when something falls asleep, too", () => {
    const days = fc.constantFrom("*", "MON-FRI", "SUN", "1,3,5");
    const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Etc/UTC");
    const nows = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2026-03-01T00:00:00Z") });
    fc.assert(
      fc.property(days, zones, nows, (weekdays, timeZone, nowMs) => {
        const [stopSchedule, startSchedule] = [`0 20 * * ${weekdays}`, `15 8 * * ${weekdays}`];
        const seen = sleepAt({ sleep: { stopSchedule, startSchedule, timeZone } }, nowMs);
        expect(nextCronTime(seen?.isDown === true ? startSchedule : stopSchedule, timeZone, nowMs)).to.equal(
          seen?.turnsMs,
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("How a deployment stands to its sleep", () => {
  const AT = "2026-11-25T07:00:00Z";

  it("is said with the time at which it turns", () => {
    const say = (status_reason: string | null, sleeps_at: string | null, wakes_at: string | null): unknown =>
      saySleep({ status_reason, sleeps_at, wakes_at });
    expect(say("Asleep", null, AT)).to.deep.equal({ words: "asleep until", at: AT });
    expect(say("Stopped", null, AT)).to.deep.equal({ words: "stopped until", at: AT });
    expect(say(null, AT, null)).to.deep.equal({ words: "sleeps at", at: AT });
    expect(say(null, null, null)).to.equal(undefined);
  });
});
