import { expect } from "chai";
import { isDown, sleepAt, type SleepSchedule } from "../../contract/sleep.ts";

const NIGHTS: SleepSchedule = {
  stopSchedule: "0 20 * * MON-FRI",
  startSchedule: "0 8 * * MON-FRI",
  timeZone: "Europe/Berlin",
};

function said(spec: Parameters<typeof sleepAt>[0], at: string): string {
  const seen = sleepAt(spec, Date.parse(at));
  if (seen === undefined) return "no schedule";
  const by = seen.isBySchedule ? "schedule" : "hand";
  return `${seen.isDown ? "down" : "up"} by ${by} until ${new Date(seen.turnsMs).toISOString().slice(0, 16)}`;
}

describe("A schedule to sleep by", () => {
  const nights: Readonly<Record<string, string>> = {
    // A Monday in winter: Berlin is an hour ahead of UTC.
    "2026-11-23T06:59:59Z": "down by schedule until 2026-11-23T07:00",
    "2026-11-23T07:00:00Z": "up by schedule until 2026-11-23T19:00",
    "2026-11-23T18:59:59Z": "up by schedule until 2026-11-23T19:00",
    "2026-11-23T19:00:00Z": "down by schedule until 2026-11-24T07:00",
    // From Friday evening to Monday morning.
    "2026-11-27T19:00:00Z": "down by schedule until 2026-11-30T07:00",
    "2026-11-29T12:00:00Z": "down by schedule until 2026-11-30T07:00",
    // In summer two hours.
    "2026-07-06T06:00:00Z": "up by schedule until 2026-07-06T18:00",
    // Over the weekend in which the clock goes forward, and that in which it goes back.
    "2026-03-27T19:00:00Z": "down by schedule until 2026-03-30T06:00",
    "2026-10-23T18:00:00Z": "down by schedule until 2026-10-26T07:00",
  };
  for (const [at, expected] of Object.entries(nights))
    it(`${at}: ${expected}`, () => expect(said({ sleep: NIGHTS }, at)).to.equal(expected));

  it("takes a time that the clock leaves out at the end of what it leaves out, and the first of one that comes twice", () => {
    const sleep = { stopSchedule: "30 2 * * SUN", startSchedule: "0 12 * * SUN", timeZone: "Europe/Berlin" };
    // After 01:59 comes 03:00 in summer time, 01:00 UTC.
    expect(said({ sleep }, "2026-03-29T00:59:59Z")).to.equal("up by schedule until 2026-03-29T01:00");
    expect(said({ sleep }, "2026-03-29T01:00:00Z")).to.equal("down by schedule until 2026-03-29T10:00");
    // 02:30 in summer time is 00:30 UTC, and comes again at 01:30 UTC.
    expect(said({ sleep }, "2026-10-25T00:29:59Z")).to.equal("up by schedule until 2026-10-25T00:30");
    expect(said({ sleep }, "2026-10-25T00:30:00Z")).to.equal("down by schedule until 2026-10-25T11:00");
    expect(said({ sleep }, "2026-10-25T01:30:00Z")).to.equal("down by schedule until 2026-10-25T11:00");
  });

  it("does not make a day of a short sleep that the clock leaves out, nor of a short wake", () => {
    const timeZone = "Europe/Berlin";
    const sleeps = (stopSchedule: string, startSchedule: string, at: string): string =>
      said({ sleep: { stopSchedule, startSchedule, timeZone } }, at);
    for (const [stop, start] of [
      ["30 2 * * *", "0 3 * * *"],
      ["10 2 * * *", "50 2 * * *"],
      ["0 2 * * *", "30 2 * * *"],
    ] as const) {
      expect(sleeps(stop, start, "2026-03-29T01:00:00Z"), start).to.match(/^up by schedule until 2026-03-30/);
      expect(sleeps(start, stop, "2026-03-29T01:00:00Z"), stop).to.match(/^down by schedule until 2026-03-30/);
    }
    expect(sleeps("30 2 * * *", "0 4 * * *", "2026-03-29T01:00:00Z")).to.equal(
      "down by schedule until 2026-03-29T02:00",
    );
  });

  it("counts in UTC where no zone is named, and by days where those differ", () => {
    const sleep = { stopSchedule: NIGHTS.stopSchedule, startSchedule: NIGHTS.startSchedule };
    expect(said({ sleep }, "2026-11-23T19:30:00Z")).to.equal("up by schedule until 2026-11-23T20:00");
    const tokyo = { stopSchedule: "0 1 * * MON", startSchedule: "0 2 * * MON", timeZone: "Asia/Tokyo" };
    expect(said({ sleep: tokyo }, "2026-11-22T16:30:00Z")).to.equal("down by schedule until 2026-11-22T17:00");
  });

  it("lets what was said by hand hold until either comes next", () => {
    const woken = { sleep: NIGHTS, stopped: false, switchedAt: "2026-11-23T21:00:00Z" };
    expect(said(woken, "2026-11-23T21:00:00Z")).to.equal("up by hand until 2026-11-24T19:00");
    expect(said(woken, "2026-11-24T06:59:59Z")).to.equal("up by hand until 2026-11-24T19:00");
    expect(said(woken, "2026-11-24T07:00:00Z")).to.equal("up by schedule until 2026-11-24T19:00");
    const halted = { sleep: NIGHTS, stopped: true, switchedAt: "2026-11-23T10:00:00+01:00" };
    expect(said(halted, "2026-11-23T18:00:00Z")).to.equal("down by hand until 2026-11-24T07:00");
    expect(said(halted, "2026-11-23T19:00:00Z")).to.equal("down by schedule until 2026-11-24T07:00");
    expect(said(halted, "2026-11-24T07:00:00Z")).to.equal("up by schedule until 2026-11-24T19:00");
    const atOnce = { sleep: NIGHTS, stopped: false, switchedAt: "2026-11-23T19:00:00Z" };
    expect(said(atOnce, "2026-11-23T19:00:00Z"), "at the moment of the schedule").to.equal(
      "up by hand until 2026-11-24T19:00",
    );
  });

  it("that stops and starts at one time lets it be up", () => {
    const sleep = { stopSchedule: "0 8 * * *", startSchedule: "0 8 * * *" };
    expect(said({ sleep }, "2026-11-23T12:00:00Z")).to.equal("up by schedule until 2026-11-24T08:00");
  });

  it("says the same of part of a millisecond", () => {
    expect(sleepAt({ sleep: NIGHTS }, Date.parse("2026-11-23T12:00:00Z") + 0.25)?.isDown).to.equal(false);
  });

  it("does not count what was stopped without saying when", () => {
    expect(said({ sleep: NIGHTS, stopped: true }, "2026-11-23T12:00:00Z")).to.equal(
      "up by schedule until 2026-11-23T19:00",
    );
  });

  it("says nothing in a zone that there is not, or by days that there are not", () => {
    expect(said({ sleep: { ...NIGHTS, timeZone: "Mars/Olympus" } }, "2026-11-23T12:00:00Z")).to.equal("no schedule");
    for (const member of ["stopSchedule", "startSchedule"])
      expect(said({ sleep: { ...NIGHTS, [member]: "0 1 * * FRI-MON" } }, "2026-11-23T12:00:00Z"), member).to.equal(
        "no schedule",
      );
    expect(said({}, "2026-11-23T12:00:00Z")).to.equal("no schedule");
  });

  it("hides no other fault than that of a zone", () => {
    expect(() => said({ sleep: { ...NIGHTS, timeZone: 5 as never } }, "2026-11-23T12:00:00Z")).to.throw(TypeError);
  });

  it("finds each turn of two years at its local hour", () => {
    const isDownAt = (atMs: number): boolean => sleepAt({ sleep: NIGHTS }, atMs)?.isDown === true;
    const hours = new Set<string>();
    let atMs = Date.parse("2026-01-01T12:00:00Z");
    for (let turn = 0; turn < 1_000; turn += 1) {
      const wasDown = isDownAt(atMs);
      atMs = sleepAt({ sleep: NIGHTS }, atMs)?.dueMs ?? 0;
      expect([isDownAt(atMs - 1), isDownAt(atMs)], new Date(atMs).toISOString()).to.deep.equal([wasDown, !wasDown]);
      const local = new Date(atMs).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" });
      hours.add(`${wasDown ? "wakes" : "sleeps"} ${local}`);
    }
    expect([...hours].toSorted()).to.deep.equal(["sleeps 20:00:00", "wakes 08:00:00"]);
  });
});

describe("Whether a deployment is down, by what was seen last", () => {
  const wakesAt = "2026-11-24T07:00:00Z";
  it("is its own word without a schedule, or before anybody has looked", () => {
    expect(isDown({ stopped: true }, { wakesAt })).to.equal(true);
    expect(isDown({ stopped: false }, { wakesAt })).to.equal(false);
    expect(isDown({ sleep: NIGHTS }, undefined)).to.equal(false);
  });
  it("is the schedule's, until it is switched", () => {
    expect(isDown({ sleep: NIGHTS }, { wakesAt })).to.equal(true);
    expect(isDown({ sleep: NIGHTS, stopped: true }, { sleepsAt: wakesAt })).to.equal(false);
    const switchedAt = "2026-11-23T21:00:00Z";
    expect(isDown({ sleep: NIGHTS, stopped: false, switchedAt }, { wakesAt })).to.equal(false);
    expect(isDown({ sleep: NIGHTS, stopped: false, switchedAt }, { wakesAt, switchedAt })).to.equal(true);
  });
});
