import { expect } from "chai";
import { RESOURCE_QUOTAS } from "../../adapters/kubernetes/resource-types.ts";
import { mendLimits } from "../../api/resources/namespace-limits.ts";
import { LIMITS_NAME, organizationNamespace } from "../../contract/identity.ts";
import { newAccount, newCluster, newDeployment, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

describe("limits of CPU, memory and storage", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let person: Account;
  let clusterId: string;

  before(async () => {
    gateway = await startTestGateway();
    admin = await newPlatformAdmin(gateway);
  });
  after(() => gateway.stop());
  beforeEach(async () => {
    person = await newAccount(gateway.url);
    clusterId = await newCluster(person.call);
  });
  const limit = async (quotas: object): Promise<Answer> => {
    const set = await admin.session("PATCH", `/admin/organizations/${person.slug}`, { quotas });
    expect(set.status, set.text).to.equal(200);
    return set;
  };
  const deployment = (name: string, more: object = {}): object => ({
    name,
    cluster_id: clusterId,
    app_type: "web_app",
    docker_image: "a:1",
    cpu_request: 1,
    memory_request_mb: 512,
    ...more,
  });
  const create = (name: string, more: object = {}): Promise<Answer> =>
    person.call("POST", "/deployments", deployment(name, more));
  const shown = async (): Promise<unknown> => {
    const ref = { namespace: organizationNamespace(person.slug), name: LIMITS_NAME };
    const found = await gateway.kube.get(RESOURCE_QUOTAS, ref);
    return (found?.["spec"] as { hard: unknown } | undefined)?.hard;
  };

  it("hold for those that are asked for at once, and say what is used, what is asked and what helps", async () => {
    expect((await limit({ cpu: 3 })).body["quotas"]).to.include({ cpu: 3, memory_mb: null, storage_gb: null });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => create(`at-once-${index}`)));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(3);
    const full = answers.find(({ status }) => status !== 201);
    expect(full?.body).to.deep.include({
      code: "quota_exceeded",
      detail:
        "cpu_request: the organization may ask for 3 CPU cores; 3 are asked for now, and with this it would be 4. Ask for less (cpu_request, replicas, a cron_job's concurrency_policy), stop or delete something, or have a platform admin raise quotas.cpu.",
    });
    const plan = await person.call("POST", "/deployments?dry_run=true", deployment("planned"));
    expect([plan.status, plan.body["detail"]]).to.deep.equal([409, full?.body["detail"]]);
  });

  it("hold for changes, of one deployment at once too, and let everything go down", async () => {
    const { id } = await newDeployment(person.call, clusterId, { cpu_request: 1, memory_request_mb: 512, replicas: 1 });
    await limit({ cpu: 3, memory_mb: 1536 });
    const dry = await person.call("PATCH", `/deployments/${id}?dry_run=true`, { replicas: 4 });
    expect(dry.body["code"], dry.text).to.equal("quota_exceeded");
    const said = await Promise.all([
      person.call("PATCH", `/deployments/${id}`, { replicas: 3 }),
      person.call("PATCH", `/deployments/${id}`, { memory_request_mb: 1024 }),
    ]);
    const now = await person.call("GET", `/deployments/${id}`);
    const [pods, memory] = [Number(now.body["replicas"]), Number(now.body["memory_request_mb"])];
    expect(pods * memory, said.map(({ text }) => text).join("\n")).to.be.at.most(1536);
    expect(said.map(({ status }) => status)).to.include(200);
    await limit({ cpu: 0.5, memory_mb: 100 });
    expect((await person.call("PATCH", `/deployments/${id}`, { docker_image: "a:2" })).status, "image").to.equal(200);
    const less = await person.call("PATCH", `/deployments/${id}`, { cpu_request: 0.9 });
    expect(less.status, `less than before is always taken: ${less.text}`).to.equal(200);
  });

  it("count what is stopped for its volumes only, and hold its start", async () => {
    const { id } = await newDeployment(person.call, clusterId, { cpu_request: 2, memory_request_mb: 128 });
    expect((await person.call("POST", `/deployments/${id}/stop`, {})).status).to.equal(200);
    await limit({ cpu: 2 });
    expect((await create("instead")).status).to.equal(201);
    const start = await person.call("POST", `/deployments/${id}/start`, {});
    expect(start.body["code"], start.text).to.equal("quota_exceeded");
    expect(start.body["detail"]).to.contain("1 are asked for now, and with this it would be 3");
  });

  it("count the runs of a schedule that may go on at once, in the plan too", async () => {
    await limit({ cpu: 3 });
    const job = { app_type: "cron_job", schedule: "* * * * *", run_timeout_seconds: 86_400 };
    const piling = await create("piling", { ...job, concurrency_policy: "allow" });
    expect(piling.body["code"], piling.text).to.equal("quota_exceeded");
    expect(piling.body["detail"]).to.contain("it would be 1440").and.contain("concurrency_policy");
    const made = await create("one-by-one", job);
    expect(made.status, made.text).to.equal(201);
    const path = `/deployments/${String(made.body["id"])}`;
    for (const query of ["", "?dry_run=true"]) {
      const allowed = await person.call("PATCH", `${path}${query}`, { concurrency_policy: "allow" });
      expect(allowed.body["code"], allowed.text).to.equal("quota_exceeded");
    }
    const few = { concurrency_policy: "allow", schedule: "0,1 * * * *", run_timeout_seconds: 600 };
    const fits = await person.call("PATCH", path, few);
    expect(fits.status, fits.text).to.equal(200);
    const longer = await person.call("PATCH", path, { schedule: "*/2 * * * *" });
    expect(longer.body["detail"], longer.text).to.contain("2 are asked for now, and with this it would be 5");
  });

  it("count a write whose end is not known, and storage of databases on every server", async () => {
    await limit({ storage_gb: 50 });
    await gateway.services.pool.query(
      `INSERT INTO audit_entries (id, request_id, principal, organization_id, action, target_kind, target_id, outcome, asked)
        VALUES (gen_random_uuid(), 'lost', 'session', $1, 'createDeployment', 'Deployment', gen_random_uuid(), 'attempted',
          '{"cpuMilli": 0, "memoryMb": 0, "storageGb": 10}')`,
      [person.organizationId],
    );
    const database = { name: "main", cluster_id: clusterId, engine: "postgresql", tier: "ha", storage_size_gb: 14 };
    const over = await person.call("POST", "/databases", database);
    expect(over.body["detail"], over.text).to.contain(
      "storage_size_gb: the organization may ask for 50 GB of storage; 10",
    );
    const fits = await person.call("POST", "/databases", { ...database, storage_size_gb: 13 });
    expect(fits.status, fits.text).to.equal(201);
  });

  it("are told in the namespace, where they are put back and taken away", async () => {
    const counts = {
      "count/clusters.hosting.berth.dev": "3k",
      "count/deployments.hosting.berth.dev": "50k",
      "count/databaseinstances.hosting.berth.dev": "5k",
    };
    expect(await shown(), "a new namespace").to.equal(undefined);
    await mendLimits(gateway.services);
    expect(await shown(), "what nobody has set").to.deep.equal(counts);
    await limit({ cpu: 2.5, storage_gb: 100, databases: 7 });
    const hard = {
      ...counts,
      "count/databaseinstances.hosting.berth.dev": "7",
      "hosting.berth.dev/cpu_milli": "2500",
      "hosting.berth.dev/storage_gb": "100",
    };
    expect(await shown()).to.deep.equal(hard);
    const ref = { namespace: organizationNamespace(person.slug), name: LIMITS_NAME };
    await gateway.kube.delete(RESOURCE_QUOTAS, ref);
    await mendLimits(gateway.services);
    expect(await shown()).to.deep.equal(hard);
    const tampered = {
      kind: "merge",
      body: { spec: { hard: { "count/databaseinstances.hosting.berth.dev": "70" } } },
    } as const;
    await gateway.kube.patch(RESOURCE_QUOTAS, ref, tampered, { fieldManager: "test" });
    await mendLimits(gateway.services);
    expect(await shown(), "what was changed by hand").to.deep.equal(hard);
    await limit({ cpu: null, storage_gb: null, databases: null });
    expect(await shown()).to.deep.equal(counts);
    const late = await newAccount(gateway.url);
    await admin.session("PATCH", `/admin/organizations/${late.slug}`, { quotas: { cpu: 1 } });
    await newCluster(late.call);
    person = late;
    const first = { "hosting.berth.dev/cpu_milli": "1k" };
    expect(await shown(), "a namespace that is made later").to.deep.equal(first);
    await mendLimits(gateway.services);
    expect(await shown(), "with its numbers").to.deep.equal({ ...counts, ...first });
  });
});
