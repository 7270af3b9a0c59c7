import { expect } from "chai";
import { newCluster, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

/** What somebody changes while another one has its form open, in a real browser (`make browser`). */
describe("The console's forms, overtaken", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("show what became of a cluster meanwhile, and send the rest", async () => {
    const person = await newPerson(gateway().url);
    const id = await newCluster(person.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", id);
    const scale = { autoscaling_enabled: true, min_nodes: 1, max_nodes: 3 };
    await person.session("PATCH", `/clusters/${id}/autoscaling`, scale);
    await gateway().settle("Cluster", id);
    const { page, faults, findings } = await visitAs(person, `/clusters/${id}?do=scale`);
    const dialog = page.getByRole("dialog", { name: "Scale: harbour" });
    await dialog.getByLabel("Max nodes").fill("5");
    const other = await person.session("PATCH", `/clusters/${id}/autoscaling`, { ...scale, max_nodes: 4 });
    expect(other.status, other.text).to.equal(200);
    await gateway().settle("Cluster", id);
    const note = dialog.getByRole("status").filter({ hasText: "Somebody changed it meanwhile." });
    await note.getByText("Max nodes: 3 became 4").waitFor();
    expect(await dialog.getByLabel("Max nodes").inputValue(), "what was entered stays").to.equal("5");
    expect(await findings("overtaken")).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog", { name: "Scale", exact: true }).getByRole("button", { name: "Scale" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await person.session("GET", `/clusters/${id}`)).body).to.include({ min_nodes: 1, max_nodes: 5 });
    expect(await faults()).to.deep.equal([]);
  });

  it("are refused what nobody told them of, say it, and overwrite nothing: of an organization and of a webhook", async () => {
    const person = await newPerson(gateway().url);
    const at = `/organizations/${person.slug}`;
    const hook = await person.session<{ id: string }>("POST", `${at}/webhooks`, { url: "https://a.example.org/" });
    const settings = { address: "/organization/settings", path: at, member: "name", label: "Name" };
    const webhook = {
      address: `/organization/webhooks/${hook.body.id}`,
      path: `${at}/webhooks/${hook.body.id}`,
      member: "description",
      label: "Description",
    };
    for (const { address, path, member, label } of [settings, webhook]) {
      const { page, faults } = await visitAs(person, address);
      // A stream that is open stays so: the page is read anew without one.
      await page.route("**/api/v1/events**", (route) => route.abort());
      await page.reload();
      await page.getByRole("button", { name: "Change", exact: true }).click();
      const form = page.getByRole("dialog", { name: "Change", exact: true });
      await form.getByLabel(label, { exact: true }).fill("mine");
      const meanwhile = async (): Promise<unknown> => (await person.session("GET", path)).body[member];
      const other = await person.session("PATCH", path, { [member]: "theirs" });
      expect(other.status, other.text).to.equal(200);
      await form.getByRole("button", { name: "Change", exact: true }).click();
      await form.getByText("Somebody changed it meanwhile.").waitFor();
      await form.getByText("theirs").waitFor();
      expect(await meanwhile(), "nothing was overwritten").to.equal("theirs");
      await form.getByRole("button", { name: "Change", exact: true }).click();
      await form.waitFor({ state: "detached" });
      expect(await meanwhile()).to.equal("mine");
      expect(await faults()).to.deep.equal([]);
    }
  });

  it("of what events tell of show it before anything is sent, and go on from there", async () => {
    const person = await newPerson(gateway().url);
    const at = `/organizations/${person.slug}/webhooks`;
    const hook = await person.session<{ id: string }>("POST", at, { url: "https://a.example.org/" });
    const { page, faults } = await visitAs(person, `/organization/webhooks/${hook.body.id}`);
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Change", exact: true });
    const text = form.getByLabel("Description", { exact: true });
    await text.fill("mine");
    const other = await person.session("PATCH", `${at}/${hook.body.id}`, { description: "theirs" });
    expect(other.status, other.text).to.equal(200);
    await form.getByText("theirs").waitFor();
    expect(await text.inputValue(), "what was entered stays").to.equal("mine");
    await form.getByRole("button", { name: "Change", exact: true }).click();
    await form.waitFor({ state: "detached" });
    expect((await person.session("GET", `${at}/${hook.body.id}`)).body["description"]).to.equal("mine");
    expect(await faults()).to.deep.equal([]);
  });
});
