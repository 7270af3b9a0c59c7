import { expect } from "chai";
import { newCluster, newDatabase, newDeployment, newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { toldConditions } from "../../support/told-conditions.ts";

/** An ordinary day, of which docs/guides/console.md has its pictures (`make pictures`). */
describe("The console on an ordinary day", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("begins with what needs the reader, and leads to it", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour", tier: "dedicated" });
    await gateway().settle("Cluster", clusterId);
    for (const name of ["shop", "mail", "queue", "search"]) {
      const image = `registry.example/${name}:1.4`;
      const { id } = await newDeployment(person.session, clusterId, { name, docker_image: image, replicas: 2 });
      const isWell = name !== "mail";
      await gateway().settle("Deployment", id, isWell ? "running" : "failed", {
        conditions: toldConditions({
          generation: 1,
          ...(!isWell && { until: "Healthy", reason: "ImageMissing", message: `There is no image ${image}.` }),
        }),
        readyReplicas: isWell ? 2 : 0,
        ...(!isWell && { errorMessage: `There is no image ${image}.`, statusReason: "ImageMissing" }),
      });
    }
    const database = await newDatabase(person.session, clusterId, { name: "orders", storage_size_gb: 20 });
    await gateway().settle("DatabaseInstance", database.id, "running");
    const { page, faults, findings } = await visitAs(person, "/");
    await page.getByRole("heading", { name: "One thing needs you" }).waitFor();
    expect(await findings("day-home")).to.deep.equal([]);
    await page.getByRole("link", { name: "Deployments", exact: true }).first().click();
    await page.getByText("4 in all").waitFor();
    expect(await findings("day-deployments")).to.deep.equal([]);
    await page.getByRole("link", { name: "Databases", exact: true }).first().click();
    await page.getByRole("link", { name: "orders", exact: true }).click();
    await page.getByRole("heading", { name: "orders" }).waitFor();
    expect(await findings("day-database")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });
});
