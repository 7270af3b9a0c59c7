import { expect } from "chai";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { eventually } from "../../support/eventually.ts";
import {
  createKubeClient,
  type KubeClient,
  type KubeClientOptions,
  type KubeObject,
} from "../../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { CONFIG_MAPS, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { hangUp, listen } from "../../support/listen.ts";

const REF = { namespace: "default", name: "x" };
const SECRET = "canary-0123456789";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe("the client's requests", () => {
  let server: Server;
  let handler: Handler;
  let requests: string[];
  const clients: KubeClient[] = [];

  const connect = (options: KubeClientOptions = {}): KubeClient => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createKubeClient({ server: url, token: SECRET }, options);
    clients.push(client);
    return client;
  };
  const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
  const fault = async (work: Promise<unknown>): Promise<KubeError> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(KubeError);
    return error as KubeError;
  };

  beforeEach(async () => {
    requests = [];
    handler = (_request, response) => json(response, 200, { metadata: { name: "x" } });
    server = createServer((request, response) => {
      requests.push(`${request.method ?? ""} ${request.url ?? ""}`);
      request.resume();
      handler(request, response);
    });
    await listen(server);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await hangUp(server);
  });

  it("end at their deadline, before and in the answer's body", async () => {
    handler = () => undefined;
    const client = connect({ requestTimeoutMs: 80 });
    expect((await fault(client.get(SECRETS, REF))).message).to.equal(
      "GET /api/v1/namespaces/default/secrets/x: no answer Timeout",
    );
    handler = (_request, response) => response.writeHead(200, { "content-type": "application/json" }).write('{"a":');
    expect((await fault(client.get(SECRETS, REF))).reason).to.equal("Timeout");
    expect((await fault(client.request("POST", "/slow", { timeoutMs: 30 }))).reason).to.equal("Timeout");
  });

  it("are asked about again when a connection is free for them, and not sent when the answer has changed", async () => {
    const held: ServerResponse[] = [];
    handler = (_request, response) => held.push(response);
    const client = connect({ connectionsMax: 1 });
    let leads = true;
    const beforeSend = (): void => {
      if (!leads) throw new RangeError("leads no more");
    };
    const patch = { kind: "merge", body: {} } as const;
    const write = (): Promise<unknown> => client.patch(CONFIG_MAPS, REF, patch, { fieldManager: "t", beforeSend });
    const first = write();
    const second = write().catch((error: unknown) => error);
    await eventually(() => Promise.resolve(expect(held).to.have.length(1)));
    leads = false;
    json(held[0]!, 200, { metadata: { name: "x" } });
    await first;
    expect(await second).to.be.instanceOf(RangeError);
    expect(requests).to.have.length(1);
    leads = true;
    handler = (_request, response) => json(response, 200, {});
    await write();
    expect(requests, "the connection serves on").to.have.length(2);
  });

  it("tell the server's time with each answer, a refusal too", async () => {
    const dates: number[] = [];
    const client = connect({ onDate: (serverMs) => dates.push(serverMs) });
    for (const [status, date] of [
      [200, "Thu, 01 Jan 2026 03:00:00 GMT"],
      [404, "Thu, 01 Jan 2026 03:00:01 GMT"],
      [200, "soon"],
    ] as const) {
      handler = (_request, response) =>
        json(response, status, { kind: "Status", reason: "NotFound", details: { name: "x" } }, { date });
      await client.get(SECRETS, REF);
    }
    expect(dates).to.deep.equal([0, 1].map((second) => Date.UTC(2026, 0, 1, 3, 0, second)));
  });

  it("end with their signal, and leave no listener on it", async () => {
    const abort = new AbortController();
    let listeners = 0;
    const { signal } = abort;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const client = connect();
    await client.get(SECRETS, REF, { signal });
    expect(listeners).to.equal(0);
    handler = () => setImmediate(() => abort.abort());
    expect((await fault(client.get(SECRETS, REF, { signal }))).reason).to.equal("Aborted");
    expect((await fault(client.get(SECRETS, REF, { signal }))).reason).to.equal("Aborted");
  });

  it("are repeated after 429 and 503 when that is harmless, and only when the server says when", async () => {
    let failures = 1;
    let headers: Record<string, string> = { "retry-after": "0" };
    let status = 429;
    handler = (_request, response) =>
      failures-- > 0
        ? json(response, status, { kind: "Status", reason: "TooManyRequests" }, headers)
        : json(response, 200, {});
    const client = connect();
    await client.get(SECRETS, REF);
    expect(requests).to.have.length(2);
    [failures, status] = [1, 503];
    await client.patch(SECRETS, REF, { kind: "apply", body: {} }, { fieldManager: "t" });
    expect(requests).to.have.length(4);
    const once = [
      () => client.create(SECRETS, { metadata: REF }, { fieldManager: "t" }),
      () => client.patch(SECRETS, REF, { kind: "merge", body: {} }, { fieldManager: "t" }),
      () => client.request("POST", "/eviction"),
    ];
    for (const call of once) {
      [failures, requests.length] = [1, 0];
      expect((await fault(call())).retryAfterMs).to.equal(0);
      expect(requests).to.have.length(1);
    }
    [failures, requests.length, headers] = [1, 0, {}];
    expect((await fault(client.get(SECRETS, REF))).status).to.equal(503);
    expect(requests).to.have.length(1);
  });

  it("stop repeating after four tries, and at once when the wait would outlast the deadline", async () => {
    let seconds = "0";
    handler = (_request, response) => json(response, 429, {}, { "retry-after": seconds });
    await fault(connect().get(SECRETS, REF));
    expect(requests).to.have.length(4);
    [requests.length, seconds] = [0, "60"];
    const started = performance.now();
    expect((await fault(connect({ requestTimeoutMs: 4_000 }).get(SECRETS, REF))).status).to.equal(429);
    expect(performance.now() - started).to.be.below(4_000);
    expect(requests).to.have.length(1);
  }).timeout(300_000);

  it("are repeated once when a kept connection had died, but not when they may have been done", async () => {
    let drops = 1;
    handler = (request, response) => (drops-- > 0 ? void request.socket.destroy() : json(response, 200, {}));
    const client = connect();
    await client.get(SECRETS, REF);
    expect(requests).to.have.length(2);
    drops = 1;
    expect((await fault(client.create(SECRETS, { metadata: REF }, { fieldManager: "t" }))).status).to.equal(0);
    expect(requests).to.have.length(3);
  });

  it("go over new connections once an answer never came: the way of all kept ones may be lost", async () => {
    const kept = new Set<unknown>();
    let arrived = 0;
    let open: () => void = () => undefined;
    const allHere = new Promise<void>((resolve) => (open = resolve));
    handler = ({ socket }, response) => {
      if (arrived >= 3 && kept.has(socket)) return;
      kept.add(socket);
      if ((arrived += 1) === 3) open();
      void allHere.then(() => json(response, 200, { metadata: { name: "x" } }));
    };
    const client = connect({ connectionsMax: 3 });
    await Promise.all([1, 2, 3].map(() => client.get(SECRETS, REF)));
    expect(kept.size, "connections that are kept").to.equal(3);
    expect((await fault(client.get(SECRETS, REF, { timeoutMs: 100 }))).reason).to.equal("Timeout");
    expect((await client.get(SECRETS, REF, { timeoutMs: 60_000 }))?.metadata.name).to.equal("x");
    expect(requests).to.have.length(5);
  }).timeout(70_000);

  it("refuse an answer above the limit without reading it all", async () => {
    let written = 0;
    handler = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        written += 65_536;
        if (response.destroyed || written > 1e9) return;
        if (response.write(Buffer.alloc(65_536, " "))) setImmediate(more);
        else response.once("drain", more);
      };
      more();
    };
    expect((await fault(connect({ responseBytesMax: 1_000_000 }).list(SECRETS))).reason).to.equal("ResponseTooLarge");
    expect(written).to.be.below(1e8);
  });

  it("end when all answers together are above their limit", async () => {
    handler = (_request, response) => json(response, 200, { metadata: { name: "x".repeat(40_000) } });
    const client = connect({ totalBytesMax: 100_000 });
    await client.get(SECRETS, REF);
    await client.get(SECRETS, REF);
    expect((await fault(client.get(SECRETS, REF))).reason).to.equal("ResponseTooLarge");
    expect((await fault(client.get(SECRETS, REF))).reason).to.equal("ResponseTooLarge");
  });

  it("end when the pages of a list are above their limit, of which a slimmed list has more", async () => {
    const labels = { junk: "x".repeat(40_000) };
    handler = (_request, response) =>
      json(response, 200, { metadata: { continue: "for ever" }, items: [{ metadata: { name: "one", labels } }] });
    const client = connect({ listBytesMax: 100_000, pageObjects: 7 });
    expect((await fault(client.list(SECRETS))).reason).to.equal("ResponseTooLarge");
    expect(requests).to.have.length(3);
    expect(requests.at(-1)).to.contain("limit=7");
    expect((await fault(client.list(SECRETS, { slim: (object) => object }))).reason).to.equal("ResponseTooLarge");
    expect(requests.length).to.be.above(20);
    const before = requests.length;
    const more = { slim: (object: KubeObject) => object, bytesMax: 200_000 };
    expect((await fault(client.list(SECRETS, more))).reason).to.equal("ResponseTooLarge");
    expect(requests.length - before).to.be.within(4, 6);
  });

  it("end when a list has more objects than are counted: what is kept of each is more than its bytes", async () => {
    const items = Array.from({ length: 40 }, () => ({ metadata: {} }));
    handler = (_request, response) => json(response, 200, { metadata: { continue: "for ever" }, items });
    const error = await fault(connect({ listObjectsMax: 100 }).list(SECRETS, { slim: (object) => object }));
    expect(error.reason).to.equal("ResponseTooLarge");
    expect(error.message).to.equal("LIST /api/v1/secrets: no answer ResponseTooLarge");
    expect(requests).to.have.length(3);
  });

  it("never follow a redirect with the token", async () => {
    handler = (_request, response) => response.writeHead(302, { location: "/elsewhere" }).end();
    expect((await fault(connect().get(SECRETS, REF))).status).to.equal(302);
    expect(requests).to.have.length(1);
  });

  it("fail with verb, path and reason, and leak neither token, object nor the answer's text", async () => {
    const answer = { kind: "Status", status: "Failure", code: 422, reason: "Invalid", message: `data: ${SECRET} bad` };
    handler = (_request, response) => json(response, 422, answer);
    const body = { metadata: REF, stringData: { a: SECRET } };
    const error = await fault(connect().create(SECRETS, body, { fieldManager: "t" }));
    expect(error.message).to.equal("POST /api/v1/namespaces/default/secrets: 422 Invalid");
    expect(error.body?.message).to.equal(answer.message);
    const seen = [
      JSON.stringify(error),
      JSON.stringify(Object.entries(error)),
      inspect(error, { depth: 9 }),
      error.stack,
    ];
    expect(seen.join("\n")).not.to.contain(SECRET);
    const unreachable = createKubeClient({ server: "http://127.0.0.1:1", token: SECRET });
    clients.push(unreachable);
    const refused = await fault(unreachable.get(SECRETS, REF));
    expect(refused.status).to.equal(0);
    expect(inspect(refused, { depth: 9, showHidden: true })).not.to.contain(SECRET);
  });

  it("tell an absent object from a kind that the server does not know", async () => {
    handler = (_request, response) =>
      json(response, 404, { kind: "Status", reason: "NotFound", details: { name: "x" } });
    const client = connect();
    expect(await client.get(SECRETS, REF)).to.equal(undefined);
    expect(await client.delete(SECRETS, REF)).to.equal(false);
    handler = (_request, response) =>
      response.writeHead(404, { "content-type": "text/plain" }).end("404 page not found");
    expect((await fault(client.get(SECRETS, REF))).reason).to.equal("UnknownPath");
    expect((await fault(client.delete(SECRETS, REF))).reason).to.equal("UnknownPath");
  });

  it("start a list over when its continue token expires half-way", async () => {
    let expired = false;
    handler = (request, response) => {
      const page = (request.url ?? "").includes("continue=");
      if (!page)
        json(response, 200, {
          metadata: { resourceVersion: expired ? "9" : "5", continue: "c" },
          items: [{ metadata: { name: "a" } }],
        });
      else if (expired)
        json(response, 200, { metadata: { resourceVersion: "9" }, items: [{ metadata: { name: "b" } }] });
      else {
        expired = true;
        json(response, 410, { kind: "Status", reason: "Expired", code: 410 });
      }
    };
    const list = await connect().list(CONFIG_MAPS);
    expect([list.items.map((item) => item.metadata.name), list.resourceVersion]).to.eql([["a", "b"], "9"]);
  });

  it("keep of a list what is asked for, page by page", async () => {
    let asked = 0;
    const slimmedBefore: number[] = [];
    handler = (request, response) => {
      slimmedBefore.push(asked);
      const isLast = (request.url ?? "").includes("continue=");
      const items = [{ metadata: { name: isLast ? "b" : "a" }, data: { large: "text" } }];
      json(response, 200, { metadata: { resourceVersion: "5", ...(isLast ? {} : { continue: "c" }) }, items });
    };
    const slim = ({ metadata }: KubeObject): KubeObject => {
      asked += 1;
      return { metadata };
    };
    const { items } = await connect().list(CONFIG_MAPS, { slim });
    expect([items, slimmedBefore]).to.eql([
      [{ metadata: { name: "a" } }, { metadata: { name: "b" } }],
      [0, 1],
    ]);
  });

  it("keep streams from starving short requests", async () => {
    handler = (request, response) => {
      if (request.url?.includes("watch=true") === true) response.writeHead(200).flushHeaders();
      else json(response, 200, {});
    };
    const client = connect({ connectionsMax: 1 });
    const abort = new AbortController();
    const watches = Array.from({ length: 5 }, () =>
      fault(client.watch(SECRETS, { resourceVersion: "1" }, abort.signal)[Symbol.asyncIterator]().next()),
    );
    await eventually(() => expect(requests).to.have.length(5));
    await client.get(SECRETS, REF);
    abort.abort();
    expect((await Promise.all(watches)).map((error) => error.reason)).to.eql(Array(5).fill("Aborted"));
  });

  it("report watch faults: an ERROR event, a cut line, a broken connection", async () => {
    const lines: Record<string, string> = {
      Expired: `{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}}\n`,
      CutLine: `{"type":"ADDED","obj`,
      InvalidJson: "nonsense\n",
    };
    for (const [reason, text] of Object.entries(lines)) {
      handler = (_request, response) => response.writeHead(200).end(text);
      const watch = connect().watch(SECRETS, { resourceVersion: "1" }, new AbortController().signal);
      expect((await fault(watch[Symbol.asyncIterator]().next())).reason).to.equal(reason);
    }
    handler = (_request, response) => {
      response.writeHead(200).write('{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n{"type":');
      setImmediate(() => response.destroy());
    };
    const events = connect().watch(SECRETS, { resourceVersion: "1" }, new AbortController().signal);
    const watch = events[Symbol.asyncIterator]();
    expect((await watch.next()).value).to.nested.include({ "object.metadata.name": "a" });
    expect((await fault(watch.next())).status).to.equal(0);
  });

  it("refuse references that would address a collection", async () => {
    const client = connect();
    for (const ref of [
      { name: "x" },
      { namespace: "", name: "x" },
      { namespace: "n", name: "" },
      { namespace: "n", name: ".." },
    ]) {
      const error: unknown = await client.delete(SECRETS, ref).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(TypeError);
    }
    expect(requests).to.eql([]);
  });
});
