import { expect } from "chai";
import fc from "fast-check";
import { KNOWN_BAD } from "../../support/known-bad.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, WatchEvent } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions, ObjectList, WatchOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { widget, WIDGETS, type Widget } from "../../support/widgets.ts";
import { ResourceCache, type CacheEvent } from "../../../operator/runtime/resource-cache.ts";

const object = (name: string, version: number, uid = "u"): Widget =>
  widget("n", name, { metadata: { uid, resourceVersion: String(version) }, spec: { version } });
const gone = new KubeError("WATCH", { status: 410, reason: "Expired" });
const MINUTE_MS = 60_000;
const broken = new KubeError("WATCH", { status: 0, reason: "UND_ERR_SOCKET" });

/** Answers lists and watches as the test says. */
class Script implements Pick<KubeClient, "list" | "watch"> {
  lists: { items: Widget[]; resourceVersion: string }[] = [];
  listCalls = 0;
  watches: WatchOptions[] = [];
  #queue: (WatchEvent | Error | "end")[] = [];
  #wake: () => void = () => undefined;

  list<T extends KubeObject>(_type: unknown, { slim }: ListOptions<T>): Promise<ObjectList<T>> {
    this.listCalls += 1;
    const list = this.lists.shift();
    if (list === undefined) return Promise.reject(broken);
    const { items, resourceVersion } = structuredClone(list) as unknown as ObjectList<T>;
    return Promise.resolve({ items: slim === undefined ? items : items.map(slim), resourceVersion });
  }

  async *watch<T extends KubeObject>(
    _type: unknown,
    options: WatchOptions,
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent<T>> {
    this.watches.push(options);
    signal.addEventListener("abort", () => this.#wake(), { once: true });
    for (;;) {
      if (signal.aborted) throw new KubeError("WATCH", { status: 0, reason: "Aborted" });
      const next = this.#queue.shift();
      if (next === "end") return;
      if (next instanceof Error) throw next;
      if (next === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else yield next as WatchEvent<T>;
    }
  }

  say(...events: (WatchEvent | Error | "end")[]): void {
    this.#queue.push(...events);
    this.#wake();
  }
}

const told = (events: CacheEvent<Widget>[]): string[] =>
  events.map((event) =>
    event.kind === "resync"
      ? `resync@${event.resourceVersion}${event.restored ? " restored" : ""}`
      : `${event.source} ${event.kind} ${event.object.metadata.name}@${event.object.metadata.resourceVersion ?? ""}`,
  );

describe("ResourceCache", () => {
  let script: Script;
  let clock: FakeClock;
  let cache: ResourceCache<Widget>;
  let events: CacheEvent<Widget>[];
  let stop: AbortController;
  let ended: Promise<void>;

  const start = async (...lists: Script["lists"]): Promise<void> => {
    script = new Script();
    script.lists = lists;
    clock = createFakeClock();
    stop = new AbortController();
    events = [];
    const { logger } = createCapturedLogger();
    cache = new ResourceCache<Widget>({ client: script, type: WIDGETS, clock, logger, random: () => 0.5 });
    cache.subscribe((event) => events.push(event));
    ended = cache.run(stop.signal);
    await clock.advance(0);
  };
  const say = async (...said: Parameters<Script["say"]>): Promise<string[]> => {
    events.length = 0;
    script.say(...said);
    await clock.advance(0);
    return told(events);
  };
  /** Lets minutes go by, with a watch in each of them that ends as it should. */
  const quiet = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await clock.advance(MINUTE_MS);
      script.say("end");
      await clock.advance(0);
    }
  };
  afterEach(async () => {
    stop.abort();
    await ended;
    expect(clock.pending()).to.equal(0);
  });

  it("tells the list, then the resync with its version, then changes", async () => {
    await start({ items: [object("a", 3), object("b", 4)], resourceVersion: "7" });
    expect(told(events)).to.eql(["list upsert a@3", "list upsert b@4", "resync@7"]);
    expect(script.watches.map((watch) => watch.resourceVersion)).to.eql(["7"]);
    expect(await say({ type: "MODIFIED", object: object("a", 8) }, { type: "DELETED", object: object("b", 9) })).to.eql(
      ["watch upsert a@8", "watch delete b@9"],
    );
    expect(events[0]).to.nested.include({ "previous.metadata.resourceVersion": "3" });
    expect([cache.list().map((item) => item.metadata.name), cache.get("n/a")?.spec]).to.eql([["a"], { version: 8 }]);
  });

  it("drops managedFields and what the transform drops", async () => {
    await start({
      items: [{ ...object("a", 3), metadata: { ...object("a", 3).metadata, managedFields: [1] } as never }],
      resourceVersion: "7",
    });
    expect(JSON.stringify(cache.list())).not.to.contain("managedFields");
  });

  it("resumes a broken or ended watch where it was, bookmarks included, without a list", async () => {
    await start({ items: [], resourceVersion: "7" });
    await say({ type: "ADDED", object: object("a", 8) }, broken);
    await clock.advance(300);
    await say({ type: "BOOKMARK", object: { metadata: { name: "", resourceVersion: "50" } } }, "end");
    await say({ type: "ADDED", object: object("b", 51) }, "end");
    expect(script.watches.map((watch) => watch.resourceVersion)).to.eql(["7", "8", "50", "51"]);
    expect([script.listCalls, cache.size]).to.eql([1, 2]);
  });

  it("asks for watches of five to ten minutes", async () => {
    await start({ items: [], resourceVersion: "7" });
    expect(script.watches[0]?.timeoutSeconds).to.equal(450);
  });

  it("lists anew after 410, and tells of deletions that no watch told of", async () => {
    await start(
      { items: [object("a", 3), object("b", 4), object("c", 5, "old")], resourceVersion: "7" },
      { items: [object("a", 3), object("c", 11, "new")], resourceVersion: "12" },
    );
    const said = await say(gone);
    expect(said).to.eql([]);
    await clock.advance(300);
    expect(told(events)).to.eql(["list delete c@5", "list upsert c@11", "list delete b@4", "resync@12"]);
    expect(script.watches.at(-1)?.resourceVersion).to.equal("12");
  });

  for (const fault of [
    { status: 500, reason: "InternalError" },
    { status: 0, reason: "InvalidJson" },
    { status: 0, reason: "RangeError" },
  ])
    it(`lists anew where its version meets the same fault again and again: ${fault.status} ${fault.reason}`, async () => {
      await start({ items: [], resourceVersion: "7" }, { items: [object("a", 8)], resourceVersion: "9" });
      for (let round = 0; round < 9; round += 1) await say(new KubeError("WATCH", fault));
      await clock.advance(60_000);
      expect([script.listCalls, cache.size], "nine may be the moment's").to.eql([1, 0]);
      await say(new KubeError("WATCH", fault));
      await clock.advance(60_000);
      expect([script.listCalls, told(events)]).to.eql([2, ["list upsert a@8", "resync@9"]]);
      expect(script.watches.at(-1)?.resourceVersion).to.equal("9");
    });

  it("never lists for an API server that is not there, nor for faults with events in between", async () => {
    await start({ items: [], resourceVersion: "7" });
    for (let round = 0; round < 40; round += 1) await say(broken);
    await clock.advance(300_000);
    for (let round = 0; round < 40; round += 1) {
      await say(new KubeError("WATCH", { status: 500, reason: "InternalError" }));
      await clock.advance(10_000);
      await say({ type: "ADDED", object: object("a", 8 + round) });
    }
    expect(script.listCalls).to.equal(1);
  });

  it("does not list in a hot loop when each watch is refused", async () => {
    await start(...Array.from({ length: 100 }, () => ({ items: [], resourceVersion: "7" })));
    script.say(...Array<Error>(100).fill(gone));
    await clock.advance(10_000);
    expect(script.listCalls).to.be.within(4, 12);
  });

  it("does not resume in a hot loop when each watch ends at once", async () => {
    await start({ items: [], resourceVersion: "7" });
    script.say(...Array<"end">(100).fill("end"));
    await clock.advance(10_000);
    expect(script.watches.length).to.be.within(4, 12);
  });

  it("comes back within seconds after a long outage", async () => {
    await start({ items: [], resourceVersion: "7" });
    script.say(...Array<Error>(40).fill(broken));
    await clock.advance(600_000);
    script.say(...Array<Error>(40).fill(broken));
    const before = script.watches.length;
    await clock.advance(3_000);
    expect(script.watches.length).to.be.above(before);
    expect(script.listCalls).to.equal(1);
  });

  it("breaks off and resumes a watch that says nothing for 90 s", async () => {
    await start({ items: [], resourceVersion: "7" });
    await clock.advance(80_000);
    await say({ type: "BOOKMARK", object: { metadata: { name: "", resourceVersion: "9" } } });
    await clock.advance(80_000);
    expect(script.watches).to.have.length(1);
    expect(cache.secondsSinceEvent).to.equal(80);
    expect(cache.completeVersion, "moved on by the bookmark").to.equal("9");
    await clock.advance(11_000);
    expect(script.watches.map((watch) => watch.resourceVersion)).to.eql(["7", "9"]);
    expect(script.listCalls).to.equal(1);
  });

  it("lets no older event or answer replace a newer object", async () => {
    await start({ items: [object("a", 3)], resourceVersion: "7" });
    cache.noteWrite(object("a", 9));
    expect(
      await say({ type: "MODIFIED", object: object("a", 8) }, { type: "MODIFIED", object: object("a", 9) }),
    ).to.eql([]);
    expect(cache.get("n/a")?.spec).to.eql({ version: 9 });
    cache.noteWrite(object("a", 8));
    expect(cache.get("n/a")?.spec).to.eql({ version: 9 });
    expect(await say({ type: "DELETED", object: object("a", 9) })).to.eql(["watch delete a@9"]);
  });

  it("tells of its own writes at once and only once", async () => {
    await start({ items: [object("a", 3)], resourceVersion: "7" });
    events.length = 0;
    cache.noteWrite(object("a", 9));
    cache.noteWrite(object("new", 10));
    expect(told(events)).to.eql(["write upsert a@9", "write upsert new@10"]);
    expect(
      await say({ type: "MODIFIED", object: object("a", 9) }, { type: "ADDED", object: object("new", 10) }),
    ).to.eql([]);
  });

  it("does not bring back by a late answer what has been deleted since", async () => {
    await start({ items: [object("a", 3)], resourceVersion: "7" });
    await say({ type: "DELETED", object: object("a", 10) });
    cache.noteWrite(object("a", 9));
    expect(cache.size).to.equal(0);
  });

  it("keeps an object of its own that is newer than the list which lacks it", async () => {
    await start({ items: [], resourceVersion: "7" }, { items: [], resourceVersion: "8" });
    cache.noteWrite(object("a", 9));
    await say(gone);
    await clock.advance(300);
    expect(cache.size).to.equal(1);
  });

  it("believes an etcd that was restored to an older state", async () => {
    await start(
      { items: [object("a", 90), object("b", 95)], resourceVersion: "100" },
      { items: [object("a", 40)], resourceVersion: "50" },
    );
    await say(new KubeError("WATCH", { status: 504, reason: "Timeout" }));
    await clock.advance(300);
    expect(told(events).at(-1)).to.equal("resync@50 restored");
    expect(cache.list().map((item) => item.spec)).to.eql([{ version: 40 }]);
    expect(await say({ type: "MODIFIED", object: object("a", 51) })).to.eql(["watch upsert a@51"]);
  });

  it("lists after an hour, and believes an etcd that has gone another way and passed what was known", async () => {
    await start(
      { items: [object("a", 90), object("b", 95)], resourceVersion: "100" },
      { items: [object("a", 40), object("c", 105)], resourceVersion: "110" },
    );
    await quiet(59);
    expect(script.listCalls).to.equal(1);
    await quiet(2);
    expect(script.listCalls).to.equal(2);
    expect(told(events).slice(-4)).to.eql([
      "list upsert a@40",
      "list upsert c@105",
      "list delete b@95",
      "resync@110 restored",
    ]);
  });

  it("believes another object at the very version, and takes what is newer than the list for no contradiction", async () => {
    await start(
      { items: [object("a", 90)], resourceVersion: "100" },
      { items: [object("a", 100)], resourceVersion: "105" },
      { items: [object("a", 110, "other")], resourceVersion: "111" },
    );
    cache.noteWrite(object("a", 110));
    await say(gone);
    await clock.advance(300);
    expect([told(events).at(-1), cache.list()[0]?.spec]).to.eql(["resync@105", { version: 110 }]);
    await say(gone);
    await clock.advance(300);
    expect([told(events).at(-1), cache.list()[0]?.metadata.uid]).to.eql(["resync@111 restored", "other"]);
  });

  it("goes on watching when the list after an hour fails, and lists an hour later", async () => {
    await start({ items: [object("a", 90)], resourceVersion: "100" });
    await quiet(61);
    expect(script.listCalls).to.equal(2);
    expect(await say({ type: "MODIFIED", object: object("a", 101) })).to.eql(["watch upsert a@101"]);
    await quiet(58);
    expect(script.listCalls).to.equal(2);
    await quiet(3);
    expect(script.listCalls).to.equal(3);
  });

  it("goes on when a subscriber throws", async () => {
    await start({ items: [], resourceVersion: "7" });
    const end = cache.subscribe(() => {
      throw new Error("no");
    });
    expect(await say({ type: "ADDED", object: object("a", 8) })).to.eql(["watch upsert a@8"]);
    end();
  });

  it("tells when it has synced, and gives up waiting on a signal", async () => {
    await start();
    const abort = new AbortController();
    const waits = [cache.whenSynced(abort.signal), cache.whenSynced(new AbortController().signal)];
    abort.abort();
    expect([await waits[0], cache.hasSynced]).to.eql([false, false]);
    script.lists.push({ items: [], resourceVersion: "7" });
    await clock.advance(5_000);
    expect([await waits[1], cache.hasSynced]).to.eql([true, true]);
  });
});

type CacheLike = Pick<ResourceCache<Widget>, "run" | "noteWrite" | "list" | "subscribe">;

/** States that a cache ends at the server's truth, and so does a replica that only heard its events. */
async function convergence(
  make: (client: FakeKubeClient, clock: FakeClock) => CacheLike,
  moves: readonly number[],
): Promise<void> {
  const clock = createFakeClock();
  let breakWatch = new AbortController();
  const client = new FakeKubeClient();
  const watch = client.watch.bind(client);
  client.watch = (type, options, signal) => watch(type, options, AbortSignal.any([signal, breakWatch.signal])) as never;
  const cache = make(client, clock);
  const replica = new Map<string, Widget>();
  cache.subscribe((event) => {
    if (event.kind === "upsert") replica.set(event.key, event.object);
    if (event.kind === "delete") replica.delete(event.key);
  });
  const stop = new AbortController();
  const ended = cache.run(stop.signal);
  const answers: Widget[] = [];
  let saved = client.save();
  const note = (answer: Widget | undefined): Promise<void> => {
    if (answer !== undefined) cache.noteWrite(structuredClone(answer));
    return Promise.resolve();
  };
  const acts: ((name: string) => Promise<unknown>)[] = [
    (name) =>
      client.create<Widget>(WIDGETS, widget("n", name), { fieldManager: "t" }).then((made) => answers.push(made)),
    (name) =>
      client
        .patch<Widget>(
          WIDGETS,
          { namespace: "n", name },
          { kind: "merge", body: { spec: { size: answers.length } } },
          { fieldManager: "t" },
        )
        .then((made) => answers.push(made)),
    (name) => client.delete(WIDGETS, { namespace: "n", name }),
    () => note(answers.at(-1)),
    () => note(answers.shift()),
    () => clock.advance(400),
    () => {
      breakWatch.abort();
      breakWatch = new AbortController();
      return Promise.resolve();
    },
    () => {
      client.compact(WIDGETS);
      return Promise.resolve();
    },
    () => {
      saved = client.save();
      return Promise.resolve();
    },
    (name) => {
      // Told by a watch that is refused, or not at all: then its versions are far beyond those of before.
      const isTold = name !== "c";
      client.restore(saved, isTold ? {} : { version: 1_000 + answers.length, isTold });
      answers.length = 0;
      return Promise.resolve();
    },
  ];
  for (const move of moves) await acts[move % 10]!(["a", "b", "c"][Math.trunc(move / 10)]!).catch(() => undefined);
  // Elsewhere etcd goes on: an own write that a restore took back is beyond its lists no longer.
  client.restore(client.save(), { version: 5_000, isTold: false });
  for (let minutes = 0; minutes <= 60; minutes += 10) {
    await clock.advance(10 * MINUTE_MS);
    breakWatch.abort();
    breakWatch = new AbortController();
  }
  await clock.advance(MINUTE_MS);
  const state = (items: Iterable<Widget>): string[] =>
    [...items]
      .map((item) => `${item.metadata.name} ${item.metadata.uid ?? ""} ${item.metadata.resourceVersion ?? ""}`)
      .sort();
  const truth = state((await client.list<Widget>(WIDGETS)).items);
  stop.abort();
  await ended;
  expect(state(cache.list())).to.eql(truth);
  expect(state(replica.values())).to.eql(truth);
}

type MakeCache = (client: FakeKubeClient, clock: FakeClock) => CacheLike;

function checkConvergence(make: MakeCache, parameters: Partial<typeof KNOWN_BAD> = {}): Promise<void> {
  const property = fc.asyncProperty(fc.array(fc.nat(29), { maxLength: 40 }), (moves) => convergence(make, moves));
  return fc.assert(property, { numRuns: 300, ...parameters });
}

/** Believes every answer of its own writes, as one would without versions. */
class NaiveCache implements CacheLike {
  readonly #inner: ResourceCache<Widget>;
  readonly #extra = new Map<string, Widget>();

  constructor(inner: ResourceCache<Widget>) {
    this.#inner = inner;
    inner.subscribe((event) => event.kind !== "resync" && this.#extra.delete(event.object.metadata.name));
  }

  run = (signal: AbortSignal): Promise<void> => this.#inner.run(signal);
  noteWrite = (item: Widget): void => void this.#extra.set(item.metadata.name, item);
  subscribe = (subscriber: (event: CacheEvent<Widget>) => void): (() => void) => this.#inner.subscribe(subscriber);
  list = (): Widget[] => [
    ...this.#inner.list().filter((item) => !this.#extra.has(item.metadata.name)),
    ...this.#extra.values(),
  ];
}

describe("ResourceCache under any history", function () {
  this.timeout(300_000);
  const make = (client: FakeKubeClient, clock: FakeClock): ResourceCache<Widget> =>
    new ResourceCache<Widget>({
      client,
      type: WIDGETS,
      clock,
      random: () => 0.5,
      silenceMaxMs: 100 * MINUTE_MS,
      logger: createCapturedLogger().logger,
    });

  it("ends at the server's truth, and so do its subscribers", () => checkConvergence(make));

  it("is held to that by a property which a cache without versions fails", async () => {
    const bad: MakeCache = (client, clock) => new NaiveCache(make(client, clock));
    const failure: unknown = await checkConvergence(bad, KNOWN_BAD).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
  });

  it("is held to that by a property which a cache that never lists without a reason fails", async () => {
    const bad: MakeCache = (client, clock) => make(client, { ...clock, monotonicMs: () => 0 });
    const failure: unknown = await checkConvergence(bad, KNOWN_BAD).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
  });
});
