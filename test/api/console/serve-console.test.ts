import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect } from "chai";
import express from "express";
import { serveConsole } from "../../../api/console/serve-console.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { listen } from "../../support/listen.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const FILES = {
  "index.html": "<!doctype html><title>Berth</title>",
  "assets/index-abc.js": "export {};",
  "assets/index-abc.css": "body{}",
};

describe("The console of a gateway", () => {
  let folder: string;
  let server: Server;
  let url: string;

  const serve = async (built: string): Promise<Server> => {
    const app = express();
    app.disable("etag");
    app.use(serveConsole(createCapturedLogger().logger, () => undefined, pathToFileURL(`${built}/`)));
    app.use((_request, response) => {
      response.status(404).json({ detail: "Not Found" });
    });
    const started = createServer(app);
    url = `http://127.0.0.1:${await listen(started)}`;
    return started;
  };
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
    fetch(`${url}${path}`, { method, headers });
  const stop = (): void => {
    server.close().closeAllConnections();
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "berth-console-"));
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
    }
    await writeFile(
      join(folder, "served.json"),
      JSON.stringify({ roots: ["", "deployments"], files: Object.keys(FILES) }),
    );
    server = await serve(folder);
  });
  afterEach(async () => {
    stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is a page at each of its addresses for browsers, and nothing there for whoever asks for something else", async () => {
    for (const path of ["/", "/?q=1", "/deployments", "/deployments/1?tab=logs"]) {
      const page = await ask(path, { accept: BROWSER });
      expect([page.status, await page.text()], path).to.deep.equal([200, FILES["index.html"]]);
      expect(page.headers.get("vary")).to.contain("Accept");
      for (const accept of ["application/json", "*/*", "application/json, text/html"])
        expect((await ask(path, { accept })).status, `${path} ${accept}`).to.equal(404);
    }
    for (const path of ["/api/v1/deployments", "/elsewhere", "/served.json", "/index.html.br", "/../package.json"])
      expect((await ask(path, { accept: BROWSER })).status, path).to.equal(404);
    expect((await ask("/", { accept: BROWSER }, "POST")).status).to.equal(404);
  });

  it("has a policy that allows its own files and nothing unsafe", async () => {
    const { headers } = await ask("/", { accept: BROWSER });
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).to.contain("default-src 'none'").and.to.contain("frame-ancestors 'none'");
    expect(policy).not.to.match(/unsafe|https?:|\*|nonce|data:/);
  });

  it("comes compressed, and plain to whoever takes nothing else; files are kept for ever, the page is asked for again", async () => {
    for (const [name, text] of Object.entries(FILES)) {
      const path = name === "index.html" ? "/" : `/${name}`;
      const isPage = path === "/";
      for (const encoding of ["br", "identity"]) {
        const answer = await ask(path, { accept: isPage ? BROWSER : "*/*", "accept-encoding": encoding });
        expect(await answer.text()).to.equal(text);
        expect(answer.headers.get("content-encoding")).to.equal(encoding === "br" ? "br" : null);
        expect(answer.headers.get("vary")).to.contain("Accept-Encoding");
        expect(answer.headers.get("cache-control")).to.equal(
          isPage ? "no-cache" : "public, max-age=31536000, immutable",
        );
      }
    }
    const { headers } = await ask("/", { accept: BROWSER });
    const again = { accept: BROWSER, "if-none-match": headers.get("etag") ?? "", "cache-control": "max-age=0" };
    const unchanged = await ask("/", again);
    expect([unchanged.status, await unchanged.text()]).to.deep.equal([304, ""]);
  });

  it("is not there where it was not built", async () => {
    stop();
    await rm(join(folder, "served.json"));
    server = await serve(folder);
    expect((await ask("/", { accept: BROWSER })).status).to.equal(404);
  });
});
