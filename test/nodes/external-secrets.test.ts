import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import {
  CLUSTER_SECRET_STORES,
  EXTERNAL_SECRETS,
  NAMESPACES,
  PODS,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { renderDatabase } from "../../render/database/render-database.ts";
import { applyAll } from "../support/apply-all.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { databaseInput } from "../support/database-input.ts";
import { eventually } from "../support/eventually.ts";
import { findExternalSecrets, readExternalSecretsCrds } from "../support/external-secrets/programs.ts";
import { syncExternalSecret } from "../support/external-secrets-double.ts";
import { freePorts } from "../support/free-ports.ts";
import { runGuarded, type Guarded } from "../support/guarded-process.ts";
import { DATABASE_CHART, renderMany } from "../support/helm.ts";
import { startOwnPlatform, type OwnPlatform } from "../support/own-platform.ts";
import { readBusyboxLayer } from "../support/registry/busybox-layer.ts";
import { OciClient, type RegistryLogin } from "../support/registry/oci-client.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { createCluster } from "../support/standing-clusters.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { insist, untilGone, untilRunning } from "../support/story.ts";
import { startVault, type TestVault } from "../support/vault.ts";

type Row = Readonly<{ id: string; namespace: string; error_message: string | null }>;
type Secret = KubeObject & Readonly<{ type?: string; data?: Readonly<Record<string, string>> }>;
type Conditions = readonly Readonly<{ type: string; status: string; message?: string }>[];

const PATIENCE_MS = 5 * 60_000;
const ID = "hosting.berth.dev/id";
const VALUE = 'with "quotes", {{ braces }} and $dollars';
/** Tells its environment, and stays. */
const TELLING = ["sh", "-c", 'printf "%s\\n" "$TOKEN"; exec sleep 100000'];

/** What Berth writes for External Secrets, read by the real one beside a cluster with real nodes. */
describe("Secrets brought by the real External Secrets", function () {
  this.timeout(20 * 60_000);
  stopAtFailure(this);
  let vault: TestVault;
  let platform: OwnPlatform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let operator: Guarded;
  let clusterId: string;
  let shop: Row;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    const program = await findExternalSecrets();
    vault = await startVault();
    await vault.ask("POST", "sys/auth/approle", { type: "approle" });
    platform = await startOwnPlatform({ BERTH_VAULT_URL: vault.url, BERTH_VAULT_TOKEN: vault.token });
    berth = await registerAccount(platform.url);
    clusterId = await createCluster(berth, "harbour", { tier: "shared" });
    const { kubeconfig } = await insist<{ kubeconfig: string }>(berth, "GET", `/clusters/${clusterId}/kubeconfig`);
    const kubeconfigPath = join(platform.homeDir, "tenant.kubeconfig");
    await writeFile(kubeconfigPath, kubeconfig, { mode: 0o600 });
    tenant = createKubeClient({ kubeconfigPath });
    await applyAll(tenant, await readExternalSecretsCrds());
    const [metrics = 0, live = 0] = await freePorts(2);
    const flags = [`--metrics-addr=127.0.0.1:${metrics}`, `--live-addr=127.0.0.1:${live}`];
    const command = [`KUBECONFIG=${kubeconfigPath}`, program, ...flags];
    operator = runGuarded({ command: "env", flags: command, cwd: platform.homeDir });
  });
  after(async () => {
    await (operator as Guarded | undefined)?.kill();
    await (tenant as KubeClient | undefined)?.close();
    if (clusterId !== undefined) {
      await berth.call("DELETE", `/clusters/${clusterId}?cascade=true`);
      await eventually(async () => {
        expect((await berth.call("GET", `/clusters/${clusterId}`)).status).to.equal(404);
      }, PATIENCE_MS);
    }
    await (platform as OwnPlatform | undefined)?.stop();
    await (vault as TestVault | undefined)?.stop();
  });

  /** What the one pod of a deployment tells in its log. */
  async function told({ id }: Row): Promise<string> {
    const { items } = await tenant.list(PODS, { labelSelector: `${ID}=${id}` });
    const [pod, ...others] = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect([pod === undefined, others.length]).to.deep.equal([false, 0]);
    const { namespace = "", name = "" } = pod?.metadata ?? {};
    return String(await tenant.request("GET", `/api/v1/namespaces/${namespace}/pods/${name}/log`));
  }

  const untilTold = (deployment: Row, line: string): Promise<void> =>
    eventually(async () => void expect((await told(deployment)).trim()).to.equal(line), PATIENCE_MS, 500);

  async function valuesOf(namespace: string, name: string): Promise<Record<string, string>> {
    const secret = await tenant.get<Secret>(SECRETS, { namespace, name });
    const entries = Object.entries(secret?.data ?? {});
    return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, "base64").toString()]));
  }

  it("reach the environment of a pod from where REST puts them", async () => {
    await insist(berth, "POST", "/secrets", { name: "token", value: VALUE });
    shop = await insist<Row>(berth, "POST", "/deployments", {
      name: "shop",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "busybox:1.37",
      command: TELLING,
      environment_variables: [{ name: "TOKEN", secret_ref: "token" }],
    });
    await untilRunning(berth, shop.id, PATIENCE_MS);
    await untilTold(shop, VALUE);
    const store = await tenant.get<KubeObject & { status?: { conditions: Conditions } }>(CLUSTER_SECRET_STORES, {
      name: "berth",
    });
    const ready = store?.status?.conditions.find(({ type }) => type === "Ready");
    expect(ready?.status, operator.log()).to.equal("True");
  });

  it("come to another pod when they change, and it has the new value from its first moment", async () => {
    await insist(berth, "PUT", "/secrets/token", { value: "another" });
    await untilTold(shop, "another");
    await untilRunning(berth, shop.id, PATIENCE_MS);
    expect((await told(shop)).trim()).to.equal("another");
  });

  it("are what a node pulls a private image with", async () => {
    const { organizations } = await insist<{ organizations: { slug: string }[] }>(berth, "GET", "/auth/me");
    const { address, ca_file } = platform.stack.connection.registry;
    const oci = new OciClient(address, await readFile(ca_file, "utf8"));
    const repository = `org-${organizations[0]?.slug ?? ""}/private`;
    const login = await insist<RegistryLogin>(berth, "POST", "/registry/credentials/regenerate");
    const config = { Cmd: ["sleep", "100000"], User: "65534:65534" };
    expect((await oci.push(`${repository}:1`, login, await readBusyboxLayer(), config)).status).to.equal(201);
    await oci.close();
    const asked = { name: "private", cluster_id: clusterId, app_type: "container" };
    const made = await insist<Row>(berth, "POST", "/deployments", {
      ...asked,
      docker_image: `${address}/${repository}:1`,
    });
    await untilRunning(berth, made.id, PATIENCE_MS);
    await insist(berth, "DELETE", `/deployments/${made.id}`);
  });

  it("are made of the templates of a database's chart as the double of other tests makes them", async () => {
    const [organization = "", cluster = ""] = await foldersOf(shop);
    const external = await credentialsOf(organization, cluster);
    const { namespace = "", name } = external.metadata;
    const password = "0123456789abcdefghijABCDEFGHIJxy";
    const [{ remoteRef }] = (external["spec"] as { data: [{ remoteRef: { key: string } }] }).data;
    await vault.ask("POST", `secret/data/${remoteRef.key}`, { data: { value: password } });
    await tenant.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
    await tenant.create(EXTERNAL_SECRETS, external, { fieldManager: "argocd" });
    const expected = await syncExternalSecret(external, () => Promise.resolve(password));
    await eventually(async () => {
      expect(await valuesOf(namespace, name), operator.log()).to.deep.equal(expected);
    }, PATIENCE_MS);
    const made = await tenant.get<Secret>(SECRETS, { namespace, name });
    expect([made?.type, made?.metadata.labels?.["cnpg.io/reload"]]).to.deep.equal(["kubernetes.io/basic-auth", "true"]);
  });

  /** Whose folder of which cluster the values of a deployment are copied to. */
  async function foldersOf({ id }: Row): Promise<string[]> {
    const [found] = (await tenant.list(EXTERNAL_SECRETS, { labelSelector: `${ID}=${id}` })).items;
    const { data } = found?.["spec"] as { data: [{ remoteRef: { key: string } }] };
    const [, organization = "", cluster = ""] = /^orgs\/([^/]+)\/clusters\/([^/]+)\//.exec(data[0].remoteRef.key) ?? [];
    return [organization, cluster];
  }

  it("leave no copy behind when a deployment is deleted", async () => {
    const [organization, cluster] = await foldersOf(shop);
    await insist(berth, "DELETE", `/deployments/${shop.id}`);
    await untilGone(berth, shop.id, PATIENCE_MS);
    const { body } = await vault.ask("LIST", `secret/metadata/orgs/${organization}/clusters/${cluster}`);
    const { keys } = (body["data"] ?? { keys: [] }) as { keys: readonly string[] };
    expect(keys.filter((name) => name.startsWith("shop-"))).to.deep.equal([]);
  });
});

/** The ExternalSecret of a database's chart. */
async function credentialsOf(organization: string, cluster: string): Promise<KubeObject> {
  const input = databaseInput({});
  const { handle } = input;
  const { valuesYaml } = renderDatabase({
    ...input,
    metadata: { ...input.metadata, namespace: `org-${organization}` },
    cluster: { ...input.cluster, handle: cluster },
    platform: { ...input.platform, secretsDriver: "vault" },
  });
  const [objects = []] = await renderMany(DATABASE_CHART, [valuesYaml], handle);
  const found = objects.find(({ kind }) => kind === "ExternalSecret") ?? expect.fail("no ExternalSecret");
  return { ...found, metadata: { ...found.metadata, namespace: handle } };
}
