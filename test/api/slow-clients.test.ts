import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { newAccount, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

/** A whole request has time enough on a busy machine. */
const PATIENCE = { headersMs: 1_000, requestMs: 3_000, answerMs: 60_000, lookEveryMs: 50 };
const TRICKLE_MS = 100;
/** No test waits longer for a connection to end. */
const GIVE_UP_MS = 60_000;

type End = Readonly<{ heard: string; afterMs: number; bytesSent: number }>;

/** Clients that never finish a request hold a connection for a bounded time only, and disturb nobody. */
describe("slow clients", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;

  before(async () => {
    gateway = await startTestGateway({ patience: PATIENCE });
    account = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  /** Sends `start` at once, then `drip` again and again, or so many times, until the gateway hangs up. */
  const trickle = async (start: string, drip: string, dripsMax = Infinity): Promise<End> => {
    const socket: Socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    const startedMs = performance.now();
    let heard = "";
    let bytesSent = 0;
    const write = (text: string): void => {
      if (!socket.writable || text === "") return;
      socket.write(text);
      bytesSent += text.length;
    };
    socket.setEncoding("utf8").on("data", (chunk: string) => (heard += chunk));
    socket.on("error", () => undefined);
    write(start);
    let drips = 0;
    const dripping = setInterval(() => {
      if (drips++ < dripsMax) write(drip);
    }, TRICKLE_MS);
    const givingUp = setTimeout(() => socket.destroy(), GIVE_UP_MS);
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(dripping);
    clearTimeout(givingUp);
    return { heard, afterMs: performance.now() - startedMs, bytesSent };
  };

  const post = (): string =>
    [
      "POST /api/v1/clusters HTTP/1.1",
      "Host: berth",
      `Authorization: Bearer ${account.key}`,
      "Content-Type: application/json",
      "Content-Length: 5000",
      "",
      '{"name":"',
    ].join("\r\n");

  it("are cut off with 408 while they trickle headers", async () => {
    const end = await trickle("GET /api/v1/clusters HTTP/1.1\r\nHost: berth\r\n", "X-A: b\r\n");
    expect(end.heard).to.match(/^HTTP\/1\.1 408 /);
    expect(end.afterMs).to.be.within(PATIENCE.headersMs, GIVE_UP_MS / 2);
  });

  it("are cut off while they trickle a body, without a change of anything", async () => {
    const end = await trickle(post(), "a");
    expect(end.heard).to.match(/^HTTP\/1\.1 408 /);
    expect(end.afterMs).to.be.within(PATIENCE.requestMs, GIVE_UP_MS / 2);
    expect(end.bytesSent).to.be.greaterThan(post().length);
    expect((await account.call<{ clusters: unknown[] }>("GET", "/clusters")).body.clusters).to.deep.equal([]);
  });

  it("are cut off when they say nothing, or stop in the middle", async () => {
    for (const start of ["", "GET /api/v1/clu", post()])
      expect((await trickle(start, "")).afterMs, start).to.be.lessThan(GIVE_UP_MS / 2);
  });

  it("keep nobody else waiting", async () => {
    const slow = Array.from({ length: 100 }, () => trickle(post(), "a"));
    const first = await Promise.race([account.call("GET", "/auth/me"), ...slow]);
    expect(first).to.have.property("status", 200);
    for (const end of await Promise.all(slow)) expect(end.heard).to.match(/^HTTP\/1\.1 408 /);
  });

  it("who send a whole request in time are answered (the judge can say yes)", async () => {
    const body = JSON.stringify({ name: "x" });
    const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: berth\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    const end = await trickle(head + body.slice(0, -1), body.slice(-1), 1);
    expect(end.heard).to.match(/^HTTP\/1\.1 422 /);
  });
});
