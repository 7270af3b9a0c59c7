import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import type pg from "pg";
import { ChangeFeed, type Change } from "../../../adapters/postgres/resources/change-feed.ts";
import { createPool } from "../../../adapters/postgres/pool.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { eventually } from "../../support/eventually.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";

describe("ChangeFeed", function () {
  this.timeout(300_000);
  let postgres: TestPostgres;
  let pool: pg.Pool;
  let feed: ChangeFeed;
  let stop: () => Promise<void>;
  let logged: ReturnType<typeof createCapturedLogger>["lines"];

  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    const url = await postgres.createDatabase();
    pool = createPool(url, { max: 2 });
    const { logger, lines } = createCapturedLogger();
    logged = lines;
    feed = new ChangeFeed(url, logger);
    const abort = new AbortController();
    const running = feed.run(abort.signal);
    stop = async () => {
      abort.abort();
      await running;
    };
    await eventually(() => expect(feed.isLive).to.equal(true));
  });
  afterEach(async () => {
    await stop();
    await pool.end();
  });
  after(() => postgres.stop());

  const record = async (id: string, notify = true): Promise<void> => {
    await pool.query(
      "INSERT INTO changes (kind, resource_id, organization_id, type) VALUES ('Deployment', $1, $1, 'updated')",
      [id],
    );
    if (notify) await pool.query("NOTIFY berth_changes");
  };

  it("asks at once, then only after a change of that very resource", async () => {
    const id = randomUUID();
    let asked = 0;
    const waited = feed.waitForChange(id, () => Promise.resolve(++asked === 3), AbortSignal.timeout(120_000));
    await eventually(() => expect(asked).to.equal(1));
    await record(randomUUID());
    await record(id);
    await eventually(() => expect(asked).to.equal(2));
    await record(id);
    expect(await waited).to.equal(true);
  });

  it("wakes within a moment of a NOTIFY, and within its heartbeat when the NOTIFY was lost", async () => {
    const seen: Change[] = [];
    feed.subscribe((change) => seen.push(change));
    // The median of five: one that the machine held up decides nothing.
    const tookMs = async (notify: boolean): Promise<number> => {
      const all: number[] = [];
      for (let times = 0; times < 5; times += 1) {
        const startedMs = performance.now();
        const before = seen.length;
        await record(randomUUID(), notify);
        await eventually(() => expect(seen).to.have.length(before + 1), 120_000, 2);
        all.push(performance.now() - startedMs);
      }
      return all.sort((one, other) => one - other)[2] ?? Infinity;
    };
    // Each is recorded right after a beat, so that one that is not told of waits for a whole one.
    expect(await tookMs(true)).to.be.below((await tookMs(false)) / 2);
  });

  it("ends with false when the signal aborts, before and while waiting", async () => {
    const never = (): Promise<boolean> => Promise.resolve(false);
    expect(await feed.waitForChange(randomUUID(), never, AbortSignal.abort())).to.equal(false);
    expect(await feed.waitForChange(randomUUID(), never, AbortSignal.timeout(30))).to.equal(false);
  });

  it("hands a fault of the question to whoever waits, unless Postgres is only away", async () => {
    const failing = feed.waitForChange(
      randomUUID(),
      () => Promise.reject(new Error("broken")),
      AbortSignal.timeout(120_000),
    );
    expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal("broken");
  });

  it("says that it is not live while Postgres is away, misses nothing and asks anew when it is back", async () => {
    const seen: string[] = [];
    feed.subscribe((change) => seen.push(change.resourceId));
    const [before, after] = [randomUUID(), randomUUID()];
    await record(before);
    await eventually(() => expect(seen).to.deep.equal([before]));
    let isDone = false;
    const question = async (): Promise<boolean> => {
      await pool.query("SELECT 1");
      return isDone;
    };
    const waited = feed.waitForChange(after, question, AbortSignal.timeout(120_000));
    await postgres.kill();
    await eventually(() => expect(feed.isLive).to.equal(false));
    isDone = true;
    await postgres.start();
    expect(await waited).to.equal(true);
    await record(after);
    await eventually(() => expect(seen).to.deep.equal([before, after]));
    await eventually(() => expect(feed.isLive).to.equal(true));
    const told = logged.map(({ level, message, away }) => [level, message, away]);
    // A server that has just started may be too slow once more.
    expect(told.slice(0, 2)).to.deep.equal([
      ["error", "Change feed broke off", true],
      ["info", "Change feed follows again", undefined],
    ]);
  });

  it("takes no pause of its own process for a silence of Postgres, neither at its start nor later", async () => {
    const { logger, lines } = createCapturedLogger();
    const abort = new AbortController();
    const another = new ChangeFeed(await postgres.createDatabase(), logger);
    const running = another.run(abort.signal);
    holdUp(2_200);
    await eventually(() => expect(another.isLive).to.equal(true));
    for (const lateMs of [0, 5]) {
      await pool.query("NOTIFY berth_changes");
      await pause(lateMs);
      holdUp(2_200);
    }
    await eventually(() => expect([another.isLive, feed.isLive]).to.deep.equal([true, true]));
    abort.abort();
    await running;
    expect([...lines, ...logged]).to.deep.equal([]);
  });

  it("breaks off when something accepts its connection and says nothing", async () => {
    // Who does not read learns nothing of the other side's end.
    const silent = createServer((socket) => void socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { logger, lines } = createCapturedLogger();
    const abort = new AbortController();
    const { port } = silent.address() as AddressInfo;
    const running = new ChangeFeed(`postgres://berth:x@127.0.0.1:${port}/berth`, logger).run(abort.signal);
    await eventually(() => expect(lines.length).to.be.at.least(1));
    abort.abort();
    silent.close();
    await running;
    const why = "Postgres did not answer in time";
    expect(lines[0]).to.include({ level: "error", message: "Change feed broke off", away: true, why });
  });

  it("reads more than a page of changes, in order and once each", async () => {
    const seen: bigint[] = [];
    feed.subscribe((change) => seen.push(change.seq));
    await pool.query(
      "INSERT INTO changes (kind, resource_id, organization_id, type) SELECT 'Cluster', gen_random_uuid(), gen_random_uuid(), 'updated' FROM generate_series(1, 2500)",
    );
    await pool.query("NOTIFY berth_changes");
    await eventually(() => expect(seen).to.have.length(2_500));
    expect(seen.every((seq, at) => at === 0 || seq > (seen[at - 1] ?? 0n))).to.equal(true);
  });
});

/** Does nothing else for a time, as compiling or a long garbage collection does. */
function holdUp(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}
