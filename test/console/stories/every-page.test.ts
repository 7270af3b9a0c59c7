import { expect } from "chai";
import type { Page } from "playwright-core";
import { newCluster, newDatabase, newDeployment, newPerson, type Person } from "../../api/client.ts";
import { signedIn } from "../../support/console-scene.ts";
import { consoleRoutes } from "../../support/console-routes.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { isIcon, REQUESTS_MAX } from "../../support/first-click.ts";
import { timesOf } from "../../support/times-without-utc.ts";
import { toldConditions } from "../../support/told-conditions.ts";
import { makePlatformAdmin } from "../../api/platform-admin.ts";

/** A name as long as one may be. */
const LONG_NAME = "queue-of-orders-that-came-in-over-night1";
/** As wide as a wall; how high it is decides nothing but what it costs to draw. */
const FOUR_K = { width: 3_840, height: 480 };
/** Lines that are longer than this nobody reads. */
const MAIN_WIDTH_MAX = 1_600;

const IS_READ = `(() => {
  const main = document.querySelector("main");
  const isLive = document.querySelector(".live") === null || document.querySelector(".live-open") !== null;
  return main?.querySelector("h1") != null && isLive && !/Reading…|Looking…|Asking what/.test(document.body.textContent);
})()`;

/** What holds for each page, whatever it shows. */
describe("Every page of the console", function () {
  this.timeout(1_800_000);
  const { gateway, browser, visitAs } = tellConsoleStories();
  let ada: Person;
  let ids: Readonly<Record<string, string>>;

  before(async () => {
    ada = await newPerson(gateway().url);
    await makePlatformAdmin(gateway(), ada);
    const clusters = await newCluster(ada.session, { name: LONG_NAME.slice(0, 30) });
    await gateway().settle("Cluster", clusters);
    const conditions = toldConditions({ generation: 1 });
    const { id: deployments } = await newDeployment(ada.session, clusters, { name: LONG_NAME });
    await gateway().settle("Deployment", deployments, "running", { conditions, readyReplicas: 1 });
    const { id: databases } = await newDatabase(ada.session, clusters, { name: "orders" });
    await gateway().settle("DatabaseInstance", databases);
    const at = `/organizations/${ada.slug}`;
    await ada.session("POST", "/secrets", { name: "A_LONG_NAME_OF_A_SECRET_THAT_WRAPS_AT_ANY_WIDTH", value: "a" });
    const url = "https://hooks.example.org/a/way/that/is/longer/than/any/telephone/is/wide/and/wraps";
    const { id: webhooks } = (await ada.session<{ id: string }>("POST", `${at}/webhooks`, { url })).body;
    await ada.session("POST", "/api-keys", { name: LONG_NAME, scopes: ["clusters:read", "deployments:write"] });
    ids = { clusters, deployments, databases, webhooks };
  });

  const read = async (page: Page): Promise<void> => {
    await eventually(async () => expect(await page.evaluate(IS_READ), page.url()).to.equal(true));
  };
  const show = async (page: Page, path: string): Promise<void> => {
    await page.goto(`${gateway().url}${path}`);
    await read(page);
  };
  /** The addresses of all routes, with those of the tabs that pages have. */
  const addresses = async (page: Page): Promise<readonly string[]> => {
    const routes = consoleRoutes();
    expect(routes).to.include.members(["/", "/deployments/:id", "/organization/webhooks/:id", "/admin/health"]);
    const all = routes.map((route) =>
      route.replace(":id", Object.entries(ids).find(([root]) => route.includes(`/${root}/`))?.[1] ?? ""),
    );
    const tabs: string[] = [];
    for (const path of all.filter((one) => Object.values(ids).some((id) => one.endsWith(id)))) {
      await show(page, path);
      const found = await page
        .locator("nav.tabs a")
        .evaluateAll((links) =>
          links.map((link) => (link as unknown as { getAttribute: (name: string) => string }).getAttribute("href")),
        );
      tabs.push(...found.filter((href) => href.includes("tab=")));
    }
    expect(tabs).to.have.length.greaterThan(8);
    return [...all, ...tabs];
  };

  it("fits 320 px and a wall of pixels, and is right for those who do not see it, in light and dark", async () => {
    const { page, faults, findings } = await visitAs(ada, "/");
    const wrong: string[] = [];
    let times = 0;
    for (const path of await addresses(page)) {
      await show(page, path);
      const { seen, without } = await timesOf(page);
      times += seen;
      wrong.push(...without.map((time) => `${path}: ${time} has no UTC on hover`));
      wrong.push(...(await findings(path.replaceAll(/[/?=]/g, "_"), "page")));
      await page.setViewportSize(FOUR_K);
      const { width } = (await page.locator("main").boundingBox()) ?? { width: 0 };
      if (width > MAIN_WIDTH_MAX) wrong.push(`${path}: ${width} px are too wide to be read`);
      await page.setViewportSize({ width: 1_280, height: 860 });
    }
    expect(wrong).to.deep.equal([]);
    expect(times).to.be.above(20);
    expect(await faults()).to.deep.equal([]);
  });

  it("shows no time without UTC on hover that would not be found (known bad: times without their titles)", async () => {
    const { page } = await visitAs(ada, `/deployments/${ids["deployments"] ?? ""}`);
    await read(page);
    const { seen } = await timesOf(page);
    expect(seen).to.be.above(0);
    await page.evaluate(`for (const time of document.querySelectorAll("time")) time.removeAttribute("title")`);
    expect((await timesOf(page)).without).to.have.length(seen);
  });

  it("keeps the focus on a row that others, or itself, are moved around by an event", async () => {
    const person = await newPerson(gateway().url);
    const cluster = await newCluster(person.session);
    await gateway().settle("Cluster", cluster);
    const made: Record<string, string> = {};
    for (const name of ["first", "second", "third"]) {
      made[name] = (await newDeployment(person.session, cluster, { name })).id;
      await gateway().settle("Deployment", made[name] ?? "", "running");
    }
    const { page } = await visitAs(person, "/deployments?sort=state");
    await read(page);
    const order = (): Promise<string[]> => page.locator("a.row-name").allInnerTexts();
    const isIn = (name: string, state: string): Promise<void> =>
      page.getByRole("row", { name }).getByText(state, { exact: true }).waitFor();
    for (const name of Object.keys(made)) await isIn(name, "running");
    const before = await order();
    for (const focused of Object.keys(made))
      for (const moved of Object.keys(made)) {
        await page.getByRole("link", { name: focused, exact: true }).focus();
        await gateway().settle("Deployment", made[moved] ?? "", "failed", { errorMessage: "no", statusReason: "No" });
        await isIn(moved, "failed");
        expect((await order())[0]).to.equal(moved);
        const has = await page.evaluate("document.activeElement.textContent");
        expect(has, `${moved} was moved`).to.equal(focused);
        await gateway().settle("Deployment", made[moved] ?? "", "running", { errorMessage: null, statusReason: null });
        await isIn(moved, "running");
        expect(await order()).to.deep.equal(before);
        expect(await page.evaluate("document.activeElement.textContent"), `${moved} moved back`).to.equal(focused);
      }
  });

  it(`is there after at most ${REQUESTS_MAX} requests: Home, of somebody whose browser knows nothing yet`, async () => {
    const context = await browser().newContext();
    await signedIn(context, gateway().url, ada.cookie);
    const home = await context.newPage();
    const asked: string[] = [];
    home.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (!isIcon(pathname)) asked.push(pathname);
    });
    await home.goto(`${gateway().url}/`);
    await home.getByRole("heading", { name: "Nothing needs you" }).waitFor();
    await home.getByRole("link", { name: "Deployments" }).first().click({ trial: true });
    await read(home);
    await context.close();
    expect(asked).to.include.members(["/", "/api/v1/auth/me", "/api/v1/events", "/api/v1/deployments"]);
    expect(asked, asked.join("\n")).to.have.length.at.most(REQUESTS_MAX);
  });
});
