import { expect } from "chai";
import { newCluster, newDeployment, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { toldConditions } from "../../support/told-conditions.ts";

/** Previews of a deployment, in a real browser (`make browser`). */
describe("The console's previews", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("are made after their plan, listed with their end, extended and ended", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop", docker_image: "nginx:1" });
    await gateway().settle("Deployment", id, "running", { conditions: toldConditions({ generation: 1 }) });
    type Listed = Readonly<{ previews: readonly Readonly<Record<"id" | "name" | "status" | "expires_at", string>>[] }>;
    const previews = async (): Promise<Listed["previews"]> =>
      (await person.session<Listed>("GET", `/deployments/${id}/previews`)).body.previews;
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}?tab=previews`);
    await page.getByText("It has no previews.").waitFor();
    expect(await findings("previews-none")).to.deep.equal([]);

    await page.getByRole("button", { name: "New preview" }).click();
    await page.getByLabel("Name (needed)").fill("shop-pr-7");
    await page.getByLabel("Image (needed)").fill("nginx:7");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("list", { name: "What changes on the cluster" }).waitFor();
    expect(await previews()).to.deep.equal([]);
    await page.getByRole("dialog").last().getByRole("button", { name: "New preview" }).click();
    await page.getByRole("link", { name: "shop-pr-7" }).waitFor();
    await page.getByText(/^ends in (23 h|1 d)$/).waitFor();
    expect(await findings("previews")).to.deep.equal([]);

    await page.getByRole("button", { name: "Extend shop-pr-7" }).click();
    await page.getByLabel("Ttl (needed)").fill("172800");
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("ends in 1 d").waitFor();

    await page.getByRole("button", { name: "End shop-pr-7", exact: true }).click();
    await page.locator('dialog button[aria-disabled="false"]').last().waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("deleting", { exact: true }).waitFor();
    expect((await previews()).map(({ name, status }) => [name, status])).to.deep.equal([["shop-pr-7", "deleting"]]);
    expect((await person.session("GET", `/deployments/${id}`)).body["status"]).to.equal("running");
    expect(await faults()).to.deep.equal([]);
  });
});
