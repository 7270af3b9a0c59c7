import { expect } from "chai";
import { ENDINGS } from "../../../api/pod-access/ending.ts";
import { watchAccess } from "../../../api/pod-access/watch-access.ts";
import { sleep } from "../../../operator/runtime/clock.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";

/** A hub whose every event wakes whoever waits, as the real one does. */
class HubDouble {
  readonly clock: FakeClock;
  revocations = 0;
  #wakers = new Set<() => void>();

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  async wait(delayMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wakers.add(() => resolve(undefined));
    await Promise.race([promise, sleep(this.clock, delayMs, signal)]);
  }

  event(): void {
    for (const wake of this.#wakers) wake();
    this.#wakers.clear();
  }
}

describe("The access of sessions in pods", () => {
  let clock: FakeClock;
  let hub: HubDouble;
  let end: AbortController;
  beforeEach(() => {
    clock = createFakeClock();
    hub = new HubDouble(clock);
    end = new AbortController();
  });
  afterEach(() => end.abort());

  /** Watches for one session; tells at which moments it asked. */
  function watch(random: number, standing: () => "allowed" | "away" | "access_ended" = () => "allowed"): number[] {
    const asked: number[] = [];
    const startMs = clock.monotonicMs();
    const check = (): Promise<"allowed" | "away" | "access_ended"> => {
      asked.push(clock.monotonicMs() - startMs);
      return Promise.resolve(standing());
    };
    const watched = watchAccess({ check }, hub, end.signal, () => random);
    watched.then((ending) => ending === ENDINGS.accessEnded && asked.push(-1)).catch(() => asked.push(-2));
    return asked;
  }

  it("is asked for at moments of each one's own, whatever else happens", async () => {
    const [one, other] = [watch(0), watch(1)];
    for (let at = 0; at < 50; at += 1) {
      await clock.advance(100);
      hub.event();
    }
    expect(one).to.deep.equal([5_000]);
    expect(other).to.deep.equal([2_500, 5_000]);
  });

  it("is asked for soon after somebody lost a right, and not by all at one moment", async () => {
    const [one, other] = [watch(0.2), watch(0.8, () => "access_ended")];
    await clock.advance(1_000);
    hub.revocations += 1;
    hub.event();
    await clock.advance(250);
    expect(one).to.deep.equal([1_050]);
    expect(other).to.deep.equal([1_200, -1]);
  });

  it("is asked for again where somebody lost a right while it was asked for", async () => {
    let isFirst = true;
    const asked = watch(0, () => {
      if (isFirst) hub.revocations += 1;
      isFirst = false;
      return "allowed";
    });
    await clock.advance(5_100);
    expect(asked).to.deep.equal([5_000, 5_000]);
  });
});
