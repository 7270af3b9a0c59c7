import { expect } from "chai";
import type { OperatorWork } from "../../contract/rest/platform-health.ts";
import { tellWork, type TellWorkOptions } from "../../operator/tell-work.ts";
import { createCapturedLogger } from "../support/captured-logger.ts";
import { createFakeClock, type FakeClock } from "../support/fake-clock.ts";

type Told = Readonly<{ atMs: number; work: OperatorWork }>;

describe("What the operator tells of its work", () => {
  let clock: FakeClock;
  let told: Told[];
  let log: ReturnType<typeof createCapturedLogger>;
  let stopping: AbortController;
  let ended: Promise<void>;
  let queue = { depth: 0, running: 0, oldestAgeMs: 0 };
  let mirror = { lagMs: 0, pending: 0 };
  let leads = true;
  let write: TellWorkOptions["write"];

  beforeEach(() => {
    clock = createFakeClock();
    told = [];
    log = createCapturedLogger();
    stopping = new AbortController();
    queue = { depth: 0, running: 0, oldestAgeMs: 0 };
    mirror = { lagMs: 0, pending: 0 };
    leads = true;
    write = (work) => Promise.resolve(void told.push({ atMs: clock.monotonicMs(), work }));
  });
  afterEach(async () => {
    stopping.abort();
    await ended;
  });

  const start = (): void => {
    ended = tellWork(
      {
        queues: {
          Deployment: {
            get depth() {
              return queue.depth;
            },
            get running() {
              return queue.running;
            },
            get oldestAgeMs() {
              return queue.oldestAgeMs;
            },
          },
          Platform: { depth: 1, running: 0, oldestAgeMs: 0 },
        },
        git: () => ({ waiting: 7, isRead: true, committedAtMs: Date.UTC(2026, 0, 1) }),
        mirror: {
          get lagMs() {
            return mirror.lagMs;
          },
          get pending() {
            return mirror.pending;
          },
        },
        isLeader: () => leads,
        write: (work) => write(work),
        clock,
        logger: log.logger,
      },
      stopping.signal,
    );
  };

  it("is what waits in each queue, for a commit and for the projection", async () => {
    queue = { depth: 4, running: 2, oldestAgeMs: 1_500 };
    mirror = { lagMs: 250, pending: 3 };
    start();
    await clock.advance(1);
    const { recent, ...work } = told[0]?.work ?? { recent: [] };
    expect(work).to.deep.equal({
      queues: [
        { name: "Deployment", waiting: 4, working: 2, oldest_seconds: 1.5 },
        { name: "Platform", waiting: 1, working: 0, oldest_seconds: 0 },
      ],
      commits: { waiting: 7, branch_read: true, committed_at: "2026-01-01T00:00:00.000Z" },
      projection: { waiting: 3, lag_seconds: 0.25 },
    });
    expect(recent).to.deep.equal([
      { at: "2026-01-01T00:00:00.000Z", waiting: 5, commits_waiting: 7, lag_seconds: 0.25 },
    ]);
  });

  it("is one write in ten seconds, however much there is to do", async () => {
    start();
    for (let second = 0; second < 120; second += 1) {
      queue = { depth: second * 1_000, running: 8, oldestAgeMs: second };
      await clock.advance(1_000);
    }
    const gapsMs = told.slice(1).map(({ atMs }, index) => atMs - (told[index]?.atMs ?? 0));
    expect(Math.min(...gapsMs)).to.be.at.least(10_000);
    expect(told).to.have.length.within(11, 13);
  });

  it("has a delay that was over before it was told", async () => {
    start();
    await clock.advance(2_000);
    mirror = { lagMs: 4_000, pending: 1 };
    await clock.advance(2_000);
    mirror = { lagMs: 0, pending: 0 };
    await clock.advance(20_000);
    expect(told.map(({ work }) => work.projection.lag_seconds)).to.deep.equal([0, 0, 0]);
    expect(told.at(-1)?.work.recent.map((one) => one.lag_seconds)).to.deep.equal([0, 4, 0]);
  });

  it("goes back ten minutes and no further", async () => {
    start();
    await clock.advance(1_000_000);
    const { recent = [] } = told.at(-1)?.work ?? {};
    expect(recent).to.have.length(60);
    expect(Date.parse(recent.at(-1)?.at ?? "") - Date.parse(recent[0]?.at ?? "")).to.equal(590_000);
  });

  it("is told by nobody who does not lead", async () => {
    leads = false;
    start();
    await clock.advance(60_000);
    expect(told).to.deep.equal([]);
    leads = true;
    await clock.advance(1_000);
    expect(told).to.have.length(1);
  });

  it("is told anew after Postgres was away, of which the log says a word once", async () => {
    const works = write;
    write = () => Promise.reject(Object.assign(new Error("password=canary-4711"), { code: "57P01" }));
    start();
    await clock.advance(60_000);
    expect(told).to.deep.equal([]);
    write = works;
    await clock.advance(10_000);
    expect(told).to.have.length(1);
    const lines = log.lines.filter((line) => JSON.stringify(line).includes("57P01"));
    expect(lines).to.have.length(1);
    expect(JSON.stringify(log.lines)).not.to.contain("canary-4711");
  });

  it("waits for a write that hangs, with no second one behind it", async () => {
    let writes = 0;
    let end: () => void = () => undefined;
    write = () => {
      writes += 1;
      return new Promise((resolve) => (end = resolve));
    };
    start();
    await clock.advance(120_000);
    expect(writes).to.equal(1);
    end();
    await clock.advance(1_000);
    expect(writes).to.equal(2);
    end();
  });
});
