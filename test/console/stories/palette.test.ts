import { expect } from "chai";
import { newCluster, newDeployment, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { toldConditions } from "../../support/told-conditions.ts";

/** How people find things in the console, and take them elsewhere. */
describe("Finding and taking along in the console", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

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
    await page.getByLabel("Target cluster id (needed)").selectOption({ label: "quay" });
    expect(await findings("promote")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Promote it" }).click();
    await page.waitForURL((url) => /\/deployments\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(id));
    await page.getByRole("link", { name: "quay" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });
});
