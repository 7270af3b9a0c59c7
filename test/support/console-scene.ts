import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openWatchedPage } from "./browser.ts";
import { isFull } from "./seeded-random.ts";

/** A text that runs as a script wherever somebody takes it for markup; a page that has run it says so by its faults. */
export const CANARY = `<img src=x onerror="throw Error('canary')"><script>throw Error('canary')</script>`;

/** A page of the console, with what it is asked about in tests. */
export type ConsolePage = Readonly<{
  page: Page;
  /** Everything that must not happen: foreign requests, breaches of the policy, faults of scripts. */
  faults: () => Promise<readonly string[]>;
  /**
   * What axe finds wrong, and whether it scrolls sideways; nothing is what is expected. Takes pictures too where
   * BERTH_TEST_PICTURES names a folder.
   */
  findings: (name: string, of?: "page" | "story") => Promise<readonly string[]>;
}>;

const DEADLINE_MS = 120_000;
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const COLORS = ["color-contrast", "link-in-text-block"];
const EVERYTHING = { runOnly: TAGS };
const COLORS_ALONE = { runOnly: { type: "rule", values: COLORS } };
const ALL_BUT_COLORS = { runOnly: TAGS, rules: Object.fromEntries(COLORS.map((rule) => [rule, { enabled: false }])) };
const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 320, height: 640 };
/**
 * What is asked by day: light and dark differ in colours alone, and widths in all but colours; a story shows again what is
 * asked of every page in `every-page`. A night asks everything of all four.
 */
const LOOKS = [
  { size: "wide", viewport: WIDE, colorScheme: "light", page: EVERYTHING, story: EVERYTHING },
  { size: "wide", viewport: WIDE, colorScheme: "dark", page: COLORS_ALONE, story: undefined },
  { size: "narrow", viewport: NARROW, colorScheme: "light", page: ALL_BUT_COLORS, story: undefined },
  { size: "narrow", viewport: NARROW, colorScheme: "dark", page: undefined, story: undefined },
] as const;

type Finding = Readonly<{ id: string; nodes: readonly Readonly<{ html: string; failureSummary?: string }>[] }>;

/** Opens the console in a browser of its own, at an address of the gateway, as nobody or as whose cookie it is. */
export async function openConsole(
  browser: Browser,
  origin: string,
  path: string,
  cookie?: string,
): Promise<ConsolePage> {
  const { page, faults } = await openWatchedPage(browser, origin);
  page.setDefaultTimeout(DEADLINE_MS);
  await page.setViewportSize(WIDE);
  if (cookie !== undefined) await signedIn(page.context(), origin, cookie);
  await page.goto(`${origin}${path}`);
  return { page, faults, findings: (name, of = "story") => findingsOf(page, name, of) };
}

/** The cookies by which a person is signed in. */
export function signedIn(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const cookies = cookie.split("; ").map((one) => {
    const [name = "", value = ""] = one.split("=");
    return { name, value, url: origin, httpOnly: true };
  });
  return context.addCookies(cookies);
}

async function findingsOf(page: Page, name: string, of: "page" | "story"): Promise<readonly string[]> {
  await page.evaluate(await readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));
  const found: string[] = [];
  for (const look of LOOKS) {
    const { size, viewport, colorScheme } = look;
    const asked = isFull ? EVERYTHING : look[of];
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (asked !== undefined) {
      const options = JSON.stringify({ ...asked, resultTypes: ["violations"] });
      const { violations } = await page.evaluate<{ violations: Finding[] }>(`axe.run(document, ${options})`);
      found.push(...violations.map((one) => `${name}, ${size}, ${colorScheme}: ${tell(one)}`));
    }
    if (await isTooWide(page)) found.push(`${name}, ${size}: the page scrolls sideways`);
    await takePicture(page, `${name}-${size}-${colorScheme}`);
  }
  await page.setViewportSize(WIDE);
  return found;
}

function tell({ id, nodes }: Finding): string {
  return `${id}: ${nodes.map(({ html, failureSummary = "" }) => `${html} ${failureSummary}`).join("; ")}`;
}

function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
}

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env["BERTH_TEST_PICTURES"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
