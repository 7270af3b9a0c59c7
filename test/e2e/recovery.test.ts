import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { CLUSTERS, DEPLOYMENTS, NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";

type Row = Readonly<{ id: string; status: string; name: string; created_at: string }>;

describe("A management cluster that lost its custom resources", function () {
  this.timeout(300_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let deployment: Row;
  let namespace: string;
  let uids: readonly string[];

  const reapply = (...args: string[]): Promise<string> =>
    new Promise((resolve) =>
      execFile(join(platform.homeDir, "bin/berthctl"), ["reapply-git", ...args], (_error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`),
      ),
    );
  const apiAccount = (): string => platform.stack.connection.kubeconfig.replace(/admin/, "berth-api");
  const podUids = async (): Promise<string[]> => {
    const { items } = await tenant.list(PODS);
    return items
      .filter(({ metadata }) => metadata.name.startsWith("keeper"))
      .map(({ metadata }) => metadata.uid!)
      .sort();
  };
  const lose = async (type: typeof CLUSTERS): Promise<void> => {
    const { items } = await platform.management.list(type, { namespace });
    for (const { metadata } of items) {
      const ref = { namespace, name: metadata.name };
      const body = { metadata: { finalizers: null } };
      await platform.management.patch(type, ref, { kind: "merge", body }, { fieldManager: "disaster" });
      await platform.management.delete(type, ref);
    }
    await eventually(async () => {
      const left = await platform.management.list(type, { namespace });
      if (left.items.length > 0) throw new Error(`${left.items.length} left`);
    }, 30_000);
  };

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "lost");
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    const created = await berth.call<Row>("POST", "/deployments?wait=120", {
      name: "keeper",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "nginx:1.29",
    });
    expect(created.body.status, JSON.stringify(created.body)).to.equal("running");
    deployment = created.body;
    uids = await podUids();
    const { items } = await platform.management.list(CLUSTERS);
    namespace = items.find(({ metadata }) => metadata.name === "lost")!.metadata.namespace!;
  });
  after(() => (tenant as KubeClient | undefined)?.close());

  it("is left alone while an operator leads", async () => {
    expect(await reapply("--apply", "--kubeconfig", apiAccount())).to.match(
      /embedded leads: stop every operator first/,
    );
  });

  it("gets them back from Git, with the same ids, and nothing restarts", async () => {
    await platform.stack.stopProcess("operator");
    try {
      await lose(DEPLOYMENTS);
      await lose(CLUSTERS);
      const tried = await reapply("--kubeconfig", apiAccount());
      expect(tried)
        .to.match(/Cluster +1 to be made/)
        .and.to.match(/Nothing was changed/);
      expect((await platform.management.list(CLUSTERS, { namespace })).items).to.deep.equal([]);
      const made = await reapply("--apply", "--kubeconfig", apiAccount());
      expect(made).to.match(/Cluster +1 made, +\d+ there already, +0 refused/);
      expect(made).to.match(/Deployment +1 made/);
      expect(await reapply("--apply", "--kubeconfig", apiAccount())).to.match(/Cluster +0 made/);
    } finally {
      await platform.stack.startProcess("operator");
    }
    await eventually(async () => {
      const { body } = await berth.call<Row>("GET", `/deployments/${deployment.id}`);
      expect(body).to.include({ id: deployment.id, name: "keeper", status: "running" });
      // Until the mirror has seen it, the row is of the object that was lost.
      expect(body.created_at).not.to.equal(deployment.created_at);
      const cluster = await berth.call<Row>("GET", `/clusters/${clusterId}`);
      expect(cluster.body).to.include({ id: clusterId, status: "running" });
    }, 120_000);
    expect(await podUids()).to.deep.equal(uids);
    expect(await platform.management.get(NAMESPACES, { name: namespace })).to.not.equal(undefined);
  });

  it("goes on as before: a change is delivered", async () => {
    const changed = await berth.call<Row>("PATCH", `/deployments/${deployment.id}?wait=120`, { replicas: 2 });
    expect(changed.body.status, JSON.stringify(changed.body)).to.equal("running");
    await eventually(async () => expect(await podUids()).to.have.length(2), 30_000);
  });
});
