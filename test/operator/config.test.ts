import { expect } from "chai";
import { SecretText } from "../../contract/secret-text.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../operator/config.ts";

const GOOD = {
  BERTH_POSTGRES_URL: "postgres://u:p@127.0.0.1/db",
  BERTH_GIT_URL: "http://127.0.0.1:1/platform.git",
  BERTH_GIT_TOKEN: "token",
};

describe("The operator's settings", () => {
  const dir = mkdtempSync(join(tmpdir(), "berth-config-"));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it("have defaults for what has one", () => {
    const config = loadConfig(GOOD);
    expect(config).to.deep.include({
      argocdNamespace: "argocd",
      namespace: "berth-system",
      managementCluster: "management",
      localCloud: undefined,
    });
    expect(config.git.credentials()?.username).to.equal("berth");
    expect(config.git.credentials()?.token.reveal()).to.equal("token");
  });

  it("make clusters at Hetzner only where a namespace is named", () => {
    const token = { BERTH_HETZNER_TOKEN: "hetzner" };
    expect(loadConfig({ ...GOOD, ...token }).clusterApi).to.equal(undefined);
    expect(loadConfig({ ...GOOD, ...token, BERTH_CLUSTER_API_NAMESPACE: "berth-clusters" }).clusterApi).to.deep.equal({
      namespace: "berth-clusters",
      serverType: "cx33",
      token: new SecretText("hetzner"),
    });
  });

  it("tell every fault in one message, with names and never with values", () => {
    const bad = {
      BERTH_GIT_URL: "ftp://secret-host",
      BERTH_METRICS_PORT: "99999",
      BERTH_SURPRISE: "secret",
      BERTH_LOCAL_CLOUD_URL: "http://c",
    };
    expect(() => loadConfig(bad))
      .to.throw(/BERTH_GIT_URL.*/)
      .with.property("message")
      .that.satisfies(
        (message: string) =>
          [
            "BERTH_POSTGRES_URL is missing",
            "BERTH_METRICS_PORT",
            "BERTH_SURPRISE is not a setting",
            "BERTH_LOCAL_CLOUD_TOKEN",
          ].every((part) => message.includes(part)) && !message.includes("secret"),
      );
  });

  it("read secrets from files, a rotated Git token anew", () => {
    const path = join(dir, "token");
    writeFileSync(path, "first\n");
    const config = loadConfig({ ...GOOD, BERTH_GIT_TOKEN: undefined, BERTH_GIT_TOKEN_FILE: path });
    expect(config.git.credentials()?.token.reveal()).to.equal("first");
    writeFileSync(path, "second\n");
    expect(config.git.credentials()?.token.reveal()).to.equal("second");
    expect(() => loadConfig({ ...GOOD, BERTH_GIT_TOKEN_FILE: path })).to.throw("both set");
  });

  it("name the issuer of certificates for all names of a cluster, and refuse what is none", () => {
    const issuerOf = (word: string): unknown => loadConfig({ ...GOOD, BERTH_WILDCARD_ISSUER: word }).wildcardIssuer;
    expect(issuerOf("Issuer/dns")).to.deep.equal({ kind: "Issuer", name: "dns" });
    expect(() => issuerOf("UPPER")).to.throw(/BERTH_WILDCARD_ISSUER has a wrong value \(Issuer of cert-manager/);
  });

  it("keep deployments' backups where they say so, and not where a rule removes what newer ones still need", () => {
    const kept = { ...GOOD, BERTH_BACKUPS_URL: "s3://backups/berth", BERTH_ARCHIVE_DAYS: "150" };
    expect(loadConfig({ ...kept, BERTH_ARCHIVE_URL: "s3://archives" })).to.deep.include({
      archive: { destination: "s3://archives", endpoint: undefined },
      archiveDays: 150,
      backups: { destination: "s3://backups/berth", endpoint: undefined, access: "role" },
    });
    expect(() => loadConfig({ ...kept, BERTH_ARCHIVE_URL: "s3://backups" })).to.throw("name another bucket");
  });

  it("make an issuer where they say so, name it, and keep a binding's key to themselves", () => {
    const binding = { BERTH_ACME_EAB_KEY_ID: "kid-1", BERTH_ACME_EAB_KEY: "guarded-binding-key" };
    const config = loadConfig({ ...GOOD, BERTH_CERTIFICATES: "acme", BERTH_ACME_EMAIL: "tls@example.com", ...binding });
    expect(config.clusterIssuer).to.equal("berth");
    expect(config.acme?.binding?.key.reveal()).to.equal("guarded-binding-key");
    expect(JSON.stringify(config)).not.to.contain("guarded-binding-key");
    const halves = { ...GOOD, BERTH_ACME_EAB_KEY_ID: "kid-1" };
    expect(() => loadConfig(halves)).to.throw("BERTH_ACME_EAB_KEY_ID and BERTH_ACME_EAB_KEY belong together");
    const both = { ...GOOD, BERTH_CERTIFICATES: "none", BERTH_CLUSTER_ISSUER: "letsencrypt" };
    expect(() => loadConfig(both)).to.throw("BERTH_CLUSTER_ISSUER");
  });
});
