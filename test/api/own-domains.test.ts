import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { FIND_HOLDER } from "../../adapters/postgres/resources/domain-store.ts";
import { newAccount, newCluster, newDeployment, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

type Body = Record<string, unknown>;
type Refusal = Body & { detail: string; code?: string; conflicts?: { id: string; name: string }[] };

/** REST says no to a domain that another deployment has; what only the operator can know stays its condition's matter. */
describe("domains of their own, of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let stranger: Account;
  let call: Client;
  let clusterId: string;
  let foreignCluster: string;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    stranger = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call, { tier: "dedicated" });
    foreignCluster = await newCluster(stranger.call);
  });
  after(() => gateway.stop());

  let last = 0;
  const newDomain = (): string => `shop-${(last += 1)}.example.org`;
  const bodyOf = (members: Body): Body => ({
    name: `n-${randomUUID().slice(0, 8)}`,
    cluster_id: clusterId,
    app_type: "web_app",
    docker_image: "nginx:1",
    ...members,
  });
  const create = (domain: string, query = ""): Promise<Answer<Refusal>> =>
    call<Refusal>("POST", `/deployments${query}`, bodyOf({ custom_domain: domain }));
  const prove = (id: string, domain: string): Promise<void> =>
    gateway.settle("Deployment", id, "running", {
      customDomain: { name: domain, provenAt: "2026-01-01T00:00:00.000Z" },
    });
  const claims = async (): Promise<number> =>
    (await gateway.services.pool.query("SELECT 1 FROM domain_claims")).rowCount ?? 0;

  it("are refused when another of the organization names them, which is told, and free when it lets go", async () => {
    const domain = newDomain();
    const holder = await newDeployment(call, clusterId, { name: "holder", custom_domain: domain });
    const other = await newDeployment(call, clusterId);
    const refused = [
      await create(domain),
      await create(domain, "?dry_run=true"),
      await call<Refusal>("PATCH", `/deployments/${other.id}`, { custom_domain: domain }),
      await call<Refusal>("PATCH", `/deployments/${other.id}?dry_run=true`, { custom_domain: domain }),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code, body.conflicts]).to.deep.equal([
        409,
        "domain_taken",
        [{ kind: "Deployment", id: holder.id, name: "holder" }],
      ]);
      expect(body.detail).to.equal(
        `custom_domain: ${domain} is that of the deployment holder; take it away there first.`,
      );
    }
    const same = await call("PATCH", `/deployments/${holder.id}`, { custom_domain: domain, replicas: 1 });
    expect(same.status, "its own").to.equal(200);
    expect((await call("PATCH", `/deployments/${holder.id}`, { custom_domain: null })).status).to.equal(200);
    expect((await call("PATCH", `/deployments/${other.id}`, { custom_domain: domain })).status).to.equal(200);
    await call("DELETE", `/deployments/${other.id}`);
    expect((await create(domain)).status, "a leaving one has it still").to.equal(409);
    await gateway.finish("Deployment", other.id);
    expect((await create(domain)).status, "a gone one has not").to.equal(201);
    expect(await claims()).to.equal(0);
  });

  it("are another organization's only once it has proven them, and then nothing of it is told", async () => {
    const domain = newDomain();
    const foreign = await newDeployment(stranger.call, foreignCluster, {
      name: "their-shop",
      custom_domain: domain,
    });
    const squatted = await create(domain, "?dry_run=true");
    expect(squatted.status, squatted.text).to.equal(200);
    await prove(foreign.id, domain);
    const other = await newDeployment(call, clusterId);
    for (const { status, body, text } of [
      await create(domain),
      await create(domain, "?dry_run=true"),
      await call<Refusal>("PATCH", `/deployments/${other.id}`, { custom_domain: domain }),
    ]) {
      expect([status, body.code]).to.deep.equal([409, "domain_taken"]);
      expect(body.detail).to.equal(
        `custom_domain: ${domain} is taken. If it is yours, create the TXT record _berth.${domain} with the value ` +
          `"berth-organization=${account.slug}" and repeat in ten minutes.`,
      );
      expect(Object.keys(body).sort()).to.deep.equal(["code", "detail", "request_id"]);
      for (const told of [foreign.id, "their-shop", stranger.slug, stranger.organizationId, stranger.userId])
        expect(text).to.not.contain(told);
    }
    await gateway.settle("Deployment", foreign.id, "running", { customDomain: null });
    expect((await create(domain)).status, "it lost its proof").to.equal(201);
  });

  it("are their ASCII forms, which tell apart what looks alike, and never wildcards", async () => {
    const form = `xn--pple-43d-${(last += 1)}.xn--p1ai`;
    const made = await create(form);
    expect([made.status, (made.body as Body)["custom_domain"]]).to.deep.equal([201, form]);
    expect((await create(form)).status).to.equal(409);
    expect((await create(form.replace("xn--pple-43d", "apple"))).status, "another name").to.equal(201);
    const sentences = {
      "аpple.рф": /; write xn--pple-43d\.xn--p1ai"/,
      "*.example.org": /host name of letters from a to z.*such as shop\.example\.org/,
    };
    for (const [domain, told] of Object.entries(sentences)) {
      const { status, text } = await create(domain);
      expect([status, told.test(text)], text).to.deep.equal([422, true]);
    }
  });

  it("go to one of many that ask at the same moment, and no claim is left", async () => {
    const domain = newDomain();
    const made = await Promise.all(Array.from({ length: 12 }, () => create(domain)));
    expect(made.map(({ status }) => status).sort()).to.deep.equal([201, ...new Array<number>(11).fill(409)]);
    const codes = new Set(made.filter(({ status }) => status === 409).map(({ body }) => body.code));
    expect([...codes]).to.deep.equal(["domain_taken"]);
    const wanted = newDomain();
    const asking = await Promise.all(Array.from({ length: 6 }, () => newDeployment(call, clusterId)));
    const changed = await Promise.all(
      asking.map(({ id }) => call("PATCH", `/deployments/${id}`, { custom_domain: wanted })),
    );
    expect(changed.map(({ status }) => status).sort()).to.deep.equal([200, ...new Array<number>(5).fill(409)]);
    expect(await claims()).to.equal(0);
  });

  it("are free again when the API server refuses what claimed them", async () => {
    const domain = newDomain();
    const { id } = await newDeployment(call, clusterId);
    const stale = await call("PATCH", `/deployments/${id}`, { custom_domain: domain }, { "if-match": '"9.x"' });
    expect(stale.status).to.equal(412);
    // Unknown to the projection until it is mirrored, so that only the API server knows of the newer generation.
    const { namespace, name } = await placeOf(gateway, id);
    const { headers } = await call("GET", `/deployments/${id}`);
    const body = { spec: { replicas: 1 } };
    await gateway.kube.patch(DEPLOYMENTS, { namespace, name }, { kind: "merge", body }, { fieldManager: "kubectl" });
    const overtaken = await call(
      "PATCH",
      `/deployments/${id}`,
      { custom_domain: domain },
      { "if-match": headers.get("etag") ?? "" },
    );
    expect(overtaken.status, overtaken.text).to.equal(412);
    expect(await claims()).to.equal(0);
    expect((await create(domain)).status).to.equal(201);
  });

  it("of objects that kubectl made count, also with a claim that a dead process left", async () => {
    const domain = newDomain();
    const { id } = await newDeployment(call, clusterId, { name: "by-kubectl" });
    const { namespace, name } = await placeOf(gateway, id);
    const options = { fieldManager: "kubectl" };
    const body = { spec: { customDomain: domain } };
    const ref = { namespace, name };
    await gateway.mirrorObject(
      "Deployment",
      await gateway.kube.patch(DEPLOYMENTS, ref, { kind: "merge", body }, options),
    );
    expect((await create(domain)).body.conflicts?.map((one) => one.name)).to.deep.equal(["by-kubectl"]);
    const left = newDomain();
    const claim = (ageMinutes: number): Promise<unknown> =>
      gateway.services.pool.query(
        `INSERT INTO domain_claims (organization_id, domain, resource_id, claimed_at)
          VALUES ($1, $2, $3, now() - $4 * interval '1 minute')
          ON CONFLICT (organization_id, domain) DO UPDATE SET claimed_at = excluded.claimed_at`,
        [account.organizationId, left, randomUUID(), ageMinutes],
      );
    await claim(0);
    expect((await create(left)).body.code, "a write under way has it").to.equal("domain_taken");
    await claim(3);
    expect((await create(left)).status, "a dead one has not").to.equal(201);
  });

  it("are handed over by the source of a promotion, not by a third one", async () => {
    const domain = newDomain();
    const source = await newDeployment(call, clusterId, { custom_domain: domain });
    await prove(source.id, domain);
    const third = newDomain();
    await newDeployment(call, clusterId, { name: "third", custom_domain: third });
    const target = await newCluster(call, { tier: "dedicated" });
    const promote = (wanted: string, query = "", members: Body = {}): Promise<Answer<Body & { plan?: Body }>> =>
      call<Body & { plan?: Body }>("POST", `/deployments/${source.id}/promote${query}`, {
        target_cluster_id: target,
        overrides: { custom_domain: wanted },
        ...members,
      });
    for (const query of ["?dry_run=true", ""]) {
      const refused = await promote(third, query);
      expect([refused.status, refused.body["code"]]).to.deep.equal([409, "domain_taken"]);
    }
    const planned = await promote(domain, "?dry_run=true", { delete_source: true });
    expect(planned.status, planned.text).to.equal(200);
    expect(JSON.stringify(planned.body.plan)).to.contain(`${domain} goes over when the source is deleted`);
    const promoted = await promote(domain);
    expect(promoted.status, promoted.text).to.equal(201);
    const made = await call("GET", `/deployments/${String(promoted.body["new_deployment_id"])}`);
    expect(made.body["custom_domain"]).to.equal(domain);
    expect(await claims()).to.equal(0);
  });

  it("are not brought back by a rollback when another has them by now", async () => {
    const domain = newDomain();
    const { id } = await newDeployment(call, clusterId, { custom_domain: domain });
    const committed = { git: { path: "x", commit: "c1", contentHash: "h", committedAt: "2026-01-01T00:00:00.000Z" } };
    await gateway.settle("Deployment", id, "running", committed);
    expect((await call("PATCH", `/deployments/${id}`, { custom_domain: null })).status).to.equal(200);
    await newDeployment(call, clusterId, { name: "newcomer", custom_domain: domain });
    for (const query of ["?dry_run=true", ""]) {
      const refused = await call<Refusal>("POST", `/deployments/${id}/rollback${query}`, { revision: 1 });
      expect([refused.status, refused.body.code], refused.text).to.deep.equal([409, "domain_taken"]);
    }
  });

  it("are looked for in an index, however many deployments there are and name one", async () => {
    const { pool } = gateway.services;
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(
        `INSERT INTO resources (id, uid, kind, namespace, object_name, display_name, organization_id, user_id, status,
            generation, resource_version, body, created_at, updated_at, custom_domain)
          SELECT gen_random_uuid(), 'u' || n, 'Deployment', 'org-many', 'd' || n, 'd' || n, gen_random_uuid(), $1,
            'running', 1, 1, '{}', now(), now(), CASE WHEN n % 2 = 0 THEN 'wanted.example.org' END
          FROM generate_series(1, 20000) AS n`,
        [account.userId],
      );
      await client.query("ANALYZE resources");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (ANALYZE, BUFFERS) ${FIND_HOLDER}`, [
        "wanted.example.org",
        account.organizationId,
        [],
      ]);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).to.not.contain("Seq Scan");
      expect(plan).to.contain("resources_custom_domain");
      const read = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(0, ...read), plan).to.be.below(10);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });
});
