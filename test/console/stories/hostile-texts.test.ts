import { expect } from "chai";
import { newCluster, newDeployment, newPerson, type Person } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { playCommit, playEvent } from "../../support/played-deployment.ts";

/** Texts of others, which run as a script wherever a page takes them for markup, in places that no other story comes by. */
describe("Hostile texts in the console", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  const newShop = async (): Promise<Readonly<{ person: Person; id: string }>> => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await playCommit(gateway(), id, "request-1");
    return { person, id };
  };

  it("are texts in the events that Kubernetes and the platform tell", async () => {
    const { person, id } = await newShop();
    await playEvent(gateway(), id, { source: "cluster", reason: "BackOff", message: `pod ${CANARY}` });
    await playEvent(gateway(), id, { source: "platform", reason: "Drifted", message: `platform ${CANARY}` });
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}?tab=events`);
    await page.getByText(`pod ${CANARY}`).waitFor();
    await page.getByText(`platform ${CANARY}`).waitFor();
    expect(await findings("hostile-events")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  it("are texts in messages of commits, and in what these changed", async () => {
    const { person, id } = await newShop();
    const change = { environment_variables: [{ name: "A", value: CANARY }] };
    const changed = await person.session("PATCH", `/deployments/${id}`, change);
    expect(changed.status, changed.text).to.equal(200);
    await playCommit(gateway(), id, "request-2");
    // By kubectl people name things as they like, and a name is in the message.
    await gateway().services.pool.query("UPDATE revisions SET message = $2 WHERE resource_id = $1", [
      id,
      `message ${CANARY}`,
    ]);
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}?tab=revisions`);
    await page.getByText(`message ${CANARY}`).first().waitFor();
    expect(await page.getByText(`message ${CANARY}`).count()).to.equal(2);
    await page.getByText("What it changed").first().click();
    const diff = page.getByLabel("Changes of revision 2");
    await diff.waitFor();
    expect(await diff.innerText()).to.contain("onerror=");
    expect(await findings("hostile-revisions")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });
});
