import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, PODS, SERVICES } from "../../adapters/kubernetes/resource-types.ts";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { startCustomerCluster, type CustomerCluster } from "../support/customer-cluster.ts";
import { kubeconfigOf } from "../support/customer-kubeconfig.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform } from "../support/platform.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { insist, untilRunning } from "../support/story.ts";
import { WORKLOADS } from "../support/workloads.ts";

type Row = Readonly<{ id: string; status: string; status_reason: string | null; is_staged?: boolean }>;
type Pod = KubeObject &
  Readonly<{ status: { phase: string; containerStatuses?: readonly { ready: boolean; restartCount: number }[] } }>;
type Service = KubeObject & Readonly<{ spec: { clusterIP: string } }>;

const NAMESPACE = "production";
const PATIENCE_MS = 5 * 60_000;
const USER = { fieldManager: "kubectl-client-side-apply" } as const;
const labels = { app: "shop" };
const container = {
  name: "main",
  image: UNPRIVILEGED_NGINX_IMAGE,
  ports: [{ containerPort: 8080 }],
  readinessProbe: { httpGet: { path: "/", port: 8080 }, periodSeconds: 1 },
};
const workload: KubeObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "shop", namespace: NAMESPACE },
  spec: {
    replicas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [container] } },
  },
};
const service: KubeObject = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "shop", namespace: NAMESPACE },
  spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
};

/** Who is connected to a workload when it is taken over notices nothing. */
describe("An adoption on real nodes", function () {
  this.timeout(20 * 60_000);
  stopAtFailure(this);
  let berth: BerthClient;
  let customer: CustomerCluster;
  let clusterId: string;
  let shop: Row;
  let running: Pod;
  let client: Socket;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    const platform = await startPlatform("real");
    berth = await registerAccount(platform.url);
    customer = await startCustomerCluster(platform, "customer-real");
    await eventually(() => customer.tenant.create(NAMESPACES, { metadata: { name: NAMESPACE } }, USER), PATIENCE_MS);
    await customer.tenant.create(SERVICES, service, USER);
    await customer.tenant.create(WORKLOADS, workload, USER);
    const asked = { provider: "local", region: "local-1", acknowledge_bundle_install: true };
    const kubeconfig = kubeconfigOf(customer.access);
    ({ id: clusterId } = await insist<Row>(berth, "POST", "/clusters/import", {
      name: "taken-over",
      kubeconfig,
      ...asked,
    }));
    await eventually(async () => {
      const shown = await insist<Row>(berth, "GET", `/clusters/${clusterId}`);
      expect(shown.status, JSON.stringify(shown)).to.equal("running");
    }, PATIENCE_MS);
    running = await onlyPod();
    client = await open();
  });
  after(async () => {
    (client as Socket | undefined)?.destroy();
    if (clusterId !== undefined) {
      await berth.call("DELETE", `/clusters/${clusterId}?cascade=true`);
      // Its address is the next cluster's, which would be taken for it.
      await eventually(async () => {
        expect((await berth.call("GET", `/clusters/${clusterId}`)).status).to.equal(404);
      }, PATIENCE_MS);
    }
    await (customer as CustomerCluster | undefined)?.stop();
  });

  const onlyPod = (): Promise<Pod> =>
    eventually(async () => {
      const { items } = await customer.tenant.list<Pod>(PODS, { namespace: NAMESPACE });
      expect(items).to.have.length(1);
      expect(items[0]?.status.containerStatuses?.every(({ ready }) => ready)).to.equal(true);
      return items[0]!;
    }, PATIENCE_MS);

  /** One connection to its Service, which stays open. */
  const open = (): Promise<Socket> =>
    eventually(async () => {
      const found = await customer.tenant.get<Service>(SERVICES, { namespace: NAMESPACE, name: "shop" });
      const socket = connect({ host: found?.spec.clusterIP ?? "", port: 80 });
      // It shows where the next answer is waited for.
      socket.on("error", () => undefined);
      await once(socket, "connect", { signal: AbortSignal.timeout(5_000) });
      return socket;
    }, PATIENCE_MS);

  /** Waits without leaving the connection alone: a server ends one that is idle. */
  const whileAnswering = <T>(probe: () => Promise<T>): Promise<T> =>
    eventually(
      async () => {
        expect(await ask()).to.contain("Welcome to nginx");
        return probe();
      },
      PATIENCE_MS,
      1_000,
    );

  /** Asks for the page on that connection, and for more to come. */
  async function ask(): Promise<string> {
    client.write("GET / HTTP/1.1\r\nHost: shop\r\nConnection: keep-alive\r\n\r\n");
    let answer = "";
    const signal = AbortSignal.timeout(10_000);
    while (!answer.includes("</html>")) answer += String((await once(client, "data", { signal }))[0]);
    return answer;
  }

  it("stages what runs, and touches nothing", async () => {
    expect(await ask()).to.contain("Welcome to nginx");
    const items = await Promise.all([
      customer.tenant.get(WORKLOADS, { namespace: NAMESPACE, name: "shop" }),
      customer.tenant.get(SERVICES, { namespace: NAMESPACE, name: "shop" }),
    ]);
    const list = [
      { ...items[0], apiVersion: "apps/v1", kind: "Deployment" },
      { ...items[1], apiVersion: "v1", kind: "Service" },
    ];
    const manifest_yaml = JSON.stringify({ apiVersion: "v1", kind: "List", items: list });
    const workloads = [{ namespace: NAMESPACE, kind: "Deployment", name: "shop", manifest_yaml }];
    const path = `/deployments/import?cluster_id=${clusterId}`;
    const { imported, failed } = await insist<{ imported: Row[]; failed: object[] }>(berth, "POST", path, {
      workloads,
    });
    expect(failed).to.deep.equal([]);
    shop = imported[0]!;
    await whileAnswering(async () => {
      const shown = await insist<Row>(berth, "GET", `/deployments/${shop.id}`);
      expect(shown, JSON.stringify(shown)).to.include({ status: "running", status_reason: "StagedForImport" });
    });
  });

  it("takes it over: the same pod answers on the same connection", async () => {
    await insist(berth, "POST", `/deployments/${shop.id}/sync`);
    await whileAnswering(async () => {
      const shown = await insist<Row>(berth, "GET", `/deployments/${shop.id}`);
      expect(shown, JSON.stringify(shown)).to.include({
        status: "running",
        is_staged: false,
        status_reason: "Running",
      });
    });
    const now = await onlyPod();
    expect(now.metadata.uid).to.equal(running.metadata.uid);
    expect(now.status.containerStatuses?.map(({ restartCount }) => restartCount)).to.deep.equal([0]);
    expect(await ask()).to.contain("Welcome to nginx");
  });

  it("rolls a change out into another pod, which answers", async () => {
    const environment_variables = [{ name: "TAKEN", value: "over" }];
    await insist(berth, "PATCH", `/deployments/${shop.id}`, { environment_variables });
    await eventually(
      async () => expect((await onlyPod()).metadata.uid).to.not.equal(running.metadata.uid),
      PATIENCE_MS,
    );
    await untilRunning(berth, shop.id, PATIENCE_MS);
    client.destroy();
    client = await open();
    expect(await ask()).to.contain("Welcome to nginx");
  });

  it("lets it go: the pod runs on", async () => {
    const { metadata } = await onlyPod();
    await insist(berth, "DELETE", `/deployments/${shop.id}?orphan=true`);
    await eventually(async () => {
      expect((await berth.call("GET", `/deployments/${shop.id}`)).status).to.equal(404);
    }, PATIENCE_MS);
    expect((await onlyPod()).metadata.uid).to.equal(metadata.uid);
    expect(await ask()).to.contain("Welcome to nginx");
  });
});
