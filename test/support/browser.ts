import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { loadLocalConfig } from "../../local/config.ts";
import { atEnd } from "./endings.ts";

/** A page and what it did: requests that went elsewhere, breaches of its policy, faults of its scripts. */
type WatchedPage = Readonly<{ page: Page; faults: () => Promise<readonly string[]> }>;

const LIBRARIES = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu/pulseaudio"];

const MISSING = "There is no Chromium here, which the pages are tested in: make browser fetches it, or install it";

let shared: Promise<Browser> | undefined;

/** Returns one browser for all test files of this process; it goes with the process. Who opens contexts closes them. */
export function sharedBrowser(): Promise<Browser> {
  if (shared === undefined) {
    const started = startBrowser();
    shared = started;
    atEnd(async () => (await started).close());
  }
  return shared;
}

/** By what they take: the one without a window's parts needs three quarters of the other's processor. */
const PROGRAMS = ["chromium-headless-shell", "chromium"];

/** Starts the Chromium of `make browser`, or one that is installed; where there is none that is a failure. */
export async function startBrowser(): Promise<Browser> {
  const own = join(loadLocalConfig().cacheDir, "browser");
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const installed = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  const unpacked = join(own, "usr/lib/chromium/chromium-headless-shell");
  const executablePath = [unpacked, ...installed].find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error(MISSING);
  const env = executablePath === unpacked ? { ...process.env, ...(await surroundingsOf(own)) } : process.env;
  // As root Chromium starts only so; the pages are our own. Letters stand where they are drawn, not where a screen's pixels are.
  const args = ["--no-sandbox", "--font-render-hinting=none"];
  return chromium.launch({ executablePath, args, env: env as Record<string, string> });
}

/** The libraries and fonts of the unpacked browser: a page looks the same on each machine, whatever is installed there. */
async function surroundingsOf(own: string): Promise<Record<string, string>> {
  const fonts = join(own, "berth-fonts.conf");
  const prefer = (family: string, font: string): string =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  const written = `${fonts}.${process.pid}`;
  await writeFile(
    written,
    `<?xml version="1.0"?><fontconfig><dir>${join(own, "usr/share/fonts")}</dir><cachedir>${join(own, "var/cache/fontconfig")}</cachedir>
${prefer("sans-serif", "DejaVu Sans")}${prefer("system-ui", "DejaVu Sans")}${prefer("monospace", "DejaVu Sans Mono")}</fontconfig>`,
  );
  await rename(written, fonts);
  return {
    LD_LIBRARY_PATH: LIBRARIES.map((folder) => join(own, folder)).join(delimiter),
    FONTCONFIG_FILE: fonts,
  };
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
