import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express from "express";
import type { OpenapiDocument } from "../../../api/http/request-validation.ts";
import { serveReference } from "../../../api/reference/serve-reference.ts";

describe("The reference of a gateway", function () {
  this.timeout(30_000);
  let server: Server;
  let url: string;
  let written: number;

  before((done) => {
    written = 0;
    const document = { paths: {}, toJSON: () => ({ openapi: "3.1.0", written: (written += 1) }) };
    const app = express();
    app.disable("etag");
    const readDocument = (): Promise<OpenapiDocument> => Promise.resolve(document as unknown as OpenapiDocument);
    app.use(serveReference(readDocument, () => undefined));
    server = createServer(app).listen(0, "127.0.0.1", () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      done();
    });
  });
  after((done) => {
    server.close(done);
    server.closeAllConnections();
  });

  const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
    fetch(`${url}${path}`, { method, headers });
  const plain = { "accept-encoding": "identity" };
  const scriptsOf = async (base = ""): Promise<string[]> => {
    const page = await (await ask(`${base}/docs`)).text();
    return [...page.matchAll(/src="([^"]+)"/g)].map(([, path = ""]) => `${base}/${path}`);
  };

  it("is read only once somebody asks, and then once", async () => {
    expect(written).to.equal(0);
    const [first, second] = await Promise.all([ask("/openapi.json"), ask("/api/v1/openapi.json")]);
    expect(await first?.json()).to.deep.equal({ openapi: "3.1.0", written: 1 });
    expect(await second?.json()).to.deep.equal({ openapi: "3.1.0", written: 1 });
  });

  it("is a page whose policy allows its own scripts and nothing that is unsafe", async () => {
    const { headers } = await ask("/docs");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy)
      .to.contain("default-src 'none'")
      .and.to.contain("script-src 'self'")
      .and.to.contain("frame-ancestors 'none'");
    expect(policy).not.to.match(/unsafe|https?:|\*|nonce/);
    expect(headers.get("content-type")).to.equal("text/html; charset=utf-8");
  });

  it("has scripts that whoever has them keeps for ever, under either prefix", async () => {
    for (const base of ["", "/api/v1"]) {
      const scripts = await scriptsOf(base);
      expect(scripts).to.have.length(2);
      for (const path of scripts) {
        const { status, headers } = await ask(path, {}, "HEAD");
        expect([path, status, headers.get("cache-control")]).to.deep.equal([
          path,
          200,
          "public, max-age=31536000, immutable",
        ]);
        // Without the charset browsers take the renderer for Latin-1, and it does not parse.
        expect(headers.get("content-type")).to.equal("text/javascript; charset=utf-8");
      }
    }
  });

  it("comes compressed, and plain to whoever takes nothing else", async () => {
    for (const path of ["/docs", "/openapi.json", ...(await scriptsOf())]) {
      const compressed = await ask(path, { "accept-encoding": "br" });
      const text = await compressed.text();
      const asIs = await ask(path, plain);
      expect(await asIs.text()).to.equal(text);
      const encodings = [compressed, asIs].map(({ headers }) => headers.get("content-encoding"));
      expect(encodings).to.deep.equal(["br", null]);
      expect(asIs.headers.get("vary")).to.equal("Accept-Encoding");
    }
  });

  it("says what has not changed, and answers HEAD without a body", async () => {
    for (const path of ["/docs", "/openapi.json"]) {
      const { headers } = await ask(path);
      expect(headers.get("cache-control")).to.equal("no-cache");
      const again = await ask(path, { "if-none-match": headers.get("etag") ?? "", "cache-control": "max-age=0" });
      expect([again.status, await again.text()]).to.deep.equal([304, ""]);
      expect((await ask(path, { "if-none-match": '"another"' })).status).to.equal(200);
    }
    const head = await ask("/docs", {}, "HEAD");
    expect([head.status, await head.text()]).to.deep.equal([200, ""]);
  });

  it("has nothing else: no other file, no older script, no other method", async () => {
    const older = (await scriptsOf())[0]?.replace(/-\w+\./, "-0123456789abcdef.") ?? "";
    for (const path of [older, "/docs/../package.json", "/docs/page.js", "/docs/vendored.json", "/api/v2/docs"])
      expect((await ask(path)).status, path).to.equal(404);
    expect((await ask("/docs", {}, "POST")).status).to.equal(404);
  });
});
