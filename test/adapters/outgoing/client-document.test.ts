import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { createClientDocuments, type ClientDocumentOptions } from "../../../adapters/outgoing/client-document.ts";
import type { Resolve } from "../../../adapters/outgoing/guarded-lookup.ts";
import { hangUp, listen } from "../../support/listen.ts";

/** Names lead wherever whoever owns them says. */
const leadsTo =
  (...addresses: string[]): Resolve =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

describe("documents of applications", () => {
  let server: Server;
  let url: string;
  let asked: string[];

  before(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? request.headers.cookie ?? ""}`);
      if (request.url === "/slow") return;
      if (request.url === "/trickle") return void response.writeHead(200).write("{");
      if (request.url === "/moved") return void response.writeHead(302, { location: "/document" }).end();
      if (request.url === "/large") return void response.writeHead(200).end(Buffer.alloc(16_385, " "));
      const status = Number(/^\/status\/([0-9]+)/.exec(request.url ?? "")?.[1] ?? 200);
      response.writeHead(status).end("{}");
    });
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  beforeEach(() => {
    asked = [];
  });
  after(async () => {
    await hangUp(server);
  });

  const faultOf = (address: string, options: ClientDocumentOptions): Promise<string> =>
    createClientDocuments(options)(address).then(
      () => "none",
      (error: unknown) => (error as Error).name,
    );
  const open = { allowPrivate: true, timeoutMs: 60_000 };

  it("are read by a plain question that carries nothing of ours", async () => {
    expect(await createClientDocuments(open)(`${url}/document`)).to.equal("{}");
    expect(asked).to.deep.equal(["GET /document "]);
  });

  it("are not read where only the platform can reach, by address or by name", async () => {
    const literal = [
      "127.0.0.1",
      "[::1]",
      "10.0.0.1",
      "169.254.169.254",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
      "2130706433",
    ];
    for (const host of literal) expect(await faultOf(`https://${host}/document`, {}), host).to.equal("DocumentAway");
    const names = [
      ["127.0.0.1"],
      ["10.1.2.3"],
      ["fd00::1"],
      ["169.254.169.254"],
      ["192.0.2.1"],
      ["9.9.9.9", "127.0.0.1"],
      [],
    ];
    for (const addresses of names)
      expect(await faultOf("https://agent.example.com/document", { resolve: leadsTo(...addresses) })).to.equal(
        "DocumentAway",
      );
    expect(await faultOf(`${url}/document`, {}), "plain http").to.equal("DocumentRefused");
    expect(asked).to.deep.equal([]);
  });

  it("are read as far as was agreed, and not where they send us", async () => {
    expect(await faultOf(`${url}/large`, open)).to.equal("DocumentRefused");
    expect(await faultOf(`${url}/moved`, open)).to.equal("DocumentRefused");
    expect(asked).to.deep.equal(["GET /large ", "GET /moved "]);
    for (const [status, fault] of [
      [404, "DocumentRefused"],
      [204, "DocumentRefused"],
      [429, "DocumentAway"],
      [503, "DocumentAway"],
    ] as const)
      expect(await faultOf(`${url}/status/${status}`, open), String(status)).to.equal(fault);
  });

  it("are not waited for", async () => {
    for (const path of ["slow", "trickle"])
      expect(await faultOf(`${url}/${path}`, { ...open, timeoutMs: 200 }), path).to.equal("DocumentAway");
  });
});
