import { expect } from "chai";
import { clientOf, newPerson } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { HarborServer } from "../../support/harbor-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/webhook-receiver.ts";

/** What programs act by, and what is done for them, in a real browser. */
describe("The console's means", function () {
  this.timeout(600_000);
  let receiver: WebhookReceiver;
  const harbor = new HarborServer();
  /** Where there is no browser nothing was started. */
  const stops: (() => Promise<unknown>)[] = [];
  const { gateway, visitAs } = tellConsoleStories(undefined, async () => {
    receiver = await startWebhookReceiver();
    stops.push(() => receiver.stop());
    const url = await harbor.start();
    stops.push(() => harbor.stop());
    return {
      BERTH_WEBHOOK_ALLOW_PRIVATE: "true",
      BERTH_HARBOR_URL: url,
      BERTH_HARBOR_USER: HarborServer.username,
      BERTH_HARBOR_PASSWORD: HarborServer.password,
    };
  });

  after(async () => {
    for (const stop of stops) await stop();
  });

  it("keep a secret that is never shown, and make registry credentials and a key that are shown once", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults, findings } = await visitAs(person, "/organization/secrets");
    await page.getByRole("heading", { name: "There is no secret yet" }).waitFor();
    await page.getByRole("button", { name: "New secret" }).click();
    await page.getByLabel("Name (needed)").fill("DATABASE_PASSWORD");
    await page.getByLabel("Value (needed)").fill(CANARY);
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
    await page.getByRole("list", { name: "Secrets" }).getByText("version 1").waitFor();
    expect(await page.content()).not.to.contain("canary");
    expect(await findings("secrets")).to.deep.equal([]);
    await page.getByRole("button", { name: "New value of DATABASE_PASSWORD" }).click();
    await page.getByLabel("Value (needed)").fill("another one");
    await page.getByRole("dialog").getByRole("button", { name: "New value" }).click();
    await page.getByRole("list", { name: "Secrets" }).getByText("version 2").waitFor();

    await page.getByRole("link", { name: "Registry" }).click();
    await page.getByRole("button", { name: "Make credentials" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make credentials" }).click();
    const password = page.getByRole("dialog", { name: "New credentials" }).getByLabel("Password");
    expect((await password.inputValue()).length).to.be.at.least(8);
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("heading", { name: "How to push" }).waitFor();
    expect(await findings("registry")).to.deep.equal([]);

    await page.goto(`${gateway().url}/account/keys`);
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByLabel("Name (needed)").fill(CANARY);
    await page.getByLabel("secrets:read").check();
    expect(await findings("new-key")).to.deep.equal([]);
    await page.getByRole("dialog").getByRole("button", { name: "New API key" }).click();
    const key = await page.getByLabel("API key", { exact: true }).inputValue();
    const call = clientOf(gateway().url, { authorization: `Bearer ${key}` });
    expect([(await call("GET", "/secrets")).status, (await call("GET", "/webhooks")).status]).to.deep.equal([200, 404]);
    expect((await call("DELETE", "/secrets/DATABASE_PASSWORD")).status).to.equal(403);
    await page.getByRole("button", { name: "I have it" }).click();
    expect(await findings("keys")).to.deep.equal([]);
    await page.getByRole("button", { name: `Revoke ${CANARY}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("list", { name: "API keys" }).getByText("ended").waitFor();
    expect((await call("GET", "/secrets")).status).to.equal(401);
    expect(await faults()).to.deep.equal([]);
  });

  it("tell programs of changes, and people of what became of it and of who did what", async () => {
    const person = await newPerson(gateway().url);
    receiver.answer((response) => response.writeHead(204).end());
    const { page, faults, findings } = await visitAs(person, "/organization/webhooks");
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByLabel("Url (needed)").fill(receiver.url);
    await page.getByLabel("Description").fill(CANARY);
    await page.getByRole("dialog").getByRole("button", { name: "New webhook" }).click();
    expect((await page.getByLabel("Secret", { exact: true }).inputValue()).length).to.be.at.least(16);
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("link", { name: receiver.url }).waitFor();
    expect(await findings("webhooks")).to.deep.equal([]);
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByRole("button", { name: "Deliver a test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Deliver a test" }).click();
    await page.getByRole("list", { name: "Deliveries" }).getByText("answered 204").waitFor();
    expect(receiver.received.length).to.be.at.least(1);
    expect(await findings("webhook")).to.deep.equal([]);

    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("list", { name: "Audit log" }).getByText("Test webhook").waitFor();
    await page.getByLabel("Action").selectOption({ label: "Create webhook" });
    await page.getByRole("list", { name: "Audit log" }).getByText("Test webhook").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).to.equal("?action=createWebhook");
    await page.getByLabel("Action").selectOption({ label: "Not set" });
    await page.getByRole("list", { name: "Audit log" }).getByText("Test webhook").waitFor();
    expect(new URL(page.url()).search, "a filter can be taken back").to.equal("");
    await page.getByText("Everything known of it").first().click();
    expect(await findings("audit")).to.deep.equal([]);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    expect((await saving).suggestedFilename()).to.match(/^audit-.+\.ndjson$/);
    expect(await faults()).to.deep.equal([]);
  });

  it("say to whom invoices go, and make, rename and end an organization", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults, findings } = await visitAs(person, "/organization/billing");
    await page.getByText("This platform takes no payments.").waitFor();
    await page.getByRole("button", { name: "Change invoices" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Company name").fill(CANARY);
    await form.getByRole("button", { name: "Change invoices" }).click();
    await form.getByRole("alert").waitFor();
    const given = {
      "Contact email": "a@example.org",
      "Address line1": "Kade 1",
      City: "Rotterdam",
      "Postal code": "3011 AA",
    };
    for (const [label, value] of Object.entries(given)) await form.getByLabel(label).fill(value);
    await form.getByLabel("Country code").fill("NL");
    await form.getByRole("button", { name: "Change invoices" }).click();
    await page.getByText("3011 AA Rotterdam, NL").waitFor();
    expect(await findings("billing")).to.deep.equal([]);

    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "New organization" }).click();
    await page.getByLabel("Name (needed)").fill("Harbour");
    await page.getByRole("dialog").getByRole("button", { name: "New organization" }).click();
    await page.getByRole("heading", { name: "Harbour" }).waitFor();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill(CANARY);
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
    await page.getByRole("heading", { name: CANARY }).waitFor();
    expect(await findings("organization")).to.deep.equal([]);
    await page.getByRole("button", { name: "Delete the organization" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the organization" }).click();
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });
});
