import { expect } from "chai";
import { createServer, request } from "node:http";
import { Registry } from "prom-client";
import { createApp } from "../../api/app.ts";
import { createRequestMetrics } from "../../api/http/measure-requests.ts";
import { readDocument } from "../../api/start-gateway.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { listen } from "../support/listen.ts";
import { clientOf, newAccount, type Account, type Client } from "./client.ts";
import { SERVICE_TOKEN, startTestGateway, type TestGateway } from "./gateway.ts";

describe("the frame of every request", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let anonymous: Client;

  before(async () => {
    gateway = await startTestGateway();
    anonymous = clientOf(gateway.url);
    account = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  it("answers unknown routes as the framework of the interface did, on both base paths", async () => {
    for (const path of ["/nothing", "/api/v1/nothing", "/", "/api/v1", "/clusters/", "/clusters/a/b/c"]) {
      const answer = await anonymous("GET", path);
      expect([path, answer.status, answer.text]).to.deep.equal([path, 404, '{"detail":"Not Found"}']);
    }
  });

  it("answers programs where the console's pages are as ever, and browsers too where there is no console", async () => {
    const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const { services } = gateway;
    const app = createApp({
      services: { ...services, config: { ...services.config, console: false } },
      document: await readDocument(),
      readDocument,
      metrics: createRequestMetrics(new Registry()),
    });
    const server = createServer(app);
    const without = clientOf(`http://127.0.0.1:${await listen(server)}`);
    for (const [path, status] of [
      ["/", 404],
      ["/deployments", 401],
    ] as const) {
      expect((await anonymous("GET", path, undefined, { accept: "application/json" })).status, path).to.equal(status);
      expect((await without("GET", path, undefined, browser)).status, path).to.equal(status);
    }
    server.close().closeAllConnections();
  });

  it("answers 405 with the methods that a path has", async () => {
    const answer = await anonymous("PUT", "/api/v1/clusters");
    expect(answer.status).to.equal(405);
    expect(answer.headers.get("allow")).to.equal("GET, HEAD, POST");
    expect((await anonymous("DELETE", "/deployments")).headers.get("allow")).to.equal("GET, HEAD, POST");
  });

  it("serves the same handler with and without /api/v1", async () => {
    const [bare, prefixed] = await Promise.all(["", "/api/v1"].map((base) => account.call("GET", `${base}/auth/me`)));
    expect(bare?.text).to.equal(prefixed?.text);
    expect(bare?.status).to.equal(200);
  });

  it("echoes a well-formed request id and replaces any other", async () => {
    const good = await anonymous("GET", "/nothing", undefined, { "x-request-id": "abc-1.2_3" });
    expect(good.headers.get("x-request-id")).to.equal("abc-1.2_3");
    for (const bad of ["a b", "a".repeat(65), "x\u00e4", '"'])
      expect(
        (await anonymous("GET", "/nothing", undefined, { "x-request-id": bad })).headers.get("x-request-id"),
        bad,
      ).to.match(/^[0-9a-f-]{36}$/);
  });

  it("refuses anonymous and wrong callers on every route that is not public, before it validates", async () => {
    const wrong = [
      {},
      { authorization: "Bearer brt_000000000000000000000000000000000000" },
      { authorization: "Basic abc" },
      { "x-api-key": account.key.replace(/.$/, "!") },
      { "x-service-token": "nope-nope-nope-nope" },
      { cookie: `berth_session=${"A".repeat(43)}` },
      { authorization: `Bearer ${account.key}`, cookie: account.cookie },
      { authorization: `Bearer ${account.key}`, "x-api-key": account.key },
    ];
    for (const operation of OPERATIONS.filter(({ who }) => who.kind !== "public")) {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, "not-a-uuid");
      for (const headers of wrong) {
        const answer = await clientOf(gateway.url, headers as Record<string, string>)(
          operation.method.toUpperCase(),
          path,
          operation.body === undefined ? undefined : "{not json",
          { "content-type": "application/json" },
        );
        expect([operation.operationId, headers, answer.status]).to.deep.equal([operation.operationId, headers, 401]);
        expect(answer.headers.get("www-authenticate")).to.equal("Bearer");
        expect(answer.body["code"]).to.equal("unauthenticated");
      }
    }
  });

  it("lets the service principal do what it is for, and nothing else", async () => {
    const service = clientOf(gateway.url, { "x-service-token": SERVICE_TOKEN });
    const missing = "00000000-0000-7000-8000-000000000000";
    expect((await service("PATCH", `/deployments/${missing}`, { replicas: 1 })).status).to.equal(404);
    for (const operation of OPERATIONS.filter(({ who, serviceToken }) => who.kind !== "public" && !serviceToken)) {
      if (operation.body !== undefined) continue;
      const path = operation.path.replaceAll(/\{[^}]+\}/g, missing);
      const answer = await service(operation.method.toUpperCase(), path);
      expect([operation.operationId, answer.status]).to.deep.equal([operation.operationId, 403]);
    }
  });

  it("refuses bodies by size, type and bytes", async () => {
    const tooLarge = await account.call("POST", "/clusters", `"${"a".repeat(1_048_577)}"`);
    expect([tooLarge.status, tooLarge.body["code"]]).to.deep.equal([413, "too_large"]);
    const wrongType = await account.call("POST", "/clusters", "a=b", { "content-type": "text/plain" });
    expect([wrongType.status, wrongType.body["code"]]).to.deep.equal([415, "unsupported_media_type"]);
    expect(await rawPost(gateway.url, account.key, Buffer.from([0x22, 0xff, 0x22]))).to.equal(400);
    const broken = await account.call<{ detail: { type: string; loc: unknown[] }[] }>("POST", "/clusters", "{");
    expect([broken.status, broken.body.detail[0]?.type]).to.deep.equal([422, "json_invalid"]);
  });

  it("sends no header that tells what it is made of, and security headers always", async () => {
    const answer = await account.call("GET", "/auth/me");
    expect(answer.headers.get("x-powered-by")).to.equal(null);
    expect(answer.headers.get("x-content-type-options")).to.equal("nosniff");
    expect(answer.headers.get("ratelimit")).to.match(/r=\d+; ?t=\d+/);
    expect(answer.headers.get("ratelimit-policy")).to.match(/q=\d+; ?w=\d+/);
  });

  it("shows its document and a reference that needs nothing from elsewhere", async () => {
    const document = await anonymous<{ openapi: string; info: { version: string } }>("GET", "/openapi.json");
    expect([document.status, document.body.info.version]).to.deep.equal([200, "0.1.0"]);
    const docs = await anonymous<string>("GET", "/api/v1/docs");
    expect(docs.headers.get("content-type")).to.contain("text/html");
    expect(docs.text).not.to.match(/https?:/);
    const [script = ""] = /docs\/scalar-\w+\.js/.exec(docs.text) ?? [];
    const renderer = await fetch(`${gateway.url}/api/v1/${script}`);
    expect(renderer.headers.get("cross-origin-resource-policy")).to.equal("same-origin");
    expect(await renderer.text()).to.contain("createApiReference");
  });

  it("names each dependency and its state", async () => {
    expect((await anonymous("GET", "/healthz")).body).to.deep.equal({ status: "ok" });
    const ready = await anonymous<{ dependencies: { name: string; state: string }[] }>("GET", "/readyz");
    expect(ready.status).to.equal(200);
    expect(ready.body.dependencies.map(({ name, state }) => `${name} ${state}`)).to.deep.equal([
      "postgres up",
      "kubernetes up",
      "secret_store up",
    ]);
  });
});

function rawPost(url: string, key: string, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const sent = request(`${url}/clusters`, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(bytes);
  });
}
