import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { clientOf, newCluster, newDatabase, newDeployment, PASSWORD, personOf, type Person } from "../../api/client.ts";
import { coarsePicture, findDifferences } from "../../support/coarse-pictures.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { toldConditions } from "../../support/told-conditions.ts";

const FOLDER = join(import.meta.dirname, "__pictures__");
const HOUR_MS = 3_600_000;

/** The pages whose every word is the same in each run; those with names that the platform makes up, or that ask several things, are not among them yet. */
const PAGES: Readonly<Record<string, string>> = {
  home: "/",
  deployments: "/deployments",
  "deployment-new": "/deployments/new",
  clusters: "/clusters",
  "cluster-new": "/clusters/new",
  databases: "/databases",
};

/** Everything that a page reads has been read, and it is live. */
const IS_READ = `(() => {
  const text = document.body.textContent;
  const main = document.querySelector("main");
  const hasLive = document.querySelector(".live") === null || document.querySelector(".live-open") !== null;
  // Counts have a plus until all is listed.
  const isCounted = [...document.querySelectorAll(".count-all")].every((one) => !one.textContent.endsWith("+"));
  const hasCounts = location.pathname !== "/" || document.querySelector(".count-all, form") !== null;
  return main?.querySelector("h1") != null && hasLive && isCounted && hasCounts && !/Reading…|Looking…|Asking what/.test(text)
    && [...main.querySelectorAll("section.card")].every((card) => card.children.length > 1 || card.querySelector("form") !== null);
})()`;

/** What differs by each run: names that the platform makes up. */
const SETTLE = `(() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode())
    node.data = node.data
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "01970000-0000-7000-8000-000000000000")
      .replace(/\\b((?:ada|orders|harbour|shop|mail)-(?:[a-z]+-)*)[0-9a-z]{4,16}\\b/g, "$1aaaaaa")
      .replace(/\\borders_[0-9a-z]{4,16}\\b/g, "orders_aaaaaa")
      .replace(/127\\.0\\.0\\.1:\\d+/g, "127.0.0.1:10000");
})()`;

/** Pages that always say the same, in light and dark, wide and narrow, as it was when somebody looked at it last (docs/adr/0095). */
describe("The console's pages", function () {
  this.timeout(1_800_000);
  const { gateway, browser, visit, visitAs } = tellConsoleStories();
  let bench: Page;
  let ada: Person;

  before(async () => {
    bench = await (await browser().newContext()).newPage();
    const { url } = gateway();
    const account = { email: "ada@example.org", password: PASSWORD, name: "Ada" };
    const registered = await clientOf(url)("POST", "/auth/register", account);
    ada = await personOf(url, account.email, (registered.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "");
    await gateway().services.pool.query("UPDATE users SET is_platform_admin = true WHERE id = $1", [ada.userId]);
    await furnish();
  });

  const furnish = async (): Promise<void> => {
    const clusterId = await newCluster(ada.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", clusterId);
    const conditions = toldConditions({ generation: 1 });
    const shop = await newDeployment(ada.session, clusterId, { name: "shop", docker_image: "shop:1.4", replicas: 2 });
    await gateway().settle("Deployment", shop.id, "running", { conditions, readyReplicas: 2 });
    const mail = await newDeployment(ada.session, clusterId, { name: "mail", docker_image: "mail:1.4" });
    const fault = "There is no image mail:1.4.";
    const failed = toldConditions({ generation: 1, until: "Healthy", reason: "ImageMissing", message: fault });
    await gateway().settle("Deployment", mail.id, "failed", {
      conditions: failed,
      errorMessage: fault,
      statusReason: "ImageMissing",
    });
    const database = await newDatabase(ada.session, clusterId, { name: "orders", storage_size_gb: 20 });
    await gateway().settle("DatabaseInstance", database.id);
  };

  /** Opens a page as Ada, an hour after all of it was made: ages are the same in each run. */
  const openFor = async (path: string): Promise<Page> => {
    const { page } = await visitAs(ada, "/sign-in");
    await page.clock.setFixedTime(Date.now() + HOUR_MS + HOUR_MS / 2);
    await show(page, path);
    return page;
  };
  const show = async (page: Page, path: string): Promise<void> => {
    await page.goto(`${gateway().url}${path}`);
    await eventually(async () => expect(await page.evaluate(IS_READ), path).to.equal(true));
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    await page.evaluate(SETTLE);
  };
  const differencesAt = async (page: Page, name: string): Promise<readonly string[]> =>
    findDifferences(join(FOLDER, `${name}.png`), await coarsePicture(page, bench), bench);

  it("look as they did when somebody looked last, in light and dark; make pictures takes them anew", async () => {
    const page = await openFor("/");
    const found: Record<string, readonly string[]> = {};
    for (const [name, path] of Object.entries(PAGES)) {
      await show(page, path);
      const differences = await differencesAt(page, name);
      if (differences.length > 0) found[name] = differences;
    }
    expect(found, "Look at the pages; make pictures takes these pictures anew").to.deep.equal({});
  });

  it("of nobody look as they did", async () => {
    const { page } = await visit("/sign-in");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await differencesAt(page, "sign-in")).to.deep.equal([]);
  });

  const KNOWN_BADS: Readonly<Record<string, string>> = {
    "a colour of links and buttons": `document.documentElement.style.setProperty("--accent", "light-dark(#8c175c, #ea7cbc)")`,
    "a paper that is a little darker": `document.documentElement.style.setProperty("--paper", "light-dark(#e6e9ed, #1c232c)")`,
    "a block that is missing": `[...document.querySelectorAll("main .card")].at(-1).remove()`,
    "a block that stands elsewhere": `document.querySelector("main .card").style.marginTop = "12px"`,
    "dark that is not": `document.documentElement.style.colorScheme = "light"`,
    "words of another size": `document.documentElement.style.setProperty("--text", "1.05rem")`,
  };

  it("are not what they were: each known bad is found", async () => {
    const missed: string[] = [];
    for (const [name, spoil] of Object.entries(KNOWN_BADS)) {
      const page = await openFor("/");
      await page.evaluate(spoil);
      const now = await coarsePicture(page, bench);
      const before = process.env["BERTH_TEST_GOLDEN"];
      delete process.env["BERTH_TEST_GOLDEN"];
      const differences = await findDifferences(join(FOLDER, "home.png"), now, bench);
      if (before !== undefined) process.env["BERTH_TEST_GOLDEN"] = before;
      if (differences.length === 0) missed.push(name);
    }
    expect(missed).to.deep.equal([]);
  });
});
