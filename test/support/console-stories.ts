import type { Browser } from "playwright-core";
import type { Person } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import { sharedBrowser } from "./browser.ts";
import { openConsole, type ConsolePage } from "./console-scene.ts";

type Replaced = Exclude<Parameters<typeof startTestGateway>[0], undefined>["replace"];

/** What stories of the console are told on: a gateway whose operator the test plays, and a browser (`make browser`). */
type ConsoleStories = Readonly<{
  gateway: () => TestGateway;
  browser: () => Browser;
  /** Opens an address as nobody. */
  visit: (path: string) => Promise<ConsolePage>;
  /** Opens an address as a person. */
  visitAs: (person: Person, path: string) => Promise<ConsolePage>;
}>;

/** Starts gateway and browser before the stories of a suite, and ends them after. */
export function tellConsoleStories(
  replace?: () => Replaced,
  env: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): ConsoleStories {
  let browser: Browser | undefined;
  let gateway: TestGateway | undefined;
  const open: ConsolePage[] = [];
  before(async () => {
    browser = await sharedBrowser();
    const replaced = replace?.();
    gateway = await startTestGateway({ env: await env(), ...(replaced && { replace: replaced }) });
  });
  afterEach(async () => {
    for (const { page } of open.splice(0)) await page.context().close();
  });
  after(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await gateway?.stop();
  });
  const started = (): TestGateway => {
    if (gateway === undefined) throw new Error("The gateway of the stories has not started");
    return gateway;
  };
  const launched = (): Browser => {
    if (browser === undefined) throw new Error("The browser of the stories has not started");
    return browser;
  };
  const visit = async (path: string, cookie?: string): Promise<ConsolePage> => {
    const visited = await openConsole(launched(), started().url, path, cookie);
    open.push(visited);
    return visited;
  };
  const visitAs = ({ cookie }: Person, path: string): Promise<ConsolePage> => visit(path, cookie);
  return { gateway: started, browser: launched, visit: (path) => visit(path), visitAs };
}
