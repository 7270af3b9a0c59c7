import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { APPLICATIONS, CLUSTERS, INGRESSES, NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { hostObjectName } from "../../operator/provisioners/vcluster/host-object-name.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { kubeconfigOf } from "../support/customer-kubeconfig.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { eventually } from "../support/eventually.ts";
import { reachWithKubectl, type RealCluster } from "../support/real-cluster.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { insist, untilGone, untilRunning } from "../support/story.ts";
import { renderShell } from "../support/virtual-clusters/attacks.ts";
import { AT, startHostingPlatform, type HostingPlatform } from "../support/virtual-clusters/hosting-platform.ts";

type Row = Readonly<{ id: string; status: string; status_reason: string | null; endpoint_url: string | null }>;
type Status = Readonly<{ handle?: string; host?: string }>;
type Pod = KubeObject & Readonly<{ spec: { nodeName?: string }; status: { phase: string } }>;
type Path = Readonly<{ backend: { service: { name: string; port: { number: number } } } }>;
type Ingress = KubeObject &
  Readonly<{
    spec: {
      rules?: readonly { host: string; http: { paths: readonly Path[] } }[];
      tls?: readonly { hosts?: readonly string[]; secretName?: string }[];
    };
  }>;

const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 500;
const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, PAUSE_MS);

/** What people do with a shared cluster, by REST and kubectl, with all that stands between them and the pods. */
describe("Shared clusters that the platform makes on a host of real nodes", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let platform: HostingPlatform;
  let berth: BerthClient;
  let clusterId: string;
  let handle: string;
  let shop: Row;
  let kubectl: string;
  let host: Pick<RealCluster, "kubectl" | "apply">;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    platform = await startHostingPlatform();
    kubectl = await (await findBinaries(["kubectl"]))("kubectl");
    host = await reachBy("host", kubeconfigOf(platform.hostAccess));
    berth = await registerAccount(platform.url);
  });
  after(() => (platform as HostingPlatform | undefined)?.stop());

  async function reachBy(name: string, kubeconfig: string): Promise<typeof host> {
    const path = join(platform.dir, `${name}.kubeconfig`);
    await writeFile(path, kubeconfig, { mode: 0o600 });
    return reachWithKubectl(kubectl, path);
  }

  /** Asks as the host's ingress controller does: from a pod of the host, for what an Ingress there leads to. */
  async function fetchOnHost(hostname: string): Promise<string> {
    const all = (await onHost<Ingress>(INGRESSES)).flatMap(({ spec }) => spec.rules ?? []);
    const [path] = all.find((rule) => rule.host === hostname)?.http.paths ?? [];
    const { name, port } = path?.backend.service ?? { name: "none", port: { number: 0 } };
    const url = `http://${name}.vc-${handle}.svc:${port.number}/`;
    return host.kubectl("exec", "shell", "--", "timeout", "5", "wget", "-q", "-O", "-", url);
  }

  const onHost = async <T extends KubeObject>(type: typeof PODS): Promise<readonly T[]> =>
    (await platform.host.list<T>(type, { namespace: `vc-${handle}` })).items;

  it("come to it by REST: Argo CD installs the publisher's chart there, and they run", async () => {
    const begunMs = Date.now();
    const order = { name: "bay", ...AT, tier: "shared" };
    ({ id: clusterId } = await insist<Row>(berth, "POST", "/clusters", order));
    await soon(async () => {
      const shown = await insist<Row>(berth, "GET", `/clusters/${clusterId}`);
      expect(shown.status, JSON.stringify(shown)).to.equal("running");
    });
    report(`it runs after ${Math.round((Date.now() - begunMs) / 1000)} s`);
    const { items } = await platform.management.list(CLUSTERS, { labelSelector: `${LABELS.id}=${clusterId}` });
    const status = (items[0]?.["status"] ?? {}) as Status;
    handle = status.handle ?? "";
    expect(status.host).to.equal(platform.hostHandle);
    expect(
      platform.charts.asked.some((path) => path.endsWith(".tgz")),
      "the chart was fetched",
    ).to.equal(true);
    const planes = (await onHost<Pod>(PODS)).filter(({ metadata }) => metadata.name === `${handle}-0`);
    expect(planes.map(({ status: { phase } }) => phase)).to.deep.equal(["Running"]);
  });

  it("run a deployment that REST made: its pod runs on a node of the host, and answers whom the Ingress there leads to it", async () => {
    const health_checks = { readiness: { type: "http", path: "/", period_seconds: 1 } };
    const order = {
      name: "harbour-office",
      cluster_id: clusterId,
      app_type: "web_app",
      docker_image: UNPRIVILEGED_NGINX_IMAGE,
      container_port: 8080,
      health_checks,
    };
    const { id } = await insist<Row>(berth, "POST", "/deployments", order);
    await untilRunning(berth, id, PATIENCE_MS);
    shop = await insist<Row>(berth, "GET", `/deployments/${id}`);
    await host.apply(renderShell("shell"));
    const { hostname } = new URL(shop.endpoint_url ?? "");
    await soon(async () => expect(await fetchOnHost(hostname)).to.contain("Welcome to nginx"));
    const pods = (await onHost<Pod>(PODS)).filter(({ metadata }) => metadata.name.startsWith("harbour-office-"));
    expect(pods.map(({ status, spec }) => [status.phase, spec.nodeName !== undefined])).to.deep.equal([
      ["Running", true],
    ]);
  });

  it("have on the host the names that the platform computes for what it reads there", async () => {
    const { hostname } = new URL(shop.endpoint_url ?? "");
    const [deployment = ""] = hostname.split(".");
    const ingresses = await onHost<Ingress>(INGRESSES);
    const told = ingresses.flatMap(({ spec: { tls = [] } }) => tls).find(({ hosts }) => hosts?.includes(hostname));
    const own = { namespace: deployment, name: `${deployment}-tls` };
    expect(told?.secretName, JSON.stringify(ingresses)).to.equal(hostObjectName(handle, own));
    expect(`${own.name}-x-${own.namespace}-x-${handle}`.length, "a name that is cut").to.be.greaterThan(63);
  });

  it("are reached by kubectl with the kubeconfig that REST hands out", async () => {
    const { kubeconfig } = await insist<{ kubeconfig: string }>(berth, "GET", `/clusters/${clusterId}/kubeconfig`);
    const tenant = await reachBy("tenant", kubeconfig);
    const pods = await tenant.kubectl("get", "pods", "--all-namespaces", "-o", "name");
    expect(pods).to.contain("pod/harbour-office-");
    const namespaces = await tenant.kubectl("get", "namespaces", "-o", "name");
    expect(namespaces, "of the host nothing is seen").not.to.contain("namespace/vc-");
    expect(await tenant.kubectl("auth", "can-i", "create", "clusterroles")).to.contain("yes");
  });

  it("go with all that they had: the deployment's pod, then the namespace on the host", async () => {
    await insist(berth, "DELETE", `/deployments/${shop.id}`);
    await untilGone(berth, shop.id, PATIENCE_MS);
    await soon(async () => {
      const names = (await onHost<Pod>(PODS)).map(({ metadata }) => metadata.name);
      expect(names.filter((name) => name.startsWith("harbour-office-"))).to.deep.equal([]);
    });
    await insist(berth, "DELETE", `/clusters/${clusterId}`);
    await soon(async () => expect((await berth.call("GET", `/clusters/${clusterId}`)).status).to.equal(404));
    expect(await platform.host.get(NAMESPACES, { name: `vc-${handle}` })).to.equal(undefined);
    const application = { namespace: "argocd", name: `vc-${handle}` };
    expect(await platform.management.get(APPLICATIONS, application)).to.equal(undefined);
    const wide = await host.kubectl("get", "persistentvolumes,clusterroles,clusterrolebindings", "-o", "json");
    expect(wide, "of what belongs to no namespace nothing is left").not.to.contain(handle);
  });
});

function report(line: string): void {
  console.log(`      ${line}`);
}
