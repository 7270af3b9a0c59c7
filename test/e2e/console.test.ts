import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { startBrowser } from "../support/browser.ts";
import { openConsole, signedIn, type ConsolePage } from "../support/console-scene.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

/** What the stories of test/console play with a played operator, once with everything as it is: real rows, real events, a gateway that dies. */
describe("The console on the whole platform", function () {
  this.timeout(900_000);
  let platform: Platform;
  let browser: Browser | undefined;
  let berth: BerthClient;
  let cookie: string;
  let first: ConsolePage;
  let second: ConsolePage;
  let path: string;

  before(async () => {
    browser = await startBrowser();
    platform = await startPlatform();
    const harbour = await standingCluster(platform.url, "harbour");
    berth = harbour.berth;
    cookie = harbour.berth.cookie;
    [first, second] = [await open(browser), await open(browser)];
  });
  after(() => browser?.close());

  const open = async (by: Browser): Promise<ConsolePage> => {
    const opened = await openConsole(by, platform.url, "/sign-in");
    await signedIn(opened.page.context(), platform.url, cookie);
    return opened;
  };

  it("runs what its form makes, and shows the way of it until it is in place", async () => {
    const { page } = first;
    await page.goto(`${platform.url}/deployments`);
    await page.getByRole("link", { name: "New deployment" }).click();
    const name = `by-page-${randomBytes(3).toString("hex")}`;
    await page.getByLabel("Name (needed)").fill(name);
    await page.getByLabel("App type (needed)").selectOption("web_app");
    await page.getByLabel("Cluster id (needed)").selectOption({ label: "harbour" });
    await page.getByLabel("Docker image").fill("nginx:1.29");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("list", { name: "What changes on the cluster" }).waitFor();
    await page.getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/deployments\/[0-9a-f-]{36}$/);
    ({ pathname: path } = new URL(page.url()));
    await page.getByRole("heading", { name: "The newest change is in place." }).waitFor({ timeout: 300_000 });
  });

  it("shows in two browsers what kubectl changes, and in the one what the other does", async () => {
    await second.page.goto(`${platform.url}${path}`);
    await second.page.getByRole("heading", { name: "The newest change is in place." }).waitFor();
    const { git_path } = (await berth.call<{ git_path: string }>("GET", path)).body;
    expect(git_path).to.contain("by-page");
    const { items } = await platform.management.list<KubeObject>(DEPLOYMENTS);
    const object = items.find(({ metadata }) => path.endsWith(metadata.labels?.["hosting.berth.dev/id"] ?? "-"))!;
    const { namespace = "", name } = object.metadata;
    await platform.management.patch(
      DEPLOYMENTS,
      { namespace, name },
      { kind: "merge", body: { spec: { replicas: 3 } } },
      { fieldManager: "kubectl" },
    );
    for (const { page } of [first, second]) await page.getByText("3 of 3 ready").first().waitFor({ timeout: 300_000 });

    await second.page.getByRole("link", { name: "Stop", exact: true }).click();
    await second.page.locator('dialog button[aria-disabled="false"]').waitFor();
    await second.page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
    for (const { page } of [first, second])
      await page.getByText("stopped", { exact: true }).first().waitFor({ timeout: 300_000 });
  });

  it("says that it is not live while the gateway is gone, and goes on by itself", async () => {
    await platform.stack.stopProcess("api");
    for (const { page } of [first, second]) await page.getByText("Not live since").waitFor();
    await platform.stack.startProcess("api");
    for (const { page } of [first, second]) await page.getByText("Live", { exact: true }).waitFor();
    await berth.call("POST", `${path}/start`);
    for (const { page } of [first, second]) await page.getByText("3 of 3 ready").first().waitFor({ timeout: 300_000 });
    for (const { faults } of [first, second])
      expect((await faults()).filter((one) => !/Failed to fetch|network/i.test(one))).to.deep.equal([]);
  });
});
