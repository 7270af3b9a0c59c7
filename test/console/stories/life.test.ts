import { expect } from "chai";
import { databaseSecret } from "../../../contract/identity.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { newCluster, newDatabase, newPerson, type Person } from "../../api/client.ts";
import { startEmbeddedApiServer } from "../../support/api-server.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { kubeconfigOf } from "../../support/customer-kubeconfig.ts";

const node = (name: string, serverType: string): object => ({
  name,
  serverType,
  ready: true,
  schedulable: serverType === "medium",
  kubeletVersion: "v1.36.3",
});

/** What becomes of clusters and databases once they run, in a real browser (`make browser`). */
describe("The life of clusters and databases in the console", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories(undefined, () =>
    Promise.resolve({ BERTH_CLUSTER_DENIED_ADDRESSES: "none", BERTH_ARCHIVE_URL: "s3://archive" }),
  );

  const stops: (() => Promise<unknown>)[] = [];
  after(() => Promise.all(stops.map((stop) => stop())));

  const newHarbour = async (): Promise<Readonly<{ person: Person; id: string }>> => {
    const person = await newPerson(gateway().url);
    const id = await newCluster(person.session, { name: "harbour", tier: "dedicated", server_type: "small" });
    await gateway().settle("Cluster", id);
    return { person, id };
  };

  it("is another server type after its plan, with how many nodes have it", async () => {
    const { person, id } = await newHarbour();
    const { page, faults, findings } = await visitAs(person, `/clusters/${id}`);
    await page.getByRole("link", { name: "Server type" }).click();
    const dialog = page.getByRole("dialog", { name: "Server type: harbour" });
    await dialog.getByLabel("Server type").selectOption("medium");
    expect(await findings("server-type")).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Show the plan" }).click();
    const plan = page.getByRole("dialog", { name: "Server type", exact: true });
    await plan.getByRole("button", { name: "Server type" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await person.session("GET", `/clusters/${id}`)).body["server_type"]).to.equal("medium");

    await gateway().settle("Cluster", id, "running", { nodes: [node("a", "medium"), node("b", "small")] });
    await page.getByRole("link", { name: "Nodes" }).click();
    await page.getByText("1 of 2 nodes are of the type medium.").waitFor();
    await page.getByRole("row", { name: /^b / }).getByText("takes no new pods").waitFor();
    expect(await findings("nodes-of-two-types")).to.deep.equal([]);
    await gateway().settle("Cluster", id, "running", { nodes: [node("a", "medium"), node("b", "medium")] });
    await page.getByText(/of 2 nodes are of the type/).waitFor({ state: "detached" });
    expect(await faults()).to.deep.equal([]);
  });

  it("keeps a server type that is out of stock, where nothing else is chosen", async () => {
    const { person, id } = await newHarbour();
    const { page } = await visitAs(person, "/clusters");
    await page.route("**/server-types?*", async (route) => {
      const told = (await (await route.fetch()).json()) as { server_types: { id: string; available: boolean }[] };
      await route.fulfill({
        json: { server_types: told.server_types.map((one) => ({ ...one, available: one.id !== "small" })) },
      });
    });
    await page.goto(`${gateway().url}/clusters/${id}?do=server-type`);
    const dialog = page.getByRole("dialog", { name: "Server type: harbour" });
    const types = dialog.getByLabel("Server type");
    expect(await types.inputValue()).to.equal("small");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await dialog.getByRole("button", { name: "Show the plan" }).click();
    expect((await sent).postDataJSON()).not.to.have.property("server_type", null);
  });

  it("is another channel after its plan, and which component is not as wanted, and why", async () => {
    const { person, id } = await newHarbour();
    const before = (await person.session<{ version: string }>("GET", `/clusters/${id}/bundle`)).body.version;
    const other = before === "stable" ? "latest" : "stable";
    const { page, faults, findings } = await visitAs(person, `/clusters/${id}?tab=components`);
    const component = page.getByRole("row", { name: /^priority-classes/ });
    await component.getByText("on its way").waitFor();
    await page.getByRole("link", { name: "Channel" }).click();
    const dialog = page.getByRole("dialog", { name: "Channel: harbour" });
    await dialog.getByLabel("Version").selectOption(other);
    await dialog.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog", { name: "Channel", exact: true }).getByRole("button", { name: "Channel" }).click();
    await dialog.waitFor({ state: "detached" });
    const condition = { type: "BundleApplied", status: "False", reason: "ComponentFailed", message: CANARY };
    await gateway().settle("Cluster", id, "running", {
      conditions: [{ ...condition, lastTransitionTime: "2026-11-23T09:00:00Z" }],
      bundle: [
        { component: "priority-classes", version: "0.0.1", sync: "OutOfSync", health: "Healthy", message: CANARY },
      ],
    });
    await component.getByText(CANARY).waitFor();
    await component.getByText("0.0.1 →").waitFor();
    await page.getByText(`Channel ${other}`).waitFor();
    expect(await findings("components")).to.deep.equal([]);
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText("Its components are not all there as wanted.").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("begins with an import once somebody has agreed to what is installed", async () => {
    const person = await newPerson(gateway().url);
    // One that is nobody's yet: the tests' own has the platform's kinds already.
    const customer = await startEmbeddedApiServer();
    stops.push(() => customer.stop());
    const { page, faults, findings } = await visitAs(person, "/clusters/import");
    await page.getByLabel("Name (needed)").fill("own");
    await page.getByLabel("Provider (needed)").fill("gke");
    await page.getByLabel("Region (needed)").fill("eu-1");
    await page.getByLabel("Kubeconfig").fill(kubeconfigOf(customer));
    await page.getByRole("button", { name: "Look at it" }).click();
    await page.getByText("It runs Kubernetes").waitFor();
    await page.getByText("Install the platform's components onto it").waitFor();
    expect(await page.locator('[data-operation="importCluster"]').getAttribute("aria-disabled")).to.equal("true");
    await page.getByLabel("Install the platform's components onto it").check();
    await page.getByRole("button", { name: "Import it" }).click();
    const dialog = page.getByRole("dialog", { name: "Import it" });
    await dialog.locator('button[aria-disabled="false"]').waitFor();
    expect(await findings("import-agreed")).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Import it" }).click();
    await page.getByRole("heading", { name: "own", exact: true }).waitFor();
    const { body } = await person.session("GET", new URL(page.url()).pathname);
    expect(body).to.include({ name: "own", is_imported: true });
    expect(await faults()).to.deep.equal([]);
  });

  it("is a database that follows another, takes writes once it is promoted, and gets a password that no page shows", async () => {
    const { person, id: clusterId } = await newHarbour();
    const elsewhereId = await newCluster(person.session, { name: "quay", tier: "dedicated" });
    await gateway().settle("Cluster", elsewhereId);
    const { id: sourceId } = await newDatabase(person.session, clusterId, { name: "orders", tier: "replicated" });
    const serves = { connectionHost: "orders-rw.shop.svc", connectionPort: 5432, connectionSecretName: "orders-login" };
    const restorableFrom = new Date(Date.now() - 7_200_000).toISOString();
    await gateway().settle("DatabaseInstance", sourceId, "running", { ...serves, restorableFrom });
    const { page, faults, findings } = await visitAs(person, "/databases/new");
    await page.getByLabel("Name (needed)").fill("copy");
    await page.getByLabel("Engine (needed)").selectOption("postgresql");
    await page.getByLabel("Cluster (needed)").selectOption({ label: "quay" });
    await page.getByText("Everything else").click();
    await page.getByLabel("Replication source").selectOption({ label: "orders" });
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/databases\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";
    await page.getByRole("link", { name: "orders", exact: true }).waitFor();

    await gateway().settle("DatabaseInstance", id, "running", { ...serves, replicationRole: "replica" });
    await act("Promote");
    expect((await person.session("GET", `/databases/${id}`)).body["promoted"]).to.equal(true);
    await gateway().settle("DatabaseInstance", id, "running", { ...serves, replicationRole: "primary" });
    const scope = { organization: person.slug, deploymentId: undefined, area: "platform" } as const;
    const value = new SecretText("first-password");
    await gateway().services.secrets.create(scope, databaseSecret(id), { value, requestId: "made" });

    const rotated = page.waitForRequest((request) => /\/credentials\/rotate$/.test(request.url()));
    await act("New password");
    await rotated;
    expect(await page.getByRole("textbox").count(), "nothing is shown of it").to.equal(0);
    expect(await faults()).to.deep.equal([]);

    async function act(name: string): Promise<void> {
      await page.getByRole("link", { name, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: `${name}: copy` });
      await dialog.locator('button[aria-disabled="false"]').waitFor();
      expect(await findings(`database-${name}`)).to.deep.equal([]);
      await dialog.getByRole("button", { name, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    }
  });
});
