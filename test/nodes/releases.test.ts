import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import type { DeploymentStatusResponse } from "../../contract/rest/deployment-status.ts";
import { BUSYBOX_IMAGE } from "../../local/images/tour-images.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { eventually } from "../support/eventually.ts";
import { createAppFetch, type Page } from "../support/fetch-app.ts";
import { runningCluster, startPlatform, tenantClient } from "../support/platform.ts";
import { reachWithKubectl, type Kubectl } from "../support/real-cluster.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

const DEADLINE_MS = 5 * 60_000;
/** A page with its version, as soon as it is written. */
const SERVE = 'mkdir -p /tmp/www && echo "version $VERSION" > /tmp/www/index.html && exec httpd -f -p 8080 -h /tmp/www';
const MIGRATE = ["sh", "-c", 'echo "migrating to $VERSION"'];
const FAIL = ["sh", "-c", "echo no table orders >&2; exit 7"];

type Run = Readonly<{
  id: string;
  trigger: string;
  status: string;
  exit_code: number | null;
  finished_at: string | null;
}>;

/** What runs before a change rolls out, as a process of a real pod. */
describe("A release command on a real node", function () {
  this.timeout(25 * 60_000);
  stopAtFailure(this);
  let berth: BerthClient;
  let tenant: KubeClient;
  let kubectl: Kubectl;
  let shop: DeploymentBody;
  let fetchPage: (url: string) => Promise<Page>;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    const { stack, url, homeDir } = await startPlatform("real");
    const kubectlPath = await (await findBinaries(["kubectl"]))("kubectl");
    ({ kubectl } = reachWithKubectl(kubectlPath, stack.connection.kubeconfig));
    fetchPage = await createAppFetch(stack.connection.apps);
    berth = await registerAccount(url);
    const clusterId = await runningCluster(berth, "harbour");
    tenant = await tenantClient(berth, clusterId, homeDir);
    const made = await berth.call<DeploymentBody>("POST", "/deployments", {
      cluster_id: clusterId,
      name: "released",
      app_type: "web_app",
      docker_image: BUSYBOX_IMAGE,
      container_port: 8080,
      command: ["sh", "-c", SERVE],
      environment_variables: version("one"),
      release_command: MIGRATE,
      health_checks: { readiness: { type: "http", path: "/", period_seconds: 1 } },
      cpu_request: 0.01,
      memory_request_mb: 16,
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    shop = made.body;
  });
  after(async () => (tenant as KubeClient | undefined)?.close());

  const version = (value: string): object[] => [{ name: "VERSION", value }];

  const becomes = (status: string): Promise<DeploymentBody> =>
    eventually(async () => {
      const { body } = await berth.call<DeploymentBody>("GET", `/deployments/${shop.id}`);
      expect(body.status, JSON.stringify(body)).to.equal(status);
      return body;
    }, DEADLINE_MS);

  const page = async (): Promise<string> => (await fetchPage(shop.endpoint_url ?? "")).text.trim();
  const shows = (text: string): Promise<unknown> =>
    eventually(async () => expect(await page()).to.equal(text), DEADLINE_MS);

  async function change(members: object): Promise<void> {
    const { status, body } = await berth.call("PATCH", `/deployments/${shop.id}`, members);
    expect(status, JSON.stringify(body)).to.be.within(200, 202);
  }

  /** The newest run of the release command, with how many pods it came to, and how many runs there are. */
  async function release(): Promise<Run & Readonly<{ tries: number; lines: string; shown: number }>> {
    const { runs } = (await berth.call<{ runs: Run[] }>("GET", `/deployments/${shop.id}/runs`)).body;
    const [run] = runs.filter(({ trigger }) => trigger === "release");
    if (run === undefined) throw new Error("There is no run of the release command");
    const lines = (await berth.call<string>("GET", `/deployments/${shop.id}/logs?run=${run.id}`)).body;
    const tries = (await pods()).filter(({ metadata }) => metadata.labels?.[LABELS.run] === run.id).length;
    return { ...run, tries, lines, shown: runs.length };
  }

  const pods = async (): Promise<readonly KubeObject[]> =>
    (await tenant.list<KubeObject>(PODS, { namespace: handleOf(shop) })).items;
  const servers = async (): Promise<readonly KubeObject[]> =>
    (await pods()).filter(({ metadata }) => metadata.labels?.[LABELS.run] === undefined);

  it("succeeds, once, before the version that it belongs to has a pod", async () => {
    shop = await becomes("running");
    await shows("version one");
    const run = await release();
    expect(run).to.include({ status: "succeeded", exit_code: 0, tries: 1, shown: 1 });
    expect(run.lines).to.match(/migrating to one\n$/);
    const [server] = await servers();
    expect(Date.parse(server?.metadata.creationTimestamp ?? "")).to.be.at.least(Date.parse(run.finished_at ?? ""));
  });

  it("keeps the pods before where it fails, which go on answering, and says with which exit code", async () => {
    const before = await servers();
    const load = new SteadyLoad(() => fetchPage(shop.endpoint_url ?? ""), 100);
    await change({ environment_variables: version("two"), release_command: FAIL });
    const body = await becomes("failed");
    expect(body).to.include({ status_reason: "ReleaseFailed" });
    expect(body["error_message"])
      .to.contain("The release command failed with exit code 7")
      .and.to.contain("Nothing was rolled out")
      .and.to.contain("no table orders");
    const chain = (await berth.call<DeploymentStatusResponse>("GET", `/deployments/${shop.id}/status`)).body;
    const [failed, ...others] = chain.steps.filter(({ state }) => state === "failed");
    expect([failed?.step, failed?.reason, others]).to.deep.equal(["synced", "ReleaseFailed", []]);
    expect(failed?.message).to.contain("failed with exit code 7");
    expect(await load.end()).to.deep.equal([]);
    expect(await page()).to.equal("version one");
    expect((await servers()).map(({ metadata }) => metadata.uid)).to.deep.equal(
      before.map(({ metadata }) => metadata.uid),
    );
    expect(await release()).to.include({ status: "failed", exit_code: 7, tries: 1 });
  });

  it("says so to kubectl, too", async () => {
    const about = ["get", "deployments.hosting.berth.dev", "-A", "-l", `${LABELS.id}=${shop.id}`];
    const [header = "", row = ""] = (await kubectl(...about)).split("\n");
    const columns = header.split(/\s+/);
    expect(row.split(/\s+/)[columns.indexOf("STATUS")]).to.equal("failed");
    const message = await kubectl(...about, "-o", 'jsonpath={.items[0].status.conditions[?(@.type=="Ready")].message}');
    expect(message).to.contain("failed with exit code 7").and.to.contain("no table orders");
  });

  it("runs once more when it is changed, and what waited for it rolls out", async () => {
    await change({ release_command: MIGRATE });
    await shows("version two");
    await becomes("running");
    await eventually(async () => {
      const run = await release();
      expect(run).to.include({ status: "succeeded", exit_code: 0, tries: 1, shown: 1 });
      expect(run.lines).to.match(/migrating to two\n$/);
    }, DEADLINE_MS);
  });
});
