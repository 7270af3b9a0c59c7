import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { STATEFUL_SETS, UPGRADE_REQUESTS } from "../../../adapters/kubernetes/resource-types.ts";
import { newPerson, newCluster } from "../../api/client.ts";
import { newImportedCluster } from "../../api/imported-cluster.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { runWorkload, WORKLOAD_SPEC } from "../../support/run-workload.ts";

/** What waits for somebody who decides: workloads that were found, and upgrades that were asked for. */
describe("What waits for a decision in the console", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("is what runs on an imported cluster: found, named, planned, and then waiting to be taken over", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newImportedCluster(gateway(), person);
    await gateway().settle("Cluster", clusterId);
    const namespace = `live-${randomBytes(4).toString("hex")}`;
    await run(namespace);

    const { page, faults, findings } = await visitAs(person, `/clusters/${clusterId}`);
    await page.getByRole("link", { name: "Take over" }).click();
    const list = page.getByRole("list", { name: "What was found" });
    await list.getByText("The Prometheus main keeps it").waitFor();
    await list.getByLabel(`${namespace}/web`).check();
    await page.getByLabel("Its name here").fill("Not A Name");
    expect(await findings("adopt")).to.deep.equal([]);
    await page.getByRole("button", { name: "Show the plan for 1" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Its name here").getAttribute("aria-invalid")).to.equal("true");
    await page.getByLabel("Its name here").fill("front");
    await page.getByRole("button", { name: "Show the plan for 1" }).click();
    expect(await findings("adopt-plan")).to.deep.equal([]);
    await page.getByRole("button", { name: "Make the deployment" }).click();
    await page.getByRole("link", { name: "Take it over: front" }).waitFor();
    await page.getByText("a deployment already").waitFor();
    expect(await findings("adopted")).to.deep.equal([]);
    const { body: listed } = await person.session<Listed>("GET", "/deployments");
    expect(listed.deployments).to.have.length(1);
    expect(listed.deployments[0]).to.include({ name: "front", is_staged: true, source_name: "web" });

    await page.goto(gateway().url);
    await page.getByRole("link", { name: "Take it over: front" }).click();
    await page.getByRole("dialog", { name: "Take it over: front" }).getByText("nobody has asked").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("is an upgrade that somebody asked for: Home leads to its approval", async () => {
    const person = await newPerson(gateway().url);
    const id = await newCluster(person.session, { name: "harbour", kubernetes_version: "1.35.4" });
    await gateway().settle("Cluster", id);
    const { page, faults, findings } = await visitAs(person, "/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const asked = { to_version: "1.36", upgrade_notes: CANARY };
    const made = await person.session<{ id: string }>("POST", `/clusters/${id}/upgrades/request`, asked);
    expect(made.status, made.text).to.equal(201);
    await gateway().settle("UpgradeRequest", made.body.id, "pending");
    await page.getByText("waits for an approval").waitFor();
    expect(await findings("home-upgrade")).to.deep.equal([]);
    await page.getByRole("link", { name: "Approve it: harbour" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve 1.36.3" });
    await dialog.getByRole("button", { name: "Approve" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).to.equal("?tab=upgrades");
    const { items } = await gateway().kube.list(UPGRADE_REQUESTS, { namespace: `org-${person.slug}` });
    expect(items.map(({ spec }) => (spec as { decision?: string }).decision)).to.deep.equal(["approved"]);
    expect(await faults()).to.deep.equal([]);
  });

  const run = async (namespace: string): Promise<void> => {
    const { kube } = gateway();
    await runWorkload(kube, namespace);
    const keeper = {
      apiVersion: "monitoring.coreos.com/v1",
      kind: "Prometheus",
      name: "main",
      uid: "1",
      controller: true,
    };
    const metadata = { name: "kept", namespace, ownerReferences: [keeper] };
    await kube.create(
      STATEFUL_SETS,
      { metadata, spec: { ...WORKLOAD_SPEC, serviceName: "kept" } },
      { fieldManager: "test" },
    );
  };
});

type Listed = Readonly<{ deployments: readonly Readonly<Record<string, unknown>>[] }>;
