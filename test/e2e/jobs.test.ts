import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { CRON_JOBS, JOBS } from "../../adapters/kubernetes/resource-types.ts";
import { scheduledJobName } from "../../api/runs/scheduled-run.ts";
import { DeploymentScene, handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { eventually } from "../support/eventually.ts";
import { pick } from "../support/helm.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { startPlatform, tenantClient } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

type Run = Readonly<{ id: string; status: string; trigger: string; args: string[] | null; deployment_id: string }>;
const RUN_MS = 300_000;

describe("Jobs", function () {
  this.timeout(900_000);
  let berth: BerthClient;
  let tenant: KubeClient;
  let scene: DeploymentScene;

  before(async () => {
    const platform = await startPlatform();
    const cluster = await standingCluster(platform.url, "harbour");
    berth = cluster.berth;
    tenant = await tenantClient(berth, cluster.id, platform.homeDir);
    scene = new DeploymentScene(berth, tenant, cluster.id);
  });
  after(async () => (tenant as KubeClient | undefined)?.close());

  const runsOf = async ({ id }: DeploymentBody): Promise<Run[]> =>
    (await berth.call<{ runs: Run[] }>("GET", `/deployments/${id}/runs?limit=100`)).body.runs;
  const start = async ({ id }: DeploymentBody, body: object): Promise<Run> => {
    const { status, body: run, ...rest } = await berth.call<Run>("POST", `/deployments/${id}/runs`, body);
    expect(status, JSON.stringify([run, rest])).to.equal(201);
    return run;
  };
  const succeeded = (of: DeploymentBody, { id }: Run): Promise<void> =>
    eventually(async () => {
      const run = (await berth.call<Run>("GET", `/deployments/${of.id}/runs/${id}`)).body;
      expect([run.id, run.status]).to.deep.equal([id, "succeeded"]);
    }, RUN_MS);
  const cronJob = async (of: DeploymentBody): Promise<KubeObject | undefined> =>
    tenant.get(CRON_JOBS, { namespace: handleOf(of), name: handleOf(of) });

  it("run by their schedule, are started by hand with other arguments, and begin no more while they are stopped", async () => {
    const nightly = await scene.create({
      name: "nightly",
      app_type: "cron_job",
      docker_image: "nginx:1.29",
      schedule: "* * * * *",
      time_zone: "Europe/Berlin",
      args: ["all"],
    });
    expect([nightly["ready_replicas"], nightly.endpoint_url]).to.deep.equal([null, null]);
    await eventually(async () => {
      const [scheduled] = (await runsOf(nightly)).filter(({ trigger }) => trigger === "schedule");
      expect([scheduled?.status, scheduled?.args]).to.deep.equal(["succeeded", ["all"]]);
    }, RUN_MS);
    const [scheduled] = (await runsOf(nightly)).filter(({ trigger }) => trigger === "schedule");
    await succeeded(nightly, scheduled!);
    const of = { deploymentId: nightly.id, cronJob: handleOf(nightly) };
    const name = scheduledJobName(of, scheduled!.id) ?? "";
    expect(await tenant.get(JOBS, { namespace: handleOf(nightly), name }), "as Kubernetes names it").to.be.an("object");
    const byHand = await start(nightly, { args: ["one"] });
    expect([byHand.trigger, byHand.args]).to.deep.equal(["request", ["one"]]);
    await succeeded(nightly, byHand);
    const stopped = await berth.call<DeploymentBody>("POST", `/deployments/${nightly.id}/stop?wait=240`, {});
    expect(stopped.body.status, JSON.stringify(stopped.body)).to.equal("stopped");
    expect(pick(await cronJob(nightly), "spec.suspend")).to.equal(true);
    expect((await berth.call("POST", `/deployments/${nightly.id}/restart`, {})).status).to.equal(409);
  });

  it("run when they are asked for, and once for each change where that is said", async () => {
    const report = await scene.create({
      name: "report",
      app_type: "job",
      docker_image: "nginx:1.29",
      command: ["./report"],
      run_on_change: true,
      run_timeout_seconds: 60,
    });
    expect((await runsOf(report)).map(({ trigger, status }) => [trigger, status])).to.deep.equal([
      ["release", "succeeded"],
    ]);
    await succeeded(report, await start(report, { args: ["--month", "11"] }));
    expect((await berth.call("POST", `/deployments/${report.id}/stop`, {})).status).to.equal(409);
    expect(pick(await cronJob(report), "spec.suspend")).to.equal(true);
  });

  it("are refused with a schedule that never comes, or a zone that there is not", async () => {
    const body = { name: "never", app_type: "cron_job", docker_image: "nginx", cluster_id: "" };
    const { clusters } = (await berth.call<{ clusters: { id: string; name: string }[] }>("GET", "/clusters")).body;
    const refused = async (members: object): Promise<string> => {
      const answer = await berth.call("POST", "/deployments", { ...body, cluster_id: clusters[0]?.id, ...members });
      expect(answer.status, JSON.stringify(answer.body)).to.be.within(400, 422);
      return JSON.stringify(answer.body);
    };
    expect(await refused({ schedule: "0 0 31 2 *" })).to.match(/schedule.*never comes/);
    expect(await refused({ schedule: "0 0 * * *", time_zone: "Mars/Olympus" })).to.match(/time_zone.*is no time zone/);
    expect(await refused({ schedule: "TZ=UTC 0 0 * * *" })).to.contain("schedule");
    expect(await refused({})).to.contain("needs schedule");
  });
});
