import { expect } from "chai";
import type { Page } from "playwright-core";
import { newCluster, newDatabase, newDeployment, newPerson, type Person } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { playedPod, playUsage } from "../../support/played-usage.ts";

const HOUR_MS = 3_600_000;
const KEPT = {
  cpu_millicores: Array.from({ length: 60 }, (_, index) => 100 + (index % 7) * 20),
  memory_bytes: Array.from({ length: 60 }, (_, index) => 2 ** 26 + index * 2 ** 20),
  network_received_bytes_per_second: Array.from({ length: 60 }, () => 2_048),
  network_sent_bytes_per_second: Array.from({ length: 60 }, () => 512),
  requests_per_second: Array.from({ length: 60 }, () => 12),
  errors_per_second: Array.from({ length: 60 }, () => 0.5),
  latency_p95_seconds: Array.from({ length: 60 }, () => 0.18),
};

/** What things take, now and over time, in a real browser (`make browser`). */
describe("The console's metrics", function () {
  this.timeout(600_000);
  const usage = playUsage();
  const { gateway, visitAs } = tellConsoleStories(() => usage.replace);

  const newShop = async (): Promise<Readonly<{ person: Person; clusterId: string; id: string }>> => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await gateway().settle("Deployment", id, "running");
    return { person, clusterId, id };
  };
  const plot = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

  it("shows what a deployment takes beside its limits, and draws what was kept of it", async () => {
    const lastRestart = { at: "2026-01-01T00:00:00Z", reason: "OOMKilled" };
    usage.pods([playedPod("shop-1"), playedPod("shop-2", { restarts: 3, lastRestart })]);
    usage.keep(KEPT);
    const { person, id } = await newShop();
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}?tab=metrics`);
    const now = page.getByRole("region", { name: "Now" });
    await now.getByText("240 m of 1 core").waitFor();
    await now.getByText("2 pods, 3 restarts").waitFor();
    expect(await page.getByRole("row", { name: /shop-2/ }).innerText()).to.contain("OOMKilled");
    expect(await page.getByRole("meter", { name: "CPU of its limit" }).getAttribute("value")).to.equal("240");

    const cpu = plot(page, "CPU");
    await cpu.locator("canvas").waitFor();
    const said = await cpu.getByRole("img").getAttribute("aria-label");
    expect(said).to.match(/^CPU\. Used: at last \d+ m, at most 220 m\. Requested 200 m\. Limit 1 core\.$/);
    expect(await plot(page, "Network").getByRole("listitem").allInnerTexts()).to.deep.equal([
      "Received 2 KiB/s",
      "Sent 512 B/s",
    ]);
    expect(await plot(page, "Requests").getByRole("listitem").allInnerTexts()).to.deep.equal([
      "All 12/s",
      "Failed (500 and above) 0.5/s",
    ]);
    expect(await plot(page, "Latency").getByRole("img").getAttribute("aria-label")).to.contain("at most 180 ms");
    // What a canvas shows is there for whoever sees none, and by the keyboard.
    await cpu.getByText("CPU as a table").focus();
    await page.keyboard.press("Enter");
    const table = cpu.getByRole("table", { name: "CPU over time" });
    await table.waitFor();
    expect(await table.getByRole("columnheader").allInnerTexts()).to.deep.equal(["Time", "Used", "Requested", "Limit"]);
    expect(await table.getByRole("row", { name: /220 m/ }).count()).to.be.at.least(1);
    expect(await findings("metrics")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  it("draws in the colours of the reader, and goes back as far as is asked", async () => {
    usage.pods([playedPod("shop-1")]);
    usage.keep(KEPT);
    const { person, id } = await newShop();
    const { page, faults } = await visitAs(person, `/deployments/${id}?tab=metrics`);
    const canvas = plot(page, "CPU").locator("canvas");
    const drawn = (): Promise<string> => canvas.evaluate((one) => (one as unknown as Drawn).toDataURL());
    await page.emulateMedia({ colorScheme: "light" });
    await canvas.waitFor();
    // Nothing new comes in from here on: what is drawn anew is drawn for its colours.
    await page.route("**/metrics**", () => undefined);
    const light = await drawn();
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(
      ([selector, before]) => {
        const { document } = globalThis as unknown as { document: { querySelector: (of: string) => Drawn } };
        return document.querySelector(selector ?? "").toDataURL() !== before;
      },
      [".plot-card canvas", light],
    );
    const asked = page.waitForRequest((request) => request.url().includes("/metrics/history"));
    await page.getByRole("button", { name: "7 days" }).click();
    const from = new URL((await asked).url()).searchParams.get("from") ?? "";
    expect(Date.now() - Date.parse(from)).to.be.greaterThan(6 * 86_400_000);
    expect(new URL(page.url()).searchParams.get("range")).to.equal("7d");
    expect(await faults()).to.deep.equal([]);
  });

  it("asks for the time that the gateway has, whatever the reader's clock shows, and tells ages by it", async () => {
    usage.pods([playedPod("shop-1")]);
    usage.keep(KEPT);
    const { person, id } = await newShop();
    const { page, faults } = await visitAs(person, "/");
    for (const hoursOff of [3, -3]) {
      await page.clock.setFixedTime(Date.now() + hoursOff * HOUR_MS);
      const asked = page.waitForRequest((request) => request.url().includes("/metrics/history"));
      await page.goto(`${gateway().url}/deployments/${id}?tab=metrics`);
      const from = Date.parse(new URL((await asked).url()).searchParams.get("from") ?? "");
      // Within the hour before: by the reader's clock it would be three hours from that.
      expect(Math.abs(Date.now() - HOUR_MS - from) < HOUR_MS, `${hoursOff} hours off`).to.equal(true);
      await plot(page, "CPU").locator("canvas").waitFor();
      const told = page.getByRole("region", { name: "Now" }).locator("time").first();
      await eventually(async () => expect(await told.innerText()).to.match(/^(?:now|\d+ min)$/));
    }
    expect(await faults()).to.deep.equal([]);
  });

  it("says where nothing is kept, and of a database and a cluster what they take", async () => {
    usage.pods([playedPod("main-1", { lastRestart: { at: undefined, reason: CANARY }, restarts: 1 })]);
    usage.keep(undefined);
    const { person, clusterId } = await newShop();
    const { id } = await newDatabase(person.session, clusterId);
    await gateway().settle("DatabaseInstance", id, "running");
    const { page, faults, findings } = await visitAs(person, `/databases/${id}?tab=metrics`);
    await page.getByText("There are no plots over time.").waitFor();
    expect(await page.getByText("BERTH_METRICS_HISTORY_URL").count()).to.equal(1);
    await page.getByText("1 pod, 1 restart").waitFor();
    expect(await findings("metrics-none")).to.deep.equal([]);

    usage.keep(KEPT);
    await page.goto(`${gateway().url}/clusters/${clusterId}?tab=metrics`);
    await page.getByRole("row", { name: /node-1/ }).waitFor();
    expect(await page.getByRole("row", { name: /node-1/ }).innerText()).to.contain("1 of 110");
    await plot(page, "Memory").locator("canvas").waitFor();
    expect(await faults()).to.deep.equal([]);
  });
});

type Drawn = Readonly<{ toDataURL: () => string }>;
