import { expect } from "chai";
import { newCluster, newPerson, type Person } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";

/** What somebody sees and does who is in several organizations. */
describe("The console of somebody in two organizations", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();
  let owner: Person;
  let guest: Person;
  let team: Readonly<{ id: string; slug: string }>;
  let clusterId: string;

  before(async () => {
    [owner, guest] = [await newPerson(gateway().url), await newPerson(gateway().url)];
    ({ body: team } = await owner.session<typeof team>("POST", "/organizations", { name: "Team" }));
    clusterId = await newCluster(owner.session, { name: "of-team", organization_id: team.id });
    await newCluster(guest.session, { name: "of-guest" });
    const at = `/organizations/${team.slug}/invitations`;
    const { body } = await owner.session<{ accept_url: string }>("POST", at, { email: guest.email, role: "viewer" });
    await guest.session("POST", `/invitations/${body.accept_url.split("/").at(-1) ?? ""}/accept`);
  });

  it("lists the things of the chosen one, and shows what a link leads to by the role there", async () => {
    const { page, faults } = await visitAs(guest, "/clusters");
    const chosen = page.getByLabel("Organization").locator("option:checked");
    const rows = page.locator(".row-name");
    await page.getByText("1 in all").waitFor();
    expect(await rows.allTextContents()).to.deep.equal(["of-guest"]);

    await page.goto(`${gateway().url}/clusters/${clusterId}`);
    await page.getByRole("heading", { level: 1, name: "of-team" }).waitFor();
    await eventually(async () => expect(await chosen.textContent()).to.equal("Team"));
    expect(await page.locator(".head .actions a").allTextContents(), "a viewer is offered nothing").to.deep.equal([]);
    await page.getByText("Live").first().waitFor();
    await gateway().settle("Cluster", clusterId);
    await page.locator(".trail").getByText("running").waitFor();

    await page.getByLabel("Organization").selectOption({ label: await ownName() });
    await page.waitForURL(/\/clusters$/);
    await eventually(async () => expect(await rows.allTextContents()).to.deep.equal(["of-guest"]));
    expect(await faults()).to.deep.equal([]);
  });

  it("writes where the page is, whatever another tab has chosen meanwhile", async () => {
    const choose = (id: string): Promise<unknown> => owner.session("PATCH", "/auth/me", { active_organization_id: id });
    await choose(team.id);
    const { page, faults } = await visitAs(owner, "/organization/secrets");
    await page.getByRole("heading", { name: "There is no secret yet" }).waitFor();
    await choose(owner.organizationId);
    await page.getByRole("button", { name: "New secret" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name (needed)").fill("TOKEN");
    await dialog.getByLabel("Value (needed)").fill("one");
    await dialog.getByRole("button", { name: "New secret" }).click();
    await page.getByRole("list", { name: "Secrets" }).getByText("version 1").waitFor();
    const namesIn = async (id: string): Promise<unknown> =>
      (await owner.session<{ secrets: { name: string }[] }>("GET", `/secrets?organization_id=${id}`)).body.secrets.map(
        ({ name }) => name,
      );
    expect(await namesIn(team.id)).to.deep.equal(["TOKEN"]);
    expect(await namesIn(owner.organizationId)).to.deep.equal([]);
    await page.getByRole("button", { name: "Delete TOKEN" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "There is no secret yet" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  const ownName = async (): Promise<string> => {
    const { body } = await guest.session<{ organizations: { id: string; name: string }[] }>("GET", "/auth/me");
    return body.organizations.find(({ id }) => id !== team.id)?.name ?? "";
  };
});
