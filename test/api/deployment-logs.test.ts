import { PassThrough, Readable } from "node:stream";
import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { DEPLOYMENTS, EVENTS, NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { createLogger } from "../../adapters/log/logger.ts";
import { EventRecorder } from "../../operator/controllers/shared/event-recorder.ts";
import { systemClock } from "../../operator/runtime/clock.ts";
import { eventually } from "../support/eventually.ts";
import { clientOf, newAccount, newCluster, newDeployment, newKey, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

const TIME = "2026-01-01T00:00:00.000000001Z";

describe("logs and events of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let id: string;
  let handle: string;
  let isAway = false;
  let closed = 0;
  /** What the pods' logs hold, by pod; an open one goes on. */
  const logs = new Map<string, Readable>();
  const asked: string[] = [];

  before(async () => {
    gateway = await startTestGateway({
      replace: ({ tenantReader }) => ({
        tenantReader: { open: async (cluster) => withLogs(await tenantReader.open(cluster)) },
      }),
    });
    account = await newAccount(gateway.url);
    ({ call } = account);
    const made = await newDeployment(call, await newCluster(call), { name: "told" });
    id = made.id;
    handle = (await placeOf(gateway, id)).name;
    await gateway.kube.create(NAMESPACES, { metadata: { name: handle } }, { fieldManager: "test" });
    await newPod("web-1");
    await newPod("web-2");
  });
  after(() => gateway.stop());
  afterEach(() => {
    isAway = false;
    asked.length = 0;
    for (const log of logs.values()) log.destroy();
    logs.clear();
  });

  async function newPod(name: string): Promise<void> {
    const spec = { containers: [{ name: "app", image: "a" }] };
    const metadata = { name, namespace: handle };
    await gateway.kube.create(PODS, { metadata, spec }, { fieldManager: "test" });
    const options = { fieldManager: "test", subresource: "status" };
    const body = { status: { phase: "Running" } };
    await gateway.kube.patch(PODS, metadata, { kind: "merge", body }, options);
  }

  /** The API server has no kubelets: their answers are made here. */
  function withLogs(client: KubeClient): KubeClient {
    return {
      list: (type, options) => {
        if (isAway) throw new KubeError("GET /x", { status: 0, reason: "ECONNREFUSED" });
        return client.list(type, options);
      },
      request: (...given: Parameters<KubeClient["request"]>) => client.request(...given),
      stream: (path: string): Promise<Readable> => {
        asked.push(path);
        const log = logs.get(/pods\/([^/]+)\/log/.exec(path)?.[1] ?? "");
        if (log === undefined) throw new KubeError("GET /log", { status: 400, reason: "BadRequest" });
        return Promise.resolve(log);
      },
      close: async () => {
        closed += 1;
        await client.close();
      },
    } as Partial<KubeClient> as KubeClient;
  }

  function logOf(pod: string, ...lines: string[]): PassThrough {
    const log = new PassThrough();
    logs.set(pod, log);
    for (const line of lines) log.write(`${TIME} ${line}\n`);
    return log;
  }

  it("gathers those of all pods, and ends when they do", async () => {
    logOf("web-1", "one", "two").end();
    logOf("web-2", "three").end();
    const answer = await call("GET", `/deployments/${id}/logs?tail=10&since=2h&timestamps=true`);
    expect([answer.status, answer.headers.get("content-type")]).to.deep.equal([200, "text/plain; charset=utf-8"]);
    expect(answer.text.trim().split("\n").sort()).to.deep.equal([
      `${TIME} web-1/app one`,
      `${TIME} web-1/app two`,
      `${TIME} web-2/app three`,
    ]);
    expect(asked[0]).to.contain("sinceSeconds=7200").and.to.contain("tailLines=10").and.to.contain("container=app");
  });

  it("reads one pod and one container when asked to", async () => {
    logOf("web-1", "one").end();
    const one = await call("GET", `/deployments/${id}/logs?pod=web-1`);
    expect(one.text).to.equal("web-1/app one\n");
    expect((await call("GET", `/deployments/${id}/logs?container=other`)).text).to.equal("");
    for (const bad of ["since=1x", "tail=-1", "tail=10001", "follow=maybe"])
      expect((await call("GET", `/deployments/${id}/logs?${bad}`)).status, bad).to.equal(422);
  });

  type Following = Readonly<{ text: () => string; isOver: () => boolean; leave: () => void }>;

  async function follow(key: string): Promise<Following> {
    const leaving = new AbortController();
    const response = await fetch(`${gateway.url}/deployments/${id}/logs?follow=true`, {
      headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" },
      signal: leaving.signal,
    });
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    let [text, isOver] = ["", false];
    void (async () => {
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    })()
      .catch(() => undefined)
      .finally(() => (isOver = true));
    return { text: () => text, isOver: () => isOver, leave: () => leaving.abort() };
  }

  it("follows, over broken streams and new pods, and gives everything back when the reader leaves", async () => {
    const first = logOf("web-1", "one");
    const before = closed;
    const following = await follow(account.key);
    await eventually(() => expect(following.text()).to.contain('"text":"one"'));
    first.end();
    logs.delete("web-1");
    const again = logOf("web-1");
    again.write(`${TIME} one\n2026-01-01T00:00:05.000000001Z two\n`);
    await newPod("web-3");
    logOf("web-3", "three");
    await eventually(() => {
      expect(following.text()).to.contain('"text":"two"').and.to.contain('"text":"three"');
    });
    expect(following.text().match(/"text":"one"/g), "told once").to.have.length(1);
    following.leave();
    await eventually(() => expect(closed).to.be.at.least(before + 1));
  });

  it("keeps the containers waiting for a slow reader, and loses no line", async () => {
    const [lines, padding] = [8_000, "x".repeat(8_000)];
    let made = 0;
    const source = Readable.from(
      (function* all(): Generator<Buffer> {
        for (; made < lines; made += 1) yield Buffer.from(`${TIME} ${made} ${padding}\n`);
      })(),
    );
    logs.set("web-1", source);
    const headers = { authorization: `Bearer ${account.key}` };
    const response = await fetch(`${gateway.url}/deployments/${id}/logs?pod=web-1&tail=10000`, { headers });
    let before = -1;
    await eventually(() => {
      const was = before;
      before = made;
      expect(made, "it has come to rest").to.equal(was).and.to.be.above(0);
    });
    expect(made, "what sockets and buffers hold").to.be.below(lines / 2);
    let [next, rest] = [0, ""];
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const whole = `${rest}${part}`.split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) {
        const number = line.split(" ")[1];
        if (line !== "" && number !== String(next++)) throw new Error(`line ${next - 1} is ${number ?? ""}`);
      }
    }
    expect([next, rest]).to.deep.equal([lines, ""]);
  });

  it("cuts off whose key is revoked, at once and though nothing is logged", async () => {
    logOf("web-1", "one");
    const key = await newKey(account.session);
    const following = await follow(key.key);
    await eventually(() => expect(following.text()).to.contain('"text":"one"'));
    expect((await account.session("DELETE", `/api-keys/${key.id}`)).status).to.equal(200);
    await eventually(() => expect(following.isOver()).to.equal(true));
    expect(following.text()).to.contain('{"reason":"access_ended"}');
  });

  it("ends with the deployment", async () => {
    const other = await newDeployment(call, await newCluster(call));
    const [kept, name] = [id, handle];
    id = other.id;
    const following = await follow(account.key);
    await call("DELETE", `/deployments/${id}`);
    await gateway.finish("Deployment", id);
    await eventually(() => expect(following.text()).to.contain('{"reason":"deployment_gone"}'));
    [id, handle] = [kept, name];
  });

  it("says that the cluster does not answer, before a byte is sent", async () => {
    isAway = true;
    const answer = await call("GET", `/deployments/${id}/logs`);
    expect([answer.status, answer.body["code"]]).to.deep.equal([503, "cluster_unreachable"]);
    const limits = await clientOf(gateway.url, { authorization: "Bearer brt_x" })("GET", `/deployments/${id}/logs`);
    expect(limits.status).to.equal(401);
  });

  it("lists events newest first", async () => {
    for (const [name, minute] of [
      ["older", 1],
      ["newer", 2],
    ] as const) {
      const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString().replace(".000", "");
      const involvedObject = { apiVersion: "v1", kind: "Pod", name: "web-1", namespace: handle };
      const event = { involvedObject, type: "Warning", reason: name, message: "m", count: 3 };
      const metadata = { name, namespace: handle };
      const object = { metadata, ...event, firstTimestamp: at, lastTimestamp: at };
      await gateway.kube.create(EVENTS, object, { fieldManager: "test" });
    }
    type List = { events: { reason: string; count: number; object_name: string; last_seen_at: string }[] };
    const { body } = await call<List>("GET", `/deployments/${id}/events`);
    expect(body.events.map(({ reason }) => reason)).to.deep.equal(["newer", "older"]);
    expect(body.events[0]).to.include({
      source: "cluster",
      count: 3,
      object_name: "web-1",
      last_seen_at: "2026-01-01T00:02:00.000Z",
    });
    expect((await call<List>("GET", `/deployments/${id}/events?limit=1`)).body.events).to.have.length(1);
  });

  it("lists what the platform tells of the deployment, and of no other one", async () => {
    const { namespace, name, uid } = await placeOf(gateway, id);
    const recorder = new EventRecorder(gateway.kube, systemClock, createLogger("test", "error"));
    const of = (members: object): KubeObject => ({ metadata: { name, namespace, uid, ...members } });
    const note = { type: "Warning", reason: "WorkloadRefused", message: "The workload: it is not there." } as const;
    recorder.record(DEPLOYMENTS, of({}), note);
    recorder.record(DEPLOYMENTS, of({ uid: "another" }), { ...note, message: "Another's." });
    recorder.record(DEPLOYMENTS, of({}), { ...note, reason: "ReleaseStopped", message: "Counts what others run." });
    await eventually(async () =>
      expect((await gateway.kube.list(EVENTS, { namespace })).items, "recorded").to.have.length(3),
    );
    const { body, text } = await call<{ events: object[] }>("GET", `/deployments/${id}/events`);
    expect(body.events[0]).to.deep.include({
      ...note,
      source: "platform",
      object_kind: "Deployment",
      object_name: name,
      count: 1,
    });
    expect(text).to.not.contain("Another's").and.not.contain("ReleaseStopped");
  });
});
