import { expect } from "chai";
import { ENDINGS } from "../../../api/pod-access/ending.ts";
import { AccessRounds } from "../../../api/pod-access/access-rounds.ts";
import { watchAccess, type AccessWatch } from "../../../api/pod-access/watch-access.ts";
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

  type Standing = "allowed" | "away" | "access_ended";

  /** Watches for one session; tells at which moments it asked, and at last that it ended. */
  function watch(
    rounds: AccessWatch["rounds"],
    standing: (atMs: number) => Standing | Promise<Standing> = () => "allowed",
    signal = end.signal,
  ): (number | string)[] {
    const told: (number | string)[] = [];
    const startMs = clock.monotonicMs();
    const check = async (): Promise<Standing> => {
      const atMs = clock.monotonicMs() - startMs;
      told.push(atMs);
      return standing(atMs);
    };
    watchAccess({ check }, { hub, rounds }, signal).then(
      (ending) => ending && told.push(ending.reason),
      () => told.push("fault"),
    );
    return told;
  }

  it("is asked for of all sessions in one turn, at least every five seconds, whatever else happens", async () => {
    const moments = [0, 1, 0];
    const rounds = new AccessRounds(hub, () => moments.shift() ?? 0);
    const one = watch(rounds);
    await clock.advance(1_000);
    const other = watch(rounds);
    for (let at = 0; at < 100; at += 1) {
      await clock.advance(100);
      hub.event();
    }
    expect(one).to.deep.equal([5_000, 7_500]);
    expect(other).to.deep.equal([4_000, 6_500]);
  });

  /** Takes a right from one of two sessions; tells when each has asked, and how it ended. */
  async function takeRight(rounds: AccessWatch["rounds"]): Promise<readonly (readonly (number | string)[])[]> {
    const both = [watch(rounds), watch(rounds, () => "access_ended")];
    await clock.advance(1_000);
    hub.revocations += 1;
    hub.event();
    await clock.advance(250);
    return both;
  }

  it("is asked for at once after somebody lost a right", async () => {
    expect(await takeRight(new AccessRounds(hub))).to.deep.equal([[1_000], [1_000, ENDINGS.accessEnded.reason]]);
  });

  it("would be seen to go on where rounds come by the clock alone", async () => {
    const next = (_: number, signal: AbortSignal): Promise<void> => sleep(clock, 5_000, signal);
    expect(await takeRight({ next })).to.deep.equal([[], []]);
  });

  it("is asked for again where somebody lost a right while it was asked for", async () => {
    let isFirst = true;
    const told = watch(new AccessRounds(hub, () => 0), () => {
      if (isFirst) hub.revocations += 1;
      isFirst = false;
      return "allowed";
    });
    await clock.advance(5_100);
    expect(told).to.deep.equal([5_000, 5_000]);
  });

  it("is asked for of the others while one waits for its answer", async () => {
    const rounds = new AccessRounds(hub, () => 0);
    const { promise: never } = Promise.withResolvers<Standing>();
    const [slow, quick] = [watch(rounds, () => never), watch(rounds)];
    await clock.advance(10_100);
    expect([slow, quick]).to.deep.equal([[5_000], [5_000, 10_000]]);
  });

  it("may stay unknown for thirty seconds, while Postgres is away", async () => {
    const rounds = new AccessRounds(hub, () => 0);
    const back = watch(rounds, (atMs) => (atMs > 20_000 ? "allowed" : "away"));
    const gone = watch(rounds, () => "away");
    await clock.advance(40_000);
    expect(gone).to.deep.equal([5_000, 10_000, 15_000, 20_000, 25_000, 30_000, ENDINGS.accessUnknown.reason]);
    expect(back.slice(4)).to.deep.equal([25_000, 30_000, 35_000, 40_000]);
  });

  it("leaves no clock running behind the last session", async () => {
    const rounds = new AccessRounds(hub, () => 0);
    const [first, second] = [new AbortController(), new AbortController()];
    const told = [watch(rounds, undefined, first.signal), watch(rounds, undefined, second.signal)];
    first.abort();
    await clock.advance(1_000);
    expect(clock.pending()).to.be.greaterThan(0);
    second.abort();
    await clock.advance(0);
    expect(clock.pending()).to.equal(0);
    const later = watch(rounds);
    await clock.advance(5_000);
    expect([...told, later]).to.deep.equal([[], [], [5_000]]);
  });
});
