import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import {
  CLUSTER_SECRET_STORES,
  CUSTOM_RESOURCE_DEFINITIONS,
  EXTERNAL_SECRETS,
  NAMESPACES,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { VaultClusterAccess } from "../../adapters/secrets/vault-cluster-access.ts";
import { VaultSecretStore } from "../../adapters/secrets/vault-secret-store.ts";
import { createLogger } from "../../adapters/log/logger.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { askedVersions } from "../../operator/delivery/secret-versions.ts";
import { TenantSecrets, type SecretUse } from "../../operator/delivery/tenant-secrets.ts";
import { createVaultCarrier } from "../../operator/delivery/vault-carrier.ts";
import { sharedApiServer } from "../support/api-server.ts";
import { eventually } from "../support/eventually.ts";
import { createFakeClock } from "../support/fake-clock.ts";
import { startVault, type TestVault } from "../support/vault.ts";

const ORGANIZATION = "acme";
const USE: SecretUse = {
  uid: "u1",
  id: "01970000-0000-7000-8000-0000000000a1",
  organization: ORGANIZATION,
  handle: "web-aaaaaaaaaa",
  clusterHandle: "one-bbbbbbbbbb",
  namespace: "web-aaaaaaaaaa",
  isOurs: true,
  names: ["own", "shared"],
};
const SHARED = { organization: ORGANIZATION, deploymentId: undefined };

describe("Secrets brought through Vault", function () {
  this.timeout(600_000);
  let vault: TestVault;
  let tenant: KubeClient;
  let store: VaultSecretStore;
  let access: VaultClusterAccess;
  let secrets: TenantSecrets;
  const clock = createFakeClock();

  before(async () => {
    vault = await startVault();
    await vault.ask("POST", "sys/auth/approle", { type: "approle" });
    const { kubeconfig } = await sharedApiServer();
    tenant = createKubeClient({ kubeconfigPath: kubeconfig });
    await installStores(tenant);
    for (const name of ["berth-system", USE.namespace])
      await tenant.create(
        NAMESPACES,
        { apiVersion: "v1", kind: "Namespace", metadata: { name } },
        { fieldManager: "t" },
      );
    const server = { url: vault.url, mount: "secret", namespace: undefined };
    const config = { ...server, auth: { kind: "token", token: () => new SecretText(vault.token) } } as const;
    store = new VaultSecretStore(config);
    access = new VaultClusterAccess(config);
    const carrier = createVaultCarrier({ access, clientOf: () => tenant, server, waitMs: 500 });
    const logger = createLogger("test", "nothing");
    secrets = new TenantSecrets({ versions: askedVersions(store, clock), store, carrier, clock, logger });
  });
  after(async () => {
    store.close();
    access.close();
    await tenant.close();
    await vault.stop();
  });

  /** Signs in as the cluster's External Secrets operator would, from what lies on the cluster, and asks for a path. */
  const readAsCluster = async (path: string): Promise<number> => {
    const found = await tenant.get(CLUSTER_SECRET_STORES, { name: "berth" });
    const { provider } = found?.["spec"] as { provider: { vault: { server: string; auth: { appRole: Login } } } };
    const { roleId, secretRef } = provider.vault.auth.appRole;
    const secret = await tenant.get(SECRETS, { namespace: secretRef.namespace, name: secretRef.name });
    const encoded = (secret?.["data"] as Record<string, string>)[secretRef.key] ?? "";
    const login = await fetch(`${provider.vault.server}/v1/auth/approle/login`, {
      method: "POST",
      body: JSON.stringify({ role_id: roleId, secret_id: Buffer.from(encoded, "base64").toString() }),
    });
    if (login.status !== 200) return login.status;
    const { auth } = (await login.json()) as { auth: { client_token: string } };
    const read = await fetch(`${vault.url}/v1/secret/data/${path}`, {
      headers: { "x-vault-token": auth.client_token },
    });
    return read.status;
  };
  const copyOf = async (name: string): Promise<unknown> => {
    const path = `secret/data/orgs/acme/clusters/${USE.clusterHandle}/${USE.handle}/${name}`;
    const { body } = await vault.ask("GET", path);
    return (body["data"] as { data?: { value?: string } } | undefined)?.data?.value;
  };
  const put = async (
    scope: typeof SHARED | { organization: string; deploymentId: string },
    name: string,
    value: string,
  ) => {
    const secret = { value: new SecretText(value), requestId: "r" };
    const seen = await store.find(scope, name);
    return seen === undefined ? store.create(scope, name, secret) : store.replace(scope, seen, secret);
  };

  it("copies what is used, and gives the cluster a role that reads its own folder and nothing else", async () => {
    expect(secrets.view(USE, undefined)).to.deep.equal({ kind: "unknown" });
    await secrets.push(USE);
    expect(secrets.view(USE, undefined)).to.deep.equal({ kind: "missing", names: ["own", "shared"] });
    await put({ organization: ORGANIZATION, deploymentId: USE.id }, "own", "its own");
    await put(SHARED, "shared", "everybody's");
    await put(SHARED, "own", "not this one");
    await secrets.push(USE);
    const view = secrets.view(USE, undefined);
    expect(view).to.include({ kind: "current", verified: true });
    expect([await copyOf("own"), await copyOf("shared")]).to.deep.equal(["its own", "everybody's"]);
    const folder = `orgs/acme/clusters/${USE.clusterHandle}/${USE.handle}`;
    expect(await readAsCluster(`${folder}/own`)).to.equal(200);
    for (const foreign of [
      "orgs/acme/secrets/shared",
      "orgs/acme/clusters/two-cccccccccc/x/own",
      "orgs/other/secrets/a",
    ])
      expect([foreign, await readAsCluster(foreign)]).to.deep.equal([foreign, 403]);
  });

  it("hears of a new version within its time, and tells the External Secrets operator to look", async () => {
    const before = secrets.view(USE, undefined) as { revision: string };
    await makeExternalSecret(tenant);
    await put(SHARED, "shared", "another");
    await clock.advance(20_000);
    expect(secrets.view(USE, before.revision)).to.include({ kind: "current", verified: false });
    await secrets.push(USE);
    expect(await copyOf("shared")).to.equal("another");
    expect((secrets.view(USE, before.revision) as { revision: string }).revision).to.not.equal(before.revision);
    const external = await tenant.get(EXTERNAL_SECRETS, { namespace: USE.namespace, name: `${USE.handle}-secrets` });
    expect(external?.metadata.annotations).to.have.property("external-secrets.io/force-sync");
  });

  it("writes nothing where all is as it should be, also after a restart", async () => {
    const versions = async (): Promise<unknown> =>
      (await vault.ask("GET", `secret/metadata/orgs/acme/clusters/${USE.clusterHandle}/${USE.handle}/own`)).body[
        "data"
      ];
    const before = await versions();
    const server = { url: vault.url, mount: "secret", namespace: undefined };
    const carrier = createVaultCarrier({ access, clientOf: () => tenant, server });
    const logger = createLogger("test", "nothing");
    const restarted = new TenantSecrets({ versions: askedVersions(store, clock), store, carrier, clock, logger });
    await restarted.push(USE);
    expect(restarted.view(USE, undefined)).to.include({ kind: "current" });
    expect(await versions()).to.deep.equal(before);
  });

  it("takes back what is no longer used, and everything with the cluster", async () => {
    await secrets.push({ ...USE, names: ["shared"] });
    expect(await copyOf("own")).to.equal(undefined);
    expect(await secrets.isAnyThere(USE)).to.equal(true);
    await secrets.withdraw(USE);
    expect([await secrets.isAnyThere(USE), await copyOf("shared")]).to.deep.equal([false, undefined]);
    await access.revoke(USE.clusterHandle);
    await access.revoke(USE.clusterHandle);
    expect(await readAsCluster("orgs/acme/clusters/x/y/z")).to.equal(400);
  });

  it("says so when the cluster is not registered", async () => {
    const server = { url: vault.url, mount: "secret", namespace: undefined };
    const logger = createLogger("test", "nothing");
    const carrier = createVaultCarrier({ access, clientOf: () => undefined, server });
    const lost = new TenantSecrets({ versions: askedVersions(store, clock), store, carrier, clock, logger });
    await lost.push(USE);
    expect(lost.view(USE, undefined)).to.deep.equal({ kind: "unreachable", message: "it is not registered" });
  });
});

type Login = Readonly<{ roleId: string; secretRef: { namespace: string; name: string; key: string } }>;

async function installStores(client: KubeClient): Promise<void> {
  for (const plural of ["clustersecretstores", "externalsecrets"]) {
    const file = new URL(`../fixtures/crds/external-secrets.io_${plural}.yaml`, import.meta.url);
    await client.create(CUSTOM_RESOURCE_DEFINITIONS, parse(readFileSync(file, "utf8")) as KubeObject, {
      fieldManager: "t",
    });
  }
  await eventually(() => Promise.all([client.list(CLUSTER_SECRET_STORES), client.list(EXTERNAL_SECRETS)]));
}

async function makeExternalSecret(client: KubeClient): Promise<void> {
  const metadata = { namespace: USE.namespace, name: `${USE.handle}-secrets` };
  const remoteRef = { key: "k", property: "value" };
  const spec = {
    secretStoreRef: { kind: "ClusterSecretStore", name: "berth" },
    data: [{ secretKey: "own", remoteRef }],
  };
  await client.create(
    EXTERNAL_SECRETS,
    { apiVersion: "external-secrets.io/v1", kind: "ExternalSecret", metadata, spec },
    { fieldManager: "t" },
  );
}
