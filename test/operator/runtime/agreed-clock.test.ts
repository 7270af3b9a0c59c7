import { expect } from "chai";
import { createAgreedClock, type AgreedClock } from "../../../operator/runtime/agreed-clock.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";

const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

describe("The time on which two of three clocks agree", () => {
  let own: FakeClock;
  let clock: AgreedClock;
  beforeEach(() => {
    own = createFakeClock(START);
    clock = createAgreedClock(own);
  });
  const isAhead = (): number => clock.nowMs() - START - (own.monotonicMs() - 1_000);

  it("is the machine's own while nothing else was heard, and where what is heard is less than a minute from it", () => {
    own.jumpWall(HOUR_MS);
    expect(isAhead()).to.equal(HOUR_MS);
    for (const apartMs of [59_000, -59_000]) {
      clock.hear(START + HOUR_MS + apartMs);
      expect(isAhead(), String(apartMs)).to.equal(HOUR_MS);
    }
  });

  for (const jumpMs of [HOUR_MS, -HOUR_MS]) {
    it(`stays while the machine's own is ${jumpMs} ms wrong, before the next answer and after`, async () => {
      clock.hear(START);
      own.jumpWall(jumpMs);
      expect(isAhead()).to.equal(0);
      await own.advance(3 * HOUR_MS);
      clock.hear(START + 3 * HOUR_MS);
      expect(isAhead()).to.equal(0);
      own.jumpWall(-jumpMs);
      expect(isAhead()).to.equal(0);
    });

    it(`stays while the API server's is ${jumpMs} ms wrong`, () => {
      clock.hear(START);
      for (let answers = 0; answers < 3; answers += 1) {
        clock.hear(START + jumpMs);
        expect(isAhead()).to.equal(0);
      }
    });

    it(`is the API server's where the machine's own is ${jumpMs} ms wrong from the start`, () => {
      own.jumpWall(jumpMs);
      clock.hear(START);
      expect(isAhead()).to.equal(0);
    });
  }

  it("goes on at once where both have: the machine slept", () => {
    clock.hear(START);
    own.jumpWall(HOUR_MS);
    clock.hear(START + HOUR_MS);
    expect(isAhead()).to.equal(HOUR_MS);
  });

  it("is of whole milliseconds", () => {
    let monotonicMs = 0.25;
    clock = createAgreedClock({ ...own, monotonicMs: () => monotonicMs });
    clock.hear(START + HOUR_MS);
    monotonicMs = 1.7;
    expect(clock.nowMs()).to.equal(START + HOUR_MS + 1);
  });
});
