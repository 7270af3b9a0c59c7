import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { deriveRollback, rollbackOperations } from "../../api/deployments/derive-rollback.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { newAccount, newCluster, newDeployment, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { type FoundObject, findObject } from "./find-object.ts";

type Body = Record<string, unknown>;
type Revision = {
  revision: number;
  commit: string;
  author: string | null;
  request_id: string | null;
  message: string;
  values_diff: string;
  compared_to: number | null;
};
type List = { revisions: Revision[]; next_cursor: string | null; total: number };
type Faults = { detail: { type: string; loc: string[] }[] };
describe("revisions of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let clusterId: string;
  let id: string;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call, { tier: "dedicated" });
    ({ id } = await newDeployment(call, clusterId, {
      name: "shop",
      docker_image: "nginx:1",
      replicas: 1,
      storage_size_gb: 10,
      image_update_strategy: "semver",
      environment_variables: [{ name: "A", value: "first" }],
    }));
    await commit("request-of-create");
    await change({ docker_image: "nginx:2", storage_size_gb: 20, command: ["run"], environment_variables: null });
    await change({ name: "renamed" });
  });
  after(() => gateway.stop());

  const find = (): Promise<FoundObject> => findObject(gateway, DEPLOYMENTS, id);

  /** Shows the commit of the newest generation, as the operator would. */
  async function commit(requestId: string): Promise<void> {
    const { metadata } = await find();
    const { generation, namespace, name } = metadata;
    const git = { path: "x", commit: `c${generation}`, contentHash: `h${generation}`, committedAt: now(generation) };
    const body = { status: { phase: "running", observedGeneration: generation, requestId, git } };
    const options = { fieldManager: "test", subresource: "status" };
    await gateway.mirrorObject(
      "Deployment",
      await gateway.kube.patch(DEPLOYMENTS, { namespace, name }, { kind: "merge", body }, options),
    );
  }
  const now = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

  async function change(body: Body): Promise<void> {
    const requestId = `request-${Math.random().toString(36).slice(2)}`;
    const changed = await call("PATCH", `/deployments/${id}`, body, { "x-request-id": requestId });
    expect(changed.status, changed.text).to.equal(200);
    await commit(requestId);
  }

  it("lists them newest first, page by page, with who made them", async () => {
    const first = await call<List>("GET", `/deployments/${id}/revisions?limit=2&count=true`);
    expect([first.status, first.body.total]).to.deep.equal([200, 3]);
    const rest = await call<List>("GET", `/deployments/${id}/revisions?limit=2&cursor=${first.body.next_cursor}`);
    const all = [...first.body.revisions, ...rest.body.revisions];
    expect(all.map(({ revision, commit: made }) => [revision, made])).to.deep.equal([
      [3, "c3"],
      [2, "c2"],
      [1, "c1"],
    ]);
    expect(rest.body.next_cursor).to.equal(null);
    expect([all[0]?.author, all[0]?.message]).to.deep.equal([account.userId, "Deployment renamed: generation 3"]);
    expect(all[0]?.request_id).to.match(/^request-/);
    const bad = await call<Faults>("GET", `/deployments/${id}/revisions?cursor=eHh4`);
    expect([bad.status, bad.body.detail[0]?.loc]).to.deep.equal([422, ["query", "cursor"]]);
  });

  it("shows what one has changed, and the difference between any two", async () => {
    const second = (await call<Revision>("GET", `/deployments/${id}/revisions/2`)).body;
    expect(second.compared_to).to.equal(1);
    expect(second.values_diff).to.contain('-  reference: "nginx:1"').and.to.contain('+  reference: "nginx:2"');
    const first = (await call<Revision>("GET", `/deployments/${id}/revisions/1`)).body;
    expect([first.compared_to, first.values_diff.includes("\n-")]).to.deep.equal([null, false]);
    const back = (await call<Revision>("GET", `/deployments/${id}/revisions/1?compare_to=3`)).body;
    expect(back.values_diff).to.contain('-  reference: "nginx:2"').and.to.contain('+  reference: "nginx:1"');
    const { headers } = await call("GET", `/deployments/${id}/revisions/1`);
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect((await call("GET", `/deployments/${id}/revisions/1`, undefined, known)).status).to.equal(304);
    expect((await call("GET", `/deployments/${id}/revisions/1?compare_to=3`, undefined, known)).status).to.equal(200);
    for (const absent of ["99", "0", "-1", "abc", "1e0"])
      expect((await call("GET", `/deployments/${id}/revisions/${absent}`)).status, absent).to.equal(404);
    const other = await call<Faults>("GET", `/deployments/${id}/revisions/1?compare_to=99`);
    expect([other.status, other.body.detail[0]?.loc]).to.deep.equal([422, ["query", "compare_to"]]);
  });

  it("plans a rollback, rolls back to a new revision, and holds image automation until it is released", async () => {
    const planned = await call<{ plan: { values_diff: string; warnings: string[] } }>(
      "POST",
      `/deployments/${id}/rollback?dry_run=true`,
      { revision: 1 },
    );
    expect(planned.body.plan.values_diff).to.contain('+  reference: "nginx:1"');
    expect(planned.body.plan.warnings.join()).to.contain("Newer images wait");
    await call("POST", `/deployments/${id}/stop`);
    const { body, status } = await call("POST", `/deployments/${id}/rollback`, { revision: 1 });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.include({ docker_image: "nginx:1", command: null, storage_size_gb: 20, name: "renamed" });
    expect(body["environment_variables"]).to.deep.equal([{ name: "A", value: "first", secret_ref: null }]);
    expect(body["image_updates_held"]).to.equal(true);
    expect((await find()).spec).to.include({ stopped: true });
    await commit("request-of-rollback");
    const { revisions } = (await call<List>("GET", `/deployments/${id}/revisions?limit=1`)).body;
    expect(revisions[0]?.revision).to.equal(4);
    expect((await call("PATCH", `/deployments/${id}`, { replicas: 1 })).body["image_updates_held"]).to.equal(true);
    const released = await call("PATCH", `/deployments/${id}`, { image_update_strategy: "semver" });
    expect(released.body["image_updates_held"]).to.equal(false);
  });

  it("refuses revisions that there are not, and ones that cannot be delivered any more", async () => {
    const unknown = await call<Faults>("POST", `/deployments/${id}/rollback`, { revision: 99 });
    expect([unknown.status, unknown.body.detail[0]?.loc]).to.deep.equal([422, ["body", "revision"]]);
    await gateway.services.pool.query(
      `UPDATE revisions SET spec = spec || '{"customValuesYaml": "- a list"}' WHERE resource_id = $1 AND revision = 1`,
      [id],
    );
    const before = (await find()).metadata.generation;
    const broken = await call<Faults>("POST", `/deployments/${id}/rollback`, { revision: 1 });
    expect([broken.status, broken.body.detail[0]?.loc]).to.deep.equal([422, ["body", "custom_values_yaml"]]);
    expect((await find()).metadata.generation).to.equal(before);
  });

  it("keeps volumes as large as they have grown", () => {
    const base = { cluster: "c", appType: "container", dockerImage: "a" } as const;
    const volume = (path: string, sizeGb: number) => ({ path, sizeGb });
    const earlier: DeploymentSpec = { ...base, volumes: [volume("/a", 10), volume("/b", 10)] };
    const wanted = deriveRollback(earlier, { volumes: [volume("/a", 30), volume("/c", 5)] });
    expect(wanted).to.deep.equal({ dockerImage: "a", volumes: [volume("/a", 30), volume("/b", 10)] });
  });

  it("leaves alone when it sleeps and what was said by hand, whatever the revision has slept by", () => {
    const base = { cluster: "c", appType: "container", dockerImage: "a" } as const;
    const sleep = { stopSchedule: "0 20 * * *", startSchedule: "0 8 * * *" };
    const wanted = deriveRollback({ ...base, sleep, stopped: true, switchedAt: now(0) }, {});
    expect(wanted).to.deep.equal({ dockerImage: "a" });
    const members = rollbackOperations(wanted).map(({ path }) => path);
    expect(members).to.include("/spec/command");
    for (const kept of ["sleep", "stopped", "switchedAt"]) expect(members).to.not.include(`/spec/${kept}`);
  });

  it("keeps running what a schedule woke after it was stopped by hand", async () => {
    const sleep = { stop_schedule: "0 20 * * *", start_schedule: "0 8 * * *" };
    await change({ sleep });
    const { metadata } = await find();
    const body = { spec: { stopped: true, switchedAt: now(0) } };
    await gateway.kube.patch(DEPLOYMENTS, metadata, { kind: "merge", body }, { fieldManager: "test" });
    await commit("request-of-stop");
    const rolled = await call("POST", `/deployments/${id}/rollback`, { revision: 2 });
    expect([rolled.status, rolled.body["sleep"]]).to.deep.equal([200, { ...sleep, time_zone: null }]);
    expect((await find()).spec).to.deep.include({ stopped: true, switchedAt: now(0) });
  });

  it("names nobody as the author of an edit by kubectl, whatever request the object still carries", async () => {
    const requestId = "request-before-kubectl";
    const made = await call("PATCH", `/deployments/${id}`, { name: "by-rest" }, { "x-request-id": requestId });
    expect(made.status, made.text).to.equal(200);
    const { metadata } = await find();
    const body = { spec: { command: ["by-kubectl"] } };
    await gateway.kube.patch(DEPLOYMENTS, metadata, { kind: "merge", body }, { fieldManager: "kubectl-edit" });
    await commit(requestId);
    const { rows } = await gateway.services.pool.query<{ author: string | null }>(
      "SELECT author FROM revisions WHERE resource_id = $1 ORDER BY revision DESC LIMIT 1",
      [id],
    );
    expect(rows).to.deep.equal([{ author: null }]);
  });
});
