import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { newCluster, newDeployment, newPerson, type Person } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { playLogs, type PlayedLog } from "../../support/played-logs.ts";

/** What people do with logs in the console, in a real browser (`make browser`). */
describe("The console's logs", function () {
  this.timeout(600_000);
  const logs = playLogs();
  const { gateway, visitAs } = tellConsoleStories(() => logs.replace);

  type Shop = Readonly<{ person: Person; id: string; log: PlayedLog }>;

  const newShop = async (...containers: string[]): Promise<Shop> => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await gateway().settle("Deployment", id, "running");
    return { person, id, log: await logs.open(gateway(), id, containers) };
  };
  const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000000001Z`;

  it("are those of one container where a pod has several, and only then is it asked which", async () => {
    const { person, id, log } = await newShop("app", "proxy");
    log.write(`${at(1)} from the app\n`);
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}?tab=logs`);
    const lines = page.getByRole("log");
    await lines.getByText("from the app").waitFor();
    expect(await page.getByLabel("Container").count(), "one of them has spoken").to.equal(0);
    log.write(`${at(2)} from the proxy\n`, "proxy");
    await lines.getByText("from the proxy").waitFor();
    expect(await lines.innerText()).to.contain("web-1/proxy");
    expect(await findings("logs-containers")).to.deep.equal([]);

    const asked = page.waitForRequest((request) => request.url().includes("container=proxy"));
    await page.getByLabel("Container").selectOption("proxy");
    await asked;
    await lines.getByText("from the app").waitFor({ state: "detached" });
    await lines.getByText("from the proxy").waitFor();
    log.write(`${at(3)} again from the app\n`);
    log.write(`${at(4)} again from the proxy\n`, "proxy");
    await page.getByText("Following, 2 lines").waitFor();
    expect(await lines.innerText())
      .to.contain("again from the proxy")
      .and.not.contain("again from the app");

    await page.getByLabel("Container").selectOption({ label: "All containers" });
    await page.getByText("Following, 4 lines").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("are paused, searched, and taken along as they are shown", async () => {
    const { person, id, log } = await newShop("app");
    log.write(`${at(1)} GET /orders\n${at(2)} POST /orders\n`);
    const { page, faults } = await visitAs(person, `/deployments/${id}?tab=logs`);
    const lines = page.getByRole("log");
    await page.getByText("Following, 2 lines").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused, 2 lines").waitFor();
    log.write(`${at(3)} GET /baskets\n`);
    await page.getByLabel("Search in the logs").fill("get");
    await page.getByText("Paused, 1 line").waitFor();
    expect(await lines.innerText())
      .to.contain("GET /orders")
      .and.not.contain("GET /baskets");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("Following, 2 lines").waitFor();
    await lines.getByText("GET /baskets").waitFor();

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).to.equal(`${id}.log`);
    const line = (second: number, text: string): string => `${at(second)} web-1/app ${text}\n`;
    expect(await readFile(await file.path(), "utf8")).to.equal(line(1, "GET /orders") + line(3, "GET /baskets"));
    expect(await faults()).to.deep.equal([]);
  });

  it("that were kept are searched for what the fields show, also where they come back", async () => {
    const { person, id } = await newShop("app");
    const { page } = await visitAs(person, `/deployments/${id}?tab=logs`);
    const [span, words] = [page.getByLabel("Which lines"), page.getByLabel("Words in kept lines")];
    const until = page.getByLabel("Up to (now when empty)");
    await span.selectOption({ label: "Kept, last hour" });
    await words.fill("timeout");
    await until.fill("2026-01-01T10:00");
    await span.selectOption({ label: "As they come" });
    await words.waitFor({ state: "detached" });
    await span.selectOption({ label: "Kept, last day" });
    expect([await words.inputValue(), await until.inputValue()]).to.deep.equal(["timeout", "2026-01-01T10:00"]);
  });
});
