import { expect } from "chai";
import type { Page } from "playwright-core";
import { newCluster, newDeployment, newPerson } from "../../api/client.ts";
import { TcpLink } from "../../support/chaos/tcp-link.ts";
import { openConsole, signedIn, type ConsolePage } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";

const HOUR_MS = 3_600_000;
/** What passes by the page's own timers from waking up; a stream that is silent is given up after 45 s of these. */
const AWAKE_MS = 2_000;
const STATE = `(document.querySelector(".long-body .col-state")?.textContent ?? "")`;

/** Has the page note each time that it shows what is old as the newest, from now on. */
const WATCH = `(() => {
  globalThis.wrong = [];
  const look = () => {
    const said = document.querySelector(".live")?.textContent;
    if (said === "Live" && ${STATE} !== "failed") globalThis.wrong.push(${STATE});
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;

/** A machine that sleeps while the console is open, in a real browser (`make browser`): the time goes on, its timers do not, and no connection tells that it is dead. */
describe("The console on a machine that slept", function () {
  this.timeout(600_000);
  const { gateway, browser } = tellConsoleStories();
  let link: TcpLink;

  before(async () => {
    link = await TcpLink.open("browser to gateway", Number(new URL(gateway().url).port));
  });
  after(() => link.close());

  const open = async (cookie: string): Promise<ConsolePage> => {
    const origin = `http://127.0.0.1:${link.port}`;
    const opened = await openConsole(browser(), origin, "/sign-in");
    await signedIn(opened.page.context(), origin, cookie);
    await opened.page.clock.install();
    await opened.page.goto(`${origin}/deployments`);
    return opened;
  };
  const said = (page: Page): Promise<string> =>
    page.evaluate<string>(`document.querySelector(".live")?.textContent ?? ""`);
  const state = (page: Page): Promise<string> => page.evaluate<string>(STATE);

  it("says since when it is not live as soon as it wakes, and live only once it shows what was meanwhile", async () => {
    const person = await newPerson(gateway().url);
    const cluster = await newCluster(person.session);
    await gateway().settle("Cluster", cluster);
    const { id } = await newDeployment(person.session, cluster, { name: "shop" });
    await gateway().settle("Deployment", id, "running");
    const { page, faults } = await open(person.cookie);
    await eventually(async () => expect([await said(page), await state(page)]).to.deep.equal(["Live", "running"]));
    const resumed: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/v1/events") resumed.push(searchParams.get("cursor") ?? "from now on");
    });

    await page.clock.pauseAt(Date.now() + AWAKE_MS);
    link.set({ kind: "blackhole" });
    const asleep = await page.evaluate<number>("Date.now()");
    await gateway().settle("Deployment", id, "failed", { errorMessage: "no", statusReason: "No" });
    await page.clock.setSystemTime(asleep + 2 * HOUR_MS);
    await page.clock.runFor(AWAKE_MS);
    expect(await said(page)).to.match(/^Not live since /);
    const since = await page.evaluate<string>(`document.querySelector(".live time").dateTime`);
    expect(Date.parse(since), "it was live until it slept").to.be.at.most(asleep);
    expect(await state(page)).to.equal("running");
    expect(await page.evaluate<string>(`document.querySelector(".long-body time").textContent`)).to.equal("2 h");

    await page.evaluate(WATCH);
    link.set({ kind: "open" });
    await page.clock.resume();
    await eventually(async () => expect(await said(page)).to.equal("Live"));
    expect(await state(page)).to.equal("failed");
    expect(await page.evaluate("globalThis.wrong")).to.deep.equal([]);
    expect(resumed).to.have.length.above(0);
    expect(resumed, "each goes on where the last one ended").not.to.include("from now on");
    expect(await faults()).to.deep.equal([]);
  });
});
