import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { deploymentUpdatable } from "../../contract/resources/deployment-spec.ts";
import { restName } from "../../contract/rest-case.ts";
import { eventually } from "../support/eventually.ts";
import { newAccount, newCluster, newDeployment, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { type FoundObject, findObject, placeOf } from "./find-object.ts";

type Body = Record<string, unknown>;
type Faults = { detail: { type: string; loc: (string | number)[]; msg: string }[] };

/** One value of each member that PATCH takes, none of them its default. */
const MEMBERS: Body = {
  config: { a: { b: [1, null, "x"] } },
  cpu_request: 0.5,
  memory_request_mb: 256,
  replicas: 1,
  container_port: 8080,
  storage_size_gb: 20,
  environment_variables: [{ name: "A", value: "b", secret_ref: null }],
  docker_image: "nginx:1.29",
  volumes: [],
  custom_values_yaml: "a: 1\n",
  image_update_strategy: "semver",
  image_update_constraint: "^1",
  image_allow_tags: "any",
  image_ignore_tags: "latest",
  custom_domain: "shop.example.org",
  failover_health_route: true,
  container_port_protocol: "http",
  request_timeout_seconds: 120,
  max_body_size_mb: 64,
  health_checks: { liveness: { enabled: false, type: "tcp" } },
  additional_ports: [{ port: 9090, name: "metrics", protocol: "TCP", public_port: null }],
  command: ["run"],
  args: ["--fast"],
  cluster_wide_rights: true,
  release_command: ["./migrate"],
  release_timeout_seconds: 60,
  sleep: { stop_schedule: "0 20 * * MON-FRI", start_schedule: "0 8 * * MON-FRI", time_zone: "Europe/Berlin" },
};
/** What only jobs use, by app type. */
const OF_JOBS = {
  cron_job: {
    schedule: "5 4 * * *",
    time_zone: "Europe/Berlin",
    concurrency_policy: "allow",
    history_limit: 5,
    run_timeout_seconds: 60,
    retries: 2,
  },
  job: { run_on_change: true },
} as const;
/** A web_app must keep its image and a cron_job its schedule, and a name cannot be unset: null is as if it were left out. */
const KEPT = ["docker_image", "schedule", "name"];

describe("deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let clusterId: string;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call, { tier: "dedicated" });
  });
  after(() => gateway.stop());

  const find = (id: string): Promise<FoundObject> => findObject(gateway, DEPLOYMENTS, id);

  it("creates the object with its finalizer, id, owners and a handle of its own", async () => {
    const { id } = await newDeployment(call, clusterId, { name: "shop" });
    const { metadata, spec } = await find(id);
    expect(metadata.name).to.match(/^shop-[a-z2-7]{10}$/);
    expect(metadata["finalizers"]).to.deep.equal(["hosting.berth.dev/delivery"]);
    expect(metadata["labels"]).to.deep.equal({
      "hosting.berth.dev/id": id,
      "hosting.berth.dev/user-id": account.userId,
      "hosting.berth.dev/organization-id": account.organizationId,
    });
    expect(spec["name"]).to.equal("shop");
    const audit = await gateway.services.pool.query<Body>(
      "SELECT action, outcome, principal, actor_user_id FROM audit_entries WHERE target_id = $1",
      [id],
    );
    expect(audit.rows).to.deep.equal([
      { action: "createDeployment", outcome: "succeeded", principal: "api_key", actor_user_id: account.userId },
    ]);
  });

  it("lets one of twenty parallel creations of a name through", async () => {
    const body = { name: "race", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("POST", "/deployments", body)));
    const codes = answers.map(
      ({ status, body: { code } }) => `${status} ${code === undefined ? "" : JSON.stringify(code)}`,
    );
    expect(codes.sort()).to.deep.equal(["201 ", ...new Array<string>(19).fill('409 "name_taken"')]);
    const { body: list } = await call<{ total: number }>("GET", "/deployments?q=race&count=true");
    expect(list.total).to.equal(1);
  });

  it("lets one of twenty parallel creations of a cluster's name through", async () => {
    const body = { name: "race", provider: "local", region: "local-1", tier: "shared" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("POST", "/clusters", body)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...new Array<number>(19).fill(409)]);
  });

  it("answers every member that was sent, and null for the others", async () => {
    const sent = MEMBERS;
    const created = await newDeployment(call, clusterId, { ...sent, storage_size_gb: null });
    const probe = { initial_delay_seconds: null, path: null, period_seconds: null, timeout_seconds: null };
    const liveness = { enabled: false, type: "tcp", failure_threshold: null, ...probe };
    const expected = { ...sent, storage_size_gb: null, health_checks: { liveness, readiness: null, startup: null } };
    for (const [member, value] of Object.entries(expected)) expect(created[member], member).to.deep.equal(value);
    const bare = await newDeployment(call, clusterId);
    for (const member of Object.keys(MEMBERS))
      expect(bare[member], member).to.equal(member === "docker_image" ? "nginx:1" : null);
  });

  async function changeEach(id: string, members: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [member, value] of Object.entries(members)) {
      const before = await call<Body>("GET", `/deployments/${id}`);
      const changed = await call<Body>("PATCH", `/deployments/${id}`, { [member]: value });
      expect(changed.status, changed.text).to.equal(200);
      assertOnly(before.body, changed.body, [member]);
      expect(changed.body[member], member).to.not.equal(null);
      if (KEPT.includes(member)) continue;
      const unset = await call<Body>("PATCH", `/deployments/${id}`, { [member]: null });
      expect(unset.status, unset.text).to.equal(200);
      assertOnly(changed.body, unset.body, [member]);
      expect(unset.body[member], member).to.equal(null);
    }
  }

  it("changes each member alone, and unsets each alone, with all others as they were", async () => {
    const covered = Object.entries(deploymentUpdatable).map(([name, schema]) => restName(name, schema));
    const ofJobs = Object.values(OF_JOBS).flatMap((members) => Object.keys(members));
    // What only charts use is refused of pods (docs/adr/0049).
    const tried = [...Object.keys(MEMBERS), ...ofJobs, "name", "backups", "helm_chart_version"];
    expect(tried.sort()).to.deep.equal(covered.sort());
    const { id } = await newDeployment(call, clusterId);
    await changeEach(id, {
      ...MEMBERS,
      custom_domain: "other.example.org",
      name: `renamed-${Date.now()}`,
      backups: { enabled: true },
    });
    for (const [app_type, members] of Object.entries(OF_JOBS)) {
      const needed = app_type === "cron_job" ? { schedule: "0 0 * * *" } : {};
      const job = await newDeployment(call, clusterId, { app_type, ...needed });
      await changeEach(job.id, members);
    }
    const named = await call<Body>("PATCH", `/deployments/${id}`, { name: null });
    expect([named.status, typeof named.body["name"]]).to.deep.equal([200, "string"]);
    const imageless = await call<Faults>("PATCH", `/deployments/${id}`, { docker_image: null });
    expect([imageless.status, imageless.body.detail[0]?.type]).to.deep.equal([422, "value_error"]);
  });

  it("keeps what kubectl has set while REST changes other members, and the other way round", async () => {
    const { id } = await newDeployment(call, clusterId, { replicas: 1 });
    const { metadata } = await find(id);
    const ref = { namespace: `org-${account.slug}`, name: metadata.name };
    const merge = {
      spec: { cpuRequest: 2, args: ["kubectl"] },
      metadata: { annotations: { "example.org/mine": "yes" } },
    };
    await gateway.kube.patch(DEPLOYMENTS, ref, { kind: "merge", body: merge }, { fieldManager: "kubectl" });
    await call("PATCH", `/deployments/${id}`, { replicas: 3 });
    const after = await find(id);
    expect(after.spec).to.deep.include({ cpuRequest: 2, args: ["kubectl"], replicas: 3 });
    expect(after.metadata["annotations"]).to.include({ "example.org/mine": "yes" });
    await gateway.kube.patch(
      DEPLOYMENTS,
      ref,
      { kind: "merge", body: { spec: { cpuRequest: 3 } } },
      { fieldManager: "kubectl" },
    );
    expect((await find(id)).spec).to.include({ cpuRequest: 3, replicas: 3 });
  });

  it("changes an object that kubectl made without any annotation", async () => {
    const cluster = await placeOf(gateway, clusterId);
    const { id } = await newDeployment(call, clusterId);
    const { metadata } = await find(id);
    const ref = { namespace: `org-${account.slug}`, name: metadata.name };
    const bare = { metadata: { annotations: null } };
    await gateway.kube.patch(DEPLOYMENTS, ref, { kind: "merge", body: bare }, { fieldManager: "kubectl" });
    const changed = await call<Body>("PATCH", `/deployments/${id}`, { replicas: 2 }, { "x-request-id": "from-rest" });
    expect([changed.status, changed.body["replicas"]]).to.deep.equal([200, 2]);
    const after = await find(id);
    expect(after.metadata["annotations"]).to.deep.equal({ "hosting.berth.dev/request-id": "from-rest" });
    expect(after.spec["cluster"]).to.equal(cluster.name);
  });

  it("tells a change that was made meanwhile by If-Match, on both stores", async () => {
    const { id } = await newDeployment(call, clusterId);
    const read = await call("GET", `/deployments/${id}`);
    const etag = read.headers.get("etag") ?? "";
    expect((await call("GET", `/deployments/${id}`, undefined, { "if-none-match": etag })).status).to.equal(304);
    expect((await call("PATCH", `/deployments/${id}`, { replicas: 2 }, { "if-match": etag })).status).to.equal(200);
    const stale = await call("PATCH", `/deployments/${id}`, { replicas: 3 }, { "if-match": etag });
    expect([stale.status, stale.body["code"]]).to.deep.equal([412, "precondition_failed"]);
    // The row does not know yet what kubectl did; the API server does.
    const fresh = (await call("GET", `/deployments/${id}`)).headers.get("etag") ?? "";
    const ref = { namespace: `org-${account.slug}`, name: (await find(id)).metadata.name };
    await gateway.kube.patch(
      DEPLOYMENTS,
      ref,
      { kind: "merge", body: { spec: { replicas: 9 } } },
      { fieldManager: "kubectl" },
    );
    const late = await call("PATCH", `/deployments/${id}`, { replicas: 3 }, { "if-match": fresh });
    expect([late.status, late.body["code"]]).to.deep.equal([412, "precondition_failed"]);
    expect((await call("DELETE", `/deployments/${id}`, undefined, { "if-match": etag })).status).to.equal(412);
    expect((await call("PATCH", `/deployments/${id}`, { replicas: 4 }, { "if-match": "*" })).status).to.equal(200);
  });

  it("shows rules that need the stored state in REST's words", async () => {
    const { id } = await newDeployment(call, clusterId, { storage_size_gb: 20, replicas: 1 });
    const refusals: [Body, (string | number)[], string][] = [
      [{ storage_size_gb: 10 }, ["body", "storage_size_gb"], "Value error, storage_size_gb can grow, never shrink"],
      [
        { replicas: 2 },
        ["body", "replicas"],
        "Value error, more than one replica cannot share volumes; use app_type database or one replica",
      ],
      [{ custom_values_yaml: "- a list" }, ["body", "custom_values_yaml"], ""],
    ];
    for (const [change, loc, msg] of refusals) {
      const answer = await call<Faults>("PATCH", `/deployments/${id}`, change);
      expect([answer.status, answer.body.detail[0]?.loc, answer.body.detail.length]).to.deep.equal([422, loc, 1]);
      if (msg !== "") expect(answer.body.detail[0]?.msg).to.equal(msg);
    }
    const left = await gateway.services.pool.query(
      "SELECT 1 FROM audit_entries WHERE target_id = $1 AND outcome = 'attempted'",
      [id],
    );
    expect(left.rowCount).to.equal(0);
  });

  it("renames without changing what is derived, and frees the old name", async () => {
    const { id } = await newDeployment(call, clusterId, { name: "before" });
    const other = await newDeployment(call, clusterId, { name: "other" });
    const handle = (await find(id)).metadata.name;
    const taken = await call("PATCH", `/deployments/${id}`, { name: "other" });
    expect([taken.status, taken.body["code"]]).to.deep.equal([409, "name_taken"]);
    const tried = await call("PATCH", `/deployments/${id}?dry_run=true`, { name: "other" });
    expect([tried.status, tried.body["code"]], "a dry run").to.deep.equal([409, "name_taken"]);
    expect((await call("PATCH", `/deployments/${id}?dry_run=true`, { name: "after" })).status).to.equal(200);
    expect((await call("PATCH", `/deployments/${id}`, { name: "after" })).body["name"]).to.equal("after");
    expect((await find(id)).metadata.name).to.equal(handle);
    expect((await call("PATCH", `/deployments/${other.id}`, { name: "before" })).status).to.equal(200);
  });

  it("says what a dry run would do, and does nothing", async () => {
    const { id } = await newDeployment(call, clusterId, { replicas: 1, name: "planned" });
    const handle = (await find(id)).metadata.name;
    const rows = async (): Promise<unknown> =>
      (
        await gateway.services.pool.query(
          "SELECT (SELECT count(*) FROM audit_entries), (SELECT count(*) FROM names), (SELECT count(*) FROM idempotency_keys), (SELECT sum(generation) FROM resources)",
        )
      ).rows;
    const before = await rows();
    type Planned = Body & { plan: { values_diff: string; git_path: string } };
    const changed = await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { replicas: 4 }, {});
    expect([changed.status, changed.body["replicas"]]).to.deep.equal([200, 4]);
    expect(changed.body.plan.git_path).to.match(new RegExp(`^clusters/[^/]+/deployments/${handle}/values.yaml$`));
    expect(changed.body.plan.values_diff).to.contain("-replicas: 1\n+replicas: 4\n");
    const create = { name: "would-be", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1" };
    const created = await call<Planned>("POST", "/deployments?dry_run=true", create, { "idempotency-key": "dry" });
    expect([created.status, created.body["id"]]).to.deep.equal([200, "00000000-0000-0000-0000-000000000000"]);
    expect(created.body.plan.values_diff).to.contain("+replicas: 1");
    const removed = await call<Planned>("DELETE", `/deployments/${id}?dry_run=true`);
    expect(removed.body.plan.values_diff).to.contain("-replicas: 1");
    const bad = await call("PATCH", `/deployments/${id}?dry_run=true`, { docker_image: null });
    expect(bad.status).to.equal(422);
    expect(await rows()).to.deep.equal(before);
    expect((await find(id)).spec["replicas"]).to.equal(1);
  });

  it("waits until the operator has settled what was written, not what was there before", async () => {
    const { id } = await newDeployment(call, clusterId, { replicas: 1 });
    await gateway.settle("Deployment", id);
    const waiting = call<Body>("PATCH", `/deployments/${id}?wait=300`, { replicas: 2 });
    let isAnswered = false;
    void waiting.then(() => {
      isAnswered = true;
    });
    await eventually(async () => {
      const { rows } = await gateway.services.pool.query<{ generation: string }>(
        "SELECT generation::text AS generation FROM resources WHERE id = $1",
        [id],
      );
      expect(rows[0]?.generation).to.equal("2");
    });
    expect(isAnswered, "the old generation was settled").to.equal(false);
    await gateway.settle("Deployment", id);
    const answer: Answer<Body> = await waiting;
    expect([answer.status, answer.body["status"], answer.body["replicas"]]).to.deep.equal([200, "running", 2]);
    const over = await call<Body>("PATCH", `/deployments/${id}?wait=1`, { replicas: 3 });
    expect([over.status, over.body["status"]]).to.deep.equal([200, "provisioning"]);
  });

  it("waits until the address answers after the change, where somebody asks it", async () => {
    const { id } = await newDeployment(call, clusterId, { replicas: 1 });
    const told = (status: string, reason: string, observedGeneration: number) => ({
      conditions: [
        {
          type: "Reachable",
          status,
          reason,
          message: "",
          observedGeneration,
          lastTransitionTime: "2026-11-20T10:00:00Z",
        },
      ],
    });
    await gateway.settle("Deployment", id, "running", told("True", "Answered", 1));
    let isAnswered = false;
    const waiting = call<Body>("PATCH", `/deployments/${id}?wait=300&wait_for=reachable`, { replicas: 2 });
    void waiting.then(() => (isAnswered = true));
    await eventually(async () => expect((await find(id)).spec["replicas"]).to.equal(2));
    await gateway.settle("Deployment", id, "running", told("True", "Answered", 1));
    await call("GET", `/deployments/${id}`);
    expect(isAnswered, "the change before was reached").to.equal(false);
    await gateway.settle("Deployment", id, "running", told("True", "Answered", 2));
    expect((await waiting).body["replicas"]).to.equal(2);
    const chain = await call<Body>("GET", `/deployments/${id}/status`);
    expect(chain.body["reachable"], "it has no address").to.equal(null);
    const refused = await call("PATCH", `/deployments/${id}?wait_for=anything`, { replicas: 2 });
    expect(refused.status).to.equal(422);
  });

  for (const [phase, reason] of [
    ["running", "NotAsked"],
    ["failed", "NotHealthy"],
  ] as const)
    it(`waits for no address of what is ${phase} where it is ${reason}`, async () => {
      const { id } = await newDeployment(call, clusterId, { replicas: 1 });
      const condition = { type: "Reachable", status: "Unknown", reason, message: "" };
      const waiting = call<Body>("PATCH", `/deployments/${id}?wait=300&wait_for=reachable`, { replicas: 2 });
      await eventually(async () => expect((await find(id)).spec["replicas"]).to.equal(2));
      const conditions = [{ ...condition, observedGeneration: 2, lastTransitionTime: "2026-11-20T10:00:00Z" }];
      await gateway.settle("Deployment", id, phase, { conditions });
      expect((await waiting).body["status"]).to.equal(phase);
    });

  it("deletes with its options as annotations, refuses changes meanwhile, and is gone when it is gone", async () => {
    const { id } = await newDeployment(call, clusterId);
    const deleting = call<Body>("DELETE", `/deployments/${id}?delete_volumes=true&wait=300`);
    // What was shown last is what a change is judged by; the mark on the object comes a moment earlier.
    await eventually(async () =>
      expect((await call<Body>("GET", `/deployments/${id}`)).body).to.include({ status: "deleting" }),
    );
    const { metadata } = await find(id);
    expect(metadata["deletionTimestamp"]).to.be.a("string");
    await eventually(async () => {
      const annotations = (await find(id)).metadata["annotations"] as Record<string, string>;
      expect(annotations[ANNOTATIONS.deleteVolumes]).to.equal(
        `request:${annotations[ANNOTATIONS.deleteRequest] ?? "none"}`,
      );
      expect(annotations[ANNOTATIONS.orphan]).to.equal("false");
    });
    const refused = await call("PATCH", `/deployments/${id}`, { replicas: 2 });
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "being_deleted"]);
    await gateway.finish("Deployment", id);
    expect((await deleting).body).to.include({ id, status: "deleting" });
    expect((await call("GET", `/deployments/${id}`)).status).to.equal(404);
    expect((await call("DELETE", `/deployments/${id}`)).status).to.equal(404);
  });

  it("pages with every filter at once: statements whose long names are cut alike would be taken for one another", async () => {
    const person = await newAccount(gateway.url);
    const cluster = await newCluster(person.call);
    for (const name of ["n1", "n2"]) await newDeployment(person.call, cluster, { name });
    type List = { deployments: { name: string }[]; next_cursor: string };
    const filters = `organization_id=${person.organizationId}&cluster_id=${cluster}&status=pending&q=n&limit=1`;
    // More often than the pool has connections, so that one of them gets both statements.
    for (let index = 0; index < 12; index += 1) {
      const first = await person.session<List>("GET", `/deployments?${filters}`);
      const second = await person.session<List>("GET", `/deployments?${filters}&cursor=${first.body.next_cursor}`);
      expect([first, second].map(({ body }) => body.deployments.map(({ name }) => name))).to.deep.equal([
        ["n2"],
        ["n1"],
      ]);
    }
  });

  it("lists by filter, newest first, page by page, without doubles or gaps", async () => {
    const person = await newAccount(gateway.url);
    const [first, second] = [await newCluster(person.call), await newCluster(person.call)];
    const made: string[] = [];
    for (const cluster of [first, first, second, first, second])
      made.push((await newDeployment(person.call, cluster, { name: `n${made.length}` })).id);
    type List = { deployments: { id: string }[]; next_cursor: string | null; total?: number };
    const seen: string[] = [];
    let cursor: string | null = "";
    do {
      const page: Answer<List> = await person.call<List>(
        "GET",
        `/deployments?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.body.deployments.map(({ id }) => id));
      cursor = page.body.next_cursor;
    } while (cursor !== null);
    expect(seen.toSorted()).to.deep.equal(made.toSorted());
    const ids = async (query: string): Promise<string[]> =>
      (await person.call<List>("GET", `/deployments?${query}`)).body.deployments.map(({ id }) => id).toSorted();
    expect(await ids(`cluster_id=${second}`)).to.deep.equal([made[2], made[4]].toSorted());
    expect(await ids("q=n3")).to.deep.equal([made[3]]);
    expect(await ids("status=running")).to.deep.equal([]);
    expect(await ids(`organization_id=${person.organizationId}&status=pending`)).to.have.length(5);
    expect((await person.call<List>("GET", "/deployments?count=true&limit=1")).body.total).to.equal(5);
    expect((await person.call<List>("GET", "/deployments")).body).to.not.have.property("total");
    for (const bad of ["abc", "MTIzLmFiYw", Buffer.from("99999999999999999.x").toString("base64url")]) {
      const answer = await person.call<Faults>("GET", `/deployments?cursor=${bad}`);
      expect([answer.status, answer.body.detail[0]?.loc]).to.deep.equal([422, ["query", "cursor"]]);
    }
  });

  it("answers the values file as YAML", async () => {
    const { id, values_yaml: values } = await newDeployment(call, clusterId);
    const answer = await call<string>("GET", `/deployments/${id}/values`);
    expect([answer.headers.get("content-type"), answer.text]).to.deep.equal(["text/yaml; charset=utf-8", values]);
  });
});

function assertOnly(before: Body, after: Body, changed: readonly string[]): void {
  const moving = ["status", "values_yaml", "updated_at", "conditions", "observed_at", ...changed];
  const rest = (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !moving.includes(name)));
  expect(rest(after), `after a change of ${changed.join()}`).to.deep.equal(rest(before));
}
