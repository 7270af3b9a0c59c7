import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, NODES, PERSISTENT_VOLUME_CLAIMS, PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { connectCloud } from "../support/stack-cloud.ts";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { buildOlderKubernetes } from "../support/embedded-binaries.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { WORKLOADS } from "../support/workloads.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Cluster = Readonly<{
  id: string;
  status: string;
  status_reason: string;
  error_message: string | null;
  server_type: string;
  region: string;
}>;
type Pod = KubeObject &
  Readonly<{
    spec: { nodeName?: string };
    status?: { conditions?: readonly { type: string; status: string }[] };
  }>;
type Node = KubeObject & Readonly<{ status?: { nodeInfo?: { kubeletVersion?: string } } }>;
type Claim = KubeObject & Readonly<{ spec: { volumeName?: string }; status?: { phase?: string } }>;
type Upgrade = Readonly<{ id: string; status: string }>;
type Budget = KubeObject & Readonly<{ status?: { disruptionsAllowed?: number } }>;

const BUDGETS: ResourceType = {
  group: "policy",
  version: "v1",
  plural: "poddisruptionbudgets",
  kind: "PodDisruptionBudget",
  namespaced: true,
};
const TEST = { fieldManager: "test" };

function isReady({ metadata, status }: Pod): boolean {
  const isUp = status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") === true;
  return isUp && metadata.deletionTimestamp === undefined;
}

/** Each step depends on the one before: a dedicated cluster's life, on real API servers, nodes and evictions. */
describe("the life of a dedicated cluster", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let cloud: LocalCloudClient;
  let tenant: KubeClient;
  let id: string;
  let upgradeId: string;
  let bound: string;
  const namespace = "harbour";

  before(async function () {
    this.timeout(30 * 60_000);
    await buildOlderKubernetes();
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    cloud = connectCloud(platform.stack.cloud);
  });
  after(async () => {
    await (tenant as KubeClient | undefined)?.close();
  });

  const read = async (): Promise<Cluster> => (await berth.call<Cluster>("GET", `/clusters/${id}`)).body;
  const types = async (): Promise<string[]> =>
    (await tenant.list(NODES)).items.map(({ metadata }) => metadata.labels?.["node.kubernetes.io/instance-type"] ?? "");
  const pods = async (): Promise<Pod[]> => (await tenant.list<Pod>(PODS, { namespace })).items;
  /** Tells the claim that the workload's pods mount, and the volume behind it. */
  const claimed = async (): Promise<string> => {
    const found = await tenant.get<Claim>(PERSISTENT_VOLUME_CLAIMS, { namespace, name: "kept" });
    return `${found?.metadata.uid ?? ""} ${found?.spec.volumeName ?? ""} ${found?.status?.phase ?? ""}`;
  };
  const readyPods = async (): Promise<number> => (await pods()).filter(isReady).length;

  it("fails where the provider fails, and runs after a retry in another region under the same id", async () => {
    await cloud.plantFault({ type: "fail", operation: "provision", count: 1, status: 500, message: "No rack left" });
    const created = await berth.call<Cluster>("POST", "/clusters?wait=300", {
      name: "quay",
      provider: "local",
      region: "local-1",
      tier: "dedicated",
      node_count: 2,
      server_type: "small",
      kubernetes_version: "1.35.4",
    });
    expect([created.status, created.body.status], JSON.stringify(created.body)).to.deep.equal([200, "error"]);
    expect(created.body.error_message).to.contain("No rack left").and.to.contain("Retry");
    ({ id } = created.body);
    const retried = await berth.call<Cluster>("POST", `/clusters/${id}/retry?wait=300`, { region: "local-2" });
    expect([retried.body.id, retried.body.status, retried.body.region]).to.deep.equal([id, "running", "local-2"]);
  });

  it("carries the customer's own workload with a budget, and a volume", async () => {
    tenant = await tenantClient(berth, id, platform.homeDir);
    await tenant.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }, TEST);
    const labels = { app: "crane" };
    const container = {
      name: "crane",
      image: "nginx:1.29",
      resources: { requests: { cpu: "100m" } },
      volumeMounts: [{ name: "kept", mountPath: "/data" }],
    };
    const volumes = [{ name: "kept", persistentVolumeClaim: { claimName: "kept" } }];
    const spec = {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container], volumes } },
    };
    const workload = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "crane", namespace }, spec };
    await tenant.create(WORKLOADS, workload, TEST);
    const claim = {
      metadata: { name: "kept", namespace },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    };
    await tenant.create(PERSISTENT_VOLUME_CLAIMS, { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim }, TEST);
    const guard = {
      metadata: { name: "guard", namespace },
      spec: { minAvailable: 2, selector: { matchLabels: labels } },
    };
    await tenant.create(BUDGETS, { apiVersion: "policy/v1", kind: "PodDisruptionBudget", ...guard }, TEST);
    await eventually(async () => {
      expect(await readyPods()).to.equal(2);
      const budget = await tenant.get<Budget>(BUDGETS, { namespace, name: "guard" });
      expect(budget?.status?.disruptionsAllowed).to.equal(0);
    });
    bound = await claimed();
    expect(bound).to.match(/ pvc-.+ Bound$/);
  });

  it("stops a change of the server type at a budget, and names the pod", async () => {
    const uids = (await pods()).map(({ metadata }) => metadata.uid);
    const asked = await berth.call<Cluster>("PATCH", `/clusters/${id}/server-type?wait=300`, { server_type: "medium" });
    expect([asked.body.status, asked.body.status_reason], JSON.stringify(asked.body)).to.deep.equal([
      "degraded",
      "DrainOneIncomplete",
    ]);
    const names = (await pods()).map(({ metadata }) => `${namespace}/${metadata.name}`);
    expect(names.some((name) => asked.body.error_message?.includes(name))).to.equal(true);
    expect(asked.body.error_message, asked.body.error_message ?? "").to.contain("guard");
    expect((await types()).filter((type) => type === "medium")).to.have.length(2);
    expect((await pods()).filter(isReady).map(({ metadata }) => metadata.uid)).to.include.members(uids.slice(0, 1));
  });

  it("goes on by retry once the budget allows it, with never fewer ready pods than it demands", async () => {
    const fresh = (await tenant.list(NODES)).items.filter(
      ({ metadata }) => metadata.labels?.["node.kubernetes.io/instance-type"] === "medium",
    );
    await tenant.patch(
      BUDGETS,
      { namespace, name: "guard" },
      { kind: "merge", body: { spec: { minAvailable: 1 } } },
      TEST,
    );
    const done = berth.call<Cluster>("POST", `/clusters/${id}/server-type/retry?wait=300`);
    let least = 2;
    const finished = await eventually(
      async () => {
        least = Math.min(least, await readyPods());
        expect([...new Set(await types())]).to.deep.equal(["medium"]);
        return done;
      },
      240_000,
      50,
    );
    expect([finished.body.status, finished.body.server_type], JSON.stringify(finished.body)).to.deep.equal([
      "running",
      "medium",
    ]);
    expect(least, "ready pods at the worst moment").to.be.at.least(1);
    const after = (await tenant.list(NODES)).items.map(({ metadata }) => metadata.uid);
    expect(after, "the replacement nodes were kept").to.have.members(fresh.map(({ metadata }) => metadata.uid));
    expect(await claimed(), "its pods' volume").to.equal(bound);
    await eventually(async () => {
      expect(await readyPods()).to.equal(2);
    });
  });

  const budget = (minAvailable: number): Promise<unknown> =>
    tenant.patch(BUDGETS, { namespace, name: "guard" }, { kind: "merge", body: { spec: { minAvailable } } }, TEST);
  const kubelets = async (): Promise<(string | undefined)[]> =>
    (await tenant.list<Node>(NODES)).items.map(({ status }) => status?.nodeInfo?.kubeletVersion);
  const apiServer = async (): Promise<unknown> =>
    ((await tenant.request("GET", "/version")) as { gitVersion: string }).gitVersion;

  it("waits with an upgrade while a budget lets nothing go, and names it", async () => {
    expect(await apiServer()).to.equal("v1.35.4");
    expect(await read()).to.include({ upgrade_available: true, kubernetes_version: "v1.35.4" });
    await budget(2);
    const asked = await berth.call<Upgrade>("POST", `/clusters/${id}/upgrades/request`, { to_version: "1.36.3" });
    expect([asked.status, asked.body.status], JSON.stringify(asked.body)).to.deep.equal([201, "pending"]);
    upgradeId = asked.body.id;
    const second = await berth.call<{ code: string }>("POST", `/clusters/${id}/upgrades/request`, {
      to_version: "1.36.3",
    });
    expect([second.status, second.body.code]).to.deep.equal([409, "upgrade_open"]);
    expect((await berth.call("POST", `/upgrades/${upgradeId}/approve`)).status).to.equal(200);
    await eventually(async () => {
      const { body } = await berth.call<{ findings: { name: string }[] }>("GET", `/clusters/${id}/preflight`);
      expect(JSON.stringify(body)).to.contain("guard");
    });
    expect(await apiServer()).to.equal("v1.35.4");
  });

  it("replaces the API server, then the kubelets, and the workload keeps what its budget demands", async () => {
    await budget(1);
    let least = 2;
    await eventually(
      async () => {
        least = Math.min(least, await readyPods());
        const { body } = await berth.call<Upgrade>("GET", `/upgrades/${upgradeId}`);
        expect(body.status, JSON.stringify(body)).to.equal("completed");
      },
      240_000,
      50,
    );
    expect(least, "ready pods at the worst moment").to.be.at.least(1);
    expect(await claimed(), "its pods' volume").to.equal(bound);
    expect([await apiServer(), [...new Set(await kubelets())]]).to.deep.equal(["v1.36.3", ["v1.36.3"]]);
    await eventually(async () => {
      expect(await read()).to.include({ status: "running", upgrade_available: false, kubernetes_version: "v1.36.3" });
    });
  });

  it("follows the load within its bounds, and empties what it takes away", async () => {
    const bounds = { autoscaling_enabled: true, min_nodes: 1, max_nodes: 3 };
    const set = await berth.call<Cluster>("PATCH", `/clusters/${id}/autoscaling?wait=300`, bounds);
    expect([set.status, set.body.status], JSON.stringify(set.body)).to.deep.equal([200, "running"]);
    const big = await berth.call<{ id: string }>("POST", "/deployments", {
      name: "freight",
      cluster_id: id,
      app_type: "container",
      docker_image: "nginx:1.29",
      replicas: 3,
      cpu_request: 3,
    });
    expect(big.status, JSON.stringify(big.body)).to.equal(201);
    await eventually(async () => {
      expect(await types()).to.have.length(3);
    }, 300_000);
    expect((await berth.call("DELETE", `/deployments/${big.body.id}?wait=300`)).status).to.equal(200);
    await eventually(async () => {
      expect((await types()).length).to.be.lessThan(3);
      expect(await readyPods()).to.equal(2);
    }, 300_000);
  });

  it("goes with what it carries, and leaves nothing at the provider", async () => {
    const { body } = await berth.call<Cluster>("DELETE", `/clusters/${id}?cascade=true&wait=300`);
    expect(body.status).to.equal("deleting");
    expect((await berth.call("GET", `/clusters/${id}`)).status).to.equal(404);
    expect(await read()).to.have.property("code", "not_found");
  });
});
