import { expect } from "chai";
import type { Page } from "playwright-core";
import { newCluster, newDeployment, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { toldConditions } from "../../support/told-conditions.ts";

/** How people find things in the console, and take them elsewhere. */
describe("Finding and taking along in the console", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();
  const find = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Name of a resource" }).fill(text);
  };

  it("finds a thing and what can be done to it by keys, sorts lists, says pages as commands, and promotes", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    const elsewhereId = await newCluster(person.session, { name: "quay" });
    for (const id of [clusterId, elsewhereId]) await gateway().settle("Cluster", id);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await newDeployment(person.session, clusterId, { name: "mail" });
    await gateway().settle("Deployment", id, "running", { conditions: toldConditions({ generation: 1 }) });
    const { page, faults, findings } = await visitAs(person, "/deployments");
    await page.getByRole("link", { name: "shop", exact: true }).waitFor();
    await page.getByRole("navigation", { name: "Order" }).getByRole("link", { name: "Oldest" }).click();
    await page.waitForURL(/sort=oldest/);
    expect(await page.locator(".row-name").allTextContents()).to.deep.equal(["shop", "mail"]);

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Name of a resource" }).waitFor();
    // Who leaves it and is quick: the key comes before the page is told that the dialog has gone.
    await page.evaluate(`document.querySelector("dialog[open]").close();
      dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));`);
    await page.getByRole("combobox", { name: "Name of a resource" }).fill("stop shop");
    await page.getByRole("option", { name: "Stop: shop" }).waitFor();
    expect(await findings("palette")).to.deep.equal([]);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Stop: shop" });
    await dialog.getByText("As a command").click();
    expect(await dialog.getByLabel("With curl").textContent()).to.contain(`/api/v1/deployments/${id}/stop`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Promote" }).click();
    await page.getByLabel("Target cluster (needed)").selectOption({ label: "quay" });
    expect(await findings("promote")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Promote it" }).click();
    await page.waitForURL((url) => /\/deployments\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(id));
    await page.getByRole("link", { name: "quay" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("leads from one thing to another of its kind, and nothing of the one is left in the other", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    const { id } = await newDeployment(person.session, clusterId, { name: "shop", docker_image: "shop:1" });
    await newDeployment(person.session, clusterId, { name: "mail", docker_image: "mail:1" });
    const { page } = await visitAs(person, `/deployments/${id}/change`);
    const goTo = async (words: string, option: string): Promise<void> => {
      await find(page, words);
      await page.getByRole("option", { name: option }).waitFor();
      await page.keyboard.press("Enter");
    };
    await page.getByLabel("Docker image").fill("shop:2");
    await goTo("change mail", "Change: mail");
    await page.getByRole("heading", { level: 1, name: "Change mail" }).waitFor();
    expect(await page.getByLabel("Docker image").inputValue()).to.equal("mail:1");

    // What is read of the other one never comes.
    await goTo("mail", "mail Deployment");
    await page.getByRole("heading", { level: 1, name: "mail" }).waitFor();
    await page.route(`**/api/v1/deployments/${id}`, () => undefined);
    await goTo("shop", "shop Deployment");
    await page.waitForURL(`**/deployments/${id}`);
    await page.getByText("Reading…").first().waitFor();
    expect(await page.getByRole("heading", { level: 1, name: "mail" }).isVisible()).to.equal(false);
  });

  it("finds what belongs to people and their means, and what is made of that, each with its page; no more than a role may", async () => {
    const person = await newPerson(gateway().url);
    const at = `/organizations/${person.slug}`;
    await person.session("POST", "/secrets", { name: "HARBOUR_TOKEN", value: "x" });
    await person.session("POST", "/api-keys", { name: "harbour-robot" });
    const hook = await person.session<{ id: string }>("POST", `${at}/webhooks`, {
      url: "https://harbour.example.org/",
    });
    const { page, faults, findings } = await visitAs(person, "/deployments");
    await page.getByRole("heading", { name: "Deployments" }).waitFor();
    await find(page, "harbour");
    const found = page.getByRole("listbox", { name: "Found" });
    for (const way of ["HARBOUR_TOKEN Secret", "harbour-robot API key", "https://harbour.example.org/ Webhook"])
      await found.getByRole("option", { name: way }).waitFor();
    expect(await findings("palette-means")).to.deep.equal([]);
    await found.getByRole("option", { name: "Webhook" }).click();
    await page.waitForURL(`**/organization/webhooks/${hook.body.id}`);
    await find(page, person.email);
    await found.getByRole("option", { name: "Member" }).waitFor();
    await page.keyboard.press("Escape");

    for (const name of ["New secret", "New webhook", "Invite somebody", "New organization", "New API key"]) {
      await find(page, name);
      await found.getByRole("option", { name: `${name} Action` }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name, exact: true }).getByRole("button", { name: "Leave it" }).click();
    }
    await find(page, "administration");
    expect(await found.getByRole("option").count(), "it is for platform admins").to.equal(0);
    expect(await faults()).to.deep.equal([]);
  });
});
