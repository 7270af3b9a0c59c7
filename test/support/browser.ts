import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { loadLocalConfig } from "../../local/config.ts";

/** A page and what it did: requests that went elsewhere, breaches of its policy, faults of its scripts. */
export type WatchedPage = Readonly<{ page: Page; faults: () => Promise<readonly string[]> }>;

const LIBRARIES = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu/pulseaudio"];

/** Starts the Chromium of `make browser`, or one that is installed; undefined where there is none. */
export async function startBrowser(): Promise<Browser | undefined> {
  const own = join(loadLocalConfig().cacheDir, "browser");
  const installed = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "chromium"));
  const unpacked = join(own, "usr/lib/chromium/chromium");
  const executablePath = [unpacked, ...installed].find((path) => existsSync(path));
  if (executablePath === undefined) return undefined;
  const libraries = LIBRARIES.map((folder) => join(own, folder)).join(delimiter);
  const env = executablePath === unpacked ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
  // As root Chromium starts only so; the pages are our own.
  return chromium.launch({ executablePath, args: ["--no-sandbox"], env: env as Record<string, string> });
}

/** Opens a page that is watched from its first request on. */
export async function openWatchedPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const page = await (await browser.newContext()).newPage();
  const faults: string[] = [];
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(`${origin}/`) || /^(?:data|blob):/.test(request.url());
    if (!isOwn) faults.push(`it asked ${request.url()}`);
  });
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.addInitScript(() => {
    const breaches: string[] = [];
    Object.assign(globalThis, { breaches });
    const listen = (globalThis as unknown as { document: EventTarget }).document;
    listen.addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI } = event as unknown as Record<string, string>;
      breaches.push(`${violatedDirective} was breached by ${blockedURI}`);
    });
  });
  const breachesOf = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { breaches: string[] }).breaches);
  return { page, faults: async () => [...faults, ...(await breachesOf())] };
}
