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
  SERVICE_ACCOUNTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { VaultClusterAccess } from "../../adapters/secrets/vault-cluster-access.ts";
import { VaultSecretStore } from "../../adapters/secrets/vault-secret-store.ts";
import { createLogger } from "../../adapters/log/logger.ts";
import { ACCESS_NAMESPACE, DATABASE_KEY, databaseSecret } from "../../contract/identity.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { askedVersions } from "../../operator/delivery/secret-versions.ts";
import { TenantSecrets, type SecretUse } from "../../operator/delivery/tenant-secrets.ts";
import { createVaultCarrier } from "../../operator/delivery/vault-carrier.ts";
import { connectionFacts } from "../../render/database/database-names.ts";
import { renderDatabase } from "../../render/database/render-database.ts";
import { sharedApiServer } from "../support/api-server.ts";
import { DATABASE_ID, databaseInput } from "../support/database-input.ts";
import { eventually } from "../support/eventually.ts";
import { createFakeClock } from "../support/fake-clock.ts";
import { syncExternalSecret } from "../support/external-secrets-double.ts";
import { DATABASE_CHART, renderMany } from "../support/helm.ts";
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
const DATABASE: SecretUse = {
  uid: "u2",
  id: DATABASE_ID,
  organization: ORGANIZATION,
  handle: "orders-cccccccccc",
  clusterHandle: USE.clusterHandle,
  namespace: "orders-cccccccccc",
  isOurs: true,
  names: [DATABASE_KEY],
  connection: connectionFacts({
    engine: "postgresql",
    id: DATABASE_ID,
    handle: "orders-cccccccccc",
    database: "orders",
  }),
};
const SHARED = { organization: ORGANIZATION, deploymentId: undefined };

describe("Secrets brought through Vault", function () {
  this.timeout(900_000);
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
    const carrier = createVaultCarrier({ access, clientOf: () => tenant, server, waitMs: 500, nowMs: Date.now });
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
  const askAsCluster = async (path: string): Promise<Readonly<{ status: number; value?: string }>> => {
    const found = await tenant.get(CLUSTER_SECRET_STORES, { name: "berth" });
    const { provider } = found?.["spec"] as { provider: { vault: { server: string; auth: { appRole: Login } } } };
    const { roleId, secretRef } = provider.vault.auth.appRole;
    const secret = await tenant.get(SECRETS, { namespace: secretRef.namespace, name: secretRef.name });
    const encoded = (secret?.["data"] as Record<string, string>)[secretRef.key] ?? "";
    const login = await fetch(`${provider.vault.server}/v1/auth/approle/login`, {
      method: "POST",
      body: JSON.stringify({ role_id: roleId, secret_id: Buffer.from(encoded, "base64").toString() }),
    });
    if (login.status !== 200) return { status: login.status };
    const { auth } = (await login.json()) as { auth: { client_token: string } };
    const read = await fetch(`${vault.url}/v1/secret/data/${path}`, {
      headers: { "x-vault-token": auth.client_token },
    });
    const { data } = (await read.json()) as { data?: { data?: { value: string } } };
    return { status: read.status, ...(data?.data ?? {}) };
  };
  const readAsCluster = async (path: string): Promise<number> => (await askAsCluster(path)).status;
  const databaseSecretOf = async (): Promise<Record<string, string>> => {
    const ref = { namespace: DATABASE.handle, name: `${DATABASE.handle}-credentials` };
    const external = await tenant.get(EXTERNAL_SECRETS, ref);
    return syncExternalSecret(
      external ?? expect.fail("no ExternalSecret"),
      async (path) => (await askAsCluster(path)).value,
    );
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
    const carrier = createVaultCarrier({ access, clientOf: () => tenant, server, nowMs: Date.now });
    const logger = createLogger("test", "nothing");
    const restarted = new TenantSecrets({ versions: askedVersions(store, clock), store, carrier, clock, logger });
    await restarted.push(USE);
    expect(restarted.view(USE, undefined)).to.include({ kind: "current" });
    expect(await versions()).to.deep.equal(before);
  });

  it("makes the password of a database, which its cluster alone reads, and brings another one when it is rotated", async () => {
    const scope = { organization: ORGANIZATION, deploymentId: undefined, area: "platform" } as const;
    const name = databaseSecret(DATABASE.id);
    await tenant.create(NAMESPACES, { metadata: { name: DATABASE.handle } }, { fieldManager: "t" });
    await secrets.push(DATABASE);
    expect(secrets.view(DATABASE, undefined)).to.deep.equal({ kind: "missing", names: [DATABASE_KEY] });
    await secrets.makePassword(DATABASE, "r");
    await clock.advance(20_000);
    await secrets.push(DATABASE);
    const first = secrets.view(DATABASE, undefined) as { revision: string };
    await tenant.create(EXTERNAL_SECRETS, await chartsExternalSecret(first.revision), { fieldManager: "argocd" });
    const made = (await store.read(scope, name))?.reveal() ?? "";
    const before = await databaseSecretOf();
    expect(made).to.have.length(32);
    expect(before).to.deep.equal({
      username: "app",
      host: "postgres-rw.orders-cccccccccc.svc",
      port: "5432",
      dbname: "orders",
      password: made,
      uri: `postgresql://app:${made}@postgres-rw.orders-cccccccccc.svc:5432/orders`,
    });
    // What POST /databases/{id}/credentials/rotate does.
    const seen = (await store.find(scope, name)) ?? expect.fail("no password");
    await store.replace(scope, seen, { value: new SecretText("another"), requestId: "rotation" });
    await clock.advance(20_000);
    expect(secrets.view(DATABASE, first.revision)).to.include({ kind: "current", verified: false });
    await secrets.push(DATABASE);
    const { revision } = secrets.view(DATABASE, first.revision) as { revision: string };
    expect(revision, "MySQL's Job hangs on it").to.not.equal(first.revision);
    const ref = { namespace: DATABASE.handle, name: `${DATABASE.handle}-credentials` };
    const told = (await tenant.get(EXTERNAL_SECRETS, ref))?.metadata.annotations;
    expect(told, "told to look now").to.have.property("external-secrets.io/force-sync");
    const after = await databaseSecretOf();
    expect([after["password"], after["uri"]]).to.deep.equal([
      "another",
      "postgresql://app:another@postgres-rw.orders-cccccccccc.svc:5432/orders",
    ]);
    const own = `orgs/acme/clusters/${DATABASE.clusterHandle}/${DATABASE.handle}/${DATABASE_KEY}`;
    expect([await readAsCluster(own), await readAsCluster(`orgs/acme/platform/${name}`)]).to.deep.equal([200, 403]);
    await secrets.withdraw(DATABASE);
    await secrets.deleteOwn(DATABASE);
    expect([await secrets.isAnyThere(DATABASE), await store.find(scope, name)]).to.deep.equal([false, undefined]);
  });

  it("gives a cluster a login that ends, another one each day, and at once when somebody who could read it has left", async () => {
    const folder = `orgs/acme/clusters/${USE.clusterHandle}/${USE.handle}`;
    const role = `auth/approle/role/berth-${USE.clusterHandle}`;
    const { body } = await vault.ask("GET", role);
    expect(body["data"]).to.include({ secret_id_ttl: 72 * 3600, token_max_ttl: 1200, token_ttl: 1200 });
    let nowMs = Date.now();
    const server = { url: vault.url, mount: "secret", namespace: undefined };
    const carrier = createVaultCarrier({ access, clientOf: () => tenant, server, waitMs: 0, nowMs: () => nowMs });
    const login = async (): Promise<string> => {
      const secret = await tenant.get(SECRETS, { namespace: "berth-system", name: "berth-vault-login" });
      return (secret?.["data"] as Record<string, string>)["secret-id"] ?? "";
    };
    const bring = async (): Promise<void> => {
      await Promise.all([1, 2].map(() => carrier.bring(USE, new Map([["own", new SecretText("its own")]]), "p")));
      expect((await vault.ask("LIST", `${role}/secret-id`)).body["data"], "one login").to.have.nested.property(
        "keys.length",
        1,
      );
      expect(await readAsCluster(`${folder}/own`)).to.equal(200);
    };
    const accounts = { namespace: ACCESS_NAMESPACE, name: "user-a" };
    const ours = { labels: { "hosting.berth.dev/managed": "true" } };
    await tenant.create(NAMESPACES, { metadata: { name: ACCESS_NAMESPACE } }, { fieldManager: "t" });
    await tenant.create(SERVICE_ACCOUNTS, { metadata: { ...accounts, ...ours } }, { fieldManager: "t" });
    await bring();
    const first = await login();
    nowMs += 23 * 3_600_000;
    expect(await carrier.isThere(USE, ["own"], "p")).to.equal(true);
    nowMs += 2 * 3_600_000;
    expect(await carrier.isThere(USE, ["own"], "p"), "a day later").to.equal(false);
    await bring();
    const second = await login();
    expect(second).to.not.equal(first);
    await tenant.delete(SERVICE_ACCOUNTS, accounts);
    nowMs += 61_000;
    expect(await carrier.isThere(USE, ["own"], "p"), "an administrator left").to.equal(false);
    await bring();
    expect(await login()).to.not.equal(second);
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
    const carrier = createVaultCarrier({ access, clientOf: () => undefined, server, nowMs: Date.now });
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

/** Makes the ExternalSecret of charts/database for DATABASE. */
async function chartsExternalSecret(secretsRevision: string): Promise<KubeObject> {
  const input = databaseInput({});
  const { valuesYaml } = renderDatabase({
    ...input,
    handle: DATABASE.handle,
    secretsRevision,
    cluster: { ...input.cluster, handle: DATABASE.clusterHandle },
    platform: { ...input.platform, secretsDriver: "vault" },
  });
  const [objects = []] = await renderMany(DATABASE_CHART, [valuesYaml], DATABASE.handle);
  const found = objects.find(({ kind }) => kind === "ExternalSecret") ?? expect.fail("no ExternalSecret");
  return { ...found, metadata: { ...found.metadata, namespace: DATABASE.handle } };
}
