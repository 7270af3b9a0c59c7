import { SecretText } from "../../contract/secret-text.ts";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import {
  APPLICATIONS,
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  NAMESPACES,
  PODS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { API_GROUP, API_VERSION } from "../../contract/identity.ts";
import { ARGOCD_NAMESPACE } from "../../local/parts/context.ts";
import { HttpClient } from "../../operator/git/http-client.ts";
import { readBranchFiles } from "../../operator/git/read-branch-files.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { startLateOperator } from "../support/late-operator.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";

type Row = Readonly<{ id: string; status: string; name: string; created_at: string }>;
type Lived = Readonly<Record<"pods" | "servers", readonly string[]>>;

const HOUR_MS = 3_600_000;
/** What others name last goes first. */
const KINDS = [DATABASE_BACKUPS, UPGRADE_REQUESTS, DATABASE_INSTANCES, DEPLOYMENTS, CLUSTERS];
const CNPG_CLUSTERS: ResourceType = {
  group: "postgresql.cnpg.io",
  version: "v1",
  plural: "clusters",
  kind: "Cluster",
  namespaced: true,
};

describe("A management cluster that lost its custom resources", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let deployment: Row;
  let namespace: string;
  let database: Row;
  let lived: Lived;

  const reapply = (...args: string[]): Promise<string> =>
    new Promise((resolve) =>
      execFile(join(platform.homeDir, "bin/berthctl"), ["reapply-git", ...args], (_error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`),
      ),
    );
  const apiAccount = (): string => platform.stack.connection.kubeconfig.replace(/admin/, "berth-api");
  const uidsOf = async (type: ResourceType): Promise<string[]> => {
    const { items } = await tenant.list(type);
    return items
      .filter(({ metadata }) => /keeper|orders/.test(`${metadata.namespace}/${metadata.name}`))
      .map(({ metadata }) => metadata.uid!)
      .sort();
  };
  const living = async (): Promise<Lived> => ({ pods: await uidsOf(PODS), servers: await uidsOf(CNPG_CLUSTERS) });
  /** All but the backups: what the engine made by its schedule is found again, under an id of its own. */
  const files = async (): Promise<Readonly<Record<string, string>>> => {
    const { url, token, branch } = platform.stack.connection.git;
    const http = new HttpClient({ url, credentials: () => ({ username: "berth", token: new SecretText(token) }) });
    return Object.fromEntries(
      await readBranchFiles(http, branch, /^clusters\/(?!.*\/backups\/)/).finally(() => http.close()),
    );
  };
  const loseOne = async (type: ResourceType, { metadata }: KubeObject): Promise<void> => {
    const ref = { namespace: metadata.namespace!, name: metadata.name };
    const body = { metadata: { finalizers: null } };
    await platform.management.patch(type, ref, { kind: "merge", body }, { fieldManager: "disaster" });
    await platform.management.delete(type, ref);
  };
  const lose = (type: ResourceType, of: string, isLost: (object: KubeObject) => boolean = () => true): Promise<void> =>
    eventually(async () => {
      const left = (await platform.management.list(type, { namespace: of })).items.filter(isLost);
      for (const object of left) await loseOne(type, object);
      if (left.length > 0) throw new Error(`${left.length} were left`);
    });
  /** The root first, which would make the others anew; those of the bundle belong to their ApplicationSet. */
  const loseApplications = async (): Promise<void> => {
    const isOurs = ({ metadata }: KubeObject): boolean => metadata.ownerReferences === undefined;
    await lose(
      APPLICATIONS,
      ARGOCD_NAMESPACE,
      (object) => isOurs(object) && !/^(keeper|orders)/.test(object.metadata.name),
    );
    await lose(APPLICATIONS, ARGOCD_NAMESPACE, isOurs);
  };
  const orderDatabase = async (): Promise<Row> => {
    const order = { name: "orders", cluster_id: clusterId, engine: "postgresql", database_name: "orders" };
    const { body } = await berth.call<Row>("POST", "/databases?wait=300", order);
    expect(body.status, JSON.stringify(body)).to.equal("running");
    const backup = await berth.call<Row>("POST", `/databases/${body.id}/backups?wait=300`, {});
    expect(backup.body.status, JSON.stringify(backup.body)).to.equal("completed");
    return body;
  };
  const askForUpgrade = (): Promise<KubeObject> =>
    platform.management.create(
      UPGRADE_REQUESTS,
      {
        apiVersion: `${API_GROUP}/${API_VERSION}`,
        kind: "UpgradeRequest",
        metadata: { namespace, name: "lost-next" },
        spec: { cluster: "lost", toVersion: "1.37.0" },
      },
      { fieldManager: "kubectl" },
    );

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "lost");
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    const created = await berth.call<Row>("POST", "/deployments?wait=300", {
      name: "keeper",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "nginx:1.29",
    });
    expect(created.body.status, JSON.stringify(created.body)).to.equal("running");
    deployment = created.body;
    database = await orderDatabase();
    const { items } = await platform.management.list(CLUSTERS);
    namespace = items.find(({ metadata }) => metadata.name === "lost")!.metadata.namespace!;
    await askForUpgrade();
    lived = await living();
    expect(lived.pods.length, JSON.stringify(lived)).to.be.at.least(1);
    expect(lived.servers).to.have.length(1);
  });
  after(() => (tenant as KubeClient | undefined)?.close());

  /** Waits until all of it runs, by rows of the objects that were made anew, and none was told to have failed meanwhile. */
  const comesBack = async (): Promise<void> => {
    const told = new Set<string>();
    await eventually(async () => {
      const rows = await Promise.all(
        [`/clusters/${clusterId}`, `/deployments/${deployment.id}`, `/databases/${database.id}`].map(
          async (path) => (await berth.call<Row>("GET", path)).body,
        ),
      );
      for (const { name, status } of rows) told.add(`${name} ${status}`);
      expect(rows.map(({ status }) => status)).to.deep.equal(["running", "running", "running"]);
      // Until the mirror has seen it, a row is of the object that was lost.
      expect(rows[1]?.created_at).to.not.equal(deployment.created_at);
      expect(rows[2]?.created_at).to.not.equal(database.created_at);
    }, 400_000);
    expect([...told].filter((one) => /failed|error/.test(one))).to.deep.equal([]);
  };

  it("is left alone while an operator leads", async () => {
    expect(await reapply("--apply", "--kubeconfig", apiAccount())).to.match(
      /embedded leads: stop every operator first/,
    );
  });

  it("gets them back from Git after a quiet hour, with the same ids, and nothing restarts", async () => {
    await platform.stack.stopProcess("operator");
    // Now nobody writes them.
    const before = await files();
    let stopLate = (): Promise<void> => Promise.resolve();
    try {
      for (const type of KINDS) await lose(type, namespace);
      await loseApplications();
      const tried = await reapply("--kubeconfig", apiAccount());
      expect(tried)
        .to.match(/Cluster +1 to be made/)
        .and.to.match(/Nothing was changed/);
      expect((await platform.management.list(CLUSTERS, { namespace })).items).to.deep.equal([]);
      const made = await reapply("--apply", "--kubeconfig", apiAccount());
      expect(made).to.match(/Cluster +1 made, +\d+ there already, +0 refused/);
      expect(made)
        .to.match(/Deployment +1 made/)
        .and.to.match(/DatabaseInstance +1 made/);
      expect(await reapply("--apply", "--kubeconfig", apiAccount())).to.match(/Cluster +0 made/);
      stopLate = startLateOperator(platform, HOUR_MS);
      await comesBack();
    } finally {
      await stopLate();
      await platform.stack.startProcess("operator");
    }
    await eventually(async () => {
      expect(await living()).to.deep.equal(lived);
      expect(await files()).to.deep.equal(before);
    });
    expect(await platform.management.get(NAMESPACES, { name: namespace })).to.not.equal(undefined);
  });

  it("goes on without upgrades, which were done once, and finds backups where they lie", async () => {
    const upgrades = await platform.management.list(UPGRADE_REQUESTS, { namespace });
    expect(upgrades.items.map(({ metadata }) => metadata.name)).to.not.include("lost-next");
    // The operator looks for them once the database's server is read again.
    await eventually(async () => {
      const { body } = await berth.call<{ backups: readonly Row[] }>("GET", `/databases/${database.id}/backups`);
      // The engine's schedule may just have made another one.
      expect([...new Set(body.backups.map(({ status }) => status))]).to.deep.equal(["completed"]);
    });
  });

  it("goes on as before: a change is delivered", async () => {
    const changed = await berth.call<Row>("PATCH", `/deployments/${deployment.id}?wait=300`, { replicas: 2 });
    expect(changed.body.status, JSON.stringify(changed.body)).to.equal("running");
    await eventually(async () => expect(await uidsOf(PODS)).to.have.length(lived.pods.length + 1));
  });
});
