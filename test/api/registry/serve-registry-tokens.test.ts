import { generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import express, { type ErrorRequestHandler } from "express";
import { readRegistryTokenKey } from "../../../adapters/registry/registry-token-key.ts";
import { hashToken } from "../../../api/identity/api-key-format.ts";
import { serveRegistryTokens } from "../../../api/registry/serve-registry-tokens.ts";
import type { Services } from "../../../api/services.ts";
import { BerthError, ERRORS } from "../../../contract/errors.ts";
import { listen } from "../../support/listen.ts";

const PASSWORD = "robot-password-canary";
const pem = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
const key = readRegistryTokenKey(pem)!;
const robot = { username: "robot", project: "org-acme", secretHash: hashToken(PASSWORD), canPush: true };

describe("the token endpoint of the registry", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function serve(parts: object, burst = 1_000): Promise<(path: string) => Promise<Response>> {
    const services = {
      config: { ownRegistry: { host: "registry.test", key, quotaBytes: 100 }, rateLimit: { perSecond: 1, burst } },
      pool: { query: () => Promise.resolve({ rows: [robot] }) },
      log: { warn: () => undefined },
      refusals: { add: () => undefined },
      ...parts,
    } as unknown as Services;
    const fault: ErrorRequestHandler = (error: unknown, _request, response, next) => {
      if (error instanceof BerthError) response.status(ERRORS[error.code].status).end();
      else next(error);
    };
    const app = express().use(serveRegistryTokens(services)).use(fault);
    const server = createServer(app);
    servers.push(server);
    const port = await listen(server);
    const authorization = `Basic ${Buffer.from(`robot:${PASSWORD}`).toString("base64")}`;
    const base = `http://127.0.0.1:${port}`;
    return (path) => fetch(base + path, { headers: { authorization } });
  }

  const scoped = (actions: string): string => `/registry/token?scope=repository:org-acme/shop:${actions}`;

  it("limits each address", async () => {
    const get = await serve({}, 3);
    const answers = [];
    for (let asked = 0; asked < 5; asked += 1) answers.push((await get("/registry/token")).status);
    expect(answers).to.deep.equal([200, 200, 200, 429, 429]);
  });

  it("pushes nothing when nobody tells what is stored, and lets all else go on", async () => {
    const get = await serve({ registryStorage: { usedBytes: () => Promise.reject(new Error("canary")) } });
    const refused = await get(scoped("push"));
    expect(refused.status).to.equal(503);
    expect(await refused.text())
      .to.contain("UNAVAILABLE")
      .and.not.contain("canary");
    for (const actions of ["pull", "delete"]) expect((await get(scoped(actions))).status).to.equal(200);
  });

  it("refuses what pushes from the first byte of a full quota on", async () => {
    for (const [used, status] of [
      [99, 200],
      [100, 403],
    ] as const) {
      const get = await serve({ registryStorage: { usedBytes: () => Promise.resolve(used) } });
      expect((await get(scoped("pull,push"))).status, String(used)).to.equal(status);
      expect((await get(scoped("pull"))).status).to.equal(200);
    }
  });

  it("is not there without such a registry, nor below its two paths", async () => {
    const get = await serve({});
    expect((await get("/registry/jwks.json")).status).to.equal(200);
    expect((await get("/registry/jwks.json/x")).status).to.equal(404);
    const none = await serve({ config: { ownRegistry: undefined } });
    for (const path of ["/registry/token", "/registry/jwks.json"]) expect((await none(path)).status).to.equal(404);
  });

  it("shows the public half of its key only", async () => {
    const get = await serve({});
    const { keys } = (await (await get("/registry/jwks.json")).json()) as { keys: Record<string, string>[] };
    expect(Object.keys(keys[0] ?? {}).sort()).to.deep.equal(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(readRegistryTokenKey("no key")).to.equal(undefined);
    const other = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
    expect(readRegistryTokenKey(String(other))).to.equal(undefined);
  });
});
