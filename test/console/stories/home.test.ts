import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { newCluster, newDatabase, newDeployment, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { toldConditions } from "../../support/told-conditions.ts";
import { placeOf } from "../../api/find-object.ts";

const GONE = "Its API server has not answered for a minute. Look at its network.";

/** Stands for a cluster that answers nobody. */
function silent(): KubeClient {
  const refuse = (): Promise<never> => Promise.reject(new KubeError("GET /x", { status: 0, reason: "ETIMEDOUT" }));
  const client: Partial<KubeClient> = { get: refuse, list: refuse, request: refuse, close: () => Promise.resolve() };
  return client as KubeClient;
}

/** How everything stands while a part of it does not answer, in a real browser (`make browser`). */
describe("The console's Home", function () {
  this.timeout(600_000);
  const away = new Set<string>();
  const { gateway, visitAs } = tellConsoleStories(() => ({ tenantReader }) => ({
    tenantReader: {
      open: async (cluster) => (away.has(cluster.objectName) ? silent() : await tenantReader.open(cluster)),
    },
  }));

  it("counts what runs on all clusters, though one of them cannot be reached, and says which", async () => {
    const person = await newPerson(gateway().url);
    const near = await newCluster(person.session, { name: "near", tier: "dedicated" });
    const far = await newCluster(person.session, { name: "far", tier: "dedicated" });
    for (const id of [near, far]) await gateway().settle("Cluster", id);
    const settled = async (clusterId: string, name: string, phase: string): Promise<string> => {
      const { id } = await newDeployment(person.session, clusterId, { name });
      const conditions = toldConditions({ generation: 1 });
      await gateway().settle("Deployment", id, phase, {
        conditions,
        ...(phase === "failed" && { errorMessage: "x" }),
      });
      return id;
    };
    await settled(near, "shop", "running");
    await settled(near, "mail", "stopped");
    const queue = await settled(far, "queue", "running");
    await settled(far, "search", "failed");
    const orders = await newDatabase(person.session, near, { name: "orders" });
    const stock = await newDatabase(person.session, far, { name: "stock" });
    for (const { id } of [orders, stock]) await gateway().settle("DatabaseInstance", id);

    const { page, faults, findings } = await visitAs(person, "/");
    const counts = async (kind: string): Promise<readonly string[]> =>
      page.getByRole("region", { name: kind, exact: true }).getByRole("listitem").allInnerTexts();
    const clusters = page.getByRole("region", { name: "Clusters", exact: true });
    await clusters.getByText("2 running").waitFor();
    const others = async (): Promise<object> => ({
      deployments: await counts("Deployments"),
      databases: await counts("Databases"),
    });
    const all = { deployments: ["2 running", "1 in trouble", "1 stopped"], databases: ["2 running"] };
    const hasAll = (): Promise<unknown> => eventually(async () => expect(await others()).to.deep.equal(all));
    await hasAll();

    away.add((await placeOf(gateway(), far)).name);
    await gateway().settle("Cluster", far, "degraded", { errorMessage: GONE, statusReason: "ClusterUnreachable" });
    await clusters.getByText("1 in trouble").waitFor();
    await page.getByText(GONE).waitFor();
    expect(await counts("Clusters")).to.deep.equal(["1 running", "1 in trouble"]);
    expect(await others()).to.deep.equal(all);
    expect(await findings("home-cluster-away")).to.deep.equal([]);

    // So it is for who comes only now, and what is asked of the cluster itself says that it does not answer.
    await page.goto(`${gateway().url}/deployments/${queue}?tab=events`);
    await page.getByRole("alert").waitFor();
    await page.goto(`${gateway().url}/`);
    await clusters.getByText("1 in trouble").waitFor();
    await hasAll();
    await gateway().settle("Deployment", await settled(near, "new", "provisioning"), "running");
    await page.getByRole("region", { name: "Deployments", exact: true }).getByText("3 running").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("is not called live while a list could not be read, and reads it again by itself", async () => {
    const person = await newPerson(gateway().url);
    await newCluster(person.session, { name: "harbour" });
    const { page } = await visitAs(person, "/account");
    await page.getByText("Live", { exact: true }).waitFor();
    let isAway = true;
    await page.route("**/api/v1/clusters?*", (route) =>
      isAway ? route.fulfill({ status: 400, json: { code: "unexpected", detail: "It is away" } }) : route.continue(),
    );
    await page.goto(`${gateway().url}/`);
    await page.getByRole("alert").waitFor();
    const live = page.locator(".live");
    await eventually(async () => expect(await live.textContent()).to.equal("Connecting"));
    isAway = false;
    await page.getByRole("region", { name: "Clusters", exact: true }).getByRole("listitem").first().waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByText("Live", { exact: true }).waitFor();
  });
});
