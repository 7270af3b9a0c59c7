import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { newId } from "../../api/identity/new-id.ts";
import { LABELS, organizationNamespace } from "../../contract/identity.ts";
import { newAccount, newCluster, newDeployment, newKey, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const KIND = { apiVersion: "hosting.berth.dev/v1alpha1", kind: "Deployment" };
const CLUSTER = { provider: "local", region: "local-1", tier: "shared" };

describe("quotas", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let person: Account;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_QUOTA_FACTOR: "1" } });
  });
  after(() => gateway.stop());
  beforeEach(async () => {
    person = await newAccount(gateway.url);
  });
  const tally = (answers: readonly Answer[]): Record<string, number> => {
    const said = answers.map(({ status, body }) => (status < 300 ? "made" : String(body["code"])));
    return Object.fromEntries(
      [...new Set(said)].sort().map((what) => [what, said.filter((one) => one === what).length]),
    );
  };
  const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));

  it("hold for clusters that are asked for at once", async () => {
    const answers = await times(12, (index) =>
      person.call("POST", "/clusters", { ...CLUSTER, name: `at-once-${index}` }),
    );
    expect(tally(answers)).to.deep.equal({ made: 3, quota_exceeded: 9 });
    const full = answers.find(({ status }) => status === 409);
    expect(full?.body["detail"]).to.equal("The organization may have 3 of kind Cluster; delete one or ask for more.");
    const dry = await person.call("POST", "/clusters?dry_run=true", { ...CLUSTER, name: "dry" });
    expect([dry.status, dry.body["code"]]).to.deep.equal([409, "quota_exceeded"]);
  });

  it("hold for deployments, webhooks and API keys that are asked for at once", async () => {
    const clusterId = await newCluster(person.call);
    await gateway.services.pool.query(
      `UPDATE organizations SET quotas = '{"deployments": 4, "webhooks": 2}' WHERE id = $1`,
      [person.organizationId],
    );
    await newDeployment(person.call, clusterId, { name: "first" });
    const body = { cluster_id: clusterId, app_type: "web_app", docker_image: "a:1" };
    const deployments = await times(8, (index) => person.call("POST", "/deployments", { ...body, name: `d-${index}` }));
    expect(tally(deployments)).to.deep.equal({ made: 3, quota_exceeded: 5 });
    const webhooks = await times(6, () =>
      person.session("POST", `/organizations/${person.slug}/webhooks`, { url: "https://hooks.example.org/" }),
    );
    expect(tally(webhooks)).to.deep.equal({ made: 2, quota_exceeded: 4 });
    // The account has one key from the start.
    for (let made = 1; made < 45; made += 1) await newKey(person.session);
    const keys = await times(12, (index) => person.session("POST", "/api-keys", { name: `k-${index}` }));
    expect(tally(keys)).to.deep.equal({ made: 5, quota_exceeded: 7 });
  });

  it("count what kubectl made for a cluster that nobody knows: it is there", async () => {
    const clusterId = await newCluster(person.call);
    await gateway.services.pool.query(`UPDATE organizations SET quotas = '{"deployments": 2}' WHERE id = $1`, [
      person.organizationId,
    ]);
    const namespace = organizationNamespace(person.slug);
    const labels = {
      [LABELS.id]: newId(),
      [LABELS.organizationId]: person.organizationId,
      [LABELS.userId]: person.userId,
    };
    const spec = { cluster: "nowhere", appType: "web_app", dockerImage: "a:1" };
    const metadata = { name: "stray", namespace, labels };
    const stray = await gateway.kube.create(DEPLOYMENTS, { ...KIND, metadata, spec }, { fieldManager: "test" });
    await gateway.mirrorObject("Deployment", stray);
    await newDeployment(person.call, clusterId);
    const body = { name: "third", cluster_id: clusterId, app_type: "web_app", docker_image: "a:1" };
    expect((await person.call("POST", "/deployments", body)).body["code"]).to.equal("quota_exceeded");
  });

  it("hold for organizations and invitations, and a user's clusters in all of them together", async () => {
    const made = await times(12, (index) =>
      person.session<{ id: string }>("POST", "/organizations", { name: `o-${index}` }),
    );
    expect(tally(made)).to.deep.equal({ made: 10, quota_exceeded: 2 });
    const owned = made.filter(({ status }) => status === 201).map(({ body }) => body);
    const inEach = await times(4, (index) =>
      times(3, (at) =>
        person.call("POST", "/clusters", { ...CLUSTER, name: `c-${index}-${at}`, organization_id: owned[index]?.id }),
      ),
    );
    expect(tally(inEach.flat())).to.deep.equal({ made: 9, quota_exceeded: 3 });
    const refused = inEach.flat().find(({ status }) => status === 409);
    expect(refused?.body["detail"]).to.equal("You may have 9 of kind Cluster; delete one or ask for more.");
    const tenth = { ...CLUSTER, name: "tenth", organization_id: owned[5]?.id };
    const tried = await person.call("POST", "/clusters?dry_run=true", tenth);
    expect([tried.status, tried.body["detail"]], "a dry run").to.deep.equal([409, refused?.body["detail"]]);
    const raised = owned[9]?.id ?? "";
    await gateway.services.pool.query(`UPDATE organizations SET quotas = '{"clusters": 1}' WHERE id = $1`, [raised]);
    const granted = await person.call("POST", "/clusters", { ...CLUSTER, name: "granted", organization_id: raised });
    expect(granted.status, granted.text).to.equal(200);
    const { slug } = owned[0] as unknown as { slug: string };
    const invited = await times(32, (index) =>
      person.session("POST", `/organizations/${slug}/invitations`, { email: `guest-${index}@example.org` }),
    );
    expect(tally(invited)).to.deep.equal({ made: 30, rate_limited: 2 });
    const late = invited.find(({ status }) => status === 429);
    expect(Number(late?.headers.get("retry-after"))).to.be.within(3_000, 3_600);
  });

  it("count a creation whose end is not known, once", async () => {
    await gateway.services.pool.query(
      `INSERT INTO audit_entries (id, request_id, principal, organization_id, action, target_kind, target_id, outcome)
        SELECT gen_random_uuid(), 'lost', 'session', $1, 'createCluster', 'Cluster', gen_random_uuid(), 'attempted' FROM generate_series(1, 2)`,
      [person.organizationId],
    );
    const answers = await times(3, (index) => person.call("POST", "/clusters", { ...CLUSTER, name: `left-${index}` }));
    expect(tally(answers)).to.deep.equal({ made: 1, quota_exceeded: 2 });
  });

  it("give nothing to an organization that is being deleted at the same time", async () => {
    await times(10, async (index) => {
      const made = await person.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Short" });
      const { id, slug } = made.body;
      const [deleted, created] = await Promise.all([
        person.session("DELETE", `/organizations/${slug}`),
        person.session("POST", "/clusters", { ...CLUSTER, name: `late-${index}`, organization_id: id }),
      ]);
      const said = `${deleted.text} ${created.text}`;
      expect(deleted.status === 200 && created.status === 200, said).to.equal(false);
      expect([deleted.status, created.status], said).to.include(200);
    });
  });
});

describe("what platform admins set", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let person: Account;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_QUOTA_FACTOR: "1" } });
    [admin, person] = [await newPlatformAdmin(gateway), await newAccount(gateway.url)];
  });
  after(() => gateway.stop());
  const set = (body: object, headers?: Record<string, string>): Promise<Answer> =>
    admin.session("PATCH", `/admin/organizations/${person.slug}`, body, headers);

  it("is in force at once, member by member, and goes back to the default with null", async () => {
    const others = {
      deployments: 50,
      databases: 5,
      secrets: 7,
      webhooks: 20,
      cpu: null,
      memory_mb: null,
      storage_gb: null,
    };
    const first = await set({ quotas: { clusters: 1, secrets: 7 }, feature_flags: { backups: false } });
    expect(first.status, first.text).to.equal(200);
    expect(first.body["quotas"]).to.deep.equal({ clusters: 1, ...others });
    await newCluster(person.call);
    const full = await person.call("POST", "/clusters", { ...CLUSTER, name: "second" });
    expect(full.body["code"]).to.equal("quota_exceeded");
    const stale = await set({ quotas: { clusters: 9 } }, { "if-match": '"1.x"' });
    expect(stale.status).to.equal(412);
    const back = await set({ quotas: { clusters: null } });
    expect(back.body).to.deep.include({
      quotas: { clusters: 3, ...others },
      feature_flags: { backups: false },
    });
    await newCluster(person.call, { name: "second" });
    const audit = await person.session<{ entries: { action: string; changes: unknown }[] }>(
      "GET",
      `/organizations/${person.slug}/audit?action=setOrganizationLimits`,
    );
    expect(audit.body.entries.at(-1)?.changes).to.deep.equal({
      before: { feature_flags: {}, quotas: {} },
      after: { feature_flags: { backups: false }, quotas: { clusters: 1, secrets: 7 } },
    });
  });

  it("is listed with every organization of the platform, page by page", async () => {
    type Page = { organizations: { slug: string }[]; next_cursor: string | null; total?: number };
    const slugs: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Answer<Page> = await admin.session<Page>(
        "GET",
        `/admin/organizations?limit=1&count=true${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      expect(page.body.total).to.equal(2);
      slugs.push(...page.body.organizations.map(({ slug }) => slug));
      cursor = page.body.next_cursor;
    }
    expect(slugs).to.deep.equal([person.slug, admin.slug]);
    expect((await person.session("GET", "/admin/organizations")).status).to.equal(403);
  });
});
