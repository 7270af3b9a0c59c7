import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { createBerth, type Berth } from "../../client/main.ts";
import type { MetricsHistoryResponse } from "../../contract/rest/metrics-history.ts";
import type { WorkloadMetricsResponse } from "../../contract/rest/metrics.ts";
import { BUSYBOX_IMAGE } from "../../local/images/tour-images.ts";
import { applyAll } from "../support/apply-all.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import type { DeploymentBody } from "../support/deployment-scene.ts";
import { eventually } from "../support/eventually.ts";
import { collectorToken, guidesMetrics, writeScrape } from "../support/guides-scrape.ts";
import { NodeLines } from "../support/node-lines.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { startVictoriaLogs } from "../support/victoria-logs/victoria-logs.ts";
import { startVictoriaMetrics } from "../support/victoria-metrics/victoria-metrics.ts";
import type { VictoriaStore } from "../support/victoria/start-victoria.ts";

const DEADLINE_MS = 5 * 60_000;
const REQUESTED_MILLICORES = 30;
const PODS_MAX = 3;
/** Ends as soon as it is told to. */
const SERVE = 'trap "exit 0" TERM; echo "$HOSTNAME takes orders"; httpd -f -p 8080 -h /tmp & wait';
const COUNT = "while :; do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.05; done";
/** Ends by itself, and leaves the processor to others in between. */
const LOAD = `timeout 150 sh -c '${COUNT}' </dev/null >/dev/null 2>&1 &`;
/** Waits, and ends as soon as it is told to. */
const PATIENT = 'trap "exit 143" TERM; sleep 600 & wait';
/** What the guide's collector consists of apart from what runs there, and from what carries requests. */
const COLLECTOR_KINDS = new Set(["Namespace", "ServiceAccount", "ClusterRole", "ClusterRoleBinding"]);

type Run = Readonly<{ id: string; status: string }>;

/** What an application takes and writes, seen by Berth: by the real kubelet, metrics-server, autoscaler and stores. */
describe("An application under load on a real node", function () {
  this.timeout(25 * 60_000);
  stopAtFailure(this);
  const stores: VictoriaStore[] = [];
  let kept: NodeLines;
  let dir: string;
  let platform: Platform;
  let account: BerthClient;
  let berth: Berth;
  let tenant: KubeClient;
  let shop: DeploymentBody;
  let clusterHandle: string;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    dir = await mkdtemp(join(tmpdir(), "berth-load-"));
    platform = await startPlatform("real");
    const registered = await registerAccount(platform.url);
    account = registered;
    berth = createBerth({ url: platform.url, key: registered.key });
    const clusterId = await runningCluster(account, "harbour");
    const made = await account.call<DeploymentBody>("POST", "/deployments?wait=300", {
      cluster_id: clusterId,
      name: "loaded",
      app_type: "api",
      docker_image: BUSYBOX_IMAGE,
      container_port: 8080,
      command: ["sh", "-c", SERVE],
      config: { autoscaling: { min_replicas: 1, max_replicas: PODS_MAX, target_cpu_percent: 100 } },
      health_checks: { readiness: { type: "tcp", period_seconds: 2 } },
      cpu_request: REQUESTED_MILLICORES / 1_000,
      memory_request_mb: 16,
    });
    expect([made.status, made.body.status], JSON.stringify(made.body)).to.deep.equal([201, "running"]);
    shop = made.body;
    clusterHandle = shop.git_path.split("/")[1] ?? "";
    tenant = await tenantClient(account, clusterId, platform.homeDir);
    await startStores(await serverOf(clusterId));
  });
  after(async () => {
    for (const store of stores) await store.stop();
    await (tenant as KubeClient | undefined)?.close();
    if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  });

  async function serverOf(clusterId: string): Promise<string> {
    const { body } = await account.call<{ kubeconfig: string }>("GET", `/clusters/${clusterId}/kubeconfig`);
    const { clusters } = parse(body.kubeconfig) as { clusters: readonly { cluster: { server: string } }[] };
    return clusters[0]?.cluster.server ?? "";
  }

  async function startStores(server: string): Promise<void> {
    const manifests = guidesMetrics(clusterHandle);
    const isThere = ({ kind, metadata }: (typeof manifests)[number]): boolean =>
      COLLECTOR_KINDS.has(kind) && (metadata.namespace ?? "berth-metrics") === "berth-metrics";
    await applyAll(tenant, manifests.filter(isThere));
    const token = await collectorToken(tenant);
    const path = await writeScrape(manifests, { dir, server, token, jobs: ["kubelets"] });
    stores.push(await startVictoriaMetrics([`-promscrape.config=${path}`], platform.stores.metrics));
    const logs = await startVictoriaLogs(platform.stores.logs);
    stores.push(logs);
    const nodesDir = join(platform.homeDir, "cloud/clusters", clusterHandle, "nodes");
    kept = new NodeLines({ nodesDir, clusterHandle, storeUrl: logs.url });
  }

  const metrics = async (): Promise<WorkloadMetricsResponse> =>
    (await account.call<WorkloadMetricsResponse>("GET", `/deployments/${shop.id}/metrics`)).body;
  const lines = async (query: string): Promise<string> =>
    (await account.call<string>("GET", `/deployments/${shop.id}/logs?${query}`)).body;
  const onlyPod = (): Promise<string> =>
    eventually(async () => {
      const { pods } = await metrics();
      expect(pods, JSON.stringify(pods)).to.have.length(1);
      expect(pods[0]).to.include({ ready: true });
      return pods[0]?.name ?? "";
    }, DEADLINE_MS);

  it("has the lines of a pod found by Berth when the pod is gone", async () => {
    const gone = await onlyPod();
    const told = `${gone} takes orders`;
    await eventually(async () => expect(await lines("tail=100")).to.contain(told), DEADLINE_MS);
    await kept.collect();
    await account.call("POST", `/deployments/${shop.id}/restart`, {});
    await eventually(async () => expect(await onlyPod()).to.not.equal(gone), DEADLINE_MS);
    expect(await lines("tail=100")).to.not.contain(told);
    await eventually(async () => expect(await lines("since=1h&q=TAKES%20orders")).to.contain(told), DEADLINE_MS);
    const before = new Date(Date.now() - 3_600_000).toISOString();
    expect(await lines(`since=2h&until=${before}&q=orders`)).to.equal("");
    expect(await lines(`history=true&pod=${gone}`)).to.contain(told);
  });

  it("has those of a run that was cancelled, too", async () => {
    const path = `/deployments/${shop.id}/runs`;
    const { body: run } = await account.call<Run>("POST", path, { command: ["sh", "-c", `echo counting; ${PATIENT}`] });
    await eventually(async () => expect(await lines(`run=${run.id}`)).to.contain("counting"), DEADLINE_MS);
    await kept.collect();
    await account.call("POST", `${path}/${run.id}/cancel`, {});
    await eventually(async () => {
      expect((await account.call<Run>("GET", `${path}/${run.id}`)).body.status).to.equal("cancelled");
    }, DEADLINE_MS);
    await eventually(async () => expect(await lines(`run=${run.id}`)).to.equal(""), DEADLINE_MS);
    await eventually(
      async () => expect(await lines(`run=${run.id}&history=true`)).to.match(/counting\n$/),
      DEADLINE_MS,
    );
    expect(await lines(`run=${run.id}&q=orders`), "another pod's").to.equal("");
  });

  it("takes next to nothing at rest, as the cluster measures it", () =>
    eventually(async () => {
      const { state, simulated, cpu_millicores: cpu, memory_bytes: memory } = await metrics();
      expect([state, simulated, cpu.requested]).to.deep.equal(["available", false, REQUESTED_MILLICORES]);
      expect(cpu.used, "millicores").to.be.within(0, REQUESTED_MILLICORES / 2);
      expect(memory.used, "bytes").to.be.greaterThan(0);
    }, DEADLINE_MS));

  it("is given pods when its processors are busy, which REST and the metrics show", async () => {
    const shell = await berth.exec(shop.id, { command: ["sh", "-c", LOAD], stdin: false });
    for await (const { data } of shell.output) expect.fail(Buffer.from(data).toString());
    expect(await shell.exited).to.equal(0);
    await eventually(async () => {
      const { cpu_millicores: cpu } = await metrics();
      expect(cpu.used, "millicores").to.be.greaterThan(REQUESTED_MILLICORES);
    }, DEADLINE_MS);
    await eventually(async () => {
      const { body } = await account.call<DeploymentBody>("GET", `/deployments/${shop.id}`);
      expect(body.status).to.equal("running");
      expect(body["ready_replicas"], JSON.stringify(body)).to.be.within(2, PODS_MAX);
    }, DEADLINE_MS);
    await eventually(async () => {
      const { pod_count: count, cpu_millicores: cpu } = await metrics();
      expect(count).to.be.within(2, PODS_MAX);
      expect(cpu.requested).to.equal(count * REQUESTED_MILLICORES);
    }, DEADLINE_MS);
  });

  it("has a history in which that is seen, by what the guide has collected", () =>
    eventually(async () => {
      const path = `/deployments/${shop.id}/metrics/history?step=15`;
      const { state, series } = (await account.call<MetricsHistoryResponse>("GET", path)).body;
      expect(state).to.equal("available");
      const values = series.find(({ metric }) => metric === "cpu_millicores")?.points.map(({ value }) => value) ?? [];
      const [first = Number.NaN] = values;
      expect(first, JSON.stringify(values)).to.be.lessThan(REQUESTED_MILLICORES / 2);
      expect(Math.max(...values), JSON.stringify(values)).to.be.greaterThan(REQUESTED_MILLICORES);
    }, DEADLINE_MS));
});
