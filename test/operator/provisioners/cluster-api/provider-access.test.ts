import { expect } from "chai";
import { resolveCredentials } from "../../../../adapters/kubernetes/credentials.ts";
import { SecretText } from "../../../../contract/secret-text.ts";
import type { SecretStore } from "../../../../contract/secret-store.ts";
import { createTokenSource } from "../../../../operator/provisioners/cluster-api/hetzner-token.ts";
import { parseProviderKubeconfig } from "../../../../operator/provisioners/cluster-api/provider-kubeconfig.ts";

const SERVER = "https://203.0.113.9:443";
const PEM = "-----BEGIN CERTIFICATE-----";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("The access that Cluster API gives", () => {
  it("is the client certificate of its kubeconfig, at the address that the Cluster shows", async () => {
    const access = parseProviderKubeconfig(
      `
clusters: [{name: shop, cluster: {server: "https://10.0.0.1:6443", certificate-authority-data: ${base64(PEM + "ca")}}}]
users: [{name: admin, user: {client-certificate-data: ${base64(PEM + "cert")}, client-key-data: ${base64(PEM + "key")}}}]
`,
      SERVER,
    );
    const credentials = await resolveCredentials({ ...access, caData: access.caData ?? "" });
    expect(credentials.server.href).to.equal("https://203.0.113.9/");
    expect(credentials.tls).to.deep.equal({ ca: `${PEM}ca`, cert: `${PEM}cert`, key: `${PEM}key` });
    expect(await credentials.headers()).to.deep.equal({});
  });

  it("is refused without a login", () => {
    expect(() => parseProviderKubeconfig("users: [{name: x, user: {}}]", SERVER)).to.throw("holds no login");
  });
});

describe("The token that a cluster is made with", () => {
  const order = { handle: "shop", namespace: "org-acme", id: "i" };
  const spec = { provider: "hetzner", region: "fsn1", tier: "dedicated" } as const;
  const read: SecretStore["read"] = ({ organization, area }, name) =>
    Promise.resolve(new SecretText(`${organization} ${String(area)} ${name}`));

  it("is the customer's where the cluster names a cloud credential, else the platform's", async () => {
    const source = createTokenSource({ read }, new SecretText("platform-token"));
    expect((await source({ ...order, spec }))?.reveal()).to.equal("platform-token");
    const own = { ...spec, cloudCredentialId: "c-1" };
    expect((await source({ ...order, spec: own }))?.reveal()).to.equal("acme platform cloud-credential.c-1");
  });

  it("is none where the platform has none", async () => {
    expect(await createTokenSource({ read }, undefined)({ ...order, spec })).to.equal(undefined);
  });
});
