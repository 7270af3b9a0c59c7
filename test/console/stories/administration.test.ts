import { expect } from "chai";
import { writeOperatorWork } from "../../../adapters/postgres/resources/operator-work.ts";
import type { OperatorWork } from "../../../contract/rest/platform-health.ts";
import { newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { makePlatformAdmin } from "../../api/platform-admin.ts";

/** What the platform's own people do, in a real browser. */
describe("The console's administration", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("is offered to platform admins alone, and sets limits, closes regions, registers applications, tells of health", async () => {
    const person = await newPerson(gateway().url);
    const before = await visitAs(person, "/");
    await before.page.getByRole("link", { name: "Organization" }).waitFor();
    expect(await before.page.getByRole("link", { name: "Administration" }).count()).to.equal(0);

    await makePlatformAdmin(gateway(), person);
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
    const closed = await gateway().services.pool.query("SELECT 1 FROM region_overrides WHERE reason = 'It moves'");
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
    await page.getByText("No operator has told how it is doing").waitFor();
    expect(await findings("health")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  it("shows what the operator has before it as it goes on, and of when that is once nothing more is told", async () => {
    const person = await newPerson(gateway().url);
    const { pool } = gateway().services;
    await makePlatformAdmin(gateway(), person);
    await writeOperatorWork(pool, workOf(12));
    const { page, faults, findings } = await visitAs(person, "/admin/health");
    const told = page.getByRole("list", { name: "What the operator has before it" });
    await told.getByText("12 waiting, 1 in work").waitFor();
    await told.getByText("the oldest for 2.5 s").waitFor();
    await page.getByRole("heading", { name: "The operator", exact: true }).waitFor();
    await page.getByText("Something waits.").waitFor();
    await page.getByRole("img", { name: /^What waits\. For its turn: at last 12, at most 40\./ }).waitFor();
    expect(await findings("operator")).to.deep.equal([]);
    await writeOperatorWork(pool, workOf(0));
    await page.getByText("Nothing waits").waitFor();
    await pool.query("UPDATE platform_facts SET updated_at = now() - interval '5 minutes'");
    await page.getByRole("heading", { name: "The operator, as it was last seen" }).waitFor();
    await page.getByText("The operator has told nothing for 5 min.").waitFor();
    expect(await page.getByText("Nothing waits").count()).to.equal(0);
    expect(await findings("operator-away")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });
});

function workOf(waiting: number): OperatorWork {
  const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
  return {
    queues: [{ name: "Deployment", waiting, working: 1, oldest_seconds: waiting === 0 ? 0 : 2.5 }],
    commits: { waiting: 0, branch_read: true, committed_at: at(0) },
    projection: { waiting: 0, lag_seconds: 0 },
    recent: [
      { at: at(0), waiting: 40, commits_waiting: 3, lag_seconds: 1 },
      { at: at(10), waiting, commits_waiting: 0, lag_seconds: 0 },
    ],
  };
}
