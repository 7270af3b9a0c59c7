import { expect } from "chai";
import { newCluster, newDeployment, newPerson, type Person } from "../../api/client.ts";
import type { ConsolePage } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { playCommit } from "../../support/played-deployment.ts";

/** What is done to a deployment by its buttons, in a real browser (`make browser`). */
describe("The console's actions", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  const newShop = async (): Promise<Readonly<{ person: Person; clusterId: string; id: string }>> => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop", docker_image: "shop:1" });
    await playCommit(gateway(), id, "request-1");
    return { person, clusterId, id };
  };

  /** Presses a button of a page, looks at the plan, and says yes; answers with what was asked of the gateway. */
  const act = async ({ page, findings }: ConsolePage, id: string, name: string): Promise<readonly string[]> => {
    const asked: string[] = [];
    const note = (request: Readonly<{ url: () => string; method: () => string }>): void => {
      const { pathname, searchParams } = new URL(request.url());
      if (request.method() !== "GET" && pathname.includes(id))
        asked.push(`${pathname.split("/").at(-1) ?? ""}${searchParams.has("dry_run") ? ", dry" : ""}`);
    };
    page.on("request", note);
    await page.getByRole("link", { name, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `${name}: shop` });
    await dialog.locator('button[aria-disabled="false"]').waitFor();
    expect(await findings(`plan-${name}`)).to.deep.equal([]);
    expect(
      asked.every((one) => one.endsWith(", dry")),
      "nothing is done before it is said",
    ).to.equal(true);
    await dialog.getByRole("button", { name, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    page.off("request", note);
    return asked;
  };

  it("stop, start, restart and deliver anew what they are pressed for, each after its plan, once", async () => {
    const { person, id } = await newShop();
    const visited = await visitAs(person, `/deployments/${id}`);
    expect(await act(visited, id, "Stop")).to.deep.equal(["stop, dry", "stop"]);
    await gateway().settle("Deployment", id, "stopped");
    expect(await act(visited, id, "Start")).to.deep.equal(["start, dry", "start"]);
    await gateway().settle("Deployment", id, "running");
    expect(await act(visited, id, "Restart")).to.deep.equal(["restart, dry", "restart"]);
    expect(await act(visited, id, "Deliver anew")).to.deep.equal(["sync, dry", "sync"]);
    expect(await visited.faults()).to.deep.equal([]);
  });

  it("return to a revision, whose difference was seen before and whose plan is shown", async () => {
    const { person, id } = await newShop();
    await person.session("PATCH", `/deployments/${id}`, { docker_image: "shop:2" });
    await playCommit(gateway(), id, "request-2");
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}?tab=revisions`);
    await page.getByRole("button", { name: "Return to 1" }).waitFor();
    expect(await page.getByRole("button", { name: "Return to 2" }).count(), "it is there already").to.equal(0);
    await page.getByText("What it changed").first().click();
    const changed = page.getByLabel("Changes of revision 2");
    await changed.getByText('-  reference: "shop:1"').waitFor();
    await changed.getByText('+  reference: "shop:2"').waitFor();
    expect(await findings("revisions")).to.deep.equal([]);

    await page.getByRole("button", { name: "Return to 1" }).click();
    const dialog = page.getByRole("dialog", { name: "Return to revision 1" });
    await dialog.getByText("What changes in its values").click();
    await dialog.getByText('+  reference: "shop:1"').waitFor();
    const image = async (): Promise<unknown> =>
      (await person.session("GET", `/deployments/${id}`)).body["docker_image"];
    expect(await image()).to.equal("shop:2");
    await dialog.getByRole("button", { name: "Return to it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await image()).to.equal("shop:1");
    await playCommit(gateway(), id, "request-3");
    await page.getByRole("button", { name: "Return to 2" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("delete a cluster only with what is in the way of that, which is named, and refused without it", async () => {
    const { person, clusterId } = await newShop();
    const { page, faults, findings } = await visitAs(person, `/clusters/${clusterId}?do=delete`);
    const dialog = page.getByRole("dialog", { name: "Delete harbour" });
    await dialog.getByText("One thing runs on it").waitFor();
    await dialog.getByRole("link", { name: "shop" }).waitFor();
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.locator('button[aria-disabled="false"]').count(), "there is no plan for it").to.equal(0);
    expect(await findings("delete-blocked")).to.deep.equal([]);
    await dialog.getByLabel("Delete all of that too").check();
    await dialog.locator('button[aria-disabled="false"]').waitFor();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("heading", { name: "Clusters" }).waitFor();
    expect((await person.session("GET", `/clusters/${clusterId}`)).body["status"]).to.equal("deleting");
    expect(await faults()).to.deep.equal([]);
  });

  it("lead nowhere once they were left, and what only their answer tells is shown all the same", async () => {
    const { person, id } = await newShop();
    await gateway().settle("Deployment", id, "running");
    const { page, faults } = await visitAs(person, `/deployments/${id}?do=restart`);
    const dialog = page.getByRole("dialog");
    /** Does it, leaves it while it is under way, and goes on to Clusters; then its answer comes. */
    const leave = async (action: string, path: string): Promise<void> => {
      const { promise: isDue, resolve: answer } = Promise.withResolvers<unknown>();
      const { promise: isSent, resolve: sent } = Promise.withResolvers<unknown>();
      await page.route(`**${path}`, async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        sent(undefined);
        await isDue;
        return route.continue();
      });
      await dialog.getByRole("button", { name: action, exact: true }).click();
      await isSent;
      await dialog.getByRole("button", { name: "Leave it" }).click();
      await page.locator("header").getByRole("link", { name: "Clusters", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Clusters" }).waitFor();
      const answered = page.waitForResponse(`**${path}`);
      answer(undefined);
      await (await answered).finished();
      await page.evaluate("new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))");
      expect(new URL(page.url()).pathname).to.equal("/clusters");
    };
    await dialog.getByText("Restart").first().waitFor();
    await leave("Restart", `/deployments/${id}/restart`);
    await page.goto(`${gateway().url}/account/keys`);
    await page.getByRole("button", { name: "New API key" }).click();
    await dialog.getByLabel("Name (needed)").fill("robot");
    await leave("New API key", "/api-keys");
    await dialog.getByLabel("API key", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "I have it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await faults()).to.deep.equal([]);
  });
});
