import { expect } from "chai";
import type { Page } from "playwright-core";
import { newCluster, newPerson } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";

const chosen = (page: Page): Promise<string> => page.evaluate("document.getSelection().toString()");

/** How bodies are written as YAML beside their forms, in a real browser (`make browser`). */
describe("The console's YAML", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("is one state with the form: makes and changes a deployment, tells faults at their lines, and overwrites nobody", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { page, faults, findings } = await visitAs(person, `/deployments/new?cluster=${clusterId}`);
    const area = page.getByRole("textbox", { name: "YAML" });
    const [asForm, asYaml] = ["Form", "YAML"].map((name) => page.getByRole("button", { name, exact: true }));
    const replaceText = async (from: string, to: string): Promise<void> => {
      const text = await area.inputValue();
      expect(text).to.contain(from);
      await area.fill(text.replace(from, to));
    };
    await page.getByLabel("Name (needed)").fill("shop");
    await asYaml?.click();
    await area.waitFor();
    expect(await area.inputValue()).to.equal(`name: shop\napp_type: null\ncluster_id: ${clusterId}\n`);

    // Neither what is no YAML nor what nobody knows leaves it, and both are told at their lines.
    await replaceText("app_type: null", "app_type: web_app\n  replica: 2");
    await asForm?.click();
    await page.getByText("Line 3: This is no YAML (bad indentation").waitFor();
    expect(await chosen(page)).to.equal("  replica: 2");
    await replaceText("  replica: 2", "replica: 2");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("alert").getByText("Line 3: replica is not known here: replicas is.").waitFor();
    expect([await chosen(page), await area.getAttribute("aria-invalid")]).to.deep.equal(["replica: 2", "true"]);
    expect(await findings("yaml-fault")).to.deep.equal([]);
    await replaceText("replica: 2", "replicas: 2\ndocker_image: nginx:1");

    // What the interface refuses is told at its line, too.
    await replaceText("name: shop", "name: Not A Name");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByText(/^Line 1, name: /).waitFor();
    await replaceText("name: Not A Name", "name: shop");
    await asForm?.click();
    expect(await page.getByLabel("Replicas").inputValue()).to.equal("2");
    expect(await page.getByLabel("App type (needed)").inputValue()).to.equal("web_app");
    await page.getByLabel("Replicas").fill("3");
    await asYaml?.click();
    await replaceText(
      "replicas: 3",
      `replicas: 4\nenvironment_variables:\n  - name: A\n    value: ${JSON.stringify(CANARY)}`,
    );
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("list", { name: "What changes on the cluster" }).waitFor();
    await page.getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/deployments\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";
    const made = (await person.session("GET", `/deployments/${id}`)).body;
    expect([made["replicas"], made["docker_image"]]).to.deep.equal([4, "nginx:1"]);
    expect(made["environment_variables"]).to.deep.include.members([{ name: "A", value: CANARY, secret_ref: null }]);

    // Of a change only what differs is sent, and of what somebody else changed meanwhile nothing is lost.
    await page.getByRole("link", { name: "Change" }).click();
    await page.getByLabel("Docker image").waitFor();
    await asYaml?.click();
    await replaceText("replicas: 4", "replicas: 5");
    const other = await person.session("PATCH", `/deployments/${id}`, { docker_image: "nginx:2" });
    expect(other.status, other.text).to.equal(200);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByText("Somebody changed it meanwhile.").waitFor();
    expect(await findings("yaml-conflict")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change it" }).click();
    await page.getByRole("heading", { name: "shop", exact: true }).waitFor();
    const { body } = await person.session("GET", `/deployments/${id}`);
    expect([body["replicas"], body["docker_image"]]).to.deep.equal([5, "nginx:2"]);
    expect(await faults()).to.deep.equal([]);
  });

  it("tells what a cluster costs as it is written, and makes databases and clusters", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { page, faults } = await visitAs(person, `/databases/new?cluster=${clusterId}`);
    const area = page.getByRole("textbox", { name: "YAML" });
    const toYaml = (): Promise<void> => page.getByRole("button", { name: "YAML", exact: true }).click();
    await toYaml();
    await area.fill(`name: orders\ncluster_id: ${clusterId}\nengine: postgresql\n`);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/databases\/[0-9a-f-]{36}$/);

    await page.goto(`${gateway().url}/clusters/new`);
    await toYaml();
    await area.fill("name: quay\nprovider: local\nregion: local-1\ntier: shared\n");
    await page.getByText("No nodes of its own to pay.").waitFor();
    await page.getByRole("button", { name: "Form", exact: true }).click();
    await eventually(async () => expect(await page.getByLabel("Tier (needed)").inputValue()).to.equal("shared"));
    expect(await page.getByLabel("Node count").count()).to.equal(0);
    expect(await faults()).to.deep.equal([]);
  });
});
