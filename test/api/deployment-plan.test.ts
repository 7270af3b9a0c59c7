import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { PlannedObject } from "../../contract/rest/values.ts";
import { newAccount, newCluster, newDeployment, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Plan = Readonly<{
  values_diff: string;
  objects: readonly PlannedObject[];
  objects_complete: boolean;
  warnings: readonly string[];
}>;
type Planned = Readonly<{ plan: Plan }>;

/** What the gateway says before a write; what helm makes of the values is told in test/charts/plan-objects.property.test.ts. */
describe("plans of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let call: Client;
  let clusterId: string;
  let other: string;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_QUOTA_FACTOR: "1" } });
    ({ call } = await newAccount(gateway.url));
    clusterId = await newCluster(call, { tier: "dedicated" });
    other = await newCluster(call, { tier: "dedicated" });
    for (const id of [clusterId, other]) await gateway.settle("Cluster", id, "running");
  });
  after(() => gateway.stop());

  async function running(members: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { id } = await newDeployment(call, clusterId, members);
    await gateway.settle("Deployment", id, "running");
    return id;
  }
  const planned = (answer: Answer<Planned>): Plan => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.plan;
  };
  const lines = ({ objects }: Plan): string[] =>
    objects.map(({ action, kind, restart }) => `${action} ${kind}${restart ? " restart" : ""}`);

  it("name the objects that a change reaches, and whether pods restart", async () => {
    const id = await running({ replicas: 1 });
    const { plan } = (await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { docker_image: "nginx:9" }))
      .body;
    expect([lines(plan), plan.objects_complete]).to.deep.equal([["update Deployment restart"], true]);
    const [workload] = plan.objects;
    expect(workload).to.include({ api_version: "apps/v1", namespace: workload?.name });
    expect(plan.warnings).to.deep.equal(["Its pods restart, one after the other."]);
    const more = planned(await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { replicas: 2 }));
    expect([lines(more), more.warnings]).to.deep.equal([["update Deployment", "create PodDisruptionBudget"], []]);
  });

  it("say what is not there of all that a request names", async () => {
    const body = { target_cluster_id: randomUUID() };
    const told = async (path: string): Promise<unknown> => (await call("POST", path, body)).body["detail"];
    expect(await told(`/deployments/${randomUUID()}/promote?dry_run=true`)).to.match(/this deployment does not exist/);
    expect(await told(`/deployments/${await running()}/promote?dry_run=true`)).to.match(/this cluster does not exist/);
  });

  it("say which secrets are missing, until they are made", async () => {
    const environment = { environment_variables: [{ name: "TOKEN", secret_ref: "token" }] };
    const missing = 'There is no secret "token": nothing of this is delivered until it is made.';
    const body = { name: "told", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1", ...environment };
    const create = async () => planned(await call<Planned>("POST", "/deployments?dry_run=true", body)).warnings;
    const id = await running();
    const change = async () =>
      planned(await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, environment)).warnings;
    expect(await create()).to.include(missing);
    expect(await change()).to.include(missing);
    await call("POST", "/secrets", { name: "token", value: "v", deployment_id: id });
    expect(await create()).to.include(missing);
    expect(await change()).not.to.include(missing);
    await call("POST", "/secrets", { name: "token", value: "v" });
    expect(await create()).not.to.include(missing);
  });

  it("say that backups are not made where the platform keeps none, each time they are asked for", async () => {
    const none = "The platform keeps no backups of deployments: none are made.";
    const backups = { enabled: true };
    const body = { name: "backed", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1", backups };
    expect(planned(await call<Planned>("POST", "/deployments?dry_run=true", body)).warnings).to.include(none);
    const id = await running();
    const warned = async (members: object): Promise<readonly string[]> =>
      planned(await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, members)).warnings;
    expect(await warned({ backups })).to.include(none);
    expect(await warned({ backups: { enabled: false } })).not.to.include(none);
    expect(await warned({ replicas: 3 })).not.to.include(none);
    const promoted = { target_cluster_id: other, overrides: { backups } };
    const plan = planned(await call<Planned>("POST", `/deployments/${id}/promote?dry_run=true`, promoted));
    expect(plan.warnings).to.include(none);
  });

  it("say what stopping, restarting and deleting do", async () => {
    const id = await running({ storage_size_gb: 1, replicas: 1 });
    const stop = planned(await call<Planned>("POST", `/deployments/${id}/stop?dry_run=true`));
    expect(lines(stop)).to.deep.equal(["update Deployment"]);
    const restart = planned(await call<Planned>("POST", `/deployments/${id}/restart?dry_run=true`));
    expect([lines(restart), restart.warnings.join()]).to.deep.equal([
      ["update Deployment restart"],
      "Its pod restarts; because of its volumes the old one goes before the new one comes, and nobody answers meanwhile.",
    ]);
    const kept = planned(await call<Planned>("DELETE", `/deployments/${id}?dry_run=true`));
    expect(lines(kept)).to.include("delete Deployment").and.not.include("delete PersistentVolumeClaim");
    const gone = planned(await call<Planned>("DELETE", `/deployments/${id}?dry_run=true&delete_volumes=true`));
    expect(lines(gone)).to.include("delete PersistentVolumeClaim").and.include("delete Namespace");
  });

  it("compare a promotion's values with the source's, and name what is made at the target", async () => {
    const id = await running();
    const body = { target_cluster_id: other, overrides: { docker_image: "nginx:9" } };
    const plan = planned(await call<Planned>("POST", `/deployments/${id}/promote?dry_run=true`, body));
    expect(plan.values_diff).to.contain('-  reference: "nginx:1').and.to.contain('+  reference: "nginx:9"');
    expect(new Set(plan.objects.map(({ action }) => action))).to.deep.equal(new Set(["create"]));
  });

  it("say that a newer chart comes along with a change, and not with what changes nothing", async () => {
    const id = await running({ replicas: 1 });
    await gateway.settle("Deployment", id, "running", { delivery: { version: "0.0.1" } });
    const plan = planned(await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { replicas: 2 }));
    expect(plan.objects_complete).to.equal(false);
    expect(plan.warnings.join()).to.match(/^The platform's chart moves from 0\.0\.1 to /);
    const same = planned(await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { replicas: 1 }));
    expect([same.objects_complete, same.warnings, same.objects]).to.deep.equal([true, [], []]);
  });

  it("warn when the quota is nearly used", async () => {
    const create = { name: "would-be", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1" };
    const dry = async (): Promise<string> =>
      planned(await call<Planned>("POST", "/deployments?dry_run=true", create)).warnings.join();
    expect(await dry()).not.to.contain("are used");
    const { rows } = await gateway.services.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM resources WHERE kind = 'Deployment' AND deleted_at IS NULL",
    );
    for (let made = rows[0]?.n ?? 0; made < 39; made += 1) await newDeployment(call, clusterId);
    expect(await dry()).to.contain("With this 40 of 50 are used that the organization may have of kind Deployment.");
  });
});
