/*
 * Measures the console in Chromium (`make browser`) with 10,000 deployments and 2,000 clusters of one organization:
 * 1. Postgres, an API server and the gateway process start; the rows are written as the mirror would.
 * 2. Home, and the list of deployments, are each opened ten times in a browser that has cached nothing: requests and time until Home has counted and the
 *    first row can be clicked.
 * 3. With all of them loaded, each key that is typed into the filter, until the list shows what it leaves.
 * 4. As many changes as an hour brings at one a second, in four quarters: memory after each, once garbage is collected.
 * Nothing is asserted on time.
 */
import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { ResourceStore } from "../adapters/postgres/resources/resource-store.ts";
import { startEmbeddedApiServer } from "../test/support/api-server.ts";
import { registerAccount } from "../test/support/berth-client.ts";
import { startBrowser } from "../test/support/browser.ts";
import { openConsole, signedIn } from "../test/support/console-scene.ts";
import { firstClick } from "../test/support/first-click.ts";
import { startEmbeddedPostgres } from "../test/support/postgres.ts";
import { startGateway } from "./gateway-process.ts";
import { median, printTable, quantile } from "./report.ts";
import { deploymentRow, seedRows, type Owner } from "./seeded-rows.ts";

const SEEDED = { deployments: 10_000, clusters: 2_000 };
const VISITS = 10;
const TYPED = "shop-77 running";
const CHANGES = 3_600;
const QUARTERS = 4;
const AT_ONCE = 60;

type Figure = Readonly<{ what: string; figure: string; target: string }>;
type Visit = Readonly<{ requests: number; usableMs: number; listKib: number }>;

/** Opens Home or the list in a browser that knows nothing yet. */
async function visit(browser: Browser, origin: string, cookie: string, path: "/" | "/deployments"): Promise<Visit> {
  const { page } = await openConsole(browser, origin, "/sign-in");
  await signedIn(page.context(), origin, cookie);
  const blank = await page.context().newPage();
  await page.close();
  const list = blank.waitForResponse((response) => response.url().includes("/api/v1/deployments?"));
  const link = path === "/" ? 'main a[href^="/deployments?state="]' : "main a.row-name";
  const { asked, afterMs } = await firstClick(blank, `${origin}${path}`, link);
  const { responseBodySize } = await (await list).request().sizes();
  await blank.context().close();
  return { requests: asked.length, usableMs: afterMs, listKib: responseBodySize / 1024 };
}

/** Types letter by letter; answers the milliseconds from each key to the frame that shows what it left. */
async function typeIntoFilter(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(globalThis, { taken });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "keydown") taken.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as unknown as Parameters<PerformanceObserver["observe"]>[0]);
  });
  await page.keyboard.press("/");
  await page.keyboard.type(TYPED, { delay: 120 });
  await page.getByText(/^\d+ of 10000$/).waitFor();
  const taken = await page.evaluate(() => (globalThis as unknown as { taken: number[] }).taken);
  // The browser tells of none that took less than a frame.
  return [...taken, ...new Array<number>(Math.max(0, TYPED.length - taken.length)).fill(16)];
}

/** Brings changes as the mirror does, and answers what the page holds then, in MiB. */
async function followChanges(page: Page, url: string, owner: Owner): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: url });
  const store = new ResourceStore(pool);
  const { epoch } = await store.adoptEpoch("bench");
  // Of a long list only what is seen is drawn.
  await page.getByRole("searchbox").fill("shop-7777");
  const held = [await heldMib(page)];
  let version = 1;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    for (let done = 0; done < CHANGES / QUARTERS; done += AT_ONCE) {
      version += 1;
      const rows = Array.from({ length: AT_ONCE }, (_, index) =>
        deploymentRow(owner, (version * 131 + index) % SEEDED.deployments, { version, readyReplicas: version % 3 }),
      );
      await store.mirror(epoch, { rows, deleted: [] });
    }
    await store.mirror(epoch, {
      rows: [deploymentRow(owner, 7777, { version: version + 1, readyReplicas: quarter % 2 })],
      deleted: [],
    });
    await page.getByRole("row", { name: new RegExp(`shop-7777.*${quarter % 2} / 2`) }).waitFor();
    held.push(await heldMib(page));
  }
  await pool.end();
  return held;
}

async function heldMib(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 2 ** 20;
}

async function measure(
  browser: Browser,
  origin: string,
  cookie: string,
  changes: (page: Page) => Promise<number[]>,
): Promise<Figure[]> {
  const visits: Visit[] = [];
  const homes: Visit[] = [];
  for (let count = 0; count < VISITS; count += 1) {
    homes.push(await visit(browser, origin, cookie, "/"));
    visits.push(await visit(browser, origin, cookie, "/deployments"));
  }
  const { page } = await openConsole(browser, origin, "/sign-in");
  await signedIn(page.context(), origin, cookie);
  await page.goto(`${origin}/deployments`);
  await page.getByText(`${SEEDED.deployments} in all`).waitFor();
  const keys = await typeIntoFilter(page);
  const held = await changes(page);
  const of = (figure: keyof Visit, those = visits): number => median(those.map((one) => one[figure]));
  return [
    { what: "requests until Home can be used", figure: of("requests", homes).toFixed(0), target: "12" },
    { what: "time until then, p50", figure: `${of("usableMs", homes).toFixed(0)} ms`, target: "1,000 ms" },
    { what: "requests until the first row can be clicked", figure: of("requests").toFixed(0), target: "12" },
    { what: "time until then, p50", figure: `${of("usableMs").toFixed(0)} ms`, target: "1,000 ms" },
    { what: "first page of the list, as sent", figure: `${of("listKib").toFixed(1)} KiB`, target: "30 KiB" },
    {
      what: "a key in the filter, p50, slowest",
      figure: `${median(keys).toFixed(0)}, ${quantile(keys, 1).toFixed(0)} ms`,
      target: "100 ms",
    },
    {
      what: `memory before, and after each quarter of ${CHANGES} changes`,
      figure: `${held.map((mib) => mib.toFixed(1)).join(", ")} MiB`,
      target: "flat",
    },
  ];
}

const postgres = await startEmbeddedPostgres();
const apiServer = await startEmbeddedApiServer();
const databaseUrl = await postgres.createDatabase();
const gateway = await startGateway(databaseUrl, apiServer.kubeconfig);
const browser = await startBrowser();
try {
  const account = await registerAccount(gateway.url);
  const me = await account.call<{ id: string; organizations: { id: string }[] }>("GET", "/auth/me");
  const owner = { organizationId: me.body.organizations[0]!.id, userId: me.body.id };
  await seedRows(databaseUrl, owner, SEEDED);
  printTable(
    "The console with 10,000 deployments and 2,000 clusters",
    await measure(browser, gateway.url, account.cookie, (page) => followChanges(page, databaseUrl, owner)),
  );
} finally {
  await browser?.close();
  gateway.child.kill("SIGTERM");
  await new Promise((resolve) => gateway.child.once("exit", resolve));
  await apiServer.stop();
  await postgres.stop();
}
