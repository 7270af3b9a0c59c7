import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { request, type RequestOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { createAppsFront } from "../../../local/apps/apps-front.ts";
import { ensureCertificates } from "../../../local/registry/certificates.ts";

const PAPER = { kind: "nobody", why: "They are simulated.", isSimulated: true } as const;
const HOST = "shop-1.apps.localhost";

describe("The front of the local platform's applications", function () {
  this.timeout(60_000);
  let dir: string;
  let app: Server;
  let front: ReturnType<typeof createAppsFront>;
  let ca: string;
  const seen: IncomingMessage[] = [];

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-apps-"));
    const files = await ensureCertificates(dir, ["*.apps.localhost", "apps.localhost"], "Apps");
    const again = await ensureCertificates(dir, ["*.apps.localhost", "apps.localhost"], "Apps");
    expect(again, "what is good stays").to.deep.equal(files);
    ca = await readFile(files.caFile, "utf8");
    app = createServer((asked, answer) => {
      seen.push(asked);
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
