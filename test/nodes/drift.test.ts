import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { eventually } from "../support/eventually.ts";
import { createAppFetch, type Page } from "../support/fetch-app.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { insist, untilRunning } from "../support/story.ts";

type Shown = Readonly<{
  id: string;
  status: string;
  endpoint_url: string | null;
  git_path: string;
  conditions: readonly Condition[];
}>;

const PATIENCE_MS = 5 * 60_000;
const ID = "hosting.berth.dev/id";
const SMALL = { cpu_request: 0.01, memory_request_mb: 16 };
/** A page that shows what the pod has in its environment. */
const SHOWING =
  'mkdir -p /tmp/www && printf "%s, %s" "$GREETING" "$OWN" > /tmp/www/index.html && exec httpd -f -p 8080 -h /tmp/www';
const run = promisify(execFile);

/** What Argo CD does, and Berth says, when somebody changes what is on a cluster, with pods that run. */
describe("Drift on real nodes", function () {
  this.timeout(25 * 60_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let fetchPage: (url: string) => Promise<Page>;
  let shop: Shown;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    platform = await startPlatform("real");
    fetchPage = await createAppFetch(platform.stack.connection.apps);
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "harbour");
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    shop = await insist<Shown>(berth, "POST", "/deployments", {
      ...SMALL,
      name: "shop",
      cluster_id: clusterId,
      app_type: "web_app",
      docker_image: "busybox:1.37",
      command: ["sh", "-c", SHOWING],
      container_port: 8080,
      health_checks: { readiness: { type: "http", path: "/", period_seconds: 1 } },
      environment_variables: [
        { name: "GREETING", value: "ahoy" },
        { name: "OWN", secret_ref: "own" },
      ],
    });
    await insist(berth, "POST", "/secrets", { name: "own", value: "its own", deployment_id: shop.id });
    await untilRunning(berth, shop.id, PATIENCE_MS);
    shop = await read(shop);
  });
  after(async () => {
    await (tenant as KubeClient | undefined)?.close();
  });

  const read = ({ id }: Pick<Shown, "id">): Promise<Shown> => insist<Shown>(berth, "GET", `/deployments/${id}`);
  const handleOf = ({ git_path: path }: Shown): string => path.split("/")[3] ?? "";

  async function podsOf({ id }: Shown): Promise<readonly KubeObject[]> {
    const { items } = await tenant.list(PODS, { labelSelector: `${ID}=${id}` });
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  const untilShown = (deployment: Shown, text: string): Promise<void> =>
    eventually(async () => {
      const page = await fetchPage(deployment.endpoint_url ?? "");
      expect([page.status, page.text]).to.deep.equal([200, text]);
    }, PATIENCE_MS);

  /** As somebody with a kubeconfig of the cluster does it. */
  async function kubectl(...args: string[]): Promise<string> {
    const command = await (await findBinaries(["kubectl"]))("kubectl");
    const kubeconfig = join(platform.homeDir, `tenant-${clusterId}.kubeconfig`);
    return (await run(command, ["--kubeconfig", kubeconfig, "--namespace", handleOf(shop), ...args])).stdout;
  }

  const drifted = async (): Promise<Condition | undefined> =>
    (await read(shop)).conditions.find(({ type }) => type === "Drifted");

  it("has what somebody changes by kubectl put back, and only the pods that are wanted", async () => {
    await untilShown(shop, "ahoy, its own");
    const before = (await podsOf(shop)).map(({ metadata }) => metadata.uid);
    const handle = handleOf(shop);
    await kubectl("scale", `deployment/${handle}`, "--replicas=3");
    await kubectl("set", "env", `deployment/${handle}`, "GREETING=ahem");
    await kubectl("delete", "service", handle);
    await eventually(async () => {
      const seen = await kubectl("get", "deployment", handle, "--output=json");
      const { spec, status } = JSON.parse(seen) as { spec: { replicas: number }; status: { replicas: number } };
      expect([spec.replicas, status.replicas]).to.deep.equal([1, 1]);
      expect(seen).to.not.contain("ahem");
      expect(await kubectl("get", "service", handle, "--output=name")).to.contain(handle);
    }, PATIENCE_MS);
    await eventually(async () => {
      expect((await podsOf(shop)).map(({ metadata }) => metadata.uid)).to.have.length(before.length);
      expect((await drifted())?.status).to.equal("False");
    }, PATIENCE_MS);
    await untilShown(shop, "ahoy, its own");
    await untilRunning(berth, shop.id, PATIENCE_MS);
  });

  it("is told as drifted where somebody insists, with the object, and no longer when they stop", async () => {
    const handle = handleOf(shop);
    let replicas = 1;
    const told = await eventually(
      async () => {
        const condition = await drifted();
        if (condition?.status === "True") return condition;
        replicas = replicas === 2 ? 3 : 2;
        await kubectl("scale", `deployment/${handle}`, `--replicas=${replicas}`);
        throw new Error("not told yet");
      },
      PATIENCE_MS,
      700,
    );
    expect(told.message).to.contain(`Deployment/${handle}`);
    await eventually(async () => expect((await drifted())?.status).to.equal("False"), PATIENCE_MS, 500);
    await eventually(async () => expect(await podsOf(shop)).to.have.length(1), PATIENCE_MS);
    const { events } = await insist<{ events: { reason: string }[] }>(berth, "GET", `/deployments/${shop.id}/events`);
    expect(events.map(({ reason }) => reason)).to.include("Drifted");
  });
});
