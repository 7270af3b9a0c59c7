import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { LocalCloudError } from "../../adapters/providers/local-cloud-client.ts";
import { connectCloud } from "../support/stack-cloud.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import type { LocalCluster, LocalClusterSpec } from "../../adapters/providers/local-cloud-protocol.ts";
import { callKube, type KubeAccess } from "../../local/cluster/kube-access.ts";
import { startStack } from "../../local/stack.ts";
import type { Stack } from "../../local/stack.ts";
import { buildOlderKubernetes } from "../support/embedded-binaries.ts";
import { eventually } from "../support/eventually.ts";

const spec: LocalClusterSpec = {
  tier: "shared",
  region: "local-1",
  server_type: "small",
  node_count: 1,
  kubernetes_version: "1.36",
  autoscaling: null,
};

describe("the simulated cloud", function () {
  this.timeout(30 * 60_000);
  let home: string;
  let stack: Stack;
  let cloud: LocalCloudClient;

  before(async () => {
    await buildOlderKubernetes();
    home = await mkdtemp(join(tmpdir(), "berth-cloud-"));
    stack = await startStack({ homeDir: home, nodes: "simulated", only: ["cloud"] });
    cloud = connectCloud(stack.cloud);
  });

  afterEach(() => cloud.plantFault({ type: "clear" }));

  after(async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  });

  const becomes = (handle: string, state: LocalCluster["state"], nodes = 1): Promise<LocalCluster> =>
    eventually(async () => {
      const cluster = await cloud.getCluster(handle);
      expect(cluster?.state, cluster?.reason).to.equal(state);
      expect(cluster?.nodes).to.have.length(nodes);
      return cluster!;
    }, 300_000);

  const isGone = (handle: string): Promise<void> =>
    eventually(async () => {
      expect(await cloud.getCluster(handle)).to.equal(undefined);
    });

  async function refusal(promise: Promise<unknown>): Promise<string> {
    const failure = await promise.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(LocalCloudError);
    return (failure as LocalCloudError).code;
  }

  it("lists regions, server types and prices", async () => {
    expect(await cloud.regions()).to.not.be.empty;
    expect((await cloud.serverTypes()).map(({ id }) => id)).to.deep.equal(
      (await cloud.prices()).server_types.map(({ id }) => id),
    );
  });

  it("refuses a wrong token, an unknown region, an unknown server type and a bad body", async () => {
    expect(await refusal(connectCloud({ ...stack.cloud, token: "wrong" }).regions())).to.equal("unauthorized");
    expect(await refusal(cloud.putCluster("bad", { ...spec, region: "mars" }))).to.equal("invalid");
    expect(await refusal(cloud.putCluster("bad", { ...spec, server_type: "huge" }))).to.equal("invalid");
    expect(await refusal(cloud.putCluster("bad", { ...spec, node_count: 0 }))).to.equal("invalid");
    expect(await refusal(cloud.putCluster("bad", { ...spec, kubernetes_version: "1.20" }))).to.equal("invalid");
    expect(await cloud.getCluster("bad")).to.equal(undefined);
  });

  it("tells that it cannot be reached from a refusal", async () => {
    const nowhere = connectCloud({ url: "http://127.0.0.1:1", token: "x" });
    expect(await refusal(nowhere.regions())).to.equal("unreachable");
  });

  it("fails and delays the next operations of a kind, and only as many as asked", async () => {
    await cloud.plantFault({ type: "fail", operation: "list_regions", count: 2, status: 500, message: "On fire" });
    expect(await refusal(cloud.regions())).to.equal("fault");
    expect(await cloud.prices()).to.have.property("currency", "EUR");
    expect(await refusal(cloud.regions())).to.equal("fault");
    expect(await cloud.regions()).to.not.be.empty;
    await cloud.plantFault({ type: "delay", operation: "list_regions", count: 1, delay_ms: 5_000 });
    const hurried = connectCloud({ ...stack.cloud, fetchTimeoutMs: 500 });
    expect(await refusal(hurried.regions())).to.equal("unreachable");
    expect(await cloud.regions()).to.not.be.empty;
  });

  it("refuses what is sold out or above the quota", async () => {
    await cloud.plantFault({ type: "sold_out", server_type: "small", sold_out: true });
    expect((await cloud.serverTypes()).find(({ id }) => id === "small")).to.have.property("available", false);
    expect(await refusal(cloud.putCluster("none", spec))).to.equal("sold_out");
    await cloud.plantFault({ type: "clear" });
    await cloud.plantFault({ type: "quota", clusters: 0 });
    expect(await refusal(cloud.putCluster("none", spec))).to.equal("quota_exceeded");
  });

  it("ends a failed creation as failed with its reason, and tries again when asked again", async () => {
    await cloud.plantFault({ type: "fail", operation: "provision", count: 1, status: 500, message: "No rack left" });
    await cloud.putCluster("retried", spec);
    expect(await becomes("retried", "failed", 0)).to.have.property("reason", "No rack left");
    await cloud.putCluster("retried", spec);
    await becomes("retried", "running");
    await cloud.deleteCluster("retried");
    await isGone("retried");
  });

  const accessOf = ({ server, ca_data, admin_token }: LocalCluster): KubeAccess => {
    return { server: server!, caPem: Buffer.from(ca_data!, "base64").toString(), token: admin_token! };
  };

  /** What a cluster's metrics API says of its nodes, through the API server; it takes a moment to find it. */
  const measures = (cluster: LocalCluster): Promise<readonly string[]> =>
    eventually(async () => {
      const { status, body } = await callKube(accessOf(cluster), { path: "/apis/metrics.k8s.io/v1beta1/nodes" });
      expect(status, JSON.stringify(body)).to.equal(200);
      const { items } = body as { items: { metadata: { name: string }; usage: { cpu: string } }[] };
      return items.filter(({ usage }) => /^[1-9][0-9]*n$/.test(usage.cpu)).map(({ metadata }) => metadata.name);
    }, 300_000);

  it("makes a cluster once however often it is asked, changes its machines, and comes back after a crash", async () => {
    await Promise.all([1, 2, 3].map(() => cloud.putCluster("one", spec)));
    const first = await becomes("one", "running");
    expect(await refusal(cloud.putCluster("one", { ...spec, region: "local-2" }))).to.equal("conflict");

    await cloud.putCluster("one", { ...spec, server_type: "medium", node_count: 2 });
    const grown = await becomes("one", "running", 3);
    expect(grown.nodes.map(({ name }) => name)).to.have.members(["one-medium-1", "one-medium-2", "one-small-1"]);
    // The old pool's machines go only when they are told to.
    await cloud.deleteNode("one", "one-small-1");
    await cloud.deleteNode("one", "one-small-1");
    await becomes("one", "running", 2);
    expect(await measures(grown)).to.have.members(["one-medium-1", "one-medium-2"]);

    stack.kill("cloud", "SIGKILL");
    const back = await becomes("one", "running", 2);
    expect({ ...back, nodes: [], spec }).to.deep.equal({ ...first, nodes: [] });
    expect(await measures(back)).to.have.members(["one-medium-1", "one-medium-2"]);
    await cloud.deleteCluster("one");
    await cloud.deleteCluster("one");
    await isGone("one");

    // A new cluster of an old name starts empty: nothing of the first was left in etcd.
    await cloud.putCluster("one", spec);
    expect((await becomes("one", "running")).nodes.map(({ name }) => name)).to.deep.equal(["one-small-1"]);
    await cloud.deleteCluster("one");
    await isGone("one");
  });

  it("replaces the API server by one of the next minor, then the kubelets, and comes back in the version that it has", async () => {
    const versionOf = async (cluster: LocalCluster): Promise<string> => {
      const { body } = await callKube(accessOf(cluster), { path: "/version" });
      return (body as { gitVersion: string }).gitVersion;
    };
    const older = { ...spec, node_count: 2, kubernetes_version: "1.35.4" };
    await cloud.putCluster("aged", older);
    const before = await becomes("aged", "running", 2);
    expect([await versionOf(before), before.kubernetes_version]).to.deep.equal(["v1.35.4", "1.35.4"]);
    expect(before.nodes.map(({ kubelet_version }) => kubelet_version)).to.deep.equal(["v1.35.4", "v1.35.4"]);
    await cloud.putCluster("aged", { ...older, kubernetes_version: "1.36.3" });
    const after = await eventually(async () => {
      const cluster = await becomes("aged", "running", 2);
      expect(cluster.nodes.map(({ kubelet_version }) => kubelet_version)).to.deep.equal(["v1.36.3", "v1.36.3"]);
      return cluster;
    }, 300_000);
    expect([await versionOf(after), after.kubernetes_version]).to.deep.equal(["v1.36.3", "1.36.3"]);
    await cloud.deleteCluster("aged");
    await isGone("aged");
  });
});
