import { expect } from "chai";
import { lookAtAlerts } from "../../../api/alerts/look-at-alerts.ts";
import { newCluster, newDeployment, newPerson } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

const LONG_AGO = "2026-01-01T00:00:00Z";
const NOT_READY = {
  conditions: [{ type: "Ready", status: "False", lastTransitionTime: LONG_AGO, reason: "CrashLoop", message: CANARY }],
};

/** What people are told of without asking, where they look, in a real browser (`make browser`). */
describe("The console's alerts", function () {
  this.timeout(600_000);
  const { gateway, visitAs } = tellConsoleStories();

  it("are on Home while they fire, lead to their rules, and a rule that somebody else changed is not overwritten", async () => {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await gateway().settle("Deployment", id, "running", NOT_READY);
    await lookAtAlerts(gateway().services);
    const rulesAt = `/deployments/${id}/alert-rules`;
    const rules = async (): Promise<unknown> => (await person.session("GET", rulesAt)).body["not_healthy"];

    const { page, faults, findings } = await visitAs(person, "/");
    await page.getByRole("link", { name: "See its alerts: shop" }).click();
    await page.getByRole("list", { name: "Alerts" }).getByText("firing").waitFor();
    expect(await page.getByRole("list", { name: "Alerts" }).innerText()).to.contain(CANARY);
    expect(await findings("alerts")).to.deep.equal([]);

    const change = page.getByRole("button", { name: "Change rule “It is not as it was asked for”" });
    const form = page.getByRole("dialog");
    await change.click();
    await form.getByLabel("For minutes").fill("30");
    expect(await findings("alert-rule")).to.deep.equal([]);
    await form.getByRole("button", { name: "Change rule" }).click();
    await page.getByText("For minutes: 30").waitFor();
    expect(await rules()).to.deep.equal({ enabled: true, for_minutes: 30 });

    await change.click();
    await person.session("PATCH", rulesAt, { not_healthy: { for_minutes: 60 } });
    await form.getByLabel("For minutes").fill("45");
    await form.getByRole("button", { name: "Change rule" }).click();
    await form.getByRole("alert").waitFor();
    expect(await rules()).to.deep.equal({ enabled: true, for_minutes: 60 });
    await form.getByRole("button", { name: "Leave it" }).click();
    await page.getByText("For minutes: 60").waitFor();

    // Also where the page behind the form is read anew meanwhile, as after each break of the stream.
    const again = { contentType: "text/event-stream", body: "id: 1\nevent: current\ndata: {}\n\n" };
    await page.route("**/api/v1/events**", (route) => route.fulfill(again));
    await page.reload();
    await change.click();
    await form.getByLabel("For minutes").fill("45");
    await person.session("PATCH", rulesAt, { not_healthy: { for_minutes: 90 } });
    await page.getByText("For minutes: 90").waitFor();
    await form.getByRole("button", { name: "Change rule" }).click();
    await form.getByRole("alert").waitFor();
    expect(await rules()).to.deep.equal({ enabled: true, for_minutes: 90 });
    await form.getByRole("button", { name: "Leave it" }).click();
    await page.unroute("**/api/v1/events**");
    await page.reload();

    await change.click();
    await form.getByLabel("Enabled").selectOption("false");
    await form.getByRole("button", { name: "Change rule" }).click();
    await form.waitFor({ state: "detached" });
    await lookAtAlerts(gateway().services);
    await page.reload();
    await page.getByRole("list", { name: "Alerts" }).getByText("its rule was switched off").waitFor();
    expect(await rules()).to.deep.equal({ enabled: false, for_minutes: 90 });
    expect(await faults()).to.deep.equal([]);
  });
});
