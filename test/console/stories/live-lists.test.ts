import { expect } from "chai";
import { newKey, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { HarborServer } from "../../support/harbor-server.ts";

/** These pages ask for nothing again by themselves, so that the stream alone brings it, however long a busy machine takes. */
const LIVE_MS = 15_000;

/** Lists of people and of what they hold, open in a browser while it is changed elsewhere. */
describe("The console's lists of people", function () {
  this.timeout(600_000);
  const harbor = new HarborServer();
  const { gateway, visitAs } = tellConsoleStories(undefined, async () => ({
    BERTH_HARBOR_URL: await harbor.start(),
    BERTH_HARBOR_USER: HarborServer.username,
    BERTH_HARBOR_PASSWORD: HarborServer.password,
  }));
  after(() => harbor.stop());

  it("show what was done elsewhere, without a word from the reader", async () => {
    const owner = await newPerson(gateway().url);
    const guest = await newPerson(gateway().url);
    const { body } = await owner.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Team" });
    await owner.session("PATCH", "/auth/me", { active_organization_id: body.id });
    const at = `/organizations/${body.slug}`;

    const invitations = await visitAs(owner, "/organization/invitations");
    await invitations.page.getByRole("heading", { name: "Nobody was invited yet" }).waitFor();
    const members = await visitAs(owner, "/organization/members");
    await members.page.getByRole("list", { name: "Members" }).getByText("this is you").waitFor();
    const webhooks = await visitAs(owner, "/organization/webhooks");
    await webhooks.page.getByRole("heading", { name: "Webhooks", exact: true }).waitFor();
    const keys = await visitAs(owner, "/account/keys");
    await keys.page.getByRole("heading", { name: "API keys", exact: true }).waitFor();
    for (const { page } of [invitations, members, webhooks, keys]) await page.getByText("Live").first().waitFor();

    const invited = await owner.session<{ accept_url: string }>("POST", `${at}/invitations`, { email: guest.email });
    await invitations.page.getByText(guest.email).first().waitFor({ timeout: LIVE_MS });
    await guest.session("POST", `/invitations/${invited.body.accept_url.split("/").at(-1) ?? ""}/accept`);
    await invitations.page.getByText("accepted").first().waitFor({ timeout: LIVE_MS });
    await members.page.getByText(guest.email).first().waitFor({ timeout: LIVE_MS });
    await owner.session("PATCH", `${at}/members/${guest.userId}`, { role: "viewer" });
    const list = members.page.getByRole("list", { name: "Members" });
    await list.getByText("viewer", { exact: true }).waitFor({ timeout: LIVE_MS });
    await owner.session("DELETE", `${at}/members/${guest.userId}`);
    await list.getByText(guest.email).first().waitFor({ state: "detached", timeout: LIVE_MS });

    await owner.session("POST", `${at}/webhooks`, { url: "https://example.org/berth" });
    await webhooks.page.getByText("https://example.org/berth").first().waitFor({ timeout: LIVE_MS });
    const { id } = await newKey(owner.session, { name: "robot" });
    await keys.page.getByText("robot").first().waitFor({ timeout: LIVE_MS });
    await owner.session("DELETE", `/api-keys/${id}`);
    await keys.page.getByText("ended", { exact: true }).first().waitFor({ timeout: LIVE_MS });
    for (const { faults } of [invitations, members, webhooks, keys]) expect(await faults()).to.deep.equal([]);
  });

  it("show a secret and new registry credentials, whoever wrote them", async () => {
    const owner = await newPerson(gateway().url);
    const secrets = await visitAs(owner, "/organization/secrets");
    await secrets.page.getByRole("heading", { name: "There is no secret yet" }).waitFor();
    const registry = await visitAs(owner, "/organization/registry");
    await registry.page.getByRole("heading", { name: "There are no credentials yet" }).waitFor();
    for (const { page } of [secrets, registry]) await page.getByText("Live").first().waitFor();

    const list = secrets.page.getByRole("list", { name: "Secrets" });
    await owner.session("POST", "/secrets", { name: "TOKEN", value: "one" });
    await list.getByText("version 1").waitFor({ timeout: LIVE_MS });
    await owner.session("PUT", "/secrets/TOKEN", { value: "two" });
    await list.getByText("version 2").waitFor({ timeout: LIVE_MS });
    await owner.session("DELETE", "/secrets/TOKEN");
    await secrets.page.getByRole("heading", { name: "There is no secret yet" }).waitFor({ timeout: LIVE_MS });

    const made = await owner.session<{ username: string }>("POST", "/registry/credentials/regenerate");
    expect(made.status, made.text).to.equal(201);
    await registry.page.getByText(made.body.username, { exact: true }).waitFor({ timeout: LIVE_MS });
    for (const { faults } of [secrets, registry]) expect(await faults()).to.deep.equal([]);
  });

  it("show a role that was given meanwhile in the open form, and overwrite none", async () => {
    const [owner, guest] = [await newPerson(gateway().url), await newPerson(gateway().url)];
    const { body } = await owner.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Team" });
    await owner.session("PATCH", "/auth/me", { active_organization_id: body.id });
    const at = `/organizations/${body.slug}`;
    const invited = await owner.session<{ accept_url: string }>("POST", `${at}/invitations`, { email: guest.email });
    await guest.session("POST", `/invitations/${invited.body.accept_url.split("/").at(-1) ?? ""}/accept`);
    const { page, findings } = await visitAs(owner, "/organization/members");
    const row = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: guest.email });
    await row.getByRole("button", { name: "Change role" }).click();
    const form = page.getByRole("dialog");
    const note = form.getByText("Somebody changed it meanwhile.");
    const role = form.getByLabel("Role (needed)");
    await role.selectOption("viewer");
    await owner.session("PATCH", `${at}/members/${guest.userId}`, { role: "admin" });
    await note.waitFor();
    expect(await role.inputValue(), "what was entered stays").to.equal("viewer");
    expect(await findings("a role that was changed meanwhile")).to.deep.equal([]);
    // Where the stream is away, the write itself notices it.
    await page.route("**/api/v1/events**", (route) => route.abort());
    await page.reload();
    await role.selectOption("viewer");
    await owner.session("PATCH", `${at}/members/${guest.userId}`, { role: "member" });
    await form.getByRole("button", { name: "Change role" }).click();
    await note.waitFor();
    const now = async (): Promise<unknown> =>
      (await owner.session<{ role: string }>("GET", `${at}/members/${guest.userId}`)).body.role;
    expect(await now()).to.equal("member");
    await form.getByRole("button", { name: "Change role" }).click();
    await form.waitFor({ state: "detached" });
    expect(await now()).to.equal("viewer");
  });
});
