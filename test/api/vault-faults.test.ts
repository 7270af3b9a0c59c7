import { randomBytes } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { VaultSecretStore } from "../../adapters/secrets/vault-secret-store.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { openEvents } from "../support/event-client.ts";
import { eventually } from "../support/eventually.ts";
import { startVault, type TestVault } from "../support/vault.ts";
import { VaultProxy, type VaultFault } from "../support/vault-proxy.ts";
import { newAccount, newCluster, newDeployment, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

describe("Vault that fails", function () {
  this.timeout(600_000);
  let vault: TestVault;
  let proxy: VaultProxy;
  let url: string;
  let gateway: TestGateway;
  let account: Account;

  before(async () => {
    vault = await startVault();
    proxy = new VaultProxy(vault);
    url = await proxy.start();
    const jwtFile = join(await mkdtemp(join(tmpdir(), "berth-jwt-")), "token");
    await writeFile(jwtFile, `${VaultProxy.jwt}\n`);
    const env = { BERTH_VAULT_URL: url, BERTH_VAULT_ROLE: VaultProxy.role, BERTH_VAULT_JWT_FILE: jwtFile };
    gateway = await startTestGateway({ env });
    account = await newAccount(gateway.url);
  });
  afterEach(() => {
    proxy.fault = undefined;
    proxy.faulty = () => true;
  });
  after(async () => {
    await gateway.stop();
    await proxy.stop();
    await vault.stop();
  });

  const name = (): string => `S_${randomBytes(5).toString("hex")}`;
  const store = (token: string): VaultSecretStore =>
    new VaultSecretStore({
      url,
      namespace: undefined,
      mount: "secret",
      timeoutMs: 5_000,
      auth: { kind: "token", token: () => new SecretText(token) },
    });

  for (const fault of ["html500", "tooMany", "malformed", "sealed", "silent"] satisfies VaultFault[]) {
    it(`answers 503 that names the store when it is ${fault}, changes nothing, and goes on afterwards`, async () => {
      const secret = name();
      const made = await account.call("POST", "/secrets", { name: secret, value: "before" });
      expect(made.status, made.text).to.equal(201);
      const deployment = await newDeployment(account.call, await newCluster(account.call));
      proxy.fault = fault;
      const calls = [
        account.call("GET", `/secrets/${secret}`),
        account.call("GET", "/secrets"),
        account.call("POST", "/secrets", { name: name(), value: "canary" }),
        account.call("PUT", `/secrets/${secret}`, { value: "canary" }),
        account.call("DELETE", `/secrets/${secret}`),
      ];
      // One slow system slows no other route.
      const other = account.call("GET", `/deployments/${deployment.id}`);
      expect((await (fault === "silent" ? Promise.race([other, ...calls]) : other)).status).to.equal(200);
      for (const answer of await Promise.all(calls)) {
        expect([answer.status, answer.body["code"]]).to.deep.equal([503, "secret_store_unavailable"]);
        expect(answer.text).to.not.match(/orgs|canary|h1|sealed/);
        expect(Number(answer.headers.get("retry-after"))).to.be.greaterThan(0);
      }
      const ready = await account.call<{ dependencies: { name: string; state: string }[] }>("GET", "/readyz");
      expect(ready.body.dependencies.find((one) => one.name === "secret_store")?.state).to.equal("down");
      proxy.fault = undefined;
      const after = await account.call<{ version: number }>("GET", `/secrets/${secret}`);
      expect([after.status, after.body.version]).to.deep.equal([200, 1]);
    });
  }

  it("says that an outcome is unknown when the answer to a write is lost, and the same key finishes it once", async () => {
    const secret = name();
    const key = { "idempotency-key": name() };
    const body = { name: secret, value: "once" };
    const events = await openEvents(`${gateway.url}/api/v1/events?kind=Secret`, { cookie: account.cookie });
    await eventually(() => expect(events.lastId()).to.not.equal(""));
    proxy.fault = "lostAnswer";
    proxy.faulty = (method, path) => method === "POST" && path.includes("/data/");
    const lost = await account.call("POST", "/secrets", body, key);
    expect([lost.status, lost.body["code"]]).to.deep.equal([503, "outcome_unknown"]);
    // Whoever looks at the list reads it anew: the secret may be there.
    await eventually(() => expect(events.events.map(({ data }) => data["type"])).to.deep.equal(["updated"]));
    proxy.fault = undefined;
    await eventually(async () => {
      const again = await account.call("POST", "/secrets", body, key);
      expect([again.status, again.body["version"]], again.text).to.deep.equal([201, 1]);
    });
    await eventually(() => expect(events.events.map(({ data }) => data["type"])).to.deep.equal(["updated", "created"]));
    events.close();
  });

  it("signs in again when its token was revoked, and before its lease ends", async () => {
    const before = proxy.logins;
    await vault.ask("POST", "auth/token/create-orphan", {});
    const accessors = (await vault.ask("LIST", "auth/token/accessors")).body["data"] as { keys: string[] };
    const own = (await vault.ask("GET", "auth/token/lookup-self")).body["data"] as { accessor: string };
    for (const accessor of accessors.keys.filter((one) => one !== own.accessor))
      await vault.ask("POST", "auth/token/revoke-accessor", { accessor });
    proxy.leaseSeconds = 3;
    expect((await account.call("GET", "/secrets")).status).to.equal(200);
    expect(proxy.logins).to.be.at.least(before + 1);
    await eventually(async () => {
      expect((await account.call("GET", "/secrets")).status).to.equal(200);
      expect(proxy.logins).to.be.at.least(before + 2);
    });
  });

  it("renews a token that ends, and says so when it has none that counts", async () => {
    const made = await vault.ask("POST", "auth/token/create", { ttl: "6s", policies: ["root"], renewable: true });
    const token = (made.body["auth"] as { client_token: string }).client_token;
    const renewing = store(token);
    const scope = { organization: "renewal", deploymentId: undefined };
    await renewing.create(scope, "a", { value: new SecretText("x"), requestId: "r" });
    const endMs = performance.now() + 9_000;
    await eventually(async () => {
      expect((await renewing.find(scope, "a"))?.version).to.equal(1);
      expect(performance.now()).to.be.greaterThan(endMs);
    });
    renewing.close();
    const unknown = store("no such token");
    const refusal = await unknown.find(scope, "a").catch((error: unknown) => error as { code: string });
    expect(refusal).to.include({ code: "secret_store_unavailable" });
    unknown.close();
  });

  it("names its namespace with every request, the login included", async () => {
    // The gateway signs in at its own proxy whenever a lease ends.
    const own = new VaultProxy(vault);
    const ownUrl = await own.start();
    const auth = { kind: "kubernetes", mount: "kubernetes", role: VaultProxy.role } as const;
    const jwt = (): SecretText => new SecretText(VaultProxy.jwt);
    const inTeam = new VaultSecretStore({ url: ownUrl, namespace: "team", mount: "secret", auth: { ...auth, jwt } });
    await inTeam.find({ organization: "namespaced", deploymentId: undefined }, "a");
    expect(own.namespaces).to.deep.equal(["team", "team", "team"]);
    inTeam.close();
    await own.stop();
  });

  it("shows neither value nor token in what it throws", async () => {
    proxy.fault = "lostAnswer";
    const failing = store(vault.token);
    const error = await failing
      .create({ organization: "o", deploymentId: undefined }, "a", { value: new SecretText("canary"), requestId: "r" })
      .catch((thrown: unknown) => thrown);
    const { inspect } = await import("node:util");
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
    expect(shown).to.contain("secret_store_unavailable").and.not.contain("canary").and.not.contain(vault.token);
    expect(inspect({ value: new SecretText("canary") }) + String(new SecretText("canary"))).to.not.contain("canary");
    failing.close();
  });
});
