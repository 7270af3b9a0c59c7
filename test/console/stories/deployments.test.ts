import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { newCluster, newDatabase, newDeployment, newPerson, PASSWORD } from "../../api/client.ts";
import { playLogs } from "../../support/played-logs.ts";
import { toldConditions } from "../../support/told-conditions.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

/** What people do in the console, in a real browser (`make browser`), on a gateway whose operator the test plays. */
describe("The console", function () {
  this.timeout(600_000);
  const logs = playLogs();
  const { gateway, visit, visitAs } = tellConsoleStories(() => logs.replace);

  it("lets people register, sign out, and in again, and says what is wrong", async () => {
    const { page, faults, findings } = await visit("/register");
    const email = `user-${randomBytes(6).toString("hex")}@example.org`;
    await page.getByLabel("Your name").fill(CANARY);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Password").getAttribute("aria-invalid")).to.equal("true");
    expect(await findings("register")).to.deep.equal([]);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    expect(await page.getByRole("heading", { name: "Hello" }).textContent()).to.contain(CANARY);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(`${PASSWORD}!`);
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).to.match(/Request\s+\S{8,}/);
    expect(await findings("sign-in")).to.deep.equal([]);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("lists deployments, narrows them as one types, and shows a change within a moment", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    for (const name of ["shop", "mail", "queue-of-a-very-long-name-that-wraps"]) {
      const { id } = await newDeployment(person.session, clusterId, {
        name,
        docker_image: `registry.example/${name}:1`,
      });
      await gateway().settle("Deployment", id, name === "mail" ? "failed" : "running", {
        ...(name === "mail" && { errorMessage: CANARY, statusReason: "ImagePullFailed" }),
      });
    }
    const { page, faults, findings } = await visitAs(person, "/deployments");
    await page.getByRole("link", { name: "shop" }).waitFor();
    expect(await findings("deployments")).to.deep.equal([]);
    await page.keyboard.press("/");
    await page.keyboard.type("example/MA");
    await page.getByText("1 of 3").waitFor();
    expect(new URL(page.url()).search).to.equal("?q=example%2FMA");
    await page.reload();
    await page.getByText("1 of 3").waitFor();
    expect(await page.getByRole("link", { name: "mail", exact: true }).count()).to.equal(1);

    const later = await newDeployment(person.session, clusterId, {
      name: "example-mail-2",
      docker_image: "example/ma:2",
    });
    await gateway().settle("Deployment", later.id, "provisioning");
    await page.getByText("2 of 4").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("shows a deployment's newest change on its way, whatever changes it, and what is said of it", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop", replicas: 2, container_port: 80 });
    await gateway().settle("Deployment", id, "provisioning", {
      conditions: toldConditions({ generation: 1, until: "Synced", reason: "Syncing" }),
    });
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}`);
    await page.getByRole("heading", { name: "On its way: not yet synced." }).waitFor();

    await gateway().settle("Deployment", id, "failed", {
      conditions: toldConditions({ generation: 1, until: "Healthy", reason: "ImagePullFailed", message: CANARY }),
      errorMessage: CANARY,
    });
    await page.getByRole("heading", { name: "It stopped before it was healthy." }).waitFor();
    expect(await page.getByText(CANARY).count()).to.be.at.least(1);
    expect(await findings("deployment-failed")).to.deep.equal([]);

    await gateway().settle("Deployment", id, "running", {
      conditions: toldConditions({ generation: 1 }),
      errorMessage: null,
    });
    await page.getByRole("heading", { name: "The newest change is in place." }).waitFor();
    expect(await page.getByText("c0ffee0123").count()).to.be.at.least(1);
    expect(await findings("deployment")).to.deep.equal([]);

    const log = await logs.open(gateway(), id);
    await page.getByRole("link", { name: "Logs" }).click();
    log.write(`2026-01-01T00:00:00.000000001Z ${CANARY}\n2026-01-01T00:00:00.000000002Z second\n`);
    await page.getByRole("log").getByText("second").waitFor();
    expect(await page.getByRole("log").innerText()).to.contain(CANARY);
    await page.getByLabel("Search in the logs").fill("SECOND");
    await page.getByText("1 line").waitFor();
    expect(await findings("logs")).to.deep.equal([]);
    await page.getByRole("link", { name: "Events" }).click();
    await page.getByText("Nothing was said in the last hour").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("shows a plan before it does anything, and offers nothing to whoever may only look", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session);
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await gateway().settle("Deployment", id, "running", { conditions: toldConditions({ generation: 1 }) });
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}`);
    const stop = page.getByRole("link", { name: "Stop", exact: true });
    await stop.click();
    const dialog = page.getByRole("dialog", { name: "Stop: shop" });
    await dialog.getByRole("list", { name: "What changes on the cluster" }).waitFor();
    expect(await findings("plan")).to.deep.equal([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const read = async (): Promise<unknown> => (await person.session("GET", `/deployments/${id}`)).body["status"];
    expect(await read()).to.equal("running");

    await page.getByRole("link", { name: "Delete" }).click();
    await page.getByLabel("Delete its volumes too").check();
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete" });
    await page.locator('dialog button[aria-disabled="false"]').waitFor();
    await confirm.click();
    await page.getByRole("heading", { name: "Deployments" }).waitFor();
    expect(await read()).to.equal("deleting");
    expect(await faults()).to.deep.equal([]);
  });

  it("begins with what needs the reader, and says what is not live; lists and shows clusters and databases", async () => {
    const person = await newPerson(gateway().url);
    const bare = await visitAs(person, "/");
    await bare.page.getByRole("heading", { name: "Everything begins with a cluster" }).waitFor();
    expect(await bare.findings("home-empty")).to.deep.equal([]);

    const clusterId = await newCluster(person.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", clusterId);
    const database = await newDatabase(person.session, clusterId, { name: "orders", storage_size_gb: 20 });
    await gateway().settle("DatabaseInstance", database.id, "degraded", { errorMessage: CANARY });
    const { page, faults, findings } = await visitAs(person, "/");
    await page.getByRole("heading", { name: "One thing needs you" }).waitFor();
    expect(await page.getByText(CANARY).count()).to.be.at.least(1);
    expect(await findings("home")).to.deep.equal([]);
    await page.getByRole("link", { name: "See what is wrong: orders" }).click();
    await page.getByRole("heading", { name: "orders" }).waitFor();
    expect(await findings("database")).to.deep.equal([]);
    await page.getByRole("link", { name: "Clusters" }).click();
    await page.getByRole("link", { name: "harbour" }).click();
    await page.getByText("local, local-1").waitFor();
    await page.getByText("Requests come by").waitFor();
    expect(await findings("cluster")).to.deep.equal([]);

    await page.context().setOffline(true);
    await gateway().settle("Cluster", clusterId, "error", { errorMessage: "The provider is gone" });
    await page.context().setOffline(false);
    await page.getByText("The provider is gone").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("makes and changes a deployment by forms, with the plan first, and shows what somebody else changed meanwhile", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { page, faults, findings } = await visitAs(person, "/deployments");
    await page.getByRole("link", { name: "New deployment" }).click();
    await page.getByLabel("Name (needed)").fill("Not A Name");
    await page.getByLabel("App type (needed)").selectOption("web_app");
    await page.getByLabel("Cluster (needed)").selectOption({ label: "harbour" });
    await page.getByLabel("Docker image").fill("nginx:1");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Name (needed)").getAttribute("aria-invalid")).to.equal("true");
    expect(await findings("new-deployment")).to.deep.equal([]);
    await page.getByText("Everything else").click();
    for (const [given, told] of [
      ["500m", "give a number, such as 0.5"],
      ["0.5", /such as my-shop$/],
    ] as const) {
      await page.getByLabel("CPU request").fill(given);
      await page.getByRole("button", { name: "Show the plan" }).click();
      await page.getByText(told, { exact: true }).waitFor();
    }
    expect(await page.getByLabel("CPU request").isVisible(), "what was opened stays open").to.equal(true);
    await page.getByLabel("Name (needed)").fill("shop");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("list", { name: "What changes on the cluster" }).waitFor();
    await page.getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/deployments\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { name: "shop", exact: true }).waitFor();
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";

    await person.session("POST", "/secrets", { name: "API_TOKEN", value: "x" });
    await page.getByRole("link", { name: "Change" }).click();
    await page.getByLabel("Replicas").fill("3");
    const variables = page.getByRole("group", { name: "Environment variables", exact: true });
    for (const index of [1, 2, 3]) {
      await variables.getByRole("button", { name: "Add" }).click();
      const row = variables.getByRole("group", { name: `Environment variables ${index}` });
      await row.getByLabel("Name").fill(`V_${index}`);
      if (index === 2) await row.getByLabel("Secret ref").fill("API_TOKEN");
      else await row.getByLabel("Value").fill(CANARY);
    }
    await variables.getByRole("button", { name: "Remove V_1" }).click();
    const other = await person.session("PATCH", `/deployments/${id}`, { docker_image: "nginx:2" });
    expect(other.status, other.text).to.equal(200);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByText("Somebody changed it meanwhile.").waitFor();
    await page.getByText("nginx:2").waitFor();
    expect(await findings("conflict")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change it" }).click();
    await page.getByRole("heading", { name: "shop", exact: true }).waitFor();
    const { body } = await person.session("GET", `/deployments/${id}`);
    expect([body["replicas"], body["docker_image"]]).to.deep.equal([3, "nginx:2"]);
    const kept = (body["environment_variables"] as Record<string, unknown>[]).map((one) => [
      one["name"],
      one["value"] ?? one["secret_ref"],
    ]);
    expect(kept).to.deep.equal([
      ["V_2", "API_TOKEN"],
      ["V_3", CANARY],
    ]);
    expect(await faults()).to.deep.equal([]);
  });
});
