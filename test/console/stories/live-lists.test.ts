import { expect } from "chai";
import { newKey, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

/** How soon what others do must be on an open page. */
const LIVE_MS = 1_000;

/** Lists of people and of what they hold, open in a browser while it is changed elsewhere. */
describe("The console's lists of people", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("show within a second what was done elsewhere, without a word from the reader", async () => {
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
});
