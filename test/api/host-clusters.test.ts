import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { CLUSTERS, SECRETS, SERVICE_ACCOUNTS } from "../../adapters/kubernetes/resource-types.ts";
import { sweep } from "../../api/sweeps.ts";
import type { ProviderCatalog } from "../../api/providers/provider-catalog.ts";
import { ACCESS_NAMESPACE, LABELS } from "../../contract/identity.ts";
import type { ClusterResponse } from "../../contract/rest/clusters.ts";
import { newAccount, newCluster, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { makePlatformAdmin, newPlatformAdmin } from "./platform-admin.ts";

type List = Readonly<{ clusters: ClusterResponse[]; next_cursor: string | null; total?: number }>;
type Organizations = Readonly<{ organizations: { id: string; is_system: boolean; members?: number }[] }>;

const HOST = { provider: "local", region: "local-1", tier: "dedicated", node_count: 2 };

/** Adds a provider that carries no shared clusters itself. */
function withFar(providers: ProviderCatalog): ProviderCatalog {
  const offer = { available: true, reason: null };
  const far = { ...offer, id: "far", name: "Far", tiers: ["shared", "dedicated"], canCreateClusters: true } as const;
  const place = { ...offer, id: "far-1", name: "Far 1", country: "DE", geographicRegion: "eu", serverTypes: null };
  return {
    ...providers,
    list: () => [...providers.list(), far],
    regions: (id) => (id === "far" ? Promise.resolve([place]) : providers.regions(id)),
  };
}

describe("host clusters", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let person: Account;

  const newHost = async (members: object = {}): Promise<string> => {
    const body = { name: `h-${randomUUID().slice(0, 8)}`, ...HOST, ...members };
    const made = await admin.call<{ id: string }>("POST", "/admin/clusters", body);
    expect(made.status, made.text).to.equal(200);
    return made.body.id;
  };

  before(async () => {
    // `local` is not free here: a host needs no payment method all the same.
    const env = { BERTH_FREE_PROVIDERS: "far", BERTH_QUOTA_FACTOR: "1", BERTH_VIRTUAL_CLUSTERS_PER_NODE: "1" };
    gateway = await startTestGateway({ env, replace: ({ providers }) => ({ providers: withFar(providers) }) });
    [admin, person] = [await newPlatformAdmin(gateway), await newAccount(gateway.url)];
  });
  after(() => gateway.stop());

  it("belong to the platform's own organization, past quotas, once for a repeated request", async () => {
    const key = { "idempotency-key": randomUUID() };
    const body = { ...HOST, name: "repeated" };
    const [first, again] = [
      await admin.call<ClusterResponse>("POST", "/admin/clusters", body, key),
      await admin.call<ClusterResponse>("POST", "/admin/clusters", body, key),
    ];
    expect([first.status, again.body.id]).to.deep.equal([200, first.body.id]);
    for (let count = 0; count < 4; count += 1) await newHost();
    const { body: all } = await admin.call<Organizations>("GET", "/admin/organizations");
    const own = all.organizations.filter(({ is_system: isSystem }) => isSystem);
    expect(own.map(({ id }) => id)).to.deep.equal([first.body.organization_id]);
    const { items } = await gateway.kube.list(CLUSTERS, { labelSelector: `${LABELS.id}=${first.body.id}` });
    expect((items[0]?.["spec"] as { role?: string }).role).to.equal("host");
    const dry = await admin.call("POST", "/admin/clusters?dry_run=true", { ...HOST, name: "dry" });
    expect([dry.status, dry.body["id"]]).to.deep.equal([200, "00000000-0000-0000-0000-000000000000"]);
  });

  it("are made by whoever has all the clusters that a person may have", async () => {
    const owner = await newPlatformAdmin(gateway);
    for (const name of ["one", "two", "three"]) {
      const { body } = await owner.session<{ id: string }>("POST", "/organizations", { name });
      const far = { provider: "far", region: "far-1", tier: "dedicated", organization_id: body.id };
      for (let count = 0; count < 3; count += 1) await newCluster(owner.call, far);
    }
    const own = { provider: "far", region: "far-1", tier: "dedicated", name: "tenth" };
    expect((await owner.call("POST", "/clusters", own)).body["code"]).to.equal("quota_exceeded");
    for (const query of ["?dry_run=true", ""]) {
      const made = await owner.call("POST", `/admin/clusters${query}`, { ...HOST, name: "eleventh" });
      expect(made.status, made.text).to.equal(200);
    }
  });

  it("are refused what no host can be, by field", async () => {
    for (const [change, loc] of [
      [{ tier: "shared" }, ["body", "tier"]],
      [{ region: "mars" }, ["body", "region"]],
      [{ organization_id: person.organizationId }, ["body", "organization_id"]],
    ] as const) {
      const body = { ...HOST, name: "refused", ...change };
      const answer = await admin.call<{ detail: { loc: string[] }[] }>("POST", "/admin/clusters", body);
      expect([answer.status, answer.body.detail[0]?.loc]).to.deep.equal([422, loc]);
    }
  });

  it("have a Gateway from their start where they can, unless the request or the installation says otherwise", async () => {
    const env = { BERTH_FREE_PROVIDERS: "far", BERTH_CLUSTER_ROUTING: "ingress" };
    const former = await startTestGateway({ env, replace: ({ providers }) => ({ providers: withFar(providers) }) });
    const body = { name: "routed", provider: "far", region: "far-1", tier: "dedicated" };
    const asked = async ({ call }: Account, more: object = {}): Promise<unknown> => {
      const made = await call("POST", "/admin/clusters?dry_run=true", { ...body, ...more });
      return made.body["routing"] ?? made.text;
    };
    try {
      const other = await newPlatformAdmin(former);
      expect(await asked(admin), "by default").to.equal("gateway");
      expect(await asked(admin, { routing: null })).to.equal("gateway");
      expect(await asked(admin, { routing: "both" })).to.equal("both");
      expect(await asked(admin, { routing: "ingress" })).to.equal("ingress");
      expect(await asked(admin, { provider: "local", region: "local-1" }), "a local host").to.equal("ingress");
      expect(await asked(other), "as the installation says").to.equal("ingress");
      expect(await asked(other, { routing: "gateway" })).to.equal("gateway");
    } finally {
      await former.stop();
    }
    const refused = { ...HOST, name: "refused", routing: "gateway" };
    const answer = await admin.call<{ detail: { loc: string[] }[] }>("POST", "/admin/clusters", refused);
    expect([answer.status, answer.body.detail[0]?.loc]).to.deep.equal([422, ["body", "routing"]]);
  });

  it("are listed for platform admins alone, and nowhere else", async () => {
    const [first, second] = [await newHost({ name: "list-a" }), await newHost({ name: "list-b" })];
    const page = await admin.call<List>("GET", "/admin/clusters?q=list-&limit=1&count=true");
    expect([page.body.clusters.map(({ id }) => id), page.body.total]).to.deep.equal([[second], 2]);
    const next = await admin.call<List>("GET", `/admin/clusters?q=list-&cursor=${page.body.next_cursor ?? ""}`);
    expect(next.body.clusters.map(({ id }) => id)).to.deep.equal([first]);
    expect((await admin.call<List>("GET", "/admin/clusters?status=degraded")).body.clusters).to.deep.equal([]);
    expect((await person.call("GET", "/admin/clusters")).status).to.equal(403);
    // Even to a member of that organization.
    const { organization_id: own } = page.body.clusters[0]!;
    const member = await newAccount(gateway.url);
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, 'owner')", [own, member.userId]);
    const plain = await member.call<List>("GET", `/clusters?organization_id=${own}&count=true`);
    expect([plain.body.clusters, plain.body.total]).to.deep.equal([[], 0]);
    expect((await member.call("GET", `/clusters/${first}`)).status).to.equal(404);
    expect((await member.call("DELETE", `/clusters/${first}`)).status).to.equal(404);
  });

  it("hand their kubeconfig to platform admins only, by a route of its own, and only as long as they are", async () => {
    const id = await newHost();
    const path = `/admin/clusters/${id}/kubeconfig`;
    expect((await admin.call("GET", path)).body["code"]).to.equal("cluster_not_ready");
    await gateway.settle("Cluster", id);
    const given = await admin.session<{ kubeconfig: string; cluster_id: string }>("GET", path);
    expect([given.status, given.body.cluster_id]).to.deep.equal([200, id]);
    expect(given.body.kubeconfig).to.contain("current-context");
    const plain = await admin.call("GET", `/clusters/${id}/kubeconfig`);
    expect([plain.status, String(plain.body["detail"])]).to.deep.equal([
      403,
      `This is a cluster of the platform: ask GET /admin/clusters/${id}/kubeconfig.`,
    ]);
    expect((await person.call("GET", `/clusters/${id}/kubeconfig`)).status).to.equal(404);
    expect((await person.call("GET", path)).status).to.equal(403);
    const account = { namespace: ACCESS_NAMESPACE, name: `user-${admin.userId}` };
    const held = async (): Promise<readonly [secrets: number, hasAccount: boolean]> => {
      const { items } = await gateway.kube.list(SECRETS, { labelSelector: `${LABELS.userId}=${admin.userId}` });
      return [items.length, (await gateway.kube.get(SERVICE_ACCOUNTS, account)) !== undefined];
    };
    await sweep(gateway.services);
    expect(await held(), "a sweep leaves an admin's").to.deep.equal([1, true]);
    await gateway.services.pool.query("UPDATE users SET is_platform_admin = false WHERE id = $1", [admin.userId]);
    await sweep(gateway.services);
    expect(await held(), "a demoted one's is taken back").to.deep.equal([0, false]);
    await makePlatformAdmin(gateway, admin);
  });

  it("are the only ones that route knows", async () => {
    const free = await startTestGateway();
    try {
      const [owner, other] = [await newAccount(free.url), await newAccount(free.url)];
      await makePlatformAdmin(free, other);
      const tenant = await newCluster(owner.call);
      await free.settle("Cluster", tenant);
      expect((await other.call("GET", `/admin/clusters/${tenant}/kubeconfig`)).status).to.equal(404);
    } finally {
      await free.stop();
    }
  });

  it("make room for shared clusters known, as long as they have some", async () => {
    const available = async (): Promise<unknown> =>
      (await person.call("GET", "/clusters/estimated-times?tier=shared&provider=far")).body["shared_host_available"];
    expect(await available(), "without hosts").to.equal(false);
    const host = await newHost({ provider: "far", region: "far-1", node_count: 1 });
    expect(await available(), "while it is made").to.equal(false);
    await gateway.settle("Cluster", host);
    expect(await available(), "with a node for one").to.equal(true);
    await newCluster(person.call, { provider: "far", region: "far-1" });
    expect(await available(), "when it is full").to.equal(false);
  });
});
