import { expect } from "chai";
import type { Request } from "playwright-core";
import { newCluster, newDatabase, newPerson } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

const SERVES = { connectionHost: "orders-rw.shop.svc", connectionPort: 5432, connectionSecretName: "orders-login" };

/** What people do with databases in the console. */
describe("Databases in the console", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories(undefined, () =>
    Promise.resolve({ BERTH_ARCHIVE_URL: "s3://archive" }),
  );
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

  it("are made and changed by forms with the plan first, and tell how they are reached, without the password", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", clusterId);
    const { page, faults, findings } = await visitAs(person, "/databases");
    await page.getByRole("link", { name: "New database" }).click();
    await page.getByLabel("Name (needed)").fill("orders");
    await page.getByLabel("Engine (needed)").selectOption("postgresql");
    await page.getByLabel("Cluster (needed)").selectOption({ label: "harbour" });
    expect(await findings("new-database")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/databases\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";
    await gateway().settle("DatabaseInstance", id, "running", SERVES);

    await page.getByRole("link", { name: "Connection" }).click();
    await page.getByRole("button", { name: "Show the connection" }).click();
    await page.getByText("orders-rw.shop.svc").waitFor();
    expect(await findings("connection")).to.deep.equal([]);
    await page.getByRole("link", { name: "Change", exact: true }).click();
    await page.getByLabel("Storage size (GB)").fill("30");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change it" }).click();
    await page.getByRole("heading", { name: "orders", exact: true }).waitFor();
    expect((await person.session("GET", `/databases/${id}`)).body["storage_size_gb"]).to.equal(30);
    expect(await faults()).to.deep.equal([]);
  });

  it("are backed up, and restored to a moment that is picked within what can be restored", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDatabase(person.session, clusterId, { name: "orders" });
    const window = { restorableFrom: hoursAgo(10), restorableUntil: hoursAgo(0) };
    await gateway().settle("DatabaseInstance", id, "running", { ...SERVES, ...window });
    const { page, faults, findings } = await visitAs(person, `/databases/${id}?tab=backups`);
    await page.getByRole("link", { name: "Back up now" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Back up now" }).click();
    await page.getByRole("list", { name: "Backups" }).getByText("pending").waitFor();
    const { body } = await person.session<{ backups: { id: string }[] }>("GET", `/databases/${id}/backups`);
    const backupId = body.backups[0]?.id ?? "";
    await gateway().settle("DatabaseBackup", backupId, "failed", { databaseId: id, errorMessage: CANARY });
    await page.getByText(CANARY).waitFor();
    expect(await findings("backups")).to.deep.equal([]);

    await page.getByRole("link", { name: "Restore" }).click();
    await page.getByLabel("New name (needed)").fill("orders-before");
    await page.getByLabel("The moment").focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press("PageDown");
    expect(await findings("restore")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page
      .getByRole("dialog", { name: "Restore it", exact: true })
      .getByRole("button", { name: "Restore it" })
      .click();
    await page.getByRole("heading", { name: "orders-before", exact: true }).waitFor();
    await page.getByRole("link", { name: "orders", exact: true }).waitFor();

    await page.goto(`${gateway().url}/databases/${id}?do=delete`);
    await page.getByLabel("Make one last backup before, and keep it").waitFor();
    expect(await findings("delete-database")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  it("are deleted after the plan of what was chosen last, and one that could not be had is asked for again", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDatabase(person.session, clusterId, { name: "orders" });
    await gateway().settle("DatabaseInstance", id, "running", SERVES);
    const { page } = await visitAs(person, `/databases/${id}`);
    const [first, firstEnds] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let asked = 0;
    let firstUrl = "";
    const onEnd = (request: Request): void => {
      if (request.url() === firstUrl) firstEnds.resolve(undefined);
    };
    page.on("requestfinished", onEnd).on("requestfailed", onEnd);
    await page.route("**/api/v1/databases/*dry_run=true*", async (route) => {
      asked += 1;
      const question = asked;
      if (question === 1) firstUrl = route.request().url();
      if (question === 3) return route.fulfill({ status: 503 });
      const answer = await route.fetch();
      const body = (await answer.json()) as { plan: object };
      const json = { ...body, plan: { ...body.plan, warnings: [`The answer to question ${question}`] } };
      if (question === 1) await first.promise;
      return route.fulfill({ response: answer, json });
    });
    const told = page.getByRole("dialog").getByText("The answer to question");
    const isAsked = page.waitForRequest(/dry_run=true/);
    await page.getByRole("link", { name: "Delete" }).click();
    await isAsked;
    await page.getByLabel("Make one last backup before, and keep it").click();
    await told.waitFor();
    first.resolve(undefined);
    await firstEnds.promise;
    await page.evaluate("new Promise(requestAnimationFrame)");
    expect(await told.innerText()).to.equal("The answer to question 2");

    await page.getByLabel("Make one last backup before, and keep it").click();
    await page.getByRole("button", { name: "Ask again" }).click();
    await told.waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/databases$/);
  });
});
