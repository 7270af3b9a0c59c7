import { expect } from "chai";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { renderDeployment } from "../../render/deployment/render-deployment.ts";
import { deploymentInput } from "../support/deployment-input.ts";
import { startDnsServer, type DnsServer } from "../support/dns-server.ts";
import { eventually } from "../support/eventually.ts";
import { renderRelease, WORKLOAD_CHART } from "../support/helm.ts";
import { startRealCluster, type RealCluster } from "../support/real-cluster.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";

const DEADLINE_MS = 180_000;
const HANDLE = "web-abcdefghij";

/** What rolls a deployment is its chart: the readiness of the new pods, and how the old ones go. */
describe("A change that rolls on a real node", function () {
  this.timeout(15 * 60_000);
  let cluster: RealCluster;
  let dns: DnsServer;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    dns = await startDnsServer();
    cluster = await startRealCluster({ nodes: 1, resolvers: dns.address });
  });

  after(async () => {
    await cluster?.stop();
    await dns?.close();
  });

  /** Delivers as Argo CD would: what the chart makes of the values. */
  async function deliver(value: string): Promise<void> {
    const { valuesYaml } = renderDeployment(
      deploymentInput({
        appType: "api",
        dockerImage: UNPRIVILEGED_NGINX_IMAGE,
        replicas: 2,
        containerPort: 8080,
        cpuRequest: 0.01,
        memoryRequestMb: 16,
        environmentVariables: [{ name: "VERSION", value }],
        healthChecks: { readiness: { enabled: true, type: "http", path: "/", periodSeconds: 1 } },
      }),
    );
    const objects = await renderRelease(WORKLOAD_CHART, valuesYaml, { name: HANDLE, namespace: "default" });
    // Without an address only pods may reach it, and the test is none.
    const items = objects.filter(({ kind }) => kind !== "NetworkPolicy");
    await cluster.apply({ apiVersion: "v1", kind: "List", items });
  }

  const rolledOut = (): Promise<unknown> =>
    eventually(() => cluster.kubectl("rollout", "status", `deployment/${HANDLE}`, "--timeout=30s"), DEADLINE_MS);

  const podNames = async (): Promise<readonly string[]> =>
    (await cluster.kubectl("get", "pods", "-o", "name")).split("\n").filter((line) => line !== "");

  /** When each pod began, failed a probe and was ended, to be put beside the time of what was lost. */
  const whatHappened = (): Promise<string> =>
    cluster.kubectl(
      ...["get", "events", "--sort-by=.lastTimestamp", "-o"],
      "custom-columns=AT:.lastTimestamp,OF:.involvedObject.name,WHAT:.reason,SAID:.message",
    );

  it("loses none of a hundred requests a second at its Service", async () => {
    await deliver("one");
    await rolledOut();
    const host = await cluster.kubectl("get", "service", HANDLE, "-o", "jsonpath={.spec.clusterIP}");
    await eventually(async () => expect((await fetchPage(host)).status).to.equal(200), DEADLINE_MS);
    const load = new SteadyLoad(() => fetchPage(host));
    await load.answers(200);
    for (const value of ["two", "three"]) {
      await deliver(value);
      await rolledOut();
      // The pods before go on for their grace; theirs are the last requests that can be lost.
      await eventually(async () => expect(await podNames()).to.have.length(2), DEADLINE_MS);
      await load.answers(200);
    }
    const lost = await load.end();
    expect(lost, lost.length === 0 ? "" : await whatHappened()).to.deep.equal([]);
  });
});

/** A connection for each request: each is led anew to one of the pods. */
function fetchPage(host: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port: 8080, agent: false, timeout: 10_000 }, (answer) => {
      text(answer).then((page) => resolve({ status: answer.statusCode ?? 0, text: page }), reject);
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer within 10 s")));
    sent.on("error", reject);
    sent.end();
  });
}
