import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { newCluster, newDeployment, newPerson, PASSWORD, type Person } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import { startBrowser } from "../support/browser.ts";
import { CANARY, openConsole, signedIn, type ConsolePage } from "../support/console-scene.ts";

/** What people do in the console, in a real browser where there is one (`make browser`), on a gateway whose operator the test plays. */
describe("The console", function () {
  this.timeout(600_000);
  let browser: Browser;
  let gateway: TestGateway;
  const open: ConsolePage[] = [];

  before(async function () {
    const started = await startBrowser();
    if (started === undefined) {
      console.log("    There is no Chromium here: make browser fetches one");
      this.skip();
    }
    browser = started;
    gateway = await startTestGateway();
  });
  afterEach(async () => {
    for (const { page } of open.splice(0)) await page.context().close();
  });
  after(async () => {
    await (browser as Browser | undefined)?.close();
    await (gateway as TestGateway | undefined)?.stop();
  });

  const visit = async (path: string): Promise<ConsolePage> => {
    const visited = await openConsole(browser, gateway.url, path);
    open.push(visited);
    return visited;
  };
  const visitAs = async (person: Person, path: string): Promise<ConsolePage> => {
    const visited = await visit("/sign-in");
    await signedIn(visited.page.context(), gateway.url, person.cookie);
    await visited.page.goto(`${gateway.url}${path}`);
    return visited;
  };

  it("lets people register, sign out, and in again, and says what is wrong", async () => {
    const { page, faults, findings } = await visit("/register");
    const email = `user-${randomBytes(6).toString("hex")}@example.org`;
    await page.getByLabel("Your name").fill(CANARY);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Password").getAttribute("aria-invalid")).to.equal("true");
    expect(await findings("register")).to.deep.equal([]);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    expect(await page.getByRole("heading", { name: "Hello" }).textContent()).to.contain(CANARY);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(`${PASSWORD}!`);
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).to.match(/Request\s+\S{8,}/);
    expect(await findings("sign-in")).to.deep.equal([]);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("lists deployments, narrows them as one types, and shows a change within a moment", async () => {
    const person = await newPerson(gateway.url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway.settle("Cluster", clusterId);
    for (const name of ["shop", "mail", "queue-of-a-very-long-name-that-wraps"]) {
      const { id } = await newDeployment(person.session, clusterId, {
        name,
        docker_image: `registry.example/${name}:1`,
      });
      await gateway.settle("Deployment", id, name === "mail" ? "failed" : "running", {
        ...(name === "mail" && { errorMessage: CANARY, statusReason: "ImagePullFailed" }),
      });
    }
    const { page, faults, findings } = await visitAs(person, "/deployments");
    await page.getByRole("link", { name: "shop" }).waitFor();
    expect(await findings("deployments")).to.deep.equal([]);
    await page.keyboard.press("/");
    await page.keyboard.type("example/MA");
    await page.getByText("1 of 3").waitFor();
    expect(new URL(page.url()).search).to.equal("?q=example%2FMA");
    await page.reload();
    await page.getByText("1 of 3").waitFor();
    expect(await page.getByRole("link", { name: "mail", exact: true }).count()).to.equal(1);

    const later = await newDeployment(person.session, clusterId, {
      name: "example-mail-2",
      docker_image: "example/ma:2",
    });
    await gateway.settle("Deployment", later.id, "provisioning");
    await page.getByText("2 of 4").waitFor();
    expect(await faults()).to.deep.equal([]);
  });
});
