import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { createClusterApiProvisioner } from "../../operator/provisioners/cluster-api/cluster-api-provisioner.ts";
import {
  CAPI_CLUSTERS,
  HCLOUD_MACHINES,
  HETZNER_CLUSTERS,
  MACHINES,
  clusterApiType,
} from "../../operator/provisioners/cluster-api/cluster-api-types.ts";
import type { ClusterOrder, Provisioner, ReadyProvider } from "../../operator/provisioners/port.ts";
import { readPools } from "../../render/cluster-api/cluster.ts";
import { API_VERSIONS } from "../../render/cluster-api/manifest.ts";
import { SETUP_PATH } from "../../render/cluster-api/node-setup.ts";
import { clusterApiCrds } from "../operator/provisioners/cluster-api/install-crds.ts";
import { startEmbeddedApiServer, type EmbeddedApiServer } from "../support/api-server.ts";
import { applyAll } from "../support/apply-all.ts";
import { createCapturedLogger } from "../support/captured-logger.ts";
import { withMachinesInMemory } from "../support/cluster-api/core/in-memory-machines.ts";
import { findClusterApi, MANAGERS } from "../support/cluster-api/core/programs.ts";
import { startClusterApi, type ClusterApi } from "../support/cluster-api/core/start-cluster-api.ts";
import { eventually } from "../support/eventually.ts";
import { operatorClient } from "../support/operator-account.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

const NAMESPACE = "clusters";
/** There the class is Hetzner's as it is delivered, with nobody behind its kinds. */
const HETZNER_NAMESPACE = "hetzner";
const PATIENCE_MS = 6 * 60_000;
const HANDLE = "shop";
const HCLOUD_TEMPLATES = clusterApiType({ apiVersion: API_VERSIONS.hetzner, kind: "HCloudMachineTemplate" });
const KUBEADM_CONFIGS = clusterApiType({ apiVersion: API_VERSIONS.bootstrap, kind: "KubeadmConfig" });
/** What core has made of a class for one cluster. */
const LABEL_OWNED = "topology.cluster.x-k8s.io/owned";
const SPEC: ClusterSpec = {
  provider: "hetzner",
  region: "fsn1",
  tier: "production",
  kubernetesVersion: "1.35.4",
  regionLocations: ["fsn1", "nbg1"],
  nodeCount: 2,
};

/** What Berth orders, made by the real Cluster API: its kinds, its webhooks, its controllers. Machines alone are in memory. */
describe("A cluster by the real Cluster API", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  const captured = createCapturedLogger();
  let dir: string;
  let api: EmbeddedApiServer;
  let client: KubeClient;
  let operator: KubeClient;
  let managers: ClusterApi;
  let provisioner: Provisioner;
  let order: ClusterOrder;

  before(async () => {
    const programs = await findClusterApi();
    dir = await mkdtemp(join(tmpdir(), "berth-cluster-api-"));
    api = await startEmbeddedApiServer();
    client = createKubeClient(api);
    for (const name of [NAMESPACE, HETZNER_NAMESPACE])
      await client.create(NAMESPACES, { metadata: { name } }, { fieldManager: "test" });
    // Berth also looks at what Hetzner's provider would say.
    const crds = await clusterApiCrds();
    const hetzner = crds.filter(({ metadata }) => /^(hetzner|hcloud)/.test(metadata.name));
    expect(hetzner).to.have.length(4);
    await applyAll(client, hetzner as Parameters<typeof applyAll>[1]);
    managers = await startClusterApi({ api, client, dir, programs });
    operator = await operatorClient(api, client, { clusterApi: NAMESPACE }, NAMESPACE);
    provisioner = provisionerBy(withMachinesInMemory(operator, client), NAMESPACE);
    order = orderOf(SPEC);
  });
  after(async () => {
    await (managers as ClusterApi | undefined)?.stop();
    await (operator as KubeClient | undefined)?.close();
    await (client as KubeClient | undefined)?.close();
    await (api as EmbeddedApiServer | undefined)?.stop();
    if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  });

  const orderOf = (spec: ClusterSpec): ClusterOrder => ({
    handle: HANDLE,
    namespace: "org-acme",
    id: "0198b1d5-0000-7000-8000-000000000001",
    spec,
  });
  const provisionerBy = (by: KubeClient, namespace: string): Provisioner =>
    createClusterApiProvisioner({
      client: by,
      namespace,
      serverType: "cx33",
      token: () => Promise.resolve(new SecretText("token")),
      logger: captured.logger,
    });
  const logs = (): string => MANAGERS.map((name) => `${name}: ${managers.log(name)}`).join("\n");

  const soon = <T>(probe: () => T | Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, 200);

  /** Does what the machine of clusters does with one that is behind, until it rests; answers each step that was told. */
  const settle = async (): Promise<ReadyProvider & Readonly<{ steps: readonly string[] }>> => {
    const steps: string[] = [];
    const seen = await eventually(
      async () => {
        const now = await provisioner.observe(order);
        if (now.kind === "absent" || (now.kind === "ready" && !now.matches)) await provisioner.ensure(order);
        if ("step" in now && steps.at(-1) !== now.step) steps.push(now.step);
        if (now.kind !== "ready" || !now.matches || !now.healthy || now.step !== "")
          throw new Error(`It does not rest: ${JSON.stringify(now)}\n${logs()}`);
        return now;
      },
      PATIENCE_MS,
      200,
    );
    return { ...seen, steps };
  };
  const change = (members: Partial<ClusterSpec>): ReturnType<typeof settle> => {
    order = orderOf({ ...order.spec, ...members });
    return settle();
  };
  const pools = async (): Promise<readonly (readonly [string, unknown])[]> => {
    const cluster = await client.get(CAPI_CLUSTERS, { namespace: NAMESPACE, name: HANDLE });
    const { topology } = cluster?.["spec"] as { topology: Parameters<typeof readPools>[0] };
    return readPools(topology).map(({ name, size }) => [
      name,
      "min" in size ? `${size.min}-${size.max}` : size.replicas,
    ]);
  };
  const machines = async (): Promise<readonly KubeObject[]> =>
    (await client.list(MACHINES, { namespace: NAMESPACE })).items;

  it("keeps the kinds by which everything else here is tested", async () => {
    const fixtures = await clusterApiCrds();
    for (const { metadata, ...fixture } of fixtures.filter(({ metadata: { name } }) => /^clusters?\./.test(name))) {
      const served = await client.get(CUSTOM_RESOURCE_DEFINITIONS, metadata);
      const namesOf = (one: object | undefined): unknown =>
        (one as { spec?: { names: unknown } } | undefined)?.spec?.names;
      expect(namesOf(served)).to.deep.equal(namesOf(fixture));
    }
  });

  it("is made of what Berth orders, which every webhook takes", async () => {
    expect(await provisioner.observe(order)).to.deep.equal({ kind: "absent" });
    const { nodes, steps, region, kubernetesVersion, endpoint, access } = await settle();
    expect([region, kubernetesVersion]).to.deep.equal(["fsn1", "1.35.4"]);
    expect(endpoint).to.match(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(nodes.map(({ ready, kubeletVersion }) => [ready, kubeletVersion])).to.deep.equal(
      Array(2).fill([true, "v1.35.4"]),
    );
    expect(steps.some((step) => /^(Making the load balancer|Starting the control plane)$/.test(step))).to.equal(true);
    expect(steps.some((step) => /^Starting control planes \([12] of 3\)$/.test(step))).to.equal(true);
    expect(await machines()).to.have.length(5);
    const { server } = await access();
    expect(server).to.equal(endpoint);
    expect(captured.lines.filter(({ level }) => level === "error")).to.deep.equal([]);
  });

  it("grows at once, and shrinks by one node after the other", async () => {
    expect((await change({ nodeCount: 4 })).nodes).to.have.length(4);
    expect(await pools()).to.deep.equal([
      ["pool-cx33-fsn1", 2],
      ["pool-cx33-nbg1", 2],
    ]);
    const { nodes } = await change({ nodeCount: 2 });
    expect(nodes).to.have.length(2);
    expect(await machines()).to.have.length(5);
  });

  it("leaves the number of nodes to an autoscaler, and takes it back", async () => {
    await change({ autoscalingEnabled: true, minNodes: 2, maxNodes: 6 });
    expect(await pools()).to.deep.equal([
      ["pool-cx33-fsn1", "1-3"],
      ["pool-cx33-nbg1", "1-3"],
    ]);
    const { nodes } = await change({ autoscalingEnabled: false });
    expect(nodes).to.have.length(2);
  });

  it("is refused what Berth never orders, as Berth expects it of an order that is refused", async () => {
    const at = { namespace: NAMESPACE, name: HANDLE };
    const { topology } = (await client.get(CAPI_CLUSTERS, at))?.["spec"] as {
      topology: { workers: { machineDeployments: readonly object[] } };
    };
    const annotations = Object.fromEntries(
      ["min", "max"].map((end) => [`cluster.x-k8s.io/cluster-api-autoscaler-node-group-${end}-size`, "1"]),
    );
    const both = topology.workers.machineDeployments.map((pool) => ({ ...pool, metadata: { annotations } }));
    const refusals: readonly (readonly [object, RegExp])[] = [
      [{ version: "v1.37.1" }, /version cannot be increased/],
      [{ version: "v1.34.9" }, /version cannot be decreased/],
      [{ version: "v1.36" }, /valid semantic version/],
      [{ workers: { machineDeployments: both } }, /replicas/],
    ];
    for (const [body, expected] of refusals) {
      const patch = { kind: "merge", body: { spec: { topology: body } } } as const;
      const fault = await client
        .patch(CAPI_CLUSTERS, at, patch, { fieldManager: "test", dryRun: true })
        .catch((error: unknown) => error as KubeError);
      if (!(fault instanceof KubeError)) throw new Error(`It takes ${JSON.stringify(body)}`);
      expect([fault.status, fault.body?.message ?? ""].join(" "))
        .to.match(/^422 /)
        .and.to.match(expected);
    }
  });

  it("is upgraded, control planes first", async () => {
    const { nodes, steps, kubernetesVersion } = await change({ kubernetesVersion: "1.36.3" });
    expect(steps).to.include("Upgrading to v1.36.3");
    expect(kubernetesVersion).to.equal("1.36.3");
    expect(nodes.map(({ kubeletVersion }) => kubeletVersion)).to.deep.equal(["v1.36.3", "v1.36.3"]);
  });

  it("rolls over to another server type beside the old, whose nodes leave by name", async () => {
    const before = (await provisioner.observe(order)) as ReadyProvider;
    const beside = await change({ serverType: "cpx32" });
    expect(beside.nodes).to.have.length(4);
    const old = before.nodes.map(({ name }) => name);
    expect(beside.nodes.map(({ name }) => name)).to.include.members(old);
    for (const name of old) {
      await provisioner.removeNode?.(order, name);
      await eventually(async () => {
        const now = (await provisioner.observe(order)) as ReadyProvider;
        expect(
          now.nodes.map((node) => node.name),
          logs(),
        ).to.not.include(name);
      }, PATIENCE_MS);
      await provisioner.removeNode?.(order, name);
    }
    expect((await settle()).nodes).to.have.length(2);
    expect(await pools()).to.deep.equal([
      ["pool-cpx32-fsn1", 1],
      ["pool-cpx32-nbg1", 1],
    ]);
  });

  it("goes with all its machines", async () => {
    await provisioner.remove(order);
    const seen = new Set<string>();
    await eventually(
      async () => {
        const { kind } = await provisioner.observe(order);
        seen.add(kind);
        expect(kind, logs()).to.equal("absent");
      },
      PATIENCE_MS,
      100,
    );
    expect([...seen]).to.deep.equal(["removing", "absent"]);
    expect(await machines()).to.deep.equal([]);
  });

  it("is made of Hetzner's kinds as the class patches them, up to the servers that its provider is to order", async () => {
    const theirs = provisionerBy(client, HETZNER_NAMESPACE);
    const mine = orderOf({ ...SPEC, tier: "dedicated", serverType: "cpx32" });
    await theirs.ensure(mine);
    // Core chooses its name.
    const made = await soon(async () => {
      const [one] = (await client.list(HETZNER_CLUSTERS, { namespace: HETZNER_NAMESPACE })).items;
      return one ?? Promise.reject(new Error(`There is no HetznerCluster\n${logs()}`));
    });
    const at = { namespace: HETZNER_NAMESPACE, name: made.metadata.name };
    expect(made["spec"]).to.deep.include({
      controlPlaneRegions: ["fsn1"],
      skipCreatingHetznerSecretInWorkloadCluster: true,
    });
    expect(made).to.have.nested.property("spec.controlPlaneLoadBalancer.region", "fsn1");
    expect(made).to.have.nested.property("spec.hetznerSecretRef.name", `${HANDLE}-hcloud`);
    expect(made).to.have.nested.property("spec.hetznerSecretRef.key.hcloudToken", "token");
    expect(await soon(() => theirs.observe(mine))).to.include({ kind: "creating", step: "Making the load balancer" });
    await soon(async () => {
      const { items } = await client.list(HCLOUD_TEMPLATES, {
        namespace: HETZNER_NAMESPACE,
        labelSelector: LABEL_OWNED,
      });
      const types = items.map((one) => (one["spec"] as { template: { spec: { type: string } } }).template.spec.type);
      expect(types.sort()).to.deep.equal(["cpx32", "cpx32", "cx33"]);
    });
    // What Hetzner's provider does once the load balancer stands.
    const endpoint = { spec: { controlPlaneEndpoint: { host: "203.0.113.9", port: 443 } } };
    const by = { fieldManager: "caph" };
    await client.patch(HETZNER_CLUSTERS, at, { kind: "merge", body: endpoint }, by);
    const status = { kind: "merge", body: { status: { ready: true } } } as const;
    await client.patch(HETZNER_CLUSTERS, at, status, { ...by, subresource: "status" });
    await soon(async () => {
      const { items } = await client.list(HCLOUD_MACHINES, { namespace: HETZNER_NAMESPACE });
      const asked = items.map((one) => one["spec"] as Record<string, unknown>);
      expect(asked.filter(({ type }) => type === "cx33")).to.have.length(1);
      expect(asked.find(({ type }) => type === "cx33")).to.include({ placementGroupName: "control-plane" });
    });
    const { items: planes } = await client.list(KUBEADM_CONFIGS, { namespace: HETZNER_NAMESPACE });
    const commands = planes.flatMap((one) => (one["spec"] as { preKubeadmCommands: string[] }).preKubeadmCommands);
    expect(commands).to.include(`${SETUP_PATH} v1.35.4`);
    expect(await theirs.observe(mine)).to.include({ kind: "creating", step: "Starting the control plane" });
    await theirs.remove(mine);
    await soon(async () => expect(await theirs.observe(mine)).to.deep.equal({ kind: "absent" }));
    expect((await client.list(HCLOUD_MACHINES, { namespace: HETZNER_NAMESPACE })).items).to.deep.equal([]);
  });
});
