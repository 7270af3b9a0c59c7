import { expect } from "chai";
import { newCluster, newDeployment, newPerson, PASSWORD } from "../../api/client.ts";
import { ageProofs } from "../../api/second-factor-scene.ts";
import { sharedApiServer } from "../../support/api-server.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { kubeconfigOf } from "../../support/customer-kubeconfig.ts";

/** What people do with clusters in the console. */
describe("Clusters in the console", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories(undefined, () =>
    Promise.resolve({ BERTH_CLUSTER_DENIED_ADDRESSES: "none" }),
  );

  it("are made by a form that knows what can be had, what it costs and how long it takes", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults, findings } = await visitAs(person, "/clusters");
    await page.getByRole("link", { name: "New cluster" }).click();
    await page.getByLabel("Name (needed)").fill("harbour");
    await page.locator("select#provider").selectOption("local");
    await page.locator("select#region").selectOption("local-1");
    await page.locator("select#tier").selectOption("dedicated");
    await page.locator("select#server_type").selectOption("small");
    await page.getByLabel("Node count").fill("2");
    await page.getByText("9.00 € a month for its 2 nodes").waitFor();
    await page.getByText(/It runs in about/).waitFor();
    expect(await page.getByRole("option", { name: "Local 2 (local-2): Disabled" }).isDisabled()).to.equal(true);
    expect(await findings("new-cluster")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make it" }).click();
    await page.getByRole("heading", { name: "harbour", exact: true }).waitFor();
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";
    expect((await person.session("GET", `/clusters/${id}`)).body).to.include({ node_count: 2, server_type: "small" });
    expect(await faults()).to.deep.equal([]);
  });

  it("are scaled, upgraded and deleted with their plan; what runs on one is named before it goes", async () => {
    const person = await newPerson(gateway().url);
    const id = await newCluster(person.session, { name: "harbour", tier: "dedicated", kubernetes_version: "1.35.4" });
    await gateway().settle("Cluster", id);
    await newDeployment(person.session, id, { name: "shop" });
    const { page, faults, findings } = await visitAs(person, `/clusters/${id}`);
    await page.getByRole("link", { name: "Scale" }).click();
    const dialog = page.getByRole("dialog", { name: "Scale: harbour" });
    await dialog.getByLabel("Autoscaling enabled").selectOption({ label: "Yes" });
    await dialog.getByLabel("Min nodes").fill("1");
    await dialog.getByLabel("Max nodes").fill("3");
    expect(await findings("scale")).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog", { name: "Scale", exact: true }).getByRole("button", { name: "Scale" }).click();
    await dialog.waitFor({ state: "detached" });
    const scaled = await person.session("GET", `/clusters/${id}`);
    expect(scaled.body).to.include({ autoscaling_enabled: true, min_nodes: 1, max_nodes: 3 });

    await gateway().settle("Cluster", id, "running");
    await page.getByRole("link", { name: "Upgrade", exact: true }).click();
    await page.getByLabel("To version (needed)").fill("1.36");
    await page.getByLabel("Upgrade notes").fill(CANARY);
    await page.getByRole("dialog").getByRole("button", { name: "Upgrade" }).click();
    await page.getByRole("link", { name: "Upgrades" }).click();
    await page.getByRole("heading", { name: "1.35.4 → 1.36.3" }).waitFor();
    expect(await findings("upgrades")).to.deep.equal([]);
    await page.getByRole("button", { name: "Approve 1.36.3" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const { body } = await person.session<{ upgrades: { id: string }[] }>("GET", `/clusters/${id}/upgrades`);
    await gateway().settle("UpgradeRequest", body.upgrades[0]?.id ?? "", "in_progress");
    await page.getByRole("button", { name: "Approve 1.36.3" }).waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Runs here" }).click();
    await page.getByRole("link", { name: "shop" }).waitFor();
    expect(await findings("runs-here")).to.deep.equal([]);
    await page.getByRole("link", { name: "Delete" }).click();
    await page.getByText("One thing runs on it").waitFor();
    expect(await findings("delete-cluster")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  it("give away a kubeconfig to whoever proves anew who they are, on no screen, and end it", async () => {
    const person = await newPerson(gateway().url);
    const id = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", id);
    await ageProofs(gateway(), person.userId, 16);
    const { page, faults, findings } = await visitAs(person, `/clusters/${id}?do=kubeconfig`);
    await page.getByRole("button", { name: "Make one" }).click();
    const proof = page.getByRole("dialog", { name: "Is it you?" });
    await proof.getByLabel("Your password").fill(PASSWORD);
    expect(await findings("prove-again")).to.deep.equal([]);
    await proof.getByRole("button", { name: "It is me" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download it" }).click();
    expect((await download).suggestedFilename()).to.equal("harbour.kubeconfig");
    expect(await page.content()).not.to.contain("apiVersion");
    expect(await findings("kubeconfig")).to.deep.equal([]);
    await page.getByRole("button", { name: "End it" }).click();
    await page.getByRole("dialog", { name: "End a kubeconfig" }).getByRole("button", { name: "End it" }).click();
    await page.getByText("None.").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("are imported after a look that shows what stands in the way", async () => {
    const person = await newPerson(gateway().url);
    const customer = await sharedApiServer();
    const { page, faults, findings } = await visitAs(person, "/clusters/import");
    await page.getByLabel("Name (needed)").fill("own");
    await page.getByLabel("Provider (needed)").fill("gke");
    await page.getByLabel("Region (needed)").fill("eu-1");
    await page.getByLabel("Kubeconfig").fill(kubeconfigOf(customer, { user: { token: "wrong" } }));
    await page.getByRole("button", { name: "Look at it" }).click();
    await page.getByRole("table", { name: "What was found on the cluster" }).getByText("in the way").waitFor();
    expect(await findings("import-refused")).to.deep.equal([]);
    await page.getByLabel("Kubeconfig").fill(kubeconfigOf(customer));
    await page.getByRole("button", { name: "Look at it" }).click();
    await page.getByText("It runs Kubernetes").waitFor();
    expect(await faults()).to.deep.equal([]);
  });
});
