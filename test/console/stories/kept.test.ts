import { expect } from "chai";
import type { Route } from "playwright-core";
import { newCluster, newDatabase, newPerson, PASSWORD } from "../../api/client.ts";
import { ageProofs } from "../../api/second-factor-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

/** What must not get lost, nor come to somebody else, in a real browser (`make browser`). */
describe("The console keeps", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("what is told once until somebody says that they have it, whatever key is pressed, and asks before the page goes", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults } = await visitAs(person, "/account/keys");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "New API key" }).click();
    await dialog.getByLabel("Name (needed)").fill("robot");
    await dialog.getByRole("button", { name: "New API key" }).click();
    const key = dialog.getByLabel("API key", { exact: true });
    await key.waitFor();
    const told = await key.inputValue();
    // A browser lets a page hold back only the first of several.
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
    expect(await key.inputValue()).to.equal(told);
    const asks = page.waitForEvent("dialog");
    page.once("dialog", (question) => void question.dismiss());
    await page.evaluate("location.reload()");
    expect((await asks).type()).to.equal("beforeunload");
    await dialog.getByRole("button", { name: "I have it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await faults()).to.deep.equal([]);
  });

  it("what was entered when the page is read anew: the browser asks first", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults } = await visitAs(person, "/clusters/new");
    const asked: string[] = [];
    page.on("dialog", (question) => {
      asked.push(question.type());
      question.dismiss().catch(() => undefined);
    });
    const name = page.getByLabel("Name (needed)");
    // A page that nobody has touched may not hold anybody.
    await name.click();
    const stays = page.waitForEvent("dialog");
    // In one step: what is at stake must not wait until a busy page is drawn.
    await page.evaluate(`
      document.activeElement.value = "harbour";
      document.activeElement.dispatchEvent(new Event("input", { bubbles: true }));
      location.reload();
    `);
    expect((await stays).type()).to.equal("beforeunload");
    expect(await name.inputValue()).to.equal("harbour");
    // Who goes on by the page's own links has left the form.
    await page.locator("header").getByRole("link", { name: "Clusters", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Clusters" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Clusters" }).waitFor();
    expect(asked).to.deep.equal(["beforeunload"]);
    expect(await faults()).to.deep.equal([]);
  });

  it("what was begun when the session ends: who signs in again goes on with it, and what was asked for is sent", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults, findings } = await visitAs(person, "/account/keys");
    const dialog = page.getByRole("dialog", { name: "New API key" });
    await page.getByRole("button", { name: "New API key" }).click();
    await dialog.getByLabel("Name (needed)").fill("robot");
    const endsFirst = async (route: Route): Promise<void> => {
      await person.session("POST", "/auth/logout");
      await route.continue();
    };
    await page.route("**/api-keys", endsFirst, { times: 1 });
    await dialog.getByRole("button", { name: "New API key" }).click();
    const cover = page.getByRole("dialog", { name: "Sign in again" });
    await cover.getByText("What you had begun is still here").waitFor();
    await page.keyboard.press("Escape");
    expect(await cover.getByLabel("E-mail").inputValue()).to.equal(person.email);
    for (const hidden of [page.getByText("You have no API key"), dialog])
      expect(await hidden.isVisible()).to.equal(false);
    expect(await findings("sign-in-again")).to.deep.equal([]);
    await page.keyboard.type("not that");
    await page.keyboard.press("Enter");
    await cover.getByText("E-mail or password is wrong").waitFor();
    await cover.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await cover.waitFor({ state: "detached" });
    await page.getByLabel("API key", { exact: true }).waitFor();
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("main").getByRole("button", { name: "Revoke robot" }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    expect(await page.title()).to.equal("API keys – Berth");
    expect(await faults()).to.deep.equal([]);
  });

  it("what somebody had begun from whoever signs in after them", async () => {
    const [person, next] = [await newPerson(gateway().url), await newPerson(gateway().url)];
    await ageProofs(gateway(), person.userId, 16);
    const { page, faults } = await visitAs(person, "/account/keys");
    await page.getByRole("button", { name: "New API key" }).click();
    const dialog = page.getByRole("dialog", { name: "New API key" });
    await dialog.getByLabel("Name (needed)").fill("robot");
    await dialog.getByRole("button", { name: "New API key" }).click();
    const proof = page.getByRole("dialog", { name: "Is it you?" });
    await proof.getByLabel("Your password").waitFor();
    // Ended elsewhere, it is noticed as soon as something is read.
    await person.session("POST", "/auth/logout");
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    const cover = page.getByRole("dialog", { name: "Sign in again" });
    await cover.getByLabel("E-mail").fill(next.email);
    await cover.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await cover.waitFor({ state: "detached" });
    await page.getByText("You have no API key").waitFor();
    expect(await proof.count()).to.equal(0);
    expect(await faults()).to.deep.equal([]);
  });

  it("what was begun in a tab whose reader signs in again in another one", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults } = await visitAs(person, "/clusters/new");
    await page.getByLabel("Name (needed)").fill("harbour");
    await person.session("POST", "/auth/logout");
    const cover = page.getByRole("dialog", { name: "Sign in again" });
    await cover.waitFor();
    const other = await page.context().newPage();
    await other.goto(`${gateway().url}/clusters`);
    await other.getByLabel("E-mail").fill(person.email);
    await other.getByLabel("Password").fill(PASSWORD);
    await other.keyboard.press("Enter");
    await other.getByRole("heading", { level: 1, name: "Clusters" }).waitFor();
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await cover.waitFor({ state: "detached" });
    expect(await page.getByLabel("Name (needed)").inputValue()).to.equal("harbour");
    expect(await faults()).to.deep.equal([]);
  });

  it("nothing in the other tabs of whoever signs out in one", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults } = await visitAs(person, "/clusters/new");
    await page.getByLabel("Name (needed)").fill("harbour");
    const other = await page.context().newPage();
    await other.goto(`${gateway().url}/clusters`);
    await other.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await page.getByLabel("Name (needed)").count()).to.equal(0);
    expect(await faults()).to.deep.equal([]);
  });

  it("what is imported apart from what was looked at: a name that is given late counts, another kubeconfig is looked at anew", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults } = await visitAs(person, "/clusters/import");
    const report = { ok: true, kubernetes_version: "v1.36.1", node_count: 1, findings: [] };
    await page.route("**/clusters/preflight-import", (route) => route.fulfill({ json: report }));
    await page.getByLabel("Name (needed)").fill("wrong");
    await page.getByLabel("Provider (needed)").fill("gke");
    await page.getByLabel("Region (needed)").fill("eu-1");
    await page.getByLabel("Kubeconfig").fill("of one cluster");
    await page.getByRole("button", { name: "Look at it" }).click();
    await page.getByText("It runs Kubernetes").waitFor();
    await page.getByLabel("Name (needed)").fill("own");
    await page.getByLabel("Install the platform's components onto it").check();
    await page.getByRole("button", { name: "Import it" }).click();
    const dialog = page.getByRole("dialog", { name: "Import it" });
    await dialog.getByText("As a command").click();
    await dialog.getByLabel("With curl").getByText('"name":"own"').waitFor();
    await dialog.getByRole("button", { name: "Leave it" }).click();
    await page.getByLabel("Kubeconfig").fill("of another one");
    await page.getByText("It runs Kubernetes").waitFor({ state: "detached" });
    expect(await faults()).to.deep.equal([]);
  });

  it("every backup within reach, however many there are", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    const { id } = await newDatabase(person.session, clusterId, { name: "orders" });
    const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString();
    const backups = Array.from({ length: 120 }, (_, index) => ({
      id: `backup-${index}`,
      database_instance_id: id,
      status: "completed",
      trigger: "scheduled",
      backup_type: "full",
      completed_at: at(120 - index),
      created_at: at(120 - index),
      size_bytes: 1_048_576 * index,
      expires_at: null,
      error_message: null,
    }));
    const { page, faults } = await visitAs(person, `/databases/${id}`);
    await page.route(`**/databases/${id}/backups?*`, (route) => answerPage(route, "backups", backups));
    await page.getByRole("link", { name: "Backups", exact: true }).click();
    await page.getByText("scheduled, full, 0.0 MB").waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("scheduled, full, 119.0 MB").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("everybody to choose from whose entries the audit log has, however many there are", async () => {
    const person = await newPerson(gateway().url);
    const members = Array.from({ length: 250 }, (_, index) => ({
      user_id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      name: `Member ${index}`,
      email: `m${index}@example.org`,
      role: "member",
      joined_at: "2026-01-01T00:00:00Z",
    }));
    const { page, faults } = await visitAs(person, "/");
    await page.route("**/members?*", (route) => answerPage(route, "members", members));
    await page.goto(`${gateway().url}/organization/audit`);
    await page.locator("select#actor_user_id").selectOption({ label: "Member 249" });
    await page.waitForURL(/actor_user_id=.*249$/);
    expect(await faults()).to.deep.equal([]);
  });
});

/** Answers a list page by page, as the gateway does. */
function answerPage(route: Route, name: string, items: readonly unknown[]): Promise<void> {
  const { searchParams } = new URL(route.request().url());
  const [from, limit] = [Number(searchParams.get("cursor") ?? 0), Number(searchParams.get("limit"))];
  const next = from + limit < items.length ? String(from + limit) : null;
  return route.fulfill({ json: { [name]: items.slice(from, from + limit), next_cursor: next } });
}
