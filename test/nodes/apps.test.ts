import { expect } from "chai";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { createAppFetch, type Page } from "../support/fetch-app.ts";
import { runningCluster, startPlatform } from "../support/platform.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";

const DEADLINE_MS = 5 * 60_000;

type Shown = Readonly<{
  id: string;
  status: string;
  status_reason: string | null;
  error_message: string | null;
  endpoint_url: string | null;
}>;

/** The README's tour with pods that run: a page at the address, words for what does not run, a change that nobody notices. */
describe("Applications on real nodes", function () {
  this.timeout(25 * 60_000);
  let berth: BerthClient;
  let clusterId: string;
  let shop: Shown;
  let fetchPage: (url: string) => Promise<Page>;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    const { stack, url } = await startPlatform("real");
    fetchPage = await createAppFetch(stack.connection.apps);
    berth = await registerAccount(url);
    clusterId = await runningCluster(berth, "harbour");
  });

  async function create(spec: object): Promise<Shown> {
    const body = { cluster_id: clusterId, app_type: "web_app", container_port: 8080, ...spec };
    const { status, body: made } = await berth.call<Shown>("POST", "/deployments", body);
    expect(status, JSON.stringify(made)).to.be.within(200, 202);
    return made;
  }

  const becomes = (id: string, status: string): Promise<Shown> =>
    eventually(async () => {
      const { body } = await berth.call<Shown>("GET", `/deployments/${id}`);
      expect(body.status, JSON.stringify(body)).to.equal(status);
      return body;
    }, DEADLINE_MS);

  it("answer at their address with the page of a pod", async () => {
    const health_checks = { readiness: { type: "http", path: "/", period_seconds: 1 } };
    const made = await create({ name: "shop", docker_image: UNPRIVILEGED_NGINX_IMAGE, replicas: 2, health_checks });
    shop = await becomes(made.id, "running");
    await eventually(async () => {
      const page = await fetchPage(shop.endpoint_url ?? "");
      expect([page.status, page.text.includes("Welcome to nginx")]).to.deep.equal([200, true]);
    }, DEADLINE_MS);
  });

  it("are seen to answer at their address by the platform, too", () =>
    eventually(async () => {
      const { body } = await berth.call<{ reachable: object | null }>("GET", `/deployments/${shop.id}/status`);
      expect(body.reachable).to.include({ state: "yes", reason: "Answered" });
    }, DEADLINE_MS));

  it("say in REST why they do not run", async () => {
    const missing = await create({ name: "missing", docker_image: "nginx:no-such" });
    const crashing = await create({
      name: "crashing",
      docker_image: "busybox:1.37",
      command: ["sh", "-c", "echo no database; exit 3"],
    });
    expect(await becomes(missing.id, "failed")).to.include({ status_reason: "ImageNotFound" });
    const { status_reason, error_message } = await becomes(crashing.id, "failed");
    expect(status_reason).to.equal("CrashLoop");
    expect(error_message).to.contain("exit code 3").and.to.contain("no database");
    for (const { id } of [missing, crashing]) await berth.call("DELETE", `/deployments/${id}`);
  });

  it("lose no request of a hundred a second while a healthy deployment rolls", async () => {
    const load = new SteadyLoad(() => fetchPage(shop.endpoint_url ?? ""));
    await load.answers(100);
    const environment_variables = [{ name: "ROLLED", value: "once" }];
    const { status } = await berth.call("PATCH", `/deployments/${shop.id}?wait=300`, { environment_variables });
    expect(status).to.be.within(200, 202);
    await becomes(shop.id, "running");
    // The pods before go on for their grace; theirs are the last requests that can be lost.
    await load.answers(2_000);
    expect(await load.end()).to.deep.equal([]);
  });
});
