import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import {
  connect,
  createServer as createHttp2Server,
  type ClientHttp2Stream,
  type Http2Server,
  type ServerHttp2Stream,
} from "node:http2";
import { request, type RequestOptions } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { createAppsFront } from "../../../local/apps/apps-front.ts";
import type { RouteLimits } from "../../../local/apps/route-limits.ts";
import { ensureCertificates } from "../../../local/registry/certificates.ts";

const PAPER = { kind: "nobody", why: "They are simulated.", isSimulated: true } as const;
const HOST = "shop-1.apps.localhost";
const LIMITS: Readonly<Record<string, RouteLimits & { isGrpc: boolean }>> = {
  // A busy machine has a process stand still for half a second.
  "slow.apps.localhost": { isGrpc: false, idleMs: 1_500 },
  "small.apps.localhost": { isGrpc: false, bodyBytesMax: 8 },
  "calls.apps.localhost": { isGrpc: true },
};

const toLoopback: LookupFunction = (_host, { all }, callback) =>
  all === true ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

describe("The front of the local platform's applications", function () {
  this.timeout(60_000);
  let dir: string;
  let app: Server;
  let front: ReturnType<typeof createAppsFront>;
  let ca: string;
  const seen: IncomingMessage[] = [];
  let grpc: Http2Server;
  let grpcPort = 0;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-apps-"));
    const files = await ensureCertificates(dir, ["*.apps.localhost", "apps.localhost"], "Apps");
    const again = await ensureCertificates(dir, ["*.apps.localhost", "apps.localhost"], "Apps");
    expect(again, "what is good stays").to.deep.equal(files);
    ca = await readFile(files.caFile, "utf8");
    grpc = createHttp2Server();
    grpc.on("stream", (stream: ServerHttp2Stream, headers) => {
      stream.on("error", () => undefined);
      if (headers[":path"] === "/shop.Orders/Unknown") {
        stream.respond(
          { ":status": 200, "content-type": "application/grpc", "grpc-status": "12" },
          { endStream: true },
        );
        return;
      }
      stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
      stream.on("wantTrailers", () =>
        stream.sendTrailers({ "grpc-status": "0", "grpc-message": String(headers["te"]) }),
      );
      stream.pipe(stream);
    });
    grpc.listen(0, "127.0.0.1");
    await once(grpc, "listening");
    grpcPort = (grpc.address() as AddressInfo).port;
    app = createServer((asked, answer) => {
      seen.push(asked);
      if (asked.url === "/never") return;
      if (asked.url === "/events") {
        // It stays open: a front that waits for its end tells nothing.
        answer.writeHead(200, { "content-type": "text/event-stream" }).write("data: one\n\n");
        return;
      }
      asked.pipe(answer.writeHead(200, { "x-app": "yes", "keep-alive": "timeout=1" }));
    });
    app.on("upgrade", (asked: IncomingMessage, socket: Duplex) => {
      socket.on("error", () => undefined);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${asked.headers.upgrade ?? ""}\r\nConnection: Upgrade\r\n\r\n`,
      );
      socket.pipe(socket);
    });
    app.listen(0, "127.0.0.1");
    await once(app, "listening");
    const { port } = app.address() as AddressInfo;
    const pair = { key: await readFile(files.keyFile, "utf8"), cert: await readFile(files.certificateFile, "utf8") };
    front = createAppsFront(pair, (host, path) => {
      const limits = LIMITS[host];
      if (limits !== undefined)
        return Promise.resolve({
          kind: "service",
          address: "127.0.0.1",
          port: limits.isGrpc ? grpcPort : port,
          path,
          limits,
        });
      if (host === "answered.apps.localhost")
        return Promise.resolve({ kind: "answer", status: 413, text: "Too much.\n" });
      if (host === HOST) return Promise.resolve({ kind: "service", address: "127.0.0.1", port, path });
      if (host === "down.apps.localhost")
        return Promise.resolve({ kind: "service", address: "127.0.0.1", port: 1, path });
      if (host === "broken.apps.localhost") return Promise.reject(new Error("away"));
      return Promise.resolve(host.startsWith("paper") ? PAPER : undefined);
    });
    front.listen(0, "127.0.0.1");
    await once(front, "listening");
  });

  after(async () => {
    for (const server of [front, app]) {
      server.close();
      server.closeAllConnections();
    }
    grpc.close();
    await rm(dir, { recursive: true, force: true });
  });

  function open(host: string, more: RequestOptions = {}): ReturnType<typeof request> {
    const { port } = front.address() as AddressInfo;
    const sent = request({ host: "127.0.0.1", port, servername: host, ca, agent: false, ...more });
    sent.setHeader("host", `${host}:${port}`);
    for (const [name, value] of Object.entries(more.headers ?? {})) sent.setHeader(name, value as string);
    return sent;
  }

  async function answerOf(sent: ReturnType<typeof request>, body?: string): Promise<IncomingMessage> {
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return answer;
  }

  it("answers with the application's page, by a certificate that its authority vouches for", async () => {
    const answer = await answerOf(
      open(HOST, { method: "POST", path: "/a?b=c", headers: { "x-forwarded-for": "1.2.3.4" } }),
      "hello",
    );
    expect([answer.statusCode, answer.headers["x-app"], await text(answer)]).to.deep.equal([200, "yes", "hello"]);
    const asked = seen.at(-1);
    expect([asked?.url, asked?.headers["x-forwarded-proto"], asked?.headers["x-forwarded-for"]]).to.deep.equal([
      "/a?b=c",
      "https",
      "127.0.0.1",
    ]);
    expect(asked?.headers.host).to.contain(HOST);
  });

  it("passes events on as they come", async () => {
    const sent = open(HOST, { path: "/events" });
    const answer = await answerOf(sent);
    const [first] = (await once(answer, "data")) as [Buffer];
    expect(first.toString()).to.equal("data: one\n\n");
    answer.destroy();
  });

  it("passes sockets both ways", async () => {
    const sent = open(HOST, { headers: { connection: "Upgrade", upgrade: "websocket" } });
    sent.end();
    const [answer, socket] = (await once(sent, "upgrade")) as [IncomingMessage, Duplex];
    expect(answer.headers.upgrade).to.equal("websocket");
    socket.write("ping");
    const [back] = (await once(socket, "data")) as [Buffer];
    expect(back.toString()).to.equal("ping");
    socket.destroy();
  });

  it("ends a request that nothing comes of for too long, and none that goes on", async () => {
    const late = await answerOf(open("slow.apps.localhost", { path: "/never" }));
    expect([late.statusCode, await text(late)]).to.deep.equal([504, "The application was silent for too long.\n"]);
    const sent = open("slow.apps.localhost", { headers: { connection: "Upgrade", upgrade: "websocket" } });
    sent.end();
    const [, socket] = (await once(sent, "upgrade")) as [IncomingMessage, Duplex];
    const closed = once(socket, "close");
    const startedMs = performance.now();
    while (performance.now() - startedMs < 2_000 && !socket.destroyed) {
      socket.write("ping");
      await Promise.race([once(socket, "data"), closed]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(socket.destroyed).to.equal(false);
    await closed;
  });

  it("takes bodies up to their limit, whether their length is said or not", async () => {
    const small = "small.apps.localhost";
    const fits = await answerOf(open(small, { method: "POST" }), "12345678");
    expect([fits.statusCode, await text(fits)]).to.deep.equal([200, "12345678"]);
    const said = await answerOf(open(small, { method: "POST", headers: { "content-length": "9" } }), "123456789");
    expect([said.statusCode, await text(said)]).to.deep.equal([
      413,
      "A request to this application may not be so large.\n",
    ]);
    const counted = open(small, { method: "POST", path: "/never", headers: { "transfer-encoding": "chunked" } });
    counted.write("12345");
    expect((await answerOf(counted, "67890")).statusCode).to.equal(413);
    expect((await answerOf(open("answered.apps.localhost"))).statusCode).to.equal(413);
  });

  async function call(path: string, body: readonly string[], host = "calls.apps.localhost"): Promise<unknown> {
    const { port } = front.address() as AddressInfo;
    const session = connect(`https://${host}:${port}`, { ca, lookup: toLoopback });
    const stream: ClientHttp2Stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
    });
    const trailers = once(stream, "trailers") as Promise<[Readonly<Record<string, string>>]>;
    try {
      const said = once(stream, "response") as Promise<[Readonly<Record<string, unknown>>]>;
      const back: string[] = [];
      for (const part of body) {
        stream.write(part);
        const [chunk] = (await once(stream, "data")) as [Buffer];
        back.push(chunk.toString());
      }
      stream.end();
      stream.resume();
      const [[headers], [ended]] = await Promise.all([said, trailers]);
      return {
        status: headers[":status"],
        early: headers["grpc-status"],
        back,
        ended: ended["grpc-status"],
        te: ended["grpc-message"],
      };
    } finally {
      session.destroy();
    }
  }

  it("passes calls of gRPC both ways at once, with the trailers that say how they ended", async () => {
    expect(await call("/shop.Orders/Watch", ["one", "two"])).to.deep.equal({
      status: 200,
      early: undefined,
      back: ["one", "two"],
      ended: "0",
      te: "trailers",
    });
    expect(await call("/shop.Orders/Unknown", [])).to.deep.equal({
      status: 200,
      early: undefined,
      back: [],
      ended: "12",
      te: undefined,
    });
    const plain = await answerOf(open("calls.apps.localhost", { method: "POST", path: "/shop.Orders/Unknown" }), "");
    expect(plain.statusCode, "by HTTP/1.1, as whoever asks whether it answers does").to.equal(200);
  });

  it("says why nobody answers", async () => {
    for (const [host, status, why] of [
      ["nobody.apps.localhost", 404, "No application"],
      ["paper.apps.localhost", 503, "They are simulated."],
      ["down.apps.localhost", 502, "does not answer"],
      ["broken.apps.localhost", 502, "cluster does not answer"],
    ] as const) {
      const answer = await answerOf(open(host));
      expect(answer.statusCode, host).to.equal(status);
      const refusal = host.startsWith("paper") ? "simulated" : undefined;
      expect(answer.headers["x-berth-refusal"], host).to.equal(refusal);
      expect(await text(answer), host).to.contain(why);
    }
  });
});
