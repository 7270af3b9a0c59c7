import { expect } from "chai";
import { SecretText } from "../../contract/secret-text.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../api/config.ts";
import type { LoginConfig } from "../../api/logins/login-settings.ts";

const GOOD = { BERTH_POSTGRES_URL: "postgres://user:s3cret@127.0.0.1/berth" };

describe("the gateway's settings", () => {
  it("have defaults for all that is not needed", () => {
    const config = loadConfig({ ...GOOD, PATH: "/bin" });
    expect(config).to.deep.include({ port: 8080, registration: "open", waitMaxSeconds: 300, freeProviders: ["local"] });
    expect(config.rateLimit).to.deep.equal({ perSecond: 100, burst: 200 });
    expect(config.loginRates).to.deep.equal({ perMinute: 10, perHour: 100, perAddress: 60 });
    expect([config.adminsNeedSecondFactor, config.freshProofMs]).to.deep.equal([true, 900_000]);
    expect(Object.isFrozen(config)).to.equal(true);
  });

  it("create clusters at Hetzner only where the operator does, and not without a token", () => {
    const hetzner = { ...GOOD, BERTH_HETZNER_TOKEN: "h3tzner" };
    expect(loadConfig(hetzner).hetzner).to.include({ canCreateClusters: false });
    const made = { BERTH_CLUSTER_API_NAMESPACE: "berth-clusters" };
    expect(loadConfig({ ...hetzner, ...made }).hetzner).to.include({ canCreateClusters: true });
    expect(() => loadConfig({ ...GOOD, ...made })).to.throw("BERTH_CLUSTER_API_NAMESPACE needs BERTH_HETZNER_TOKEN");
  });

  it("keep credentials out of the archive's address, which stands in values files", () => {
    const bucket = { ...GOOD, BERTH_ARCHIVE_URL: "s3://bucket" };
    const endpoint = "https://minio.internal:9000";
    expect(loadConfig({ ...bucket, BERTH_ARCHIVE_ENDPOINT: endpoint }).archive).to.deep.equal({
      destination: "s3://bucket",
      endpoint,
    });
    const withUser = { ...bucket, BERTH_ARCHIVE_ENDPOINT: "https://key:s3cret@minio.internal" };
    expect(() => loadConfig(withUser)).to.throw("BERTH_ARCHIVE_ENDPOINT");
  });

  it("know whether backups of deployments are kept", () => {
    expect(loadConfig(GOOD).keepsBackups).to.equal(false);
    expect(loadConfig({ ...GOOD, BERTH_BACKUPS_URL: "s3://backups" }).keepsBackups).to.equal(true);
  });

  it("tell every fault at once, by name, and never a value", () => {
    const wrong = {
      BERTH_PORT: "s3cret-port",
      BERTH_REGISTRATION: "s3cret-mode",
      BERTH_SERVICE_TOKENS: "short",
      BERTH_NO_SUCH: "s3cret",
      BERTH_ADMIN_EMAIL: "a@example.org",
    };
    const names = ["BERTH_PORT", "BERTH_REGISTRATION", "BERTH_SERVICE_TOKENS", "BERTH_NO_SUCH", "BERTH_POSTGRES_URL"];
    let message = "";
    try {
      loadConfig(wrong);
    } catch (error) {
      ({ message } = error as Error);
    }
    for (const name of names) expect(message).to.contain(name);
    expect(message).to.not.contain("s3cret").and.not.contain("short");
  });

  it("have Hetzner only with a token, at its own address unless another is given", () => {
    expect(loadConfig(GOOD).hetzner).to.equal(undefined);
    expect(loadConfig({ ...GOOD, BERTH_HETZNER_TOKEN: "t" }).hetzner).to.deep.equal({
      url: "https://api.hetzner.cloud/v1",
      token: new SecretText("t"),
      canCreateClusters: false,
    });
    const elsewhere = { BERTH_HETZNER_TOKEN: "t", BERTH_HETZNER_URL: "http://127.0.0.1:1/v1/" };
    expect(loadConfig({ ...GOOD, ...elsewhere }).hetzner?.url).to.equal("http://127.0.0.1:1/v1");
  });

  it("refuse a short or common password of the first administrator", () => {
    const admin = { BERTH_ADMIN_EMAIL: "a@example.org" };
    for (const password of ["eleven char", "unbelievable"])
      expect(() => loadConfig({ ...GOOD, ...admin, BERTH_ADMIN_PASSWORD: password })).to.throw(
        /^Settings are wrong: BERTH_ADMIN_PASSWORD has a wrong value \(/,
      );
    const taken = loadConfig({ ...GOOD, ...admin, BERTH_ADMIN_PASSWORD: "correct horse battery" });
    expect(taken.admin?.password.reveal()).to.equal("correct horse battery");
  });

  it("refuse half of a pair and a third service token", () => {
    expect(() => loadConfig({ ...GOOD, BERTH_ADMIN_EMAIL: "a@example.org" })).to.throw("belong together");
    expect(() => loadConfig({ ...GOOD, BERTH_LOCAL_CLOUD_URL: "http://127.0.0.1:1" })).to.throw("belong together");
    expect(() => loadConfig({ ...GOOD, BERTH_MAIL_FROM: "a@example.org" })).to.throw("belong together");
    const mail = { BERTH_SMTP_URL: "smtp://127.0.0.1", BERTH_MAIL_FROM: "a@example.org" };
    expect(() => loadConfig({ ...GOOD, ...mail })).to.throw("needs BERTH_PUBLIC_URL");
    expect(() => loadConfig({ ...GOOD, BERTH_MOLLIE_API_KEY: "live_s3cret" })).to.throw(
      /^((?!s3cret).)*needs BERTH_PUBLIC_URL((?!s3cret).)*$/,
    );
    const token = "0123456789abcdef";
    expect(() => loadConfig({ ...GOOD, BERTH_SERVICE_TOKENS: [token, token, token].join(",") })).to.throw(
      "BERTH_SERVICE_TOKENS",
    );
  });

  it("read login providers, and refuse what would not be safe", () => {
    const good = { id: "dex", name: "Dex", issuer: "https://dex.example.org", client_id: "b", client_secret: "s3cret" };
    const load = (providers: unknown, env = {}): LoginConfig => {
      const text = typeof providers === "string" ? providers : JSON.stringify(providers);
      const at = { ...GOOD, BERTH_PUBLIC_URL: "https://berth.example.org", BERTH_OIDC_PROVIDERS: text };
      return loadConfig({ ...at, ...env }).logins;
    };
    const clientSecret = "[secret]";
    const { client_id: clientId, client_secret, ...rest } = good;
    const shown = (logins: LoginConfig): unknown => JSON.parse(JSON.stringify(logins));
    const scopes = ["openid", "email", "profile"];
    expect(shown(load([good]))).to.deep.equal({ oidc: [{ ...rest, clientId, clientSecret, scopes }] });
    expect(load([good]).oidc[0]?.clientSecret.reveal()).to.equal(client_secret);
    expect(load([{ ...good, issuer: "http://127.0.0.1:5556/dex" }])).to.be.an("object");
    const github = { BERTH_GITHUB_CLIENT_ID: "b", BERTH_GITHUB_CLIENT_SECRET: "s3cret" };
    const ours = {
      BERTH_GITHUB_URL: "https://github.example.org/",
      BERTH_GITHUB_API_URL: "https://github.example.org/api/v3/",
    };
    expect(shown(load([], { ...github, ...ours }))).to.deep.equal({
      github: {
        clientId: "b",
        clientSecret,
        url: "https://github.example.org",
        apiUrl: "https://github.example.org/api/v3",
      },
      oidc: [],
    });
    const bad: unknown[] = [
      "s3cret",
      "{}",
      [good, good],
      [{ ...good, id: "github" }],
      [{ ...good, id: "password" }],
      [{ ...good, id: "a/b" }],
      [{ ...good, issuer: "http://dex.example.org" }],
      [{ ...good, issuer: "https://user@dex.example.org" }],
      [{ ...good, issuer: "https://dex.example.org?x=s3cret" }],
      [{ ...good, issuer: "s3cret" }],
      [{ ...good, scopes: ["email"] }],
      [{ ...good, client_secret: "" }],
      [{ ...good, colour: "s3cret" }],
    ];
    for (const providers of bad)
      expect(() => load(providers), JSON.stringify(providers))
        .to.throw("BERTH_OIDC_PROVIDERS has a wrong value")
        .with.property("message")
        .that.does.not.contain("s3cret");
    expect(() => load([good], { BERTH_PUBLIC_URL: "" })).to.throw("need BERTH_PUBLIC_URL");
    expect(() => load([], { ...github, BERTH_PUBLIC_URL: "" })).to.throw("need BERTH_PUBLIC_URL");
    expect(() => load([], { BERTH_GITHUB_CLIENT_ID: "b" })).to.throw("belong together");
    expect(() => load([], { BERTH_GITHUB_URL: "http://github.example.org" })).to.throw("BERTH_GITHUB_URL");
  });

  it("derive where Mollie tells of payments, unless that is said", () => {
    const billing = { ...GOOD, BERTH_MOLLIE_API_KEY: "live_x", BERTH_PUBLIC_URL: "https://berth.example.org/" };
    const webhookUrl = "https://berth.example.org/api/v1/billing/mollie/webhook";
    const derived = loadConfig(billing).mollie;
    expect(derived).to.include({ url: "https://api.mollie.com/v2", webhookUrl });
    expect([derived?.apiKey.reveal(), JSON.stringify(derived)].join()).to.match(/^live_x,((?!live_x).)*$/);
    const said = loadConfig({ ...billing, BERTH_MOLLIE_WEBHOOK_URL: "https://hooks.example.org/m" }).mollie;
    expect(said?.webhookUrl).to.equal("https://hooks.example.org/m");
  });

  it("read which pages are agents: origins as browsers write them, and none where agents are not wanted", () => {
    const listed = { ...GOOD, BERTH_AGENT_ORIGINS: "https://agent.example.com, http://localhost:6274" };
    expect([...loadConfig(listed).agents.origins]).to.deep.equal([
      "https://agent.example.com",
      "http://localhost:6274",
    ]);
    expect([...loadConfig(GOOD).agents.origins]).to.deep.equal([]);
    expect([...loadConfig({ ...listed, BERTH_MCP: "false" }).agents.origins]).to.deep.equal([]);
    for (const wrong of ["*", "null", "agent.example.com", "https://agent.example.com/", "https://Agent.example.com"])
      expect(() => loadConfig({ ...GOOD, BERTH_AGENT_ORIGINS: wrong }), wrong).to.throw("BERTH_AGENT_ORIGINS");
  });

  it("have lines from VictoriaLogs or a Loki, which alone has tenants, and labels without dots", () => {
    const url = { ...GOOD, BERTH_LOGS_URL: "http://logs.example.org" };
    expect(loadConfig(url).logStore).to.include({ kind: "victoria-logs", clusterField: "cluster" });
    const loki = { ...url, BERTH_LOGS_STORE: "loki", BERTH_LOGS_TENANT: "berth" };
    expect(loadConfig(loki).logStore).to.include({ kind: "loki", tenant: "berth" });
    expect(() => loadConfig({ ...url, BERTH_LOGS_TENANT: "berth" })).to.throw("BERTH_LOGS_TENANT");
    expect(() => loadConfig({ ...loki, BERTH_LOGS_CLUSTER_FIELD: "k8s.cluster" })).to.throw("BERTH_LOGS_CLUSTER_FIELD");
  });

  it("read secrets from files, one source only", () => {
    const folder = mkdtempSync(join(tmpdir(), "berth-config-"));
    try {
      const path = join(folder, "url");
      writeFileSync(path, "postgres://from-a-file\n");
      expect(loadConfig({ BERTH_POSTGRES_URL_FILE: path }).postgresUrl.reveal()).to.equal("postgres://from-a-file");
      expect(() => loadConfig({ ...GOOD, BERTH_POSTGRES_URL_FILE: path })).to.throw("both set");
      expect(() => loadConfig({ BERTH_POSTGRES_URL_FILE: join(folder, "none") })).to.throw("cannot be read");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
