import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { expect } from "chai";
import { TcpLink } from "../support/chaos/tcp-link.ts";
import { eventually } from "../support/eventually.ts";
import { listen } from "../support/listen.ts";

describe("A link that fails as a network does", () => {
  let server: Server;
  let link: TcpLink;
  let heard: string;
  const sockets: Socket[] = [];

  const client = async (): Promise<Socket> => {
    const socket = connect(link.port, "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  };
  const hears = (text: string): Promise<unknown> => eventually(() => expect(heard).to.equal(text), 120_000, 5);

  beforeEach(async () => {
    heard = "";
    server = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .on("data", (chunk) => {
          heard += chunk.toString();
          socket.write(`got ${chunk.toString()}`);
        });
    });
    link = await TcpLink.open("a link", await listen(server));
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await link.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it("lets through, and keeps everything back in a partition until that is over", async () => {
    const socket = await client();
    socket.write("one");
    expect(String(await once(socket, "data"))).to.equal("got one");
    link.set({ kind: "blackhole" });
    socket.write("two");
    const other = await client();
    other.write("three");
    await eventually(() => expect(link.connections).to.equal(2));
    expect(heard).to.equal("one");
    link.set({ kind: "open" });
    await eventually(() => expect(["onetwothree", "onethreetwo"]).to.include(heard), 120_000, 5);
  });

  it("never delivers what it kept back for a client that has left", async () => {
    link.set({ kind: "blackhole" });
    const socket = await client();
    socket.write("too late");
    await eventually(() => expect(link.connections).to.equal(1));
    socket.resetAndDestroy();
    await eventually(() => expect(link.standing).to.equal(0));
    const other = await client();
    link.set({ kind: "open" });
    other.write("in time");
    await hears("in time");
  });

  it("breaks what there is and refuses what comes", async () => {
    const socket = await client();
    socket.write("one");
    await once(socket, "data");
    const broken = once(socket, "error");
    link.set({ kind: "reset" });
    expect((await broken)[0]).to.have.property("code", "ECONNRESET");
    const other = connect(link.port, "127.0.0.1");
    expect((await once(other, "error"))[0]).to.have.property("code", "ECONNRESET");
    link.set({ kind: "open" });
    (await client()).write("again");
    await hears("oneagain");
  });

  it("takes its time", async () => {
    link.set({ kind: "slow", delayMs: 60 });
    const socket = await client();
    const begunAtMs = performance.now();
    socket.write("one");
    await once(socket, "data");
    expect(performance.now() - begunAtMs).to.be.at.least(115);
  });
});
