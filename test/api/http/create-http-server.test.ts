import { once } from "node:events";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect } from "chai";
import { createHttpServer, type Patience } from "../../../api/http/create-http-server.ts";

const PATIENCE: Patience = { headersMs: 15_000, requestMs: 30_000, answerMs: 1_000, lookEveryMs: 2_000 };
/** More than sockets of the kernel keep. */
const LONG = Buffer.alloc(48 * 1_048_576, "a");
const REST_MS = 5;
const ASK = "GET / HTTP/1.1\r\nHost: berth\r\n\r\n";

describe("the server of the REST interface", function () {
  this.timeout(60_000);
  let server: Server;
  let client: Socket | undefined;

  const listen = async (app: RequestListener, address = "127.0.0.1"): Promise<number> => {
    server = createHttpServer(app, PATIENCE);
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    return (server.address() as AddressInfo).port;
  };
  /** Sends text over a connection of which nothing is read yet. */
  const send = (port: number, text: string): Socket => {
    client = connect(port, "127.0.0.1").pause();
    client.on("error", () => undefined).write(text);
    return client;
  };

  afterEach(async () => {
    client?.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });

  it("calls who comes by IPv4 by that address, though it listens on both", async () => {
    const port = await listen((request, response) => response.end(request.socket.remoteAddress), "::");
    const [four, six] = await Promise.all(
      ["127.0.0.1", "[::1]"].map(async (host) => (await fetch(`http://${host}:${port}/`)).text()),
    );
    expect([four, six]).to.deep.equal(["127.0.0.1", "::1"]);
  });

  const answers: readonly (readonly [when: string, answer: (response: ServerResponse) => unknown])[] = [
    ["at once", (response) => response.end(LONG)],
    ["after a while", (response) => response.once("timeout", () => response.end(LONG))],
  ];
  for (const [when, answer] of answers)
    it(`ends the connection of who reads nothing of an answer that comes ${when}`, async () => {
      const ended = Promise.withResolvers<ServerResponse>();
      const port = await listen((_request, response) => {
        answer(response.once("close", () => ended.resolve(response)));
      });
      send(port, ASK);
      expect(await ended.promise).to.include({ writableFinished: false });
    });

  it("sends an answer to its end while a client reads of it, however slowly", async () => {
    const port = await listen((_request, response) => {
      response.setHeader("Connection", "close").end(LONG);
    });
    const socket = send(port, ASK);
    let [heard, restedMs] = [0, 0];
    socket.on("data", (piece: Buffer) => {
      heard += piece.length;
      restedMs += REST_MS;
      socket.pause();
      setTimeout(() => socket.resume(), REST_MS);
    });
    socket.resume();
    await once(socket, "close");
    expect(heard).to.be.greaterThan(LONG.length);
    expect(restedMs).to.be.greaterThan(PATIENCE.answerMs);
  });

  it("waits longer for what is still being made", async () => {
    const port = await listen((_request, response) => {
      response.once("timeout", () => response.setHeader("Connection", "close").end("late"));
    });
    const socket = send(port, ASK).setEncoding("utf8");
    let heard = "";
    socket.on("data", (text: string) => (heard += text)).resume();
    await once(socket, "close");
    expect(heard).to.match(/\r\n\r\nlate$/);
  });
});
