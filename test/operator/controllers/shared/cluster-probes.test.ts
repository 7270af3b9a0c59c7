import { createServer, type Server, type Socket } from "node:net";
import { expect } from "chai";
import { KEEP_ALIVE_MS } from "../../../../adapters/kubernetes/http-transport.ts";
import { createKubeClient } from "../../../../adapters/kubernetes/kube-client.ts";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../../../adapters/kubernetes/resource-types.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";
import { eventually } from "../../../support/eventually.ts";
import { listen } from "../../../support/listen.ts";
import { serveJson, urlOf } from "../../../support/serve-json.ts";
import { sleep, systemClock, type Clock } from "../../../../operator/runtime/clock.ts";
import { PROBE_MS } from "../../../../operator/machines/cluster/live.ts";
import { ClusterProbes } from "../../../../operator/controllers/shared/cluster-probes.ts";

describe("The probes of clusters", () => {
  it("wait a moment for a cluster that takes connections and never answers, then not at all", async () => {
    const sockets: Socket[] = [];
    const server: Server = createServer((socket) => sockets.push(socket));
    const url = `http://127.0.0.1:${await listen(server)}`;
    const client = createKubeClient({ server: url, token: "t" }, { requestTimeoutMs: 5_000 });
    const hurried = new Proxy(client, {
      // The deadline of the client, not the longer one that the probe names.
      get: (target, name) =>
        name === "get"
          ? (...[type, ref]: Parameters<KubeClient["get"]>) => target.get(type, ref)
          : name === "request"
            ? (...[method, path]: Parameters<KubeClient["request"]>) => target.request(method, path)
            : (Reflect.get(target, name) as unknown),
    });
    const news: string[] = [];
    const waits: number[] = [];
    const counting: Clock = {
      ...systemClock,
      setTimeout: (run, ms) => {
        waits.push(ms);
        return systemClock.setTimeout(run, ms);
      },
    };
    const probes = new ClusterProbes(counting, (handle) => news.push(handle));
    expect(await probes.probe("one", hurried)).to.equal(undefined);
    expect(news, "not as long as the client would").to.deep.equal([]);
    expect(waits).to.have.length(1);
    await eventually(() => expect(news).to.deep.equal(["one"]));
    const again = await probes.probe("one", hurried);
    expect(waits, "not at all").to.have.length(1);
    expect(again?.view.kind).to.equal("unreachable");
    for (const socket of sockets) socket.destroy();
    server.close();
    await client.close();
  });

  it("go over the connections of the look before, which stay open until the next is due", async () => {
    let connections = 0;
    const api = await serveJson(() => Promise.resolve({ status: 200, body: { metadata: { uid: "u" }, items: [] } }));
    api.on("connection", () => (connections += 1));
    api.keepAliveTimeout = 90_000;
    const client = createKubeClient({ server: urlOf(api), token: "t" });
    const probes = new ClusterProbes(systemClock);
    const looked = await probes.probe("one", client);
    const opened = connections;
    const again = await probes.probe("one", client, 0);
    expect([looked?.view.kind, again?.view.kind]).to.deep.equal(["reachable", "reachable"]);
    expect(again?.atMs, "it was asked").to.be.greaterThan(looked?.atMs ?? Infinity);
    expect(connections).to.equal(opened).and.to.be.at.most(2);
    expect(KEEP_ALIVE_MS, "a look may take its ten seconds").to.be.within(PROBE_MS + 10_000, 60_000);
    await client.close();
    api.close();
  });

  it("tell since when a cluster is silent, and at once that it answers again", async () => {
    const clock = createFakeClock();
    let hangs = false;
    const onCall = async (): Promise<void> => {
      if (!hangs) return;
      await sleep(clock, 10_000);
      throw new Error("timeout");
    };
    const client = new FakeKubeClient({ onCall, onRequest: () => ({ gitVersion: "v1.36.3" }) });
    await client.create(NAMESPACES, { metadata: { name: "kube-system" } }, { fieldManager: "test" });
    const news: string[] = [];
    const probes = new ClusterProbes(clock, (handle) => news.push(handle));
    expect((await probes.probe("one", client))?.view.kind).to.equal("reachable");
    hangs = true;
    await clock.advance(30_000);
    const silentMs = clock.nowMs();
    for (let round = 0; round < 5; round += 1) {
      void probes.probe("one", client);
      await clock.advance(12_000);
    }
    const silent = await probes.probe("one", client);
    expect(silent?.view).to.deep.equal({ kind: "unreachable", sinceMs: silentMs });
    expect(silent?.version).to.equal("v1.36.3");
    await clock.advance(12_000);
    hangs = false;
    news.length = 0;
    expect((await probes.probe("one", client))?.view.kind).to.match(/reachable/);
    await clock.advance(1);
    expect((await probes.probe("one", client))?.view.kind).to.equal("reachable");
    expect(news).to.deep.equal(["one"]);
  });
});
