import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { startBrowser } from "../support/browser.ts";
import { openConsole, signedIn, type ConsolePage } from "../support/console-scene.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { letGo, startPlatform, type Platform } from "../support/platform.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Shown = Readonly<{
  git_path: string;
  ready_replicas: number;
  docker_image_running: string | null;
}>;
type Chain = Readonly<{ commit: string | null }>;

const PASSWORD = "correct horse battery";
const SOON_MS = 300_000;
const IN_PLACE = "The newest change is in place.";
const PODS = /\d+ of \d+ ready/;

/** Answers when a text stands in a page: by the page's own clock, which is that of this machine. */
const SEEN = `(text) => new Promise((resolve) => {
  const look = () => document.querySelector("main").textContent.includes(text) ? resolve(Date.now()) : setTimeout(look, 5);
  look();
})`;
/** Notes whatever the page says of its pods, of the way of its newest change, and of whether that is the newest. */
const WATCH = `(() => {
  globalThis.seen = [];
  const note = () => {
    const live = document.querySelector(".live")?.textContent ?? "";
    const text = document.querySelector("main")?.textContent ?? "";
    const pods = text.match(${String(PODS)})?.[0] ?? "";
    const way = document.querySelector("#chain-head")?.textContent ?? "";
    const now = JSON.stringify({ live: live.replace(/ \\d.*/, ""), pods, way });
    if (globalThis.seen.at(-1) !== now) globalThis.seen.push(now);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  note();
})()`;
type Seen = Readonly<{ live: string; pods: string; way: string }>;

/** What the stories of test/console play with a played operator, once with everything as it is: real rows, real events, real commits, a gateway that dies. */
describe("The console on the whole platform", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let repository: DeliveryRepository;
  let browser: Browser | undefined;
  let berth: BerthClient & Readonly<{ email: string; cookie: string }>;
  let first: ConsolePage;
  let second: ConsolePage;
  let path: string;
  let object: Readonly<{ namespace: string; name: string }>;

  before(async () => {
    browser = await startBrowser();
    platform = await startPlatform();
    repository = new DeliveryRepository(platform.stack);
    berth = await registerAccount(platform.url);
    first = await openConsole(browser, platform.url, "/clusters");
  });
  after(async () => {
    await browser?.close();
    (repository as DeliveryRepository | undefined)?.remove();
  });

  const read = async (): Promise<Shown> => (await berth.call<Shown>("GET", path)).body;
  const byKubectl = (spec: Readonly<Record<string, unknown>>): Promise<unknown> =>
    platform.management.patch(
      DEPLOYMENTS,
      object,
      { kind: "merge", body: { spec } },
      { fieldManager: "kubectl", strict: true },
    );
  const seen = async (page: Page): Promise<readonly Seen[]> =>
    (await page.evaluate<string[]>("globalThis.seen")).map((one) => JSON.parse(one) as Seen);
  const isInPlace = async (page: Page): Promise<void> =>
    page.getByRole("heading", { name: IN_PLACE }).waitFor({ timeout: SOON_MS });
  const showPlan = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: "Show the plan" }).click();
  };

  /** Makes a change, and waits until both open pages say what became of it; tells how long after REST each did. */
  const changeBy = async (
    how: string,
    change: () => unknown,
    told: () => Promise<string | undefined>,
  ): Promise<void> => {
    await change();
    const text = await eventually(async () => (await told()) ?? Promise.reject(new Error(`${how}: not yet`)), SOON_MS);
    const toldAtMs = Date.now();
    const argument = JSON.stringify(text);
    const seenAtMs = await Promise.all(
      [first, second].map(({ page }) => page.evaluate<number>(`(${SEEN})(${argument})`)),
    );
    const later = seenAtMs.map((atMs) => `${atMs - toldAtMs} ms`).join(" and ");
    console.log(`    changed by ${how}: two open pages show it ${later} after REST was seen to`);
  };

  it("signs somebody in, and shows how the cluster that they make comes to run", async () => {
    const { page } = first;
    await page.getByLabel("E-mail").fill(berth.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "New cluster" }).first().click();
    await page.getByLabel("Name (needed)").fill("landing");
    await page.locator("select#provider").selectOption("local");
    await page.locator("select#region").selectOption("local-1");
    await page.locator("select#tier").selectOption("shared");
    await showPlan(page);
    await page.getByRole("dialog").getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/clusters\/[0-9a-f-]{36}$/);
    letGo(berth, new URL(page.url()).pathname.split("/")[2] ?? "");
    await page.locator(".trail").getByText("running", { exact: true }).waitFor({ timeout: SOON_MS });
  });

  it("runs what its form makes, and shows the way of it until it is in place", async () => {
    const { page } = first;
    await page.getByRole("link", { name: "Deployments", exact: true }).first().click();
    await page.getByRole("link", { name: "New deployment" }).first().click();
    const name = `by-page-${randomBytes(3).toString("hex")}`;
    await page.getByLabel("Name (needed)").fill(name);
    await page.getByLabel("App type (needed)").selectOption("web_app");
    await page.getByLabel("Cluster id (needed)").selectOption({ label: "landing" });
    await page.getByLabel("Docker image").fill("nginx:1.29");
    await showPlan(page);
    await page.getByRole("list", { name: "What changes on the cluster" }).waitFor();
    await page.evaluate(WATCH);
    await page.getByRole("button", { name: "Make it" }).click();
    await page.waitForURL(/\/deployments\/[0-9a-f-]{36}$/);
    ({ pathname: path } = new URL(page.url()));
    await isInPlace(page);
    const ways = (await seen(page)).map(({ way }) => way).filter((way) => way !== "");
    expect(ways.at(-1)).to.equal(IN_PLACE);
    expect(new Set(ways).size, `it was seen on its way: ${ways.join(" ")}`).to.be.at.least(2);
    const { items } = await platform.management.list<KubeObject>(DEPLOYMENTS);
    const found = items.find(({ metadata }) => path.endsWith(metadata.labels?.["hosting.berth.dev/id"] ?? "-"));
    object = { namespace: found?.metadata.namespace ?? "", name: found?.metadata.name ?? "" };
  });

  it("shows in two browsers, as they stand, what kubectl, REST and a commit in Git change", async () => {
    second = await openConsole(browser!, platform.url, "/sign-in");
    await signedIn(second.page.context(), platform.url, berth.cookie);
    await second.page.goto(`${platform.url}${path}`);
    await isInPlace(second.page);
    await second.page.evaluate(WATCH);
    await changeBy(
      "kubectl",
      () => byKubectl({ replicas: 2 }),
      async () => ((await read()).ready_replicas === 2 ? "2 of 2 ready" : undefined),
    );
    const commitNow = async (): Promise<string | null> =>
      (await berth.call<Chain>("GET", `${path}/status`)).body.commit;
    const before = await commitNow();
    const automation = { image_update_strategy: "semver", image_update_constraint: "1.x" };
    await changeBy(
      "REST",
      () => berth.call("PATCH", path, automation),
      async () => {
        const commit = await commitNow();
        return commit === null || commit === before ? undefined : commit.slice(0, 10);
      },
    );
    const imageFile = (await read()).git_path.replace("values.yaml", "image.yaml");
    await changeBy(
      "a commit in Git",
      () => repository.pushFile(imageFile, "image:\n  reference: nginx:1.29.3\n"),
      async () => ((await read()).docker_image_running === "nginx:1.29.3" ? "nginx:1.29.3" : undefined),
    );
    // Neither was loaded anew: what watches them is still there.
    for (const { page } of [first, second]) expect((await seen(page)).length).to.be.at.least(2);
  });

  it("says that it is not live while the gateway is gone, and goes on by itself", async () => {
    await platform.stack.stopProcess("api");
    for (const { page } of [first, second]) await page.getByText("Not live since").waitFor();
    await platform.stack.startProcess("api");
    for (const { page } of [first, second]) await page.getByText("Live", { exact: true }).waitFor();
    await byKubectl({ replicas: 3 });
    for (const { page } of [first, second]) await page.getByText("3 of 3 ready").first().waitFor({ timeout: SOON_MS });
    for (const { faults } of [first, second])
      expect((await faults()).filter((one) => !/Failed to fetch|network/i.test(one))).to.deep.equal([]);
  });
});
