import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { newAccount, newCluster, newDeployment, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown>;
type Promoted = Body & { new_deployment_id: string; plan?: { values_diff: string; warnings: string[] } };

describe("promotion of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let shared: string;
  let dedicated: string;
  let source: Body & { id: string };

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    ({ call } = account);
    shared = await newCluster(call, { tier: "shared" });
    dedicated = await newCluster(call, { tier: "dedicated" });
    source = await newDeployment(call, shared, {
      name: "shop",
      replicas: 1,
      storage_size_gb: 10,
      custom_domain: "shop.example.org",
      environment_variables: [{ name: "A", value: "b" }],
      cpu_request: 0.5,
    });
    await call("POST", `/deployments/${source.id}/restart`);
  });
  after(() => gateway.stop());

  const promote = (id: string, body: Body, query = "", headers = {}): Promise<Answer<Promoted>> =>
    call<Promoted>("POST", `/deployments/${id}/promote${query}`, body, headers);
  const countAll = async (): Promise<number> =>
    (await call<{ total: number }>("GET", "/deployments?count=true")).body.total;

  it("copies the configuration with the overrides over it, and nothing of how or where the source runs", async () => {
    const overrides = { replicas: 1, cpu_request: null, docker_image: "nginx:2" };
    const { status, body, text } = await promote(source.id, { target_cluster_id: dedicated, overrides });
    expect(status, text).to.equal(201);
    const { new_deployment_id: id, message, ...rest } = body;
    expect(rest).to.deep.equal({
      source_deployment_id: source.id,
      target_cluster_id: dedicated,
      source_deleted: false,
    });
    expect(message).to.contain("stays");
    const made = (await call("GET", `/deployments/${id}`)).body;
    expect(made).to.deep.include({ name: "shop", status: "promoting", cluster_id: dedicated, docker_image: "nginx:2" });
    expect(made).to.deep.include({ cpu_request: null, custom_domain: null, storage_size_gb: 10 });
    expect([made["promoted_from"], made["environment_variables"]]).to.deep.equal([
      source.id,
      [{ name: "A", value: "b", secret_ref: null }],
    ]);
    expect(made["values_yaml"]).to.not.contain("restartedAt");
    const again = await promote(source.id, { target_cluster_id: dedicated });
    expect([again.status, again.body["code"]]).to.deep.equal([409, "name_taken"]);
    const renamed = { target_cluster_id: dedicated, new_name: "first", overrides: { name: "second" } };
    const other = (await promote(source.id, renamed)).body.new_deployment_id;
    expect((await call("GET", `/deployments/${other}`)).body["name"]).to.equal("first");
  });

  it("records the wish to delete the source on the new one, once for a repeated request", async () => {
    const body = { target_cluster_id: dedicated, new_name: "wished", delete_source: true };
    const key = { "idempotency-key": "promote-once" };
    const [first, second] = [await promote(source.id, body, "", key), await promote(source.id, body, "", key)];
    expect(second.body.new_deployment_id).to.equal(first.body.new_deployment_id);
    expect([first.body["source_deleted"], first.body["message"]]).to.deep.equal([
      true,
      "The new deployment is being promoted. The source is deleted once it runs.",
    ]);
    const { items } = await gateway.kube.list(DEPLOYMENTS, {
      labelSelector: `hosting.berth.dev/id=${first.body.new_deployment_id}`,
    });
    expect((items[0]?.["spec"] as Body)["promotion"]).to.deep.equal({ sourceId: source.id, deleteSource: true });
    expect((await call("GET", `/deployments/${source.id}`)).body["status"]).to.not.equal("deleting");
  });

  it("refuses, before anything is written, what the target cannot have", async () => {
    const backed = await newDeployment(call, dedicated, { name: "backed", backups: { enabled: true } });
    const elsewhere = await account.session<{ id: string }>("POST", "/organizations", { name: "Elsewhere" });
    const foreign = await newCluster(account.session, { organization_id: elsewhere.body.id });
    const stranger = await newAccount(gateway.url);
    const unknown = await newCluster(stranger.call);
    const before = await countAll();
    const bad = { overrides: { custom_values_yaml: "- a list" } };
    const refusals: [string, Body, number, string | undefined][] = [
      [backed.id, { target_cluster_id: shared }, 409, "backups_unavailable"],
      [source.id, { target_cluster_id: shared }, 409, "conflict"],
      [source.id, { target_cluster_id: foreign }, 409, "conflict"],
      [source.id, { target_cluster_id: unknown }, 404, "not_found"],
      [source.id, { target_cluster_id: dedicated, new_name: "bad", ...bad }, 422, undefined],
      [source.id, { target_cluster_id: dedicated, new_name: "bad", overrides: { replicas: 2 } }, 422, undefined],
    ];
    for (const [id, body, status, code] of refusals) {
      const answer = await promote(id, body);
      expect([answer.status, answer.body["code"]], JSON.stringify(body)).to.deep.equal([status, code]);
    }
    expect(await countAll()).to.equal(before);
    const other = await newCluster(call, { tier: "dedicated" });
    const across = await promote(backed.id, { target_cluster_id: other });
    expect(across.status, "dedicated to dedicated").to.equal(201);
    const made = (await call("GET", `/deployments/${across.body.new_deployment_id}`)).body;
    expect((made["backups"] as Body)["enabled"], "what both can have is kept").to.equal(true);
    const down = { target_cluster_id: shared, overrides: { backups: null } };
    expect((await promote(backed.id, down)).status, "dedicated to shared").to.equal(201);
  });

  it("takes overrides that have members of their own, whole, over what the source has there", async () => {
    const other = await newCluster(call, { tier: "dedicated" });
    const made = await newDeployment(call, dedicated, {
      name: "onward",
      container_port: 8080,
      replicas: 1,
      additional_ports: [{ port: 9000 }],
      health_checks: { readiness: { type: "tcp", period_seconds: 7 }, liveness: { enabled: false } },
      environment_variables: [
        { name: "A", value: "b" },
        { name: "OWN", secret_ref: "own" },
      ],
    });
    const overrides = {
      environment_variables: [{ name: "OWN", value: null, secret_ref: "own" }],
      health_checks: { startup: { type: "http", initial_delay_seconds: 3, failure_threshold: 9 } },
      additional_ports: [{ port: 9090, name: "metrics", protocol: "TCP", public_port: null }],
      volumes: [{ path: "/data", sizeGb: 2, purpose: "uploads" }],
      backups: { enabled: true, schedule: "weekly", retention_days: 30 },
      config: { autoscaling: { min_replicas: 2, max_replicas: 3, target_memory_percent: 70 }, snake_case: true },
    };
    const withoutVolumes = { ...overrides, volumes: [] };
    const { status, body, text } = await promote(made.id, { target_cluster_id: other, overrides: withoutVolumes });
    expect(status, text).to.equal(201);
    const shown = (await call("GET", `/deployments/${body.new_deployment_id}`)).body;
    const { health_checks: probes, ...plain } = withoutVolumes;
    expect(shown).to.deep.include({ ...plain, promoted_from: made.id, container_port: 8080 });
    const { startup, readiness, liveness } = shown["health_checks"] as Record<string, Body | null>;
    expect([readiness, liveness, startup?.["initial_delay_seconds"], startup?.["failure_threshold"]]).to.deep.equal([
      null,
      null,
      probes.startup.initial_delay_seconds,
      probes.startup.failure_threshold,
    ]);
    const onShared = { ...overrides, backups: null, config: null };
    const down = await promote(made.id, { target_cluster_id: shared, overrides: onShared });
    expect(down.status, down.text).to.equal(201);
    const there = (await call("GET", `/deployments/${down.body.new_deployment_id}`)).body;
    expect(there).to.deep.include({ volumes: overrides.volumes, backups: null, config: null });
  });

  it("tells what overrides cannot be where they stand, also together with what the source has", async () => {
    const absent = "00000000-0000-7000-8000-000000000000";
    const unnamed = { environment_variables: [{ name: "A" }] };
    const rows: readonly (readonly [string, Body, readonly string[]])[] = [
      [absent, unnamed, ["environment_variables"]],
      [absent, { backups: { enabled: true, retention_days: 91 } }, ["backups", "retention_days"]],
      [dedicated, { volumes: [{ path: "/data", sizeGb: 1 }] }, ["storage_size_gb"]],
      [dedicated, { docker_image: null }, []],
      [dedicated, { custom_values_yaml: "- a list" }, ["custom_values_yaml"]],
    ];
    for (const [target, overrides, loc] of rows)
      for (const query of ["", "?dry_run=true"]) {
        const { status, body, text } = await promote(
          source.id,
          { target_cluster_id: target, new_name: "bad", overrides },
          query,
        );
        const [fault] = (body["detail"] ?? []) as { loc: string[] }[];
        expect([status, fault?.loc], text).to.deep.equal([422, ["body", "overrides", ...loc]]);
      }
  });

  it("plans without doing", async () => {
    const before = await countAll();
    const body = { target_cluster_id: dedicated, new_name: "planned", overrides: { docker_image: "nginx:9" } };
    const answer = await promote(source.id, body, "?dry_run=true");
    expect([answer.status, answer.body.new_deployment_id]).to.deep.equal([200, "00000000-0000-0000-0000-000000000000"]);
    expect(answer.body.plan?.values_diff).to.contain('+  reference: "nginx:9"');
    expect(answer.body.plan?.warnings.join()).to.contain("begin empty").and.to.contain("shop.example.org");
    expect(await countAll()).to.equal(before);
  });
});
