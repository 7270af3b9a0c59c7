import { expect } from "chai";
import { newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

/** What the platform's own people do, in a real browser. */
describe("The console's administration", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("is offered to platform admins alone, and sets limits, closes regions, registers applications, tells of health", async () => {
    const person = await newPerson(gateway().url);
    const before = await visitAs(person, "/");
    await before.page.getByRole("link", { name: "Organization" }).waitFor();
    expect(await before.page.getByRole("link", { name: "Administration" }).count()).to.equal(0);

    const { services } = gateway();
    await services.pool.query("UPDATE users SET is_platform_admin = true WHERE id = $1", [person.userId]);
    const { page, faults, findings } = await visitAs(person, "/");
    await page.getByRole("link", { name: "Administration" }).click();
    await page.getByLabel("Start of the name").fill("Test");
    await page.getByRole("button", { name: "Limits of Test User" }).click();
    await page.getByLabel("Clusters").fill("7");
    await page.getByRole("dialog").getByRole("button", { name: "Limits" }).click();
    await page.getByText("7 clusters").waitFor();
    expect(await findings("all-organizations")).to.deep.equal([]);

    await page.getByRole("link", { name: "Providers" }).click();
    await page.getByRole("button", { name: "Close Local 1" }).click();
    await page.getByLabel("Reason").fill("It moves");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    // The regions of these tests never change: that it was taken is what is seen.
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const closed = await services.pool.query("SELECT 1 FROM region_overrides WHERE reason = 'It moves'");
    expect(closed.rowCount).to.equal(1);
    expect(await findings("providers")).to.deep.equal([]);

    await page.getByRole("link", { name: "Applications" }).click();
    await page.getByRole("button", { name: "Register an application" }).click();
    await page.getByLabel("Name (needed)").fill("Harbour master");
    await page.getByLabel("Type (needed)").selectOption("confidential");
    await page.getByLabel("Redirect uris (needed)").fill("https://a.example.org/1\nhttps://a.example.org/2");
    await page.getByLabel("deployments:read").check();
    await page.getByRole("dialog").getByRole("button", { name: "Register an application" }).click();
    expect((await page.getByLabel("client_secret").inputValue()).length).to.be.at.least(16);
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByText("https://a.example.org/1, https://a.example.org/2").waitFor();
    expect(await findings("oauth-clients")).to.deep.equal([]);

    await page.getByRole("link", { name: "Host clusters" }).click();
    await page.getByRole("button", { name: "New host cluster" }).waitFor();
    expect(await findings("hosts")).to.deep.equal([]);
    await page.getByRole("link", { name: "Health" }).click();
    await page.getByRole("heading", { name: "Requests are served" }).waitFor();
    expect(await findings("health")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });
});
