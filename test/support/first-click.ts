import type { Page } from "playwright-core";
import { eventually } from "./eventually.ts";

/** What a page may ask for until it can be used, where the browser knows nothing yet. */
export const REQUESTS_MAX = 11;

/** Tells the picture of the tab, which only a browser with a window asks for: it counts nowhere. */
export const isIcon = (path: string): boolean => /^\/assets\/icon-[\w-]+\.svg$/.test(path);

/** What a page had asked for when something on it could first be clicked, and when that was. */
type FirstClick = Readonly<{ asked: readonly string[]; afterMs: number }>;

/** Told to the page as text, as tests have no types of a browser: the frame is looked at that shows it, and what was asked for until then. */
const watchFor = (selector: string): string => `(() => {
  const { fetch } = globalThis;
  let fetches = 0;
  globalThis.fetch = (...given) => {
    fetches += 1;
    return fetch(...given);
  };
  const isUsable = () => {
    const link = document.querySelector(${JSON.stringify(selector)});
    if (link === null) return false;
    const { x, y, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  const look = () => {
    if (isUsable()) globalThis.firstClick = { fetches, afterMs: performance.now() };
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** Opens an address in a blank page and waits until what the selector finds is drawn and nothing lies over it. What the page does after that is not counted, however late it is looked at. */
export async function firstClick(page: Page, url: string, selector: string): Promise<FirstClick> {
  const requests: { isFetch: boolean; path: string }[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (isIcon(pathname)) return;
    requests.push({ isFetch: request.resourceType() === "fetch", path: `${pathname}${search}` });
  });
  await page.addInitScript(watchFor(selector));
  await page.goto(url);
  type Told = Readonly<{ fetches: number; afterMs: number }>;
  const read = async (): Promise<Told> => {
    const told = await page.evaluate<Told | undefined>("globalThis.firstClick");
    if (told === undefined) throw new Error(`${selector} cannot be clicked yet`);
    return told;
  };
  const { fetches, afterMs } = await eventually(read);
  // Scripts and styles are all of before.
  const files = requests.filter(({ isFetch }) => !isFetch);
  const asked = requests.filter(({ isFetch }) => isFetch).slice(0, fetches);
  return { asked: [...files, ...asked].map(({ path }) => path), afterMs };
}
