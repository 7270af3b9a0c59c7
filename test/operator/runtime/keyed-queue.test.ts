import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import { KNOWN_BAD } from "../../support/known-bad.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import type { Clock } from "../../../operator/runtime/clock.ts";
import { KeyedQueue, type Work } from "../../../operator/runtime/keyed-queue.ts";
import type { Priority } from "../../../operator/runtime/queue-entry.ts";
import { sleep } from "../../../operator/runtime/clock.ts";

type QueueLike = Pick<KeyedQueue, "start" | "add" | "addAfter">;
type MakeQueue = (clock: Clock, concurrency: number) => QueueLike;
type Step =
  | { op: "add"; key: string; priority: Priority }
  | { op: "addAfter"; key: string; delayMs: number }
  | { op: "advance"; ms: number };

const steps = (): fc.Arbitrary<Step[]> => {
  const key = fc.constantFrom("a", "b", "c", "d");
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        op: fc.constant("add" as const),
        key,
        priority: fc.constantFrom<Priority>("change", "progress", "resync"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constant("addAfter" as const), key, delayMs: fc.integer({ min: 0, max: 50 }) }),
    },
    { weight: 2, arbitrary: fc.record({ op: fc.constant("advance" as const), ms: fc.integer({ min: 1, max: 30 }) }) },
  );
  return fc.array(step, { maxLength: 30 });
};

/**
 * States what a queue promises: never two workers on one key nor more than there are; a key runs after each add, and
 * after each delay, counted from when it was due or an earlier delay of it was; and never without a cause.
 */
async function promises(
  make: MakeQueue,
  concurrency: number,
  durationMs: number,
  given: readonly Step[],
): Promise<void> {
  const clock = createFakeClock();
  const queue = make(clock, concurrency);
  const runs: { key: string; order: number; atMs: number }[] = [];
  const causes: { key: string; order: number; notBeforeMs: number }[] = [];
  const running = new Set<string>();
  let order = 0;
  queue.start(async (key) => {
    expect(running.has(key), `two workers on ${key}`).to.equal(false);
    running.add(key);
    expect(running.size).to.be.at.most(concurrency);
    runs.push({ key, order: (order += 1), atMs: clock.monotonicMs() });
    await sleep(clock, durationMs);
    running.delete(key);
  });
  for (const step of given) {
    if (step.op === "advance") await clock.advance(step.ms);
    else {
      const delayMs = step.op === "addAfter" ? step.delayMs : 0;
      causes.push({ key: step.key, order: (order += 1), notBeforeMs: clock.monotonicMs() + delayMs });
      if (step.op === "add") queue.add(step.key, step.priority);
      else queue.addAfter(step.key, step.delayMs);
    }
  }
  await clock.advance(10_000);
  expect(clock.pending()).to.equal(0);
  for (const cause of causes) {
    const after = runs.find((run) => run.key === cause.key && run.order > cause.order);
    expect(after, `lost ${cause.key}`).to.not.equal(undefined);
  }
  for (const run of runs) {
    const why = causes.filter(
      (cause) => cause.key === run.key && cause.order < run.order && cause.notBeforeMs <= run.atMs,
    );
    const before = runs.filter((earlier) => earlier.key === run.key && earlier.order < run.order);
    expect(why.length, `${run.key} ran without a cause`).to.be.above(before.length);
  }
}

function check(make: MakeQueue, parameters: Partial<typeof KNOWN_BAD> = {}): Promise<void> {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 0, max: 20 }),
    steps(),
    (n, ms, given) => promises(make, n, ms, given),
  );
  return fc.assert(property, { numRuns: 1_000, ...parameters });
}

/** Makes queues that break one promise each. */
class BadQueue implements QueueLike {
  readonly #inner: KeyedQueue;
  readonly #fault: "drops while running" | "two workers" | "forgets delays";
  readonly #running = new Set<string>();
  readonly #delayed = new Set<string>();
  #work: Work = () => Promise.resolve();

  constructor(clock: Clock, concurrency: number, fault: "drops while running" | "two workers" | "forgets delays") {
    this.#inner = new KeyedQueue({ clock, concurrency });
    this.#fault = fault;
  }

  start(work: Work): void {
    this.#work = async (key, signal) => {
      this.#running.add(key);
      await work(key, signal);
      this.#running.delete(key);
    };
    this.#inner.start(this.#work);
  }

  add(key: string, priority?: Priority): void {
    if (this.#running.has(key) && this.#fault === "drops while running") return;
    if (this.#running.has(key) && this.#fault === "two workers")
      void this.#work(key, new AbortController().signal).catch(() => undefined);
    else this.#inner.add(key, priority);
  }

  addAfter(key: string, delayMs: number): void {
    // A boolean guard instead of the earlier of two times: the delay that was set before it ran is taken for this one.
    if (this.#fault === "forgets delays" && this.#delayed.has(key)) return;
    this.#delayed.add(key);
    this.#inner.addAfter(key, delayMs);
  }
}

describe("KeyedQueue", function () {
  this.timeout(300_000);

  it("never has two workers on one key, loses nothing and invents nothing", () =>
    check((clock, concurrency) => new KeyedQueue({ clock, concurrency })));

  for (const fault of ["drops while running", "two workers", "forgets delays"] as const) {
    it(`is held to that by a property which a queue fails that: ${fault}`, async () => {
      const bad: MakeQueue = (clock, n) => new BadQueue(clock, n, fault);
      const failure = await check(bad, KNOWN_BAD).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
    });
  }

  const recording = (clock: FakeClock, concurrency = 1, workMs = 1): { queue: KeyedQueue; runs: string[] } => {
    const queue = new KeyedQueue({ clock, concurrency });
    const runs: string[] = [];
    queue.start(async (key) => {
      runs.push(key);
      await sleep(clock, workMs);
    });
    return { queue, runs };
  };

  it("does not let a key that is always dirty crowd out the others", async () => {
    const clock = createFakeClock();
    const queue = new KeyedQueue({ clock, concurrency: 1 });
    const runs: string[] = [];
    queue.start(async (key) => {
      runs.push(key);
      if (key === "hot") queue.add("hot");
      await sleep(clock, 1);
    });
    queue.add("hot");
    for (let i = 0; i < 20; i += 1) queue.add(`k${i}`);
    await clock.advance(25);
    expect(new Set(runs.slice(0, 22)).size).to.equal(21);
  });

  it("lets a change pass a resync of 3,000 keys, and a resync progress under a flood of changes", async () => {
    const clock = createFakeClock();
    const { queue, runs } = recording(clock);
    for (let i = 0; i < 3000; i += 1) queue.add(`resync${i}`, "resync");
    await clock.advance(3);
    const before = runs.length;
    queue.add("change");
    queue.add("resync2999");
    await clock.advance(4);
    expect(runs.slice(before, before + 3)).to.include.members(["change", "resync2999"]);
    runs.length = 0;
    for (let i = 0; i < 100; i += 1) queue.add(`flood${i}`);
    await clock.advance(80);
    expect(runs.filter((key) => key.startsWith("resync")).length).to.be.within(9, 12);
  });

  it("lets a change pass what follows of a thousand others, which goes on under a flood of changes", async () => {
    const clock = createFakeClock();
    const { queue, runs } = recording(clock);
    for (let i = 0; i < 1000; i += 1) queue.add(`progress${i}`);
    await clock.advance(3);
    const before = runs.length;
    queue.add("change", "change");
    queue.add("progress999", "change");
    await clock.advance(4);
    expect(runs.slice(before, before + 3)).to.include.members(["change", "progress999"]);
    runs.length = 0;
    for (let i = 0; i < 100; i += 1) queue.add(`flood${i}`, "change");
    await clock.advance(80);
    expect(runs.filter((key) => key.startsWith("progress")).length).to.be.within(18, 22);
  });

  it("lets one change of an organization pass 5,000 of another, in every line", async () => {
    for (const priority of ["change", "progress", "resync"] as const) {
      const clock = createFakeClock();
      const { queue, runs } = recording(clock);
      for (let i = 0; i < 5_000; i += 1) queue.add(`org-a/d${i}`, priority);
      await clock.advance(3);
      const before = runs.length;
      queue.add("org-b/shop", priority);
      await clock.advance(4);
      expect(runs.slice(before, before + 3), priority).to.include("org-b/shop");
    }
  });

  it("leaves workers for others while all of an organization's passes hang, and may not leave those of the platform out", async () => {
    const queue = new KeyedQueue({ clock: createFakeClock(), concurrency: 3 });
    const runs: string[] = [];
    for (let index = 0; index < 100; index += 1) queue.add(`busy/${index}`, "change");
    queue.start(async (key) => {
      runs.push(key);
      if (key.startsWith("busy/") || !key.includes("/")) await new Promise(() => {});
    });
    for (const key of ["other/a", "other/b", "third/a"]) queue.add(key, "resync");
    await turn();
    expect(runs).to.deep.equal(["busy/0", "busy/1", "other/a", "other/b", "third/a"]);
    queue.add("platform");
    await turn();
    expect(runs.slice(5)).to.deep.equal(["platform"]);
    expect(queue.running).to.equal(3);
  });

  it("is quiet while all that waits is of whoever has their share", async () => {
    let asked = 0;
    const clock = { ...createFakeClock(), monotonicMs: () => (asked += 1) };
    const queue = new KeyedQueue({ clock, concurrency: 3 });
    for (const name of ["a", "b", "c"]) queue.add(`busy/${name}`);
    queue.start(() => new Promise(() => {}));
    for (let turns = 0; turns < 3; turns += 1) await turn();
    const before = asked;
    for (let turns = 0; turns < 3; turns += 1) await turn();
    expect([queue.running, queue.depth, asked - before]).to.eql([2, 1, 0]);
  });

  it("lets an organization alone have its share again as soon as a pass ends", async () => {
    const clock = createFakeClock();
    const queue = new KeyedQueue({ clock, concurrency: 3 });
    const runs: string[] = [];
    for (const name of ["a", "b", "c", "d"]) queue.add(`busy/${name}`);
    queue.start(async (key) => {
      runs.push(key);
      await sleep(clock, 10);
    });
    await turn();
    expect(runs).to.have.length(2);
    await clock.advance(10);
    expect(runs).to.have.length(4);
  });

  it("runs a key once for many adds, and a raised key not twice", async () => {
    const clock = createFakeClock();
    const { queue, runs } = recording(clock);
    queue.add("block");
    for (let i = 0; i < 5; i += 1) queue.add("a", i % 2 === 0 ? "resync" : "change");
    expect(queue.depth).to.equal(1);
    await clock.advance(100);
    expect(runs).to.eql(["block", "a"]);
    expect([queue.depth, queue.running, queue.oldestAgeMs]).to.eql([0, 0, 0]);
  });

  it("waits for keys that are added before the workers start", async () => {
    const clock = createFakeClock();
    const queue = new KeyedQueue({ clock, concurrency: 2 });
    queue.add("a");
    await clock.advance(500);
    expect([queue.depth, queue.oldestAgeMs]).to.eql([1, 500]);
    const runs: string[] = [];
    queue.start((key) => {
      runs.push(key);
      return Promise.resolve();
    });
    await clock.advance(0);
    expect(runs).to.eql(["a"]);
  });

  it("takes the earliest of several delays", async () => {
    const clock = createFakeClock();
    const { queue, runs } = recording(clock);
    queue.addAfter("a", 100);
    queue.addAfter("a", 10);
    queue.addAfter("a", 1_000);
    await clock.advance(10);
    expect(runs).to.eql(["a"]);
    await clock.advance(5_000);
    expect(runs).to.eql(["a"]);
  });

  it("needs no run of its own for what is to be seen soon, once one has begun that sees it", async () => {
    const clock = createFakeClock();
    const { queue, runs } = recording(clock);
    queue.addSoon("a", 100);
    queue.addSoon("a", 10);
    await clock.advance(99);
    expect(runs, "the first delay counts").to.eql([]);
    await clock.advance(1);
    expect(runs).to.eql(["a"]);
    queue.addSoon("a", 100);
    queue.add("a");
    await clock.advance(1_000);
    expect(runs, "seen by another").to.eql(["a", "a"]);
  });

  it("runs a key for what came while it ran, however soon that is to be seen", async () => {
    const clock = createFakeClock();
    const queue = new KeyedQueue({ clock, concurrency: 1 });
    const startsMs: number[] = [];
    const begunMs = clock.monotonicMs();
    queue.start(async (key) => {
      startsMs.push(clock.monotonicMs() - begunMs);
      await sleep(clock, 50);
      if (startsMs.length === 1) queue.addSoon(key, 100);
    });
    queue.add("a");
    await clock.advance(1_000);
    expect(startsMs).to.eql([0, 150]);
  });

  it("runs a key that was written to: at once, at its end, or soon where its run has seen what it wrote", async () => {
    const writes = [
      { sees: false, more: false, runsAt: [0, 50] },
      { sees: true, more: false, runsAt: [0, 150] },
      { sees: true, more: true, runsAt: [0, 50] },
    ];
    for (const { sees, more, runsAt } of writes) {
      const clock = createFakeClock();
      const queue = new KeyedQueue({ clock, concurrency: 1 });
      const startsMs: number[] = [];
      const begunMs = clock.monotonicMs();
      queue.start(async (key) => {
        startsMs.push(clock.monotonicMs() - begunMs);
        if (startsMs.length === 1) queue.addWritten(key, "progress");
        await sleep(clock, 50);
        if (startsMs.length > 1) return;
        if (more) queue.add(key);
        if (sees) queue.sawWritten(key, 100);
      });
      queue.addWritten("a", "change");
      await clock.advance(1_000);
      expect(startsMs, JSON.stringify({ sees, more })).to.eql(runsAt);
    }
  });

  it("backs off per key, anew after it is forgotten", () => {
    const queue = new KeyedQueue({
      clock: createFakeClock(),
      concurrency: 1,
      random: () => 1,
      backoff: { baseMs: 10, maxMs: 35 },
    });
    expect([queue.retry("a"), queue.retry("a"), queue.retry("a"), queue.retry("b")]).to.eql([10, 20, 35, 10]);
    queue.forget("a");
    expect([queue.retry("a"), queue.retry("b")]).to.eql([10, 20]);
  });

  it("lets the event loop have its turn among many keys that wait for nothing", async () => {
    let nowMs = 0;
    const clock: Clock = { ...createFakeClock(), monotonicMs: () => nowMs };
    const queue = new KeyedQueue({ clock, concurrency: 4 });
    for (let key = 0; key < 100; key += 1) queue.add(String(key));
    let runs = 0;
    queue.start(async () => {
      runs += 1;
      nowMs += 1;
      await Promise.resolve();
    });
    const perTurn: number[] = [];
    while (perTurn.length < 100 && runs < 100) {
      const before = runs;
      await turn();
      perTurn.push(runs - before);
    }
    expect(runs).to.equal(100);
    // Of the queue's own turns at most two lie between two of ours; each has its 10 ms and what was begun in them.
    expect(Math.max(...perTurn)).to.be.at.most(2 * (10 + 4));
  });

  it("survives work that throws, and reports it", async () => {
    const clock = createFakeClock();
    const faults: unknown[] = [];
    const queue = new KeyedQueue({ clock, concurrency: 1, onFault: (key, error) => faults.push([key, String(error)]) });
    queue.start((key) => {
      if (key === "bad") throw new Error("broken");
      return Promise.resolve();
    });
    queue.add("bad");
    queue.add("good");
    await clock.advance(1);
    expect([faults, queue.running]).to.eql([[["bad", "Error: broken"]], 0]);
  });

  it("drains: finishes what runs, starts nothing, leaves no timer", async () => {
    const clock = createFakeClock();
    const { queue, runs } = recording(clock, 1, 50);
    queue.add("a");
    queue.add("b");
    queue.addAfter("c", 10);
    await clock.advance(1);
    const drained = queue.drain(1_000);
    queue.add("d");
    queue.addAfter("e", 1);
    await clock.advance(100);
    expect([await drained, runs, queue.depth, clock.pending()]).to.eql([true, ["a"], 1, 0]);
  });

  it("aborts what outlasts the grace, and says so", async () => {
    const clock = createFakeClock();
    const queue = new KeyedQueue({ clock, concurrency: 2 });
    let aborted = false;
    queue.start(async (key, signal) => {
      if (key === "stuck") await new Promise(() => undefined);
      await sleep(clock, 100_000, signal);
      aborted = signal.aborted;
    });
    queue.add("heeds");
    await clock.advance(1);
    const drained = queue.drain(500);
    await clock.advance(500);
    expect([await drained, aborted]).to.eql([false, true]);
  });
});
