import { readFile, writeFile } from "node:fs/promises";
import type { Server } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { startEmbeddedApiServer, type ApiServer } from "../support/api-server.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { openChartFront } from "../support/chart-front.ts";
import { BEFORE_BERTH, startChartScene, type ChartScene } from "../support/chart-scene.ts";
import { kubeconfigOf } from "../support/customer-kubeconfig.ts";
import { blocksOf, readDocuments } from "../support/documents.ts";
import { eventually } from "../support/eventually.ts";
import { leadPort, portOf } from "../support/lead-port.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { insist } from "../support/story.ts";

type Row = Readonly<{ id: string; name: string; status: string }>;
type Listed = Readonly<{
  items: readonly { metadata: { name: string; namespace: string; ownerReferences?: unknown } }[];
}>;

const NAMESPACE = "berth-system";
const PATIENCE_MS = 10 * 60_000;
const OURS = ["bdep", "bcl"];

/** The drill of the guide "When something is lost", by its own commands; each step depends on the one before. */
describe("An installation on real nodes that lost its Postgres and its custom resources", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let scene: ChartScene;
  let customer: ApiServer;
  let door: Server | undefined;
  let berth: BerthClient;
  let cluster: Row;
  let shop: Row;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    scene = await startChartScene();
    customer = await startEmbeddedApiServer({ leadFrom: scene.cluster.hostAddress });
  });
  after(async () => {
    door?.close();
    await (customer as ApiServer | undefined)?.stop();
    await (scene as ChartScene | undefined)?.stop();
  });

  /** Has the installation reach a customer's API server, which listens on this machine alone. */
  async function reachedFromPods(): Promise<object> {
    const { hostAddress: address } = scene.cluster;
    door = await leadPort({ address }, new URL(customer.server));
    return { server: `https://${address}:${portOf(door)}` };
  }
  async function make(path: string, body: object): Promise<Row> {
    const made = await berth.call<Row>("POST", path, body);
    expect(made.status, JSON.stringify(made.body)).to.be.oneOf([201, 202]);
    return made.body;
  }
  const kubectl = (...args: string[]): Promise<string> => scene.cluster.kubectl(...args);
  const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, 500);
  /** The resources that Git alone can rebuild. */
  const inGit = async (): Promise<readonly string[]> => {
    const paths = await scene.git.git("ls-tree", "-r", "--name-only", scene.git.branch);
    return paths.split("\n").filter((path) => path.endsWith("resource.yaml"));
  };

  it("has an account, a secret, a cluster and a deployment, whose files are in Git", async () => {
    for (const step of [...BEFORE_BERTH, "helm install berth"]) await scene.follow(step);
    const url = await openChartFront(scene);
    berth = await soon(() => registerAccount(url));
    await insist(berth, "POST", "/secrets", { name: "kept", value: "canary" });
    cluster = await make("/clusters/import", {
      name: "quay",
      provider: "gke",
      region: "eu-1",
      acknowledge_bundle_install: true,
      kubeconfig: kubeconfigOf(customer, { cluster: await reachedFromPods() }),
    });
    shop = await make("/deployments", {
      name: "shop",
      cluster_id: cluster.id,
      app_type: "container",
      docker_image: UNPRIVILEGED_NGINX_IMAGE,
    });
    await soon(async () => expect(await inGit()).to.have.length(2));
  });

  it("is backed up through a pipe", () => scene.follow("berthctl.js backup -"));

  it("loses Postgres, and with the management cluster's etcd what Berth and Argo CD had there", async () => {
    await kubectl("-n", NAMESPACE, "scale", "deployment", "--all", "--replicas=0");
    await kubectl("-n", NAMESPACE, "wait", "pods", "--for=delete", "-l", "app.kubernetes.io/name=berth");
    for (const kind of [...OURS, "applications.argoproj.io"]) await lose(kind);
    const postgres = await kubectl(
      "-n",
      NAMESPACE,
      "get",
      "clusters.postgresql.cnpg.io",
      "berth-postgres",
      "-o",
      "json",
    );
    const { spec } = JSON.parse(postgres) as { spec: { imageName: string } };
    await kubectl("-n", NAMESPACE, "delete", "clusters.postgresql.cnpg.io", "berth-postgres");
    await scene.cluster.apply({
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "Cluster",
      metadata: { name: "another", namespace: NAMESPACE },
      spec: { instances: 1, storage: { size: "1Gi" }, imageName: spec.imageName },
    });
  });

  /** Those of the bundle belong to their ApplicationSet, which is kept. */
  const ownObjects = async (kind: string): Promise<readonly Listed["items"][number][]> => {
    const { items } = JSON.parse(await kubectl("get", kind, "-A", "-o", "json")) as Listed;
    return items.filter(({ metadata }) => metadata.ownerReferences === undefined);
  };
  async function lose(kind: string): Promise<void> {
    const all = await ownObjects(kind);
    expect(all, kind).to.not.have.length(0);
    for (const { metadata } of all) {
      const one = ["-n", metadata.namespace, kind, metadata.name] as const;
      await kubectl("delete", ...one, "--wait=false");
      await kubectl("patch", ...one, "--type=merge", "-p", '{"metadata":{"finalizers":null}}').catch(() => undefined);
    }
    await soon(async () => expect(await ownObjects(kind)).to.deep.equal([]));
  }

  it("is put back by the guide's commands", async () => {
    const patch = readDocuments("docs/guides/disaster-recovery.md")
      .flatMap(blocksOf)
      .find(({ mark }) => mark?.value === "idle-operator.yaml");
    await writeFile(join(scene.workDir, "idle-operator.yaml"), patch?.text ?? "");
    // The values name a Secret of their own maker, as the one of CloudNativePG went with its server.
    const values = join(scene.workDir, "berth-values.yaml");
    await writeFile(values, (await readFile(values, "utf8")).replace("berth-postgres-app", "berth-postgres"));
    const uri = await soon(() =>
      kubectl("-n", NAMESPACE, "get", "secret", "another-app", "-o", "jsonpath={.data.uri}"),
    );
    const url = Buffer.from(uri, "base64").toString();
    await scene.follow("--patch-file idle-operator.yaml", { NEW_POSTGRES_URL: url });
    for (const step of ["berthctl.js restore -", "reapply-git --kubeconfig /dev/stdin", "delete deployment berthctl"])
      await scene.follow(step);
  });

  it("has its account and its secret, and the same cluster and deployment", async () => {
    const { secrets } = await insist<{ secrets: { name: string }[] }>(berth, "GET", "/secrets");
    expect(secrets.map(({ name }) => name)).to.deep.equal(["kept"]);
    // The pods of the deployment have no node there, before and after.
    await soon(async () => {
      const { name, status } = await insist<Row>(berth, "GET", `/clusters/${cluster.id}`);
      expect([name, status]).to.deep.equal(["quay", "running"]);
      expect(await insist<Row>(berth, "GET", `/deployments/${shop.id}`)).to.include({ name: "shop" });
    });
  });
});
