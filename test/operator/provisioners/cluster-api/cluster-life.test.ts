import { expect } from "chai";
import { createKubeClient } from "../../../../adapters/kubernetes/kube-client.ts";
import type { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, SECRETS, WORKLOADS } from "../../../../adapters/kubernetes/resource-types.ts";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import { SecretText } from "../../../../contract/secret-text.ts";
import {
  CAPI_CLUSTERS,
  HETZNER_CLUSTERS,
  MACHINES,
} from "../../../../operator/provisioners/cluster-api/cluster-api-types.ts";
import { createClusterApiProvisioner } from "../../../../operator/provisioners/cluster-api/cluster-api-provisioner.ts";
import type {
  ClusterOrder,
  ProviderObservation,
  Provisioner,
  ReadyProvider,
} from "../../../../operator/provisioners/port.ts";
import { readPools } from "../../../../render/cluster-api/cluster.ts";
import { sharedApiServer, type ApiServer } from "../../../support/api-server.ts";
import { createCapturedLogger } from "../../../support/captured-logger.ts";
import { ClusterApiDouble } from "../../../support/cluster-api/cluster-api-double.ts";
import { eventually } from "../../../support/eventually.ts";
import { operatorClient } from "../../../support/operator-account.ts";
import { installClusterApiCrds } from "./install-crds.ts";

const NAMESPACE = "cluster-life";
const PLATFORM_TOKEN = "platform-hetzner-token-canary";
const production: ClusterSpec = {
  provider: "hetzner",
  region: "fsn1",
  tier: "production",
  kubernetesVersion: "1.35.4",
  regionLocations: ["fsn1", "nbg1", "hel1"],
};

describe("A cluster by Cluster API", function () {
  this.timeout(300_000);
  let api: ApiServer;
  let client: KubeClient;
  /** Has exactly the rights that the operator declares. */
  let operator: KubeClient;
  let double: ClusterApiDouble;
  let provisioner: Provisioner;
  /** An operator that has just started remembers nothing. */
  let begin: () => Provisioner;
  let tokens: Map<string, string>;
  const captured = createCapturedLogger();

  before(async () => {
    api = await sharedApiServer();
    client = createKubeClient(api);
    await installClusterApiCrds(client);
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } };
    await client.patch(NAMESPACES, { name: NAMESPACE }, { kind: "apply", body: namespace }, { fieldManager: "test" });
    const { port } = new URL(api.server);
    double = new ClusterApiDouble({
      client,
      namespace: NAMESPACE,
      endpoint: { host: "127.0.0.1", port: Number(port) },
      kubeconfig: () => kubeconfig(api),
    });
    await double.install();
    tokens = new Map();
    operator = await operatorClient(api, client, { clusterApi: NAMESPACE }, NAMESPACE);
    begin = () =>
      createClusterApiProvisioner({
        client: operator,
        namespace: NAMESPACE,
        serverType: "cx33",
        token: ({ handle, spec }) => {
          const token = spec.cloudCredentialId === undefined ? PLATFORM_TOKEN : tokens.get(handle);
          return Promise.resolve(token === undefined ? undefined : new SecretText(token));
        },
        logger: captured.logger,
      });
    provisioner = begin();
  });
  after(async () => {
    await Promise.all([client.close(), operator.close()]);
  });

  const orderOf = (handle: string, spec: ClusterSpec): ClusterOrder => ({
    handle,
    namespace: "org-acme",
    id: "0198b1d5-0000-7000-8000-000000000001",
    spec,
  });
  /** Looks after one more step of Cluster API: none is missed, however busy the machine is. */
  const observe = (order: ClusterOrder): Promise<ProviderObservation> =>
    double.pass().then(() => provisioner.observe(order));
  /** Does what the machine of clusters does with a ready one that is behind: it orders again, until it rests. */
  const settle = async (order: ClusterOrder, steps: string[] = []): Promise<ReadyProvider> =>
    eventually(async () => {
      const seen = await observe(order);
      if (seen.kind === "absent" || (seen.kind === "ready" && !seen.matches)) await provisioner.ensure(order);
      if ("step" in seen && steps.at(-1) !== seen.step) steps.push(seen.step);
      if (seen.kind !== "ready" || !seen.matches || !seen.healthy || seen.step !== "")
        throw new Error(`It does not rest: ${JSON.stringify(seen)}`);
      return seen;
    });
  const pools = async (handle: string): Promise<readonly (readonly [string, unknown])[]> => {
    const cluster = await client.get(CAPI_CLUSTERS, { namespace: NAMESPACE, name: handle });
    const { topology } = cluster?.["spec"] as { topology: Parameters<typeof readPools>[0] };
    return readPools(topology).map(({ name, size }) => [
      name,
      "min" in size ? `${size.min}-${size.max}` : size.replicas,
    ]);
  };
  const controlPlanes = async (handle: string): Promise<unknown> => {
    const cluster = await client.get(CAPI_CLUSTERS, { namespace: NAMESPACE, name: handle });
    return (cluster?.["spec"] as { topology: { controlPlane: { replicas: number } } }).topology.controlPlane.replicas;
  };
  const gone = (order: ClusterOrder): Promise<void> =>
    eventually(async () => {
      const { kind } = await observe(order);
      if (kind !== "absent") throw new Error(`It is ${kind}`);
    });

  it("has what speaks to Hetzner beside it where the bundle brings the rest, as long as it is there", async () => {
    const order = orderOf("shop-cloud", { ...production, tier: "dedicated", cloudComponents: "bundle" });
    const ref = { namespace: NAMESPACE, name: "shop-cloud-cloud-controllers" };
    const found = async (): Promise<unknown[]> => {
      const { metadata } = (await client.get(WORKLOADS, ref)) ?? {};
      const [owner] = metadata?.ownerReferences ?? [];
      return [owner?.kind, owner?.uid];
    };
    await settle(order);
    const cluster = await client.get(CAPI_CLUSTERS, { namespace: NAMESPACE, name: order.handle });
    expect(await found()).to.deep.equal(["Cluster", cluster?.metadata.uid]);

    await client.delete(WORKLOADS, ref);
    provisioner = begin();
    expect(await observe(order)).to.include({ kind: "ready", matches: false });
    await settle(order);
    expect(await found()).to.deep.equal(["Cluster", cluster?.metadata.uid]);

    const print = { metadata: { annotations: { "hosting.berth.dev/content": "of-an-older-release" } } };
    await client.patch(WORKLOADS, ref, { kind: "merge", body: print }, { fieldManager: "test" });
    provisioner = begin();
    expect(await observe(order)).to.include({ kind: "ready", matches: false });
    await settle(order);

    const own = orderOf("shop-own", { ...production, tier: "dedicated", cloudComponents: "own" });
    await settle(own);
    expect(await client.get(WORKLOADS, { ...ref, name: "shop-own-cloud-controllers" })).to.equal(undefined);
    for (const one of [order, own]) await provisioner.remove(one).then(() => gone(one));
  });

  it("is created, spread, scaled, upgraded, rolled over to another server type and deleted", async () => {
    const handle = "shop-life";
    const steps: string[] = [];
    let order = orderOf(handle, production);
    expect(await observe(order)).to.deep.equal({ kind: "absent" });
    await provisioner.ensure(order);
    await provisioner.ensure(order);
    const first = await settle(order, steps);
    expect(await controlPlanes(handle), "of a production cluster").to.equal(3);
    expect(steps).to.include("Starting control planes (1 of 3)");
    expect(first).to.include({ region: "fsn1", endpoint: api.server, kubernetesVersion: "1.35.4" });
    expect(
      first.nodes.map(({ serverType, ready, kubeletVersion }) => [serverType, ready, kubeletVersion]),
    ).to.deep.equal(Array(3).fill(["cx33", true, "v1.35.4"]));
    const infrastructure = await client.get(HETZNER_CLUSTERS, { namespace: NAMESPACE, name: handle });
    expect(infrastructure?.["spec"]).to.deep.include({
      controlPlaneRegions: ["fsn1"],
      skipCreatingHetznerSecretInWorkloadCluster: true,
    });
    const access = await first.access();
    const tenant = createKubeClient({ server: access.server, caData: access.caData ?? "", token: access.token ?? "" });
    expect(await tenant.get(NAMESPACES, { name: "kube-system" })).to.have.property("metadata");
    await tenant.close();

    order = orderOf(handle, { ...production, regionLocations: ["fsn1", "hel1"], nodeCount: 4 });
    const moving: string[] = [];
    await settle(order, moving);
    expect(moving.some((step) => step.startsWith("Draining shop-life-pool-cx33-nbg1"))).to.equal(true);
    expect(await pools(handle)).to.deep.equal([
      ["pool-cx33-fsn1", 2],
      ["pool-cx33-hel1", 2],
    ]);

    const scaled = { ...order.spec, autoscalingEnabled: true, minNodes: 2, maxNodes: 6 };
    order = orderOf(handle, scaled);
    await settle(order);
    double.autoscaled.set(`${handle}/pool-cx33-fsn1`, 3);
    await eventually(async () => expect((await settle(order)).nodes).to.have.length(5));
    expect(await pools(handle)).to.deep.equal([
      ["pool-cx33-fsn1", "1-3"],
      ["pool-cx33-hel1", "1-3"],
    ]);

    order = orderOf(handle, { ...scaled, kubernetesVersion: "1.36.3" });
    const upgrading: string[] = [];
    const upgraded = await settle(order, upgrading);
    expect(upgrading).to.include("Upgrading to v1.36.3");
    expect(upgraded.kubernetesVersion).to.equal("1.36.3");
    expect(new Set(upgraded.nodes.map(({ kubeletVersion }) => kubeletVersion))).to.deep.equal(new Set(["v1.36.3"]));

    order = orderOf(handle, { ...order.spec, autoscalingEnabled: false, nodeCount: 2, serverType: "cpx32" });
    const beside = await settle(order);
    const types = beside.nodes.map(({ serverType }) => serverType).sort();
    expect(types).to.deep.equal(["cpx32", "cpx32", ...Array<string>(5).fill("cx33")]);
    const old = beside.nodes.filter(({ serverType }) => serverType === "cx33").map(({ name }) => name);
    for (const name of old) {
      await Promise.all([provisioner.removeNode?.(order, name), provisioner.removeNode?.(order, name)]);
      await eventually(async () => {
        const now = await observe(order);
        if (now.kind !== "ready" || now.nodes.some((node) => node.name === name)) throw new Error(`${name} is there`);
        const left = now.nodes.filter(({ serverType }) => serverType === "cx33").length;
        expect(left).to.equal(old.length - old.indexOf(name) - 1);
      });
      await provisioner.removeNode?.(order, name);
    }
    const rolled = await settle(order);
    expect(rolled.nodes).to.have.length(2);
    expect(await pools(handle)).to.deep.equal([
      ["pool-cpx32-fsn1", 1],
      ["pool-cpx32-hel1", 1],
    ]);

    await provisioner.remove(order);
    await gone(order);
    await provisioner.remove(order);
    const left = await client.list(MACHINES, {
      namespace: NAMESPACE,
      labelSelector: `cluster.x-k8s.io/cluster-name=${handle}`,
    });
    expect(left.items).to.deep.equal([]);
    await eventually(async () => {
      const secrets = await client.list(SECRETS, { namespace: NAMESPACE });
      expect(secrets.items.filter(({ metadata }) => metadata.name.startsWith(handle))).to.deep.equal([]);
    });
    expect(JSON.stringify(captured.lines)).to.not.contain(PLATFORM_TOKEN);
  });

  it("fails for good while Hetzner refuses the token, and is made with a valid one", async () => {
    const order = orderOf("byoc", {
      ...production,
      tier: "dedicated",
      cloudCredentialId: "0198b1d5-0000-7000-8000-0000000000aa",
    });
    await provisioner.ensure(order);
    expect(await observe(order)).to.include({ kind: "failed" });
    tokens.set("byoc", "customer-token");
    double.faults.invalidTokens.add("customer-token");
    await provisioner.ensure(order);
    await eventually(async () => {
      const seen = await observe(order);
      expect(seen).to.include({ kind: "failed" });
      expect(JSON.stringify(seen)).to.contain("Hetzner refuses the token").and.not.contain("customer-token");
    });
    await provisioner.remove(order);
    await gone(order);
    tokens.set("byoc", "customer-token-2");
    const made = await settle(order);
    const infrastructure = await client.get(HETZNER_CLUSTERS, { namespace: NAMESPACE, name: "byoc" });
    expect(infrastructure?.["spec"]).to.deep.include({ skipCreatingHetznerSecretInWorkloadCluster: false });

    double.faults.invalidTokens.add("customer-token-2");
    await eventually(async () => {
      const seen = await observe(order);
      expect(seen).to.include({ kind: "ready", healthy: false });
      expect(seen.kind === "ready" && seen.nodes).to.have.length(made.nodes.length);
    });
    tokens.set("byoc", "customer-token-3");
    await settle(order);
    await provisioner.remove(order);
    await gone(order);
  });

  it("waits for a server type that is sold out, and fails for good for one that there is not", async () => {
    double.faults.soldOut.add("ccx13");
    const order = orderOf("sold-out", { ...production, tier: "dedicated", serverType: "ccx13" });
    await provisioner.ensure(order);
    await eventually(async () => {
      const seen = await observe(order);
      expect(seen).to.include({ kind: "ready", healthy: false, step: "ccx13 is sold out; it is tried again" });
    });
    double.faults.soldOut.delete("ccx13");
    await settle(order);
    double.faults.unknownTypes.add("cx99");
    const other = orderOf("unknown", { ...production, tier: "dedicated", serverType: "cx99" });
    await provisioner.ensure(other);
    await eventually(async () =>
      expect(await observe(other)).to.include({
        kind: "failed",
        message: "Hetzner has no such server type (cx99)",
        region: "fsn1",
      }),
    );
    for (const one of [order, other]) await provisioner.remove(one);
    for (const one of [order, other]) await gone(one);
  });

  it("is registered before its nodes have a network, but not healthy; a drain that is blocked is named", async () => {
    double.faults.noNetwork = true;
    const order = orderOf("bare", { ...production, tier: "dedicated", nodeCount: 2, regionLocations: undefined });
    await provisioner.ensure(order);
    await eventually(async () =>
      expect(await observe(order)).to.include({
        kind: "ready",
        healthy: false,
        step: "Starting nodes (0 of 2)",
        message: "No node of the cluster is ready.",
      }),
    );
    double.faults.noNetwork = false;
    const { nodes } = await settle(order);
    expect(await controlPlanes("bare"), "of a dedicated cluster").to.equal(1);
    for (const { name } of nodes) double.faults.blockedDrains.add(name);
    const smaller = orderOf("bare", { ...order.spec, nodeCount: 1 });
    await provisioner.ensure(smaller);
    await eventually(async () => {
      const seen = await observe(smaller);
      expect(seen).to.include({ kind: "ready", healthy: true, step: `Draining ${nodes[0]?.name ?? ""}` });
    });
    double.faults.blockedDrains.clear();
    await settle(smaller);
    await provisioner.remove(smaller);
    await gone(smaller);
  });

  it("is refused by the rules of the webhook: it says so, and takes a better order", async () => {
    const order = orderOf("ruled", { ...production, tier: "dedicated", kubernetesVersion: "1.34.6" });
    await settle(order);
    const odd = orderOf("ruled", {
      ...order.spec,
      serverType: "a-name-longer-than-a-pool-may-have-".repeat(2).slice(0, 62),
    });
    await provisioner.ensure(odd);
    const refused = await observe(odd);
    expect(refused).to.include({ kind: "ready", healthy: false, matches: false });
    expect(refused.kind === "ready" && refused.message).to.contain("Cluster API refuses the order");
    expect(await observe(order)).to.include({ kind: "ready", healthy: true, matches: true });
    await settle(order);
    const write = (topology: object): Promise<unknown> =>
      client
        .patch(
          CAPI_CLUSTERS,
          { namespace: NAMESPACE, name: "ruled" },
          { kind: "merge", body: { spec: { topology } } },
          { fieldManager: "test" },
        )
        .catch((error: unknown) => (error as KubeError).body?.message);
    expect(await write({ version: "v1.36.3" })).to.contain("version cannot be increased by two minor versions");
    expect(await write({ version: "v1.33.9" })).to.contain("version cannot be decreased");
    expect(await write({ version: "v1.35" })).to.contain("must be a valid semantic version");
    const cluster = await client.get(CAPI_CLUSTERS, { namespace: NAMESPACE, name: "ruled" });
    const { workers } = (cluster?.["spec"] as { topology: { workers: { machineDeployments: object[] } } }).topology;
    const annotations = { "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size": "1" };
    const both = workers.machineDeployments.map((pool) => ({ ...pool, metadata: { annotations } }));
    expect(await write({ workers: { machineDeployments: both } })).to.contain("replicas cannot be set");
    double.faults.noNetwork = true;
    await write({ version: "v1.35.1" });
    await eventually(async () => {
      await double.pass();
      expect(await write({ version: "v1.35.4" })).to.contain("still upgrading");
    });
    double.faults.noNetwork = false;
    await provisioner.remove(order);
    await gone(order);
  });
});

function kubeconfig({ server, caData, token }: ApiServer): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server, "certificate-authority-data": caData } }],
    users: [{ name: "u", user: { token } }],
  });
}
