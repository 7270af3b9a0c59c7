import { expect } from "chai";
import type { Page } from "playwright-core";
import { newCluster, newPerson, PASSWORD } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { toldConditions } from "../../support/told-conditions.ts";

const STEPS_MAX = 120;
/** What has the focus: its name, and whether one sees that it has it. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return { name: "", isSeen: true };
  const label = one.labels?.[0]?.textContent ?? one.getAttribute("aria-label") ?? one.textContent;
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const isDrawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const isWithin = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
  return { name: label.replace(/\\s+/g, " ").trim(), isSeen: isDrawn && isWithin };
})()`;

type Focused = Readonly<{ name: string; isSeen: boolean }>;

/** The main story by keys alone, in a real browser (`make browser`). */
describe("The console by keyboard alone", function () {
  this.timeout(600_000);
  const { gateway, visit } = tellConsoleStories();

  const focused = (page: Page): Promise<Focused> => page.evaluate<Focused>(FOCUSED);
  /** Steps on until something has the focus; where it is must be seen at each step. */
  const stepTo = async (page: Page, name: string | RegExp): Promise<void> => {
    const passed: string[] = [];
    for (let step = 0; step < STEPS_MAX; step += 1) {
      await page.keyboard.press("Tab");
      const now = await focused(page);
      expect(now.isSeen, `one does not see that this has the focus: ${now.name} (${page.url()})`).to.equal(true);
      if (typeof name === "string" ? now.name === name : name.test(now.name)) return;
      passed.push(now.name);
    }
    throw new Error(`Nothing called ${String(name)} is reached by Tab: ${passed.join(" | ")}`);
  };
  const enter = async (page: Page, name: string | RegExp): Promise<void> => {
    await stepTo(page, name);
    await page.keyboard.press("Enter");
  };
  const type = async (page: Page, name: string | RegExp, text: string): Promise<void> => {
    await stepTo(page, name);
    await page.keyboard.type(text);
  };
  /** Waits until a dialog's deed can be done; else what stands there instead is told. */
  const untilReady = (page: Page, name: string | RegExp): Promise<void> =>
    eventually(async () => {
      const deed = page.getByRole("dialog").getByRole("button", { name, disabled: false });
      expect(await deed.isVisible(), await page.locator("body").innerText()).to.equal(true);
    });
  const isHeaded = (page: Page, name: string): Promise<void> =>
    page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

  it("signs in, makes a deployment with its plan, stops and deletes it, and loses the focus at no update", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { page, faults } = await visit("/sign-in");
    await type(page, /^E-mail/, person.email);
    await type(page, /^Password/, PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "Hello" }).waitFor();

    await enter(page, "Deployments");
    await isHeaded(page, "Deployments");
    await enter(page, "New deployment");
    await isHeaded(page, "New deployment");
    await type(page, "Name (needed)", "shop");
    await type(page, "App type (needed)", "web_app");
    await type(page, "Cluster (needed)", "harbour");
    await type(page, "Docker image", "nginx:1");
    await enter(page, "Show the plan");
    await page.getByRole("list", { name: "What changes on the cluster" }).waitFor();
    await enter(page, "Make it");
    await page.waitForURL(/\/deployments\/[0-9a-f-]{36}$/);
    await isHeaded(page, "shop");
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";

    // What has the focus keeps it while the page changes below it.
    const settle = (phase: string): Promise<unknown> =>
      gateway().settle("Deployment", id, phase, { conditions: toldConditions({ generation: 1 }) });
    await settle("running");
    await page.locator("main").getByText("running", { exact: true }).first().waitFor();
    await stepTo(page, "Stop");
    await settle("failed");
    await page.locator("main").getByText("failed", { exact: true }).first().waitFor();
    expect((await focused(page)).name).to.equal("Stop");
    await settle("running");
    await page.locator("main").getByText("running", { exact: true }).first().waitFor();
    expect((await focused(page)).name).to.equal("Stop");

    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    // Escape leaves the dialog, and leads back to where one was.
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(async () => expect((await focused(page)).name).to.equal("Stop"));
    await page.keyboard.press("Enter");
    await untilReady(page, "Stop");
    await enter(page, "Stop");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const stopped = await person.session("GET", `/deployments/${id}`);
    expect(stopped.body["values_yaml"]).to.contain("stopped: true");

    await enter(page, "Delete");
    await untilReady(page, /^Delete/);
    await enter(page, /^Delete/);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(async () =>
      expect((await person.session("GET", `/deployments/${id}`)).body["status"]).to.match(/delet/),
    );
    // Known bad: a focus that is not drawn is found.
    await page.keyboard.press("Tab");
    expect((await focused(page)).isSeen).to.equal(true);
    await page.evaluate("document.activeElement.style.outline = 'none'");
    expect((await focused(page)).isSeen).to.equal(false);
    expect(await faults()).to.deep.equal([]);
  });
});
