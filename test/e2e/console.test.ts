import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { expect } from "chai";
import pg from "pg";
import type { Browser, Page } from "playwright-core";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { startBrowser } from "../support/browser.ts";
import { openConsole, type ConsolePage } from "../support/console-scene.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { letGo, startPlatform, type Platform } from "../support/platform.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Shown = Readonly<{
  git_path: string;
  ready_replicas: number;
  docker_image_running: string | null;
  replicas: number;
  container_port: number;
}>;
type Chain = Readonly<{ commit: string | null }>;

const PASSWORD = "correct horse battery";
const PODS_OF_2 = /^2 (?:of 2 ready|\/ 2)$/;
const SOON_MS = 300_000;
const IN_PLACE = "The newest change is in place.";
/** As a deployment's own page and as the list say it. */
const PODS = /\d+ of \d+ ready|\d+ \/ \d+/;

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
  let kubectl: string;
  let path: string;
  let object: Readonly<{ namespace: string; name: string }>;

  before(async () => {
    browser = await startBrowser();
    kubectl = await (await findBinaries(["kubectl"]))("kubectl");
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
  const inCluster = async (...args: readonly string[]): Promise<string> => {
    const reach = [`--kubeconfig=${platform.stack.connection.kubeconfig}`, `--namespace=${object.namespace}`];
    return (await promisify(execFile)(kubectl, [...reach, ...args])).stdout;
  };
  const byKubectl = (spec: Readonly<Record<string, unknown>>): Promise<unknown> =>
    inCluster("patch", "bdep", object.name, "--type=merge", `--patch=${JSON.stringify({ spec })}`);
  const readKube = async (): Promise<KubeObject & Readonly<{ spec: Readonly<Record<string, unknown>> }>> =>
    JSON.parse(await inCluster("get", "bdep", object.name, "--output=json")) as never;
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
    await page.getByLabel("Cluster (needed)").selectOption({ label: "landing" });
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
    second = await openConsole(browser!, platform.url, path, berth.cookie);
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

  it("overwrites nothing where two browsers and kubectl change the same: each is shown what became of it before", async () => {
    for (const { page } of [first, second]) {
      await page.goto(`${platform.url}${path}/change`);
      await page.getByLabel("Replicas").waitFor();
    }
    await byKubectl({ replicas: 4 });
    const afterKubectl = await eventually(async () => {
      const { replicas } = await read();
      expect(replicas).to.equal(4);
      return (await readKube()).metadata.generation;
    });
    const isNoted = (page: Page, ...changes: readonly string[]): Promise<unknown> => {
      const note = page.getByRole("status").filter({ hasText: "Somebody changed it meanwhile." });
      return Promise.all(changes.map((change) => note.getByText(change).waitFor()));
    };
    const goOn = async (page: Page): Promise<void> => {
      await showPlan(page);
      await page.getByRole("dialog").getByRole("button", { name: "Change it" }).click();
      await page.waitForURL(`${platform.url}${path}`);
    };

    await first.page.getByLabel("Replicas").fill("5");
    await showPlan(first.page);
    await isNoted(first.page, "Replicas: 2 became 4");
    expect(await first.page.getByLabel("Replicas").inputValue(), "what was entered stays").to.equal("5");
    expect((await readKube()).metadata.generation, "nothing was written").to.equal(afterKubectl);
    await goOn(first.page);
    await eventually(async () => expect((await read()).replicas).to.equal(5));

    await second.page.getByLabel("Container port", { exact: true }).fill("8080");
    await showPlan(second.page);
    await isNoted(second.page, "Replicas: 2 became 5");
    expect((await readKube()).spec).to.include({ replicas: 5 });
    await goOn(second.page);

    const { spec } = await eventually(async () => {
      const shown = await read();
      expect([shown.replicas, shown.container_port, shown.ready_replicas]).to.deep.equal([5, 8080, 5]);
      return readKube();
    }, SOON_MS);
    expect(spec).to.include({ replicas: 5, containerPort: 8080 });
    for (const { page } of [first, second]) await page.getByText("5 of 5 ready").first().waitFor({ timeout: SOON_MS });
  });

  /** What two open pages and a list ask of the gateway from here on. */
  const listen = (pages: readonly Page[]): readonly URL[] => {
    const asked: URL[] = [];
    for (const page of pages) page.on("request", (request) => asked.push(new URL(request.url())));
    return asked;
  };
  /** Waits until REST could show it: the mirror goes on while there is no gateway. */
  const isMirrored = async (readyReplicas: number): Promise<void> => {
    const client = new pg.Client({ connectionString: platform.stack.connection.postgres_url });
    await client.connect();
    const id = path.split("/").at(-1);
    const ready = async (): Promise<unknown> =>
      (await client.query("SELECT body->'ready_replicas' AS ready FROM resources WHERE id = $1", [id])).rows[0]?.ready;
    await eventually(async () => expect(await ready()).to.equal(readyReplicas), SOON_MS).finally(() => client.end());
  };

  it("says that it is not live once its gateway was killed, and goes on at its cursor: nothing is missed, nothing old is called live", async () => {
    const list = await openConsole(browser!, platform.url, "/deployments", berth.cookie);
    await list.page.getByText("5 / 5").waitFor();
    const pages = [first.page, second.page, list.page];
    for (const page of pages) {
      await page.getByText("Live", { exact: true }).waitFor();
      await page.evaluate(WATCH);
    }
    const asked = listen(pages);
    platform.stack.kill("api", "SIGKILL");
    // So that it stays away.
    await platform.stack.stopProcess("api");
    for (const page of pages) await page.getByText("Not live since").waitFor();
    await byKubectl({ replicas: 3 });
    await isMirrored(3);
    for (const page of pages) expect(await page.locator(".live").innerText()).to.contain("Not live since");

    await platform.stack.startProcess("api");
    for (const page of pages) await page.getByText("Live", { exact: true }).waitFor();
    for (const page of pages) {
      const all = await seen(page);
      const after = all.slice(all.findIndex(({ live }) => live.startsWith("Not live")));
      const said = after.filter(({ live }) => live === "Live").map(({ pods }) => pods);
      expect(new Set(said)).to.deep.equal(new Set([page === list.page ? "3 / 3" : "3 of 3 ready"]));
    }
    const streams = asked.filter(({ pathname }) => pathname.endsWith("/events"));
    expect(streams.length).to.be.at.least(pages.length);
    for (const { searchParams } of streams)
      expect(searchParams.get("cursor"), "each goes on where it was").to.be.a("string");
    expect(
      asked.filter(({ pathname }) => pathname.endsWith("/deployments")).map(String),
      "no list is read anew",
    ).to.deep.equal([]);
    // And what is told from here on comes, too.
    await byKubectl({ replicas: 2 });
    for (const page of pages) await page.getByText(PODS_OF_2).first().waitFor({ timeout: SOON_MS });
    for (const { faults } of [first, second, list])
      expect((await faults()).filter((one) => !/Failed to fetch|network/i.test(one))).to.deep.equal([]);
  });
});
