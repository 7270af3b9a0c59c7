import { expect } from "chai";
import { QueueLoop } from "../../api/queue-loop.ts";
import { createCapturedLogger } from "../support/captured-logger.ts";
import { eventually } from "../support/eventually.ts";

const NEVER_MS = 3_600_000;

describe("A loop that works off a queue", () => {
  let stops: (() => Promise<void>)[];
  beforeEach(() => (stops = []));
  afterEach(async () => {
    for (const stop of stops) await stop();
  });

  const start = (
    pollMs: number,
    pass: (times: number) => boolean,
  ): Readonly<{ loop: QueueLoop; times: () => number }> => {
    let times = 0;
    const abort = new AbortController();
    const { logger: log } = createCapturedLogger();
    const loop = new QueueLoop({
      name: "a queue",
      log,
      pollMs,
      pass: () => {
        times += 1;
        return Promise.resolve().then(() => pass(times));
      },
    });
    const running = loop.run(abort.signal);
    stops.push(() => {
      abort.abort();
      return running;
    });
    return { loop, times: () => times };
  };

  it("asks an empty queue once, and then nobody", async () => {
    const quiet = start(NEVER_MS, () => false);
    const polled = start(10, () => false);
    await eventually(() => expect(polled.times()).to.be.greaterThan(5));
    expect(quiet.times()).to.equal(1);
  });

  it("looks when what was put off is due, long before the next poll", async () => {
    const { loop, times } = start(NEVER_MS, () => false);
    await eventually(() => expect(times()).to.equal(1));
    loop.wakeAfter(20);
    await eventually(() => expect(times()).to.equal(2));
  });

  it("leaves to a poll what is due after it", async () => {
    const { loop, times } = start(10, () => false);
    loop.wakeAfter(NEVER_MS);
    await eventually(() => expect(times()).to.be.greaterThan(2));
  });

  it("passes again soon after a fault, as Postgres may have been away for a moment only", async () => {
    const { times } = start(NEVER_MS, (count) => {
      if (count === 1) throw new Error("away");
      return false;
    });
    await eventually(() => expect(times()).to.equal(2));
  });
});
