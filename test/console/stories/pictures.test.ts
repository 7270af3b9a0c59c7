import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { coarsePicture, findDifferences, keepPicture } from "../../support/coarse-pictures.ts";
import { consolePages, pictureName } from "../../support/console-pages.ts";
import { signedIn } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { fixedTimes, lookedAt } from "../../support/fixed-times.ts";
import { furnishPictured, type PicturedOrganization } from "../../support/pictured-organization.ts";
import { picturedTenant } from "../../support/pictured-tenant.ts";
import { playedPod, playUsage } from "../../support/played-usage.ts";

const FOLDER = join(import.meta.dirname, "__pictures__");
const isTaking = process.env["BERTH_TEST_GOLDEN"] === "write";
const MINUTE_MS = 60_000;
const POINTS = 121;

const pathOf = (name: string): string => join(FOLDER, `${name}.png`);

/** Everything that a page reads has been read, drawn, and is live. */
const IS_READ = `(() => {
  const text = document.body.textContent;
  const main = document.querySelector("main");
  const hasLive = document.querySelector(".live") === null || document.querySelector(".live-open") !== null;
  // Counts have a plus until all is listed.
  const isCounted = [...document.querySelectorAll(".count-all")].every((one) => !one.textContent.endsWith("+"));
  const hasCounts = location.pathname !== "/" || document.querySelector(".count-all, form") !== null;
  return main?.querySelector("h1") != null && hasLive && isCounted && hasCounts && globalThis.underWay === 0
    && !/Reading…|Looking…|Asking|Opening…/.test(text)
    && [...main.querySelectorAll(".plot-card")].every((card) => card.querySelector("canvas") !== null)
    && [...main.querySelectorAll("section.card")].every((card) => card.children.length > 1 || card.querySelector("form") !== null);
})()`;

/** What differs by each run: names that the platform makes up. */
const SETTLE = `(() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode())
    node.data = node.data
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "01970000-0000-7000-8000-000000000000")
      .replace(/\\b((?:ada|orders|harbour|shop|mail)-(?:[a-z]+-|pr-7-)*)[0-9a-z]{4,16}\\b/g, "$1aaaaaa")
      .replace(/\\borders_[0-9a-z]{4,16}\\b/g, "orders_aaaaaa")
      .replace(/127\\.0\\.0\\.1:\\d+/g, "127.0.0.1:10000");
})()`;

/** What is for those who have not signed in. */
const DOORS = ["/sign-in", "/register"];

/** What stands on a page only once a stream has told it. */
const TOLD: Readonly<Record<string, string>> = { "/deployments/:id?tab=logs": "ready to serve" };

/** Every page and tab, in light and dark, wide and narrow, as it was when somebody looked at it last (docs/adr/0095, 0120). */
describe("The console's pages", function () {
  this.timeout(1_800_000);
  const beganMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const usage = playUsage();
  const { gateway, browser } = tellConsoleStories(
    () =>
      ({ tenantReader }) => ({
        ...usage.replace(),
        tenantReader: { open: async (cluster) => picturedTenant(await tenantReader.open(cluster)) },
      }),
    () => Promise.resolve({ BERTH_ARCHIVE_URL: "s3://archive" }),
  );
  let bench: Page;
  let ada: PicturedOrganization;

  before(async () => {
    usage.pods([playedPod("shop-1"), playedPod("shop-2", { restarts: 3 })]);
    const rising = Array.from({ length: POINTS }, (_, index) => 100 + (index % 7) * 20);
    usage.keep({ cpu_millicores: rising, memory_bytes: rising.map((one) => one * 2 ** 20) });
    bench = await (await browser().newContext()).newPage();
    ada = await furnishPictured(gateway(), beganMs);
  });

  /** A page for which it is always the same time; of nobody, or of Ada. */
  const openPage = async (isAda: boolean): Promise<Page> => {
    const context = await browser().newContext({ timezoneId: "UTC", locale: "en-US" });
    if (isAda) await signedIn(context, gateway().url, ada.person.cookie);
    const page = await context.newPage();
    await page.clock.setFixedTime(lookedAt());
    await page.addInitScript(fixedTimes(beganMs));
    return page;
  };
  const show = async (page: Page, of: string): Promise<void> => {
    await ada.tellWork();
    await page.goto(`${gateway().url}${ada.addressOf(of)}`);
    await eventually(async () => expect(await page.evaluate(IS_READ), of).to.equal(true));
    if (TOLD[of] !== undefined) await page.getByText(TOLD[of]).waitFor();
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    await page.evaluate(SETTLE);
  };
  const differencesOn = async (page: Page, name: string): Promise<readonly string[]> =>
    findDifferences(pathOf(name), await coarsePicture(page, bench), bench);

  /** The tabs of a page as it offers them, and those that have pictures. */
  const tabsOf = async (page: Page): Promise<readonly string[]> => {
    const links = await page.locator("nav.tabs a").evaluateAll((all) => all.map((link) => String(link)));
    return links.map((link) => new URL(link).search).filter((search) => search !== "");
  };
  const picturedTabs = (host: string): readonly string[] =>
    consolePages()
      .filter((page) => page.startsWith(`${host}?`))
      .map((page) => page.slice(host.length));

  it("look as they did when somebody looked last, in light and dark; make pictures takes them anew", async () => {
    const [hers, nobodys] = [await openPage(true), await openPage(false)];
    const found: Record<string, readonly string[]> = {};
    for (const shown of consolePages()) {
      const page = DOORS.includes(shown) ? nobodys : hers;
      await show(page, shown);
      const now = await coarsePicture(page, bench);
      if (isTaking) await keepPicture(pathOf(pictureName(shown)), now);
      const differences = await findDifferences(pathOf(pictureName(shown)), now, bench);
      if (differences.length > 0) found[shown] = differences;
      if (!shown.includes("?")) expect(await tabsOf(page), shown).to.deep.equal(picturedTabs(shown));
    }
    expect(found, "Look at the pages; make pictures takes these pictures anew").to.deep.equal({});
  });

  const KNOWN_BADS: Readonly<Record<string, string>> = {
    "a colour of links and buttons": `document.documentElement.style.setProperty("--accent", "light-dark(#8c175c, #ea7cbc)")`,
    "a paper that is a little darker": `document.documentElement.style.setProperty("--paper", "light-dark(#e6e9ed, #1c232c)")`,
    "a colour of the dark alone": `document.documentElement.style.setProperty("--sheet", "light-dark(#ffffff, #262f3a)")`,
    "a block that is missing": `[...document.querySelectorAll("main .card")].at(-1).remove()`,
    "a block that stands elsewhere": `document.querySelector("main .card").style.marginTop = "12px"`,
    "dark that is not": `document.documentElement.style.colorScheme = "light"`,
    "words of another size": `document.documentElement.style.setProperty("--text", "1.05rem")`,
  };

  it("are not what they were: each known bad is found", async () => {
    const page = await openPage(true);
    const missed: string[] = [];
    for (const [name, spoil] of Object.entries(KNOWN_BADS)) {
      const shown = name.startsWith("a colour") ? "/deployments/:id?tab=metrics" : "/";
      await show(page, shown);
      await page.evaluate(spoil);
      if ((await differencesOn(page, pictureName(shown))).length === 0) missed.push(name);
    }
    const unknown = await differencesOn(page, "a-page-without-a-picture");
    expect(unknown.join()).to.contain("make pictures takes it");
    expect(missed).to.deep.equal([]);
  });
});
