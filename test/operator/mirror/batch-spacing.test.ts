import { expect } from "chai";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { FakeCache, FakeKind, ORGANIZATION } from "./fake-cluster.ts";
import { Mirror } from "../../../operator/mirror/mirror.ts";

describe("The mirror's batches", () => {
  const cache = new FakeCache();
  const kind = new FakeKind({ next: 0 });
  let clock: FakeClock;
  let startedMs: number;
  const heartbeats: Readonly<Record<string, number>>[] = [];
  let unservedMs = 0;
  let batches: { atMs: number; rows: number }[];
  let stopping: AbortController;

  const change = (name: string): void =>
    cache.upsert(kind.put(name, { spec: { tier: "shared", name: Math.random() } }));

  beforeEach(async () => {
    clock = createFakeClock();
    startedMs = clock.monotonicMs();
    batches = [];
    stopping = new AbortController();
    const mirror = new Mirror({
      sources: [{ kind: "Cluster", cache, unservedMs: () => unservedMs }],
      store: {
        mirror: (_epoch, { rows }) => {
          batches.push({ atMs: clock.monotonicMs() - startedMs, rows: rows.length });
          return Promise.resolve([]);
        },
        mirroredVersions: () => Promise.resolve(new Map()),
        oldestOwners: () => Promise.resolve(new Map()),
        adoptEpoch: (epoch) => Promise.resolve({ epoch, isNew: false }),
        newestVersion: () => Promise.resolve("0"),
        holdsEpoch: () => Promise.resolve(true),
        buryAbsent: () => Promise.resolve(),
      },
      lookups: { organizationOf: () => ORGANIZATION, findObject: () => undefined, renderValues: () => null },
      readCluster: () => Promise.resolve({ uid: "uid", resourceVersion: "1" }),
      upkeep: {
        recordHeartbeats: (ages) => Promise.resolve(void heartbeats.push(ages)),
        sweep: () => Promise.resolve(),
      },
      clock,
      logger: createCapturedLogger().logger,
    });
    void mirror.run(stopping.signal);
    await clock.advance(2_000);
    startedMs = clock.monotonicMs();
    batches.length = 0;
  });
  afterEach(() => stopping.abort());

  it("write a single change at once", async () => {
    change("one");
    await clock.advance(50);
    expect(batches).to.eql([{ atMs: 20, rows: 1 }]);
  });

  it("keep their distance while changes keep coming, and lose none", async () => {
    for (let index = 0; index < 100; index += 1) {
      change(`flow-${index}`);
      await clock.advance(10);
    }
    await clock.advance(200);
    const gaps = batches.slice(1).map(({ atMs }, index) => atMs - batches[index]!.atMs);
    expect(Math.min(...gaps)).to.be.at.least(150);
    expect(Math.max(...gaps)).to.be.at.most(200);
    expect(batches.reduce((total, { rows }) => total + rows, 0)).to.equal(100);
  });

  it("leave signs of life that are no newer than what the controllers have looked at", async () => {
    const newest = async (): Promise<number | undefined> => {
      await clock.advance(20_000);
      return heartbeats.at(-1)?.["Cluster"];
    };
    expect(await newest()).to.equal(0);
    unservedMs = 400_000;
    expect(await newest(), "a change waits for its controller").to.equal(400_000);
    unservedMs = 0;
    cache.secondsSinceEvent = 30;
    expect(await newest(), "the watch is silent").to.equal(30_000);
    cache.secondsSinceEvent = 0;
  });
});
