import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { newPerson, PASSWORD, type Person } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

/** What people do about other people and about themselves, in a real browser. */
describe("The console's people", function () {
  this.timeout(600_000);
  const { gateway, visit, visitAs } = tellConsoleStories();

  /** A person with an organization that others can be invited into. */
  const newOwner = async (): Promise<Person & Readonly<{ team: string }>> => {
    const owner = await newPerson(gateway().url);
    const { body } = await owner.session<{ id: string; slug: string }>("POST", "/organizations", { name: CANARY });
    await owner.session("PATCH", "/auth/me", { active_organization_id: body.id });
    return { ...owner, team: body.slug };
  };

  it("invite somebody, who makes an account by it; are given another role, and removed", async () => {
    const owner = await newOwner();
    const { page, faults, findings } = await visitAs(owner, "/organization/invitations");
    await page.getByRole("heading", { name: "Nobody was invited yet" }).waitFor();
    await page.getByRole("button", { name: "Invite somebody" }).click();
    const form = page.getByRole("dialog", { name: "Invite somebody" });
    await form.getByLabel("Email (needed)").fill("nobody");
    await form.getByRole("button", { name: "Invite somebody" }).click();
    await form.getByRole("alert").waitFor();
    expect(await form.getByLabel("Email (needed)").getAttribute("aria-invalid")).to.equal("true");
    expect(await findings("invite")).to.deep.equal([]);
    const email = `grace-${randomBytes(6).toString("hex")}@example.org`;
    await form.getByLabel("Email (needed)").fill(email);
    await form.getByLabel("Name").fill(CANARY);
    await form.getByRole("button", { name: "Invite somebody" }).click();
    const once = page.getByRole("dialog", { name: `${email} is invited` });
    const address = await once.getByLabel("Address of the invitation").inputValue();
    expect(await findings("invited")).to.deep.equal([]);
    await once.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("button", { name: `Revoke ${email}` }).waitFor();
    expect(await findings("invitations")).to.deep.equal([]);

    const guest = await visit(new URL(address, gateway().url).pathname.replace("/api/v1", ""));
    await guest.page.getByRole("heading", { name: CANARY }).waitFor();
    expect(await guest.findings("invitation")).to.deep.equal([]);
    await guest.page.getByRole("link", { name: "Make an account" }).click();
    await guest.page.getByLabel("Your name").fill(CANARY);
    await guest.page.getByLabel("E-mail").fill(email);
    await guest.page.getByLabel("Password").fill(PASSWORD);
    await guest.page.getByRole("button", { name: "Make the account" }).click();
    await guest.page.getByRole("heading", { name: "Hello" }).waitFor();
    expect(await guest.faults()).to.deep.equal([]);

    await page.getByRole("link", { name: "Members" }).click();
    await page.getByText(email, { exact: true }).waitFor();
    expect(await findings("members")).to.deep.equal([]);
    await page.getByRole("button", { name: `Change role of ${CANARY}` }).click();
    await page.getByLabel("Role (needed)").selectOption("viewer");
    await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("list", { name: "Members" }).getByText("viewer", { exact: true }).waitFor();
    await page.getByRole("button", { name: `Remove ${CANARY}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText(email, { exact: true }).waitFor({ state: "detached" });
    expect(await faults()).to.deep.equal([]);
  });

  it("join with the account that they have, and decide which organization pages are about", async () => {
    const owner = await newOwner();
    const guest = await newPerson(gateway().url);
    const invited = await owner.session<{ accept_url: string }>("POST", `/organizations/${owner.team}/invitations`, {
      email: guest.email,
    });
    const { page, faults } = await visit(`/invitations/${invited.body.accept_url.split("/").at(-1) ?? ""}`);
    await page.getByRole("link", { name: "Sign in with the one you have" }).click();
    await page.getByLabel("E-mail").fill(guest.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    const chosen = page.getByLabel("Organization", { exact: true });
    expect(await chosen.locator("option:checked").textContent()).to.equal(CANARY);
    await chosen.selectOption({ index: 1 });
    await page.getByRole("link", { name: "Organization" }).click();
    await page.getByText(guest.email).waitFor();
    expect(await faults()).to.deep.equal([]);
  });
});
