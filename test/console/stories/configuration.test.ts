import { expect } from "chai";
import { newCluster, newDeployment, newPerson } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { playCommit } from "../../support/played-deployment.ts";
import { toldConditions } from "../../support/told-conditions.ts";

const DOMAIN = "shop.example.org";
const SINCE = "2026-11-23T09:00:00Z";
const LONG = "a-word-of-a-long-value ".repeat(20).trim();

/** How a deployment is set up, in a real browser (`make browser`). */
describe("The console's configuration of a deployment", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  type Condition = Readonly<{ type: string; status: string; reason: string; message: string }>;
  const settle = (id: string, ...conditions: Condition[]): Promise<void> =>
    gateway().settle("Deployment", id, "running", {
      conditions: [
        ...toldConditions({ generation: 1 }),
        ...conditions.map((one) => ({ ...one, observedGeneration: 1, lastTransitionTime: SINCE })),
      ],
    });

  it("is its environment, of secrets the names alone, and its own domain with what is still to be done", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    await person.session("POST", "/secrets", { name: "API_TOKEN", value: "never-shown" });
    const { id } = await newDeployment(person.session, clusterId, {
      name: "shop",
      container_port: 80,
      custom_domain: DOMAIN,
      environment_variables: [
        { name: "LOG_LEVEL", value: "info" },
        { name: "GREETING", value: CANARY },
        { name: "LINES", value: "one\ntwo" },
        { name: "A_LONG_NAME_OF_A_VARIABLE_THAT_WRAPS_AT_ANY_WIDTH", value: LONG },
        { name: "TOKEN", secret_ref: "API_TOKEN" },
      ],
    });
    const record = `the TXT record _berth.${DOMAIN} with the value "berth-organization=${person.slug}"`;
    await settle(
      id,
      {
        type: "DomainVerified",
        status: "False",
        reason: "RecordMissing",
        message: `Create ${record}; it is looked for every few seconds.`,
      },
      {
        type: "DomainPoints",
        status: "False",
        reason: "RecordMissing",
        message: `Create the CNAME record ${DOMAIN} with the value lb.example.net; it is looked for by itself.`,
      },
      { type: "CertificateReady", status: "False", reason: "DomainUnverified", message: "" },
    );
    // Home leads to where the record stands.
    const { page, faults, findings } = await visitAs(person, "/");
    await page.getByRole("link", { name: "See the record: shop" }).click();

    const environment = page.getByRole("region", { name: "Environment variables" });
    await environment.getByText("info", { exact: true }).waitFor();
    expect(await environment.innerText())
      .to.contain(CANARY)
      .and.not.contain("never-shown");
    await environment.getByText("7 characters").click();
    expect(await environment.getByLabel("Value of LINES").textContent(), "lines stay lines").to.equal("one\ntwo");
    await environment.getByText(`${LONG.length} characters`).click();
    await environment.getByLabel(/^Value of A_LONG_NAME/).waitFor();
    const secret = environment.getByRole("link", { name: "API_TOKEN" });
    expect(await secret.getAttribute("href")).to.equal("/organization/secrets?q=API_TOKEN");

    const domain = page.getByRole("region", { name: "Own domain" });
    await domain.getByText("Its own domain waits for a DNS record.").waitFor();
    for (const said of [`_berth.${DOMAIN}`, `berth-organization=${person.slug}`, "lb.example.net"])
      await domain.getByText(said, { exact: true }).waitFor();
    await domain.getByText("Its own domain does not lead to this cluster.").waitFor();
    expect(await domain.getByRole("button", { name: "Copy the value of the TXT record" }).count()).to.equal(1);
    expect(await findings("configuration")).to.deep.equal([]);

    await settle(
      id,
      { type: "DomainVerified", status: "True", reason: "Verified", message: DOMAIN },
      { type: "DomainPoints", status: "True", reason: "Points", message: DOMAIN },
      { type: "CertificateReady", status: "True", reason: "Ready", message: "Valid until 2027-02-01T00:00:00Z" },
    );
    await domain.getByText("Its own domain is proven.").waitFor();
    await domain.getByText("Valid until 2027-02-01T00:00:00Z").waitFor();
    expect(await domain.getByRole("button").count(), "no record is wanted any more").to.equal(0);
    expect(await findings("configuration-proven")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  it("says what is not there, and is no tab of a chart", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await settle(id);
    const { page, faults } = await visitAs(person, `/deployments/${id}?tab=configuration`);
    await page.getByText("None was set.").waitFor();
    await page.getByText("It has none: people reach it").waitFor();
    const chart = await newDeployment(person.session, clusterId, {
      name: "chart",
      app_type: "helm",
      docker_image: undefined,
      helm_repo_url: "https://charts.example.org",
      helm_chart_name: "chart",
    });
    await page.goto(`${gateway().url}/deployments/${chart.id}`);
    await page.getByRole("link", { name: "Revisions" }).waitFor();
    expect(await page.getByRole("link", { name: "Configuration" }).count()).to.equal(0);
    expect(await faults()).to.deep.equal([]);
  });

  it("says which newer images are taken, holds them after a plan, and takes them again", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, {
      name: "shop",
      docker_image: "shop:1.4.0",
      image_update_strategy: "semver",
      image_update_constraint: "1.x",
      image_ignore_tags: CANARY,
    });
    await playCommit(gateway(), id, "request-1");
    const watching = { type: "ImageUpdates", status: "True", reason: "Watching", message: "" };
    await settle(id, watching);
    await gateway().settle("Deployment", id, "running", { dockerImageRunning: "shop:1.4.7" });
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}?tab=configuration`);
    const images = page.getByRole("region", { name: "Newer images" });
    await images.getByText("The highest version within 1.x").waitFor();
    await images.getByText("shop:1.4.7", { exact: true }).waitFor();
    await images.getByText("Newer images are looked for.").waitFor();
    expect(await images.innerText()).to.contain(CANARY);
    const isHeld = async (): Promise<unknown> =>
      (await person.session("GET", `/deployments/${id}`)).body["image_updates_held"];

    await images.getByRole("button", { name: "Hold newer images" }).click();
    const dialog = page.getByRole("dialog", { name: "Hold newer images" });
    await dialog.getByText("Newer images wait until image updates are released.").waitFor();
    expect(await findings("hold-images")).to.deep.equal([]);
    expect(await isHeld(), "nothing is done before it is said").to.equal(false);
    await dialog.getByRole("button", { name: "Hold newer images" }).click();
    const again = images.getByRole("button", { name: "Take newer images again" });
    await again.waitFor();
    expect(await isHeld()).to.equal(true);
    await settle(id, { ...watching, status: "False", reason: "Held", message: "A rollback holds newer images." });
    await images.getByText("A rollback holds newer images.").waitFor();
    expect(await findings("images-held")).to.deep.equal([]);

    await again.click();
    // The dialog is of the same region, and has a button of the same name until it closes.
    const release = page.getByRole("dialog", { name: "Take newer images again" });
    await release.locator('button[aria-disabled="false"]').waitFor();
    await release.getByRole("button", { name: "Take newer images again" }).click();
    await release.waitFor({ state: "detached" });
    await again.waitFor({ state: "detached" });
    expect(await isHeld()).to.equal(false);
    expect(await images.getByRole("button").count(), "a change that is under way is not taken back").to.equal(0);
    expect(await faults()).to.deep.equal([]);
  });
});
