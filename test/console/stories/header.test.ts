import { expect } from "chai";
import type { Page } from "playwright-core";
import { newPerson, type Person } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { makePlatformAdmin } from "../../api/platform-admin.ts";

const WIDTHS = [320, 360, 480, 640, 704, 800, 1024, 1280, 1366, 1440, 1920, 3840];
/** As people call themselves, and as long as a name may be. */
const NAMES = ["Harbour", "Harbour Works", "Royal Harbour Works of Rotterdam"];
const LONGEST = "Harbour Works of Rotterdam ".repeat(8).slice(0, 200).trim();

/** By how much the chosen name is wider than what shows it; it is given as text, as tests have no types of a browser. */
const CUT = `(() => {
  const shown = document.querySelector("#organization");
  const free = shown.cloneNode(true);
  free.value = shown.value;
  Object.assign(free.style, { position: "absolute", fieldSizing: "content", flex: "none", maxWidth: "none", minWidth: "0", width: "auto" });
  shown.parentElement.append(free);
  const cut = free.getBoundingClientRect().width - shown.getBoundingClientRect().width;
  free.remove();
  return Math.round(cut);
})()`;
const IS_TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/** The head of every page, of who has most in it: a platform admin. */
describe("The console's header", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();
  let ada: Person;

  before(async () => {
    ada = await newPerson(gateway().url);
    await makePlatformAdmin(gateway(), ada);
  });

  const showNamed = async (page: Page, name: string): Promise<void> => {
    const renamed = await ada.session("PATCH", `/organizations/${ada.slug}`, { name });
    expect(renamed.status, renamed.text).to.equal(200);
    await page.goto(`${gateway().url}/`);
    await page.locator("#organization option:checked").getByText(name).waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Administration" }).waitFor();
  };
  const cutAt = async (page: Page): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      if ((await page.evaluate<number>(CUT)) > 0) found.push(`${width} px: the name is cut`);
      if (await page.evaluate<boolean>(IS_TOO_WIDE)) found.push(`${width} px: the page scrolls sideways`);
    }
    return found;
  };

  it("stands above a page that says so where an address has none, and above Home at the door's", async () => {
    const { page, faults } = await visitAs(ada, "/deployments/a/b/c");
    await page.getByText("This page does not exist, or not any more").waitFor();
    await page.goto(`${gateway().url}/sign-in`);
    await page.getByRole("heading", { level: 1, name: "Hello, " }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("says whole whose pages these are, from 320 px to a wall of pixels", async () => {
    const { page, faults } = await visitAs(ada, "/");
    const found: Record<string, readonly string[]> = {};
    for (const name of NAMES) {
      await showNamed(page, name);
      found[name] = await cutAt(page);
    }
    expect(found).to.deep.equal(Object.fromEntries(NAMES.map((name) => [name, []])));
    expect(await faults()).to.deep.equal([]);
  });

  it("of a name as long as one may be says what fits, and is no wider than the page", async () => {
    const { page, findings } = await visitAs(ada, "/");
    await showNamed(page, LONGEST);
    const wrong = (await cutAt(page)).filter((one) => one.includes("sideways"));
    expect(wrong).to.deep.equal([]);
    expect(await findings("header")).to.deep.equal([]);
  });

  it("is found where it cuts a name: as it did once", async () => {
    const { page } = await visitAs(ada, "/");
    await showNamed(page, "Harbour Works");
    await page.evaluate(`document.querySelector("#organization").style.maxWidth = "5rem"`);
    expect((await cutAt(page)).length).to.equal(WIDTHS.length);
  });
});
