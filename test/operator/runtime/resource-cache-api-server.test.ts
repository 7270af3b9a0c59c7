// The watch cache on a real kube-apiserver, behind a proxy that counts requests and breaks connections.
import { expect } from "chai";
import { createKubeClient, type KubeClient, type WatchEvent } from "../../../adapters/kubernetes/kube-client.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import { ResourceCache, type CacheEvent, type ResourceCacheOptions } from "../../../operator/runtime/resource-cache.ts";
import { sharedApiServer, startApiServer, type ApiServer } from "../../support/api-server.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { eventually } from "../../support/eventually.ts";
import { startFaultProxy, type FaultProxy } from "../../support/fault-proxy.ts";
import { prepareWidgets, widget, WIDGETS, type Widget } from "../../support/widgets.ts";

const MANAGER = { fieldManager: "test" };

describe("ResourceCache on a real API server", function () {
  this.timeout(300_000);
  let server: ApiServer;
  let proxy: FaultProxy;
  /** Reaches the API server directly; `watched` goes through the proxy. */
  let direct: KubeClient;
  let watched: KubeClient;
  let namespace: string;
  let cache: ResourceCache<Widget>;
  let events: CacheEvent<Widget>[];
  let stop: AbortController;
  let ended: Promise<void>;
  let bookmark: ReturnType<typeof firstBookmark>;

  before(async () => {
    bookmark = firstBookmark();
    bookmark.catch(() => undefined);
    server = await startApiServer();
    proxy = await startFaultProxy(server);
    direct = createKubeClient({ kubeconfigPath: server.kubeconfig });
    watched = createKubeClient({ server: proxy.url, token: server.token });
  });
  after(async () => {
    await Promise.all([direct.close(), watched.close()]);
    await proxy.close();
    await server.stop();
  });

  beforeEach(async () => {
    namespace = await prepareWidgets(direct);
  });
  afterEach(async () => {
    stop.abort();
    await ended;
    proxy.setMuted(false);
    proxy.setIntercept(undefined);
    await eventually(() => expect(proxy.openWatches()).to.equal(0));
  });

  const start = async (options: Partial<ResourceCacheOptions<Widget>> = {}): Promise<void> => {
    proxy.seen.length = 0;
    events = [];
    stop = new AbortController();
    const { logger } = createCapturedLogger();
    cache = new ResourceCache<Widget>({
      client: watched,
      type: WIDGETS,
      clock: systemClock,
      logger,
      namespace,
      ...options,
    });
    cache.subscribe((event) => events.push(event));
    ended = cache.run(stop.signal);
    await cache.whenSynced(stop.signal);
    await eventually(() => expect(proxy.openWatches()).to.equal(1));
  };
  const create = (name: string, spec: unknown = { size: 1 }): Promise<Widget> =>
    direct.create<Widget>(WIDGETS, widget(namespace, name, { spec }), MANAGER);
  const remove = (name: string): Promise<boolean> => direct.delete(WIDGETS, { namespace, name });
  const names = (): string[] =>
    cache
      .list()
      .map((item) => item.metadata.name)
      .sort();
  const lists = (): number => proxy.count("list", "widgets");
  const watches = (): number => proxy.count("watch", "widgets");
  /** Waits until the cache holds exactly what the API server does, version by version. */
  const isTrue = (): Promise<void> =>
    eventually(async () => {
      const { items } = await direct.list<Widget>(WIDGETS, { namespace });
      const state = (all: Widget[]): string[] =>
        all.map((w) => `${w.metadata.name}@${w.metadata.resourceVersion ?? ""}`).sort();
      expect(state(cache.list())).to.eql(state(items));
    });
  const upserts = (): string[] =>
    events.flatMap((event) => (event.kind === "upsert" ? [event.object.metadata.name] : []));

  it("pages through the list, then follows creations, changes and deletions", async () => {
    for (let i = 0; i < 5; i += 1) await create(`w${i}`);
    const list = watched.list.bind(watched);
    await start({
      client: { watch: watched.watch.bind(watched), list: (type, options) => list(type, { ...options, limit: 2 }) },
    });
    expect(lists()).to.equal(3);
    expect(names()).to.eql(["w0", "w1", "w2", "w3", "w4"]);
    await create("w5");
    await remove("w0");
    await direct.patch(WIDGETS, { namespace, name: "w1" }, { kind: "merge", body: { spec: { size: 2 } } }, MANAGER);
    await isTrue();
    expect(cache.get(`${namespace}/w1`)?.spec).to.eql({ size: 2 });
    expect([lists(), watches()]).to.eql([3, 1]);
  });

  it("loses and doubles nothing when the watch is cut in the middle of a line, and does not list again", async () => {
    await create("before");
    await start();
    proxy.cutNextChunk();
    for (let i = 0; i < 10; i += 1) await create(`w${i}`, { text: "ü".repeat(500) });
    await isTrue();
    expect(upserts().sort()).to.eql([...new Set(upserts())].sort());
    expect(upserts()).to.have.length(11);
    expect(lists()).to.equal(1);
    expect(watches()).to.be.at.least(2);
  });

  it("resumes after dropped connections at a bookmark's version, without a list", async () => {
    await start();
    await direct.create(WIDGETS, widget(await prepareWidgets(direct), "elsewhere"), MANAGER);
    const { resourceVersion } = await direct.list(WIDGETS, { namespace });
    await eventually(() => expect(cache.secondsSinceEvent).to.be.above(0.4));
    const injectedAtMs = performance.now();
    proxy.inject({ type: "BOOKMARK", object: { kind: "Widget", metadata: { resourceVersion } } });
    // The newest event is younger than the bookmark's age and 0.2 s.
    await eventually(() =>
      expect(cache.secondsSinceEvent).to.be.below((performance.now() - injectedAtMs) / 1_000 + 0.2),
    );
    proxy.dropWatches();
    await eventually(() => expect(watches()).to.be.at.least(2));
    const from = proxy.seen.filter((seen) => seen.kind === "watch").map((seen) => seen.query.get("resourceVersion"));
    expect(from[1]).to.equal(resourceVersion);
    expect(from[0]).not.to.equal(resourceVersion);
    await create("after");
    await isTrue();
    expect(lists()).to.equal(1);
  });

  it("lists again after 410 and tells of the deletions in between", async () => {
    await create("stays");
    await create("goes");
    await start();
    proxy.setMuted(true);
    await remove("goes");
    await create("comes");
    proxy.inject({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } });
    await eventually(() => expect(lists()).to.equal(2));
    proxy.setMuted(false);
    await isTrue();
    const deletions = events.filter((event) => event.kind === "delete");
    expect(deletions.map((event) => [event.object.metadata.name, event.source])).to.eql([["goes", "list"]]);
    expect(events.filter((event) => event.kind === "resync")).to.have.length(2);
  });

  it("lists again when the API server refuses the version outright", async () => {
    await start();
    proxy.setIntercept((seen) =>
      seen.kind === "watch" ? { status: 410, body: { kind: "Status", code: 410, reason: "Gone" } } : undefined,
    );
    proxy.dropWatches();
    await eventually(() => expect(lists()).to.be.above(1));
    proxy.setIntercept(undefined);
    await create("after");
    await isTrue();
  });

  it("breaks off a connection that has gone silent and catches up", async () => {
    await start({ silenceMaxMs: 700 });
    proxy.setMuted(true);
    await create("unheard");
    await eventually(() => expect(watches()).to.be.above(1));
    proxy.setMuted(false);
    await isTrue();
    expect(lists()).to.equal(1);
  });

  it("keeps its copy while the API server is away, and is true after its return", async () => {
    for (let i = 0; i < 3; i += 1) await create(`w${i}`);
    await start();
    await server.killServer();
    await eventually(() => expect(watches()).to.be.above(1));
    expect(names()).to.eql(["w0", "w1", "w2"]);
    await server.startServer();
    await eventually(() => remove("w0"));
    await create("w3");
    await isTrue();
    expect(names()).to.eql(["w1", "w2", "w3"]);
  });

  it("reads its own writes at once, while the watch is silent, and is not set back when it speaks", async () => {
    const made = await create("own");
    await start();
    proxy.setMuted(true);
    const sizes: unknown[] = [];
    for (let size = 2; size < 5; size += 1) {
      const answer = await direct.patch<Widget>(
        WIDGETS,
        made.metadata,
        { kind: "merge", body: { spec: { size } } },
        MANAGER,
      );
      cache.noteWrite(answer);
      sizes.push(cache.get(`${namespace}/own`)?.spec);
    }
    expect(sizes).to.eql([{ size: 2 }, { size: 3 }, { size: 4 }]);
    proxy.setMuted(false);
    proxy.dropWatches();
    await isTrue();
    await create("later");
    await isTrue();
    const versions = events.flatMap((event) =>
      event.kind === "upsert" && event.key.endsWith("own") ? [event.object.spec] : [],
    );
    expect(versions).to.eql([{ size: 1 }, { size: 2 }, { size: 3 }, { size: 4 }]);
  });

  it("drops an object whose last finalizer its own write has removed", async () => {
    const made = await direct.create<Widget>(
      WIDGETS,
      widget(namespace, "own", { metadata: { finalizers: ["berth.dev/x"] } }),
      MANAGER,
    );
    await start();
    await remove("own");
    const answer = await direct.patch<Widget>(
      WIDGETS,
      made.metadata,
      { kind: "merge", body: { metadata: { finalizers: [] } } },
      MANAGER,
    );
    cache.noteWrite(answer);
    await eventually(() => expect(cache.size).to.equal(0));
    cache.noteWrite(answer);
    expect(cache.size).to.equal(0);
  });

  it("follows what a label selects, both ways", async () => {
    await create("plain");
    await start({ labelSelector: "app=x" });
    const label = (app: string | null): Promise<Widget> =>
      direct.patch<Widget>(
        WIDGETS,
        { namespace, name: "plain" },
        { kind: "merge", body: { metadata: { labels: { app } } } },
        MANAGER,
      );
    await label("x");
    await eventually(() => expect(names()).to.eql(["plain"]));
    cache.noteWrite(await create("other"));
    await label(null);
    await eventually(() => expect(names()).to.eql([]));
  });

  it("rests on bookmarks that the API server really sends, each minute, of changes that the watch does not select too", async () => {
    const { first, from } = await bookmark;
    expect(first?.type).to.equal("BOOKMARK");
    expect(Number(first?.object.metadata.resourceVersion)).to.be.above(Number(from));
  });
});

/** Waits for the first bookmark of a quiet namespace; begun early, for it takes a minute. */
async function firstBookmark(): Promise<{ first: WatchEvent | undefined; from: string }> {
  const client = createKubeClient({ kubeconfigPath: (await sharedApiServer()).kubeconfig });
  const [namespace, elsewhere] = [await prepareWidgets(client), await prepareWidgets(client)];
  const { resourceVersion } = await client.list(WIDGETS, { namespace });
  const watch = client.watch(
    WIDGETS,
    { namespace, resourceVersion, timeoutSeconds: 600 },
    new AbortController().signal,
  );
  await client.create(WIDGETS, widget(elsewhere, "elsewhere"), MANAGER);
  const { value } = (await watch[Symbol.asyncIterator]().next()) as { value: WatchEvent | undefined };
  await client.close();
  return { first: value, from: resourceVersion };
}
