import { generateKeyPairSync, randomBytes } from "node:crypto";
import { expect } from "chai";
import { issueRegistryToken } from "../../../api/registry/issue-registry-token.ts";
import { renewPullLogins } from "../../../api/registry/pull-login.ts";
import { registryPlace } from "../../../api/registry/registry-credential-body.ts";
import { readRegistryTokenKey } from "../../../adapters/registry/registry-token-key.ts";
import { digestOf, OciClient, type RegistryLogin } from "../../support/registry/oci-client.ts";
import { prepareRegistry, type RegistryProcess } from "../../support/registry/registry-process.ts";
import { newAccount, type Account } from "../client.ts";
import { startTestGateway, type TestGateway } from "../gateway.ts";

type Made = RegistryLogin & Readonly<{ repository_prefix: string; registry_url: string }>;
type Scene = Readonly<{ account: Account; project: string; push: RegistryLogin; pull: RegistryLogin }>;

const GIGABYTE = 1_000_000_000;

describe("the platform's own registry", function () {
  this.timeout(300_000);
  let registry: RegistryProcess;
  let gateway: TestGateway;
  let oci: OciClient;
  let acme: Scene;
  let other: Scene;
  /** What the storage is said to hold beyond what it does. */
  let extraBytes = 0;

  before(async () => {
    registry = await prepareRegistry();
    gateway = await startTestGateway({
      env: { ...registry.gatewaySettings, BERTH_REGISTRY_QUOTA_GB: "1" },
      replace: ({ registryStorage }) => ({
        registryStorage: {
          usedBytes: async (project) => ((await registryStorage?.usedBytes(project)) ?? Number.NaN) + extraBytes,
        },
      }),
    });
    await registry.start(gateway.url);
    oci = new OciClient(registry.host, registry.caPem);
    [acme, other] = [await scene(), await scene()];
  });
  afterEach(() => {
    extraBytes = 0;
  });
  after(async () => {
    await oci.close();
    await gateway.stop();
    await registry.stop();
  });

  async function regenerate(account: Account): Promise<Made> {
    const made = await account.call<Made>("POST", "/registry/credentials/regenerate");
    expect(made.status, made.text).to.equal(201);
    return made.body;
  }

  /** What the clusters of an organization read. */
  async function pullLogin(slug: string): Promise<RegistryLogin> {
    const text = (await gateway.services.secrets.read(...registryPlace(slug)))?.reveal() ?? "{}";
    const { auths } = JSON.parse(text) as { auths: Record<string, RegistryLogin> };
    return auths[registry.host] ?? { username: "", password: "" };
  }

  async function scene(): Promise<Scene> {
    const account = await newAccount(gateway.url);
    const push = await regenerate(account);
    return { account, project: `org-${account.slug}`, push, pull: await pullLogin(account.slug) };
  }

  const refused = async (login: RegistryLogin): Promise<number> => (await oci.askToken(login, [])).status;

  it("takes what is pushed with credentials that were shown once, and gives it to clusters, which push nothing", async () => {
    const image = `${acme.project}/shop:1`;
    const { account, push, pull } = acme;
    expect((push as Made).repository_prefix).to.equal(`${registry.host}/${acme.project}/`);
    expect((await oci.push(image, push)).status).to.equal(201);
    expect((await oci.pull(image, push)).status).to.equal(200);
    expect((await oci.pull(image, pull)).status).to.equal(200);
    const denied = await oci.push(image, pull);
    expect([denied.status, denied.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 401 && text.includes("UNAUTHORIZED"),
    );
    const shown = await account.call("GET", "/registry/credentials");
    expect(shown.text).to.not.contain(push.password);
    const rows = await gateway.services.pool.query("SELECT r::text FROM registry_robots r");
    for (const { password } of [push, pull]) expect(JSON.stringify(rows.rows)).to.not.contain(password);
  });

  it("keeps organizations apart: no push, no pull, no layer of another's, no list of all", async () => {
    const layer = randomBytes(256);
    expect((await oci.push(`${other.project}/private:1`, other.push, layer)).status).to.equal(201);
    expect((await oci.push(`${other.project}/private:2`, acme.push)).status).to.equal(401);
    expect((await oci.pull(`${other.project}/private:1`, acme.push)).status).to.equal(401);
    const token = await oci.token(
      acme.push,
      `repository:${acme.project}/shop:pull,push`,
      `repository:${other.project}/private:pull`,
      "registry:catalog:*",
    );
    const digest = encodeURIComponent(digestOf(layer));
    const mount = `/v2/${acme.project}/shop/blobs/uploads/?mount=${digest}&from=${other.project}/private`;
    expect((await oci.send("POST", mount, { token })).status, "mounting another's layer").to.equal(401);
    const twice = `${mount}&from=${acme.project}/shop`;
    expect((await oci.send("POST", twice, { token })).status, "naming two sources").to.equal(401);
    const form = await oci.send("POST", `/v2/${acme.project}/shop/blobs/uploads/`, {
      token,
      body: `mount=${digest}&from=${other.project}/private`,
      type: "application/x-www-form-urlencoded",
    });
    expect(form.status, "naming it in a form").to.equal(401);
    expect((await oci.send("HEAD", `/v2/${acme.project}/shop/blobs/${digest}`, { token })).status).to.equal(404);
    expect((await oci.send("GET", "/v2/_catalog", { token })).status).to.equal(401);
  });

  it("mounts a layer of the organization's own", async () => {
    const layer = randomBytes(256);
    await oci.push(`${acme.project}/base:1`, acme.push, layer);
    const token = await oci.token(
      acme.push,
      `repository:${acme.project}/app:pull,push repository:${acme.project}/base:pull`,
    );
    const mount = `/v2/${acme.project}/app/blobs/uploads/?mount=${encodeURIComponent(digestOf(layer))}&from=${acme.project}/base`;
    expect((await oci.send("POST", mount, { token })).status).to.equal(201);
  });

  it("believes no token but ours, for it, and in its time", async () => {
    const { ownRegistry } = gateway.services.config;
    if (ownRegistry === undefined) throw new Error("There is no registry");
    const foreignPem = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
      type: "pkcs8",
      format: "pem",
    });
    const foreignKey = readRegistryTokenKey(String(foreignPem)) ?? ownRegistry.key;
    const access = [{ type: "repository", name: `${acme.project}/shop`, actions: ["pull"] }];
    const of = { subject: "robot", access };
    const now = Date.now();
    const good = issueRegistryToken(ownRegistry, of).token;
    const [header = "", claims = "", signature = ""] = good.split(".");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const wider = Buffer.from(claims, "base64url").toString().replace(acme.project, other.project);
    const rows: Record<string, string> = {
      "ended five minutes ago": issueRegistryToken(ownRegistry, of, now - 301_000).token,
      "of the future": issueRegistryToken(ownRegistry, of, now + 120_000).token,
      "for another registry": issueRegistryToken({ ...ownRegistry, host: "registry.example.org" }, of).token,
      "of another key": issueRegistryToken({ ...ownRegistry, key: foreignKey }, of).token,
      "without a signature": `${unsigned}.${claims}.`,
      changed: `${header}.${Buffer.from(wider).toString("base64url")}.${signature}`,
      "for nothing": issueRegistryToken(ownRegistry, { ...of, access: [] }).token,
      none: "x",
    };
    const path = `/v2/${acme.project}/shop/manifests/1`;
    const headers = { accept: "application/vnd.oci.image.manifest.v1+json" };
    expect((await oci.send("GET", path, { token: good, headers })).status).to.equal(200);
    for (const [name, token] of Object.entries(rows))
      expect((await oci.send("GET", path, { token, headers })).status, name).to.equal(401);
    const basic = Buffer.from(`${acme.push.username}:${acme.push.password}`).toString("base64");
    const direct = await oci.send("GET", path, { headers: { authorization: `Basic ${basic}` } });
    expect(direct.status, "the password itself").to.equal(401);
  });

  it("gives tokens to robots only, of at most four minutes, and says what is wrong", async () => {
    const { push } = acme;
    for (const login of [
      undefined,
      { username: push.username, password: "" },
      { username: push.username, password: `${push.password}x` },
      { username: push.username.toUpperCase(), password: push.password },
      { username: other.push.username, password: push.password },
      { username: "robot\u0000", password: push.password },
      { username: `robot${"x".repeat(300)}`, password: push.password },
    ]) {
      const { status, headers, text } = await oci.askToken(login, []);
      expect([status, headers.get("www-authenticate")]).to.deep.equal([401, 'Basic realm="Berth registry"']);
      expect(text).to.contain("UNAUTHORIZED").and.not.contain(push.password);
    }
    expect((await oci.askToken(push, [], "registry.example.org")).status).to.equal(400);
    expect((await oci.askToken(push, ["nonsense"])).status).to.equal(400);
    const { status, headers, text } = await oci.askToken(push, []);
    expect([status, headers.get("cache-control")]).to.deep.equal([200, "no-store"]);
    expect((JSON.parse(text) as { expires_in: number }).expires_in).to.equal(240);
    expect((await fetch(`${gateway.url}/registry/token`, { method: "POST" })).status).to.equal(405);
    await gateway.services.refusals.close();
    const noted = await gateway.services.pool.query("SELECT 1 FROM audit_entries WHERE action = 'getRegistryToken'");
    expect(noted.rowCount).to.be.greaterThan(0);
  });

  it("ends what was there before with each regeneration, and robots that ended or lost their organization", async () => {
    const { account, project, push, pull } = await scene();
    await oci.push(`${project}/shop:1`, push);
    const next = await regenerate(account);
    expect([await refused(push), await refused(pull), await refused(next)]).to.deep.equal([401, 401, 200]);
    const now = await pullLogin(account.slug);
    expect((await oci.pull(`${project}/shop:1`, now)).status).to.equal(200);
    const { pool } = gateway.services;
    await pool.query(
      "UPDATE registry_credentials SET pull_expires_at = now() + interval '14 days' WHERE project = $1",
      [project],
    );
    await renewPullLogins(gateway.services);
    const renewed = await pullLogin(account.slug);
    expect(renewed.username).to.not.equal(now.username);
    expect([await refused(now), await refused(renewed)], "those out of reach go on").to.deep.equal([200, 200]);
    const audited = await account.call<{ entries: { action: string }[] }>(
      "GET",
      `/organizations/${account.slug}/audit`,
    );
    expect(audited.text).to.contain("renewPullLogin").and.to.contain("regenerateRegistryCredentials");
    await pool.query("UPDATE registry_robots SET expires_at = now() WHERE username = $1", [now.username]);
    expect([await refused(now), await refused(renewed)]).to.deep.equal([401, 200]);
    await pool.query("UPDATE organizations SET deleted_at = now() WHERE slug = $1", [account.slug]);
    expect([await refused(next), await refused(renewed)]).to.deep.equal([401, 401]);
  });

  it("takes no more than the quota; what is there can be pulled and deleted, and is free after the clean-up", async () => {
    const { project, push, pull } = await scene();
    const used = async (): Promise<number> =>
      (await gateway.services.registryStorage?.usedBytes(project)) ?? Number.NaN;
    expect(await used()).to.equal(0);
    const layer = randomBytes(200_000);
    const pushed = await oci.push(`${project}/shop:1`, push, layer);
    await oci.push(`${project}/again:1`, push, layer);
    const stored = await used();
    expect(stored, "each layer counts once").to.be.within(200_000, 210_000);
    const token = await oci.token(push, `repository:${project}/stray:pull,push`);
    await oci.putBlob(`${project}/stray`, randomBytes(50_000), token);
    expect(await used(), "also one that no manifest names").to.equal(stored + 50_000);
    extraBytes = GIGABYTE - stored - 50_000;
    const full = await oci.askToken(push, [`repository:${project}/shop:pull,push`]);
    expect([full.status, full.text]).to.satisfy(
      ([code, text]: [number, string]) => code === 403 && text.includes("1.0 GB of 1.0 GB"),
    );
    expect((await oci.pull(`${project}/shop:1`, pull)).status).to.equal(200);
    const deleting = await oci.token(push, `repository:${project}/shop:delete`);
    const digest = pushed.headers.get("docker-content-digest") ?? "";
    expect((await oci.send("DELETE", `/v2/${project}/shop/manifests/${digest}`, { token: deleting })).status).to.equal(
      202,
    );
    extraBytes = 0;
    // What a tag led to before it was moved goes, too.
    for (const bytes of [30_000, 500]) await oci.push(`${project}/moved:1`, push, randomBytes(bytes));
    expect((await registry.collect()).status).to.equal(200);
    expect(await used(), "the other repository still has the layer").to.be.within(200_500, 204_000);
    expect((await oci.pull(`${project}/again:1`, pull)).status).to.equal(200);
    expect((await oci.push(`${project}/shop:2`, push)).status).to.equal(201);
  });

  it("takes no layer that is not what it is called, and no upload that was begun elsewhere", async () => {
    const { project, push } = acme;
    const token = await oci.token(push, `repository:${project}/shop:pull,push`, `repository:${project}/app:pull,push`);
    const begin = async (): Promise<string> =>
      (await oci.send("POST", `/v2/${project}/shop/blobs/uploads/`, { token })).headers.get("location") ?? "";
    const end = (location: string, digest: string, body = "content"): Promise<number> =>
      oci
        .send("PUT", `${location}${location.includes("?") ? "&" : "?"}digest=${encodeURIComponent(digest)}`, {
          token,
          body,
          type: "application/octet-stream",
        })
        .then(({ status }) => status);
    for (const digest of [digestOf("another"), "sha256:../../../x", "md5:1", "", `sha256:${"0".repeat(63)}`])
      expect(await end(await begin(), digest), digest).to.equal(400);
    const elsewhere = (await begin()).replace(`${project}/shop/`, `${project}/app/`);
    expect(await end(elsewhere, digestOf("content")), "another repository's").to.be.oneOf([400, 404]);
    const foreign = (await begin()).replace(`${project}/shop/`, `${other.project}/shop/`);
    expect(await end(foreign, digestOf("content")), "another organization's").to.equal(401);
    const begun = await begin();
    expect(
      await end(begun.replace(/_state=[^&]*/, "_state=x"), digestOf("content")),
      "a state of one's own",
    ).to.be.oneOf([400, 404]);
    expect(await end(begun, digestOf("content"))).to.equal(201);
    expect(await end(begun, digestOf("content")), "twice").to.equal(404);
  });

  it("has no answer to hostile names, manifests and paths", async () => {
    const { project, push } = acme;
    const token = await oci.token(push, `repository:${project}/shop:pull,push`);
    const put = (name: string, body: string, type = "application/vnd.oci.image.manifest.v1+json"): Promise<number> =>
      oci.send("PUT", `/v2/${project}/shop/manifests/${name}`, { token, body, type }).then(({ status }) => status);
    expect(await put("huge", JSON.stringify({ schemaVersion: 2, x: "x".repeat(5_000_000) }))).to.be.oneOf([400, 413]);
    expect(await put("deep", "[".repeat(100_000))).to.equal(400);
    expect(await put("typed", "{}", "text/html")).to.equal(400);
    const missing = { mediaType: "application/vnd.oci.image.layer.v1.tar", size: 3, digest: digestOf("foreign") };
    const manifest = {
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      config: missing,
      layers: [missing],
    };
    expect(await put("missing", JSON.stringify(manifest))).to.equal(400);
    const urls = { ...missing, urls: ["http://169.254.169.254/latest"] };
    expect(await put("urls", JSON.stringify({ ...manifest, layers: [urls] }))).to.equal(400);
    for (const path of [
      `/v2/${project}/../${other.project}/private/manifests/1`,
      `/v2/${project}/%2e%2e/${other.project}/private/manifests/1`,
      `/v2/${project}%2f..%2f${other.project}/private/manifests/1`,
      `/v2/${project}/shop/manifests/../../../../${other.project}/private/manifests/1`,
      `/v2/${project}/shop/blobs/uploads/..%2f..%2fx`,
      "/debug/vars",
      "/registry/jwks.json",
      "/api/v1/organizations",
      "/token/../api/v1/organizations",
    ]) {
      const { status } = await oci.send("GET", path, { token });
      expect(status, path).to.be.within(300, 499);
    }
  });
});
