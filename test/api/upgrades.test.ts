import { expect } from "chai";
import { CLUSTERS, UPGRADE_REQUESTS } from "../../adapters/kubernetes/resource-types.ts";
import { clientOf, newAccount, newCluster, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

type Body = Record<string, unknown>;
type Upgrade = Body & Readonly<{ id: string; status: string }>;
type Faults = { detail: { type: string; loc: (string | number)[]; msg: string }[] };

describe("upgrades", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    ({ call } = account);
  });
  after(() => gateway.stop());

  async function oldCluster(by: Client = call, members: Body = {}): Promise<string> {
    const id = await newCluster(by, { kubernetes_version: "1.35.4", ...members });
    await gateway.settle("Cluster", id);
    return id;
  }

  async function request(clusterId: string, by: Client = call): Promise<Upgrade> {
    const made = await by<Upgrade>("POST", `/clusters/${clusterId}/upgrades/request`, {
      to_version: "1.36",
      upgrade_notes: "soon",
    });
    expect(made.status, made.text).to.equal(201);
    return made.body;
  }

  async function specOf(id: string): Promise<Body> {
    const all = await gateway.kube.list(UPGRADE_REQUESTS, { namespace: `org-${account.slug}` });
    const found = all.items.find(({ metadata }) => metadata.labels?.["hosting.berth.dev/id"] === id);
    return found?.["spec"] as Body;
  }

  it("makes a pending request, shows and lists it", async () => {
    const clusterId = await oldCluster();
    const made = await request(clusterId);
    expect(made).to.deep.include({
      cluster_id: clusterId,
      from_version: "1.35.4",
      to_version: "1.36.3",
      status: "pending",
      upgrade_notes: "soon",
      user_id: account.userId,
      approved_at: null,
      preflight: null,
      is_auto_scheduled: false,
    });
    const read = await call<Upgrade>("GET", `/upgrades/${made.id}`);
    expect({ ...read.body, observed_at: null }).to.deep.equal({ ...made, observed_at: null });
    const list = await call<{ upgrades: Upgrade[]; total: number }>(
      "GET",
      `/clusters/${clusterId}/upgrades?count=true`,
    );
    expect([list.body.upgrades.map(({ id }) => id), list.body.total]).to.deep.equal([[made.id], 1]);
  });

  it("lists the requests over all clusters, of an organization of one's own, by status and cluster", async () => {
    const owner = await newAccount(gateway.url);
    const [one, other] = [await oldCluster(owner.call), await oldCluster(owner.call, { name: "other" })];
    const [waiting, done] = [await request(one, owner.call), await request(other, owner.call)];
    await gateway.settle("UpgradeRequest", done.id, "completed");
    const list = async (query: string, by = owner.call): Promise<string[]> => {
      const answer = await by<{ upgrades: Upgrade[] }>("GET", `/upgrades${query}`);
      expect(answer.status, answer.text).to.equal(200);
      return answer.body.upgrades.map(({ id }) => id);
    };
    expect(await list("")).to.deep.equal([done.id, waiting.id]);
    expect(await list("?status=pending")).to.deep.equal([waiting.id]);
    expect(await list(`?cluster_id=${other}`)).to.deep.equal([done.id]);
    const page = await owner.call<{ next_cursor: string; total: number }>("GET", "/upgrades?limit=1&count=true");
    expect(page.body.total).to.equal(2);
    expect(await list(`?limit=1&cursor=${page.body.next_cursor}`)).to.deep.equal([waiting.id]);
    const stranger = await newAccount(gateway.url);
    expect(await list("", stranger.call)).to.deep.equal([]);
    const foreign = await stranger.call("GET", `/upgrades?organization_id=${owner.organizationId}`);
    expect(foreign.status).to.equal(404);
  });

  it("makes one of twenty requests at once, and none while one is open; after its end the next", async () => {
    const clusterId = await oldCluster();
    const path = `/clusters/${clusterId}/upgrades/request`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call<Upgrade & { code?: string }>("POST", path, { to_version: "1.36.3" })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).to.have.length(1);
    expect(answers.filter(({ body }) => body.code === "upgrade_open")).to.have.length(19);
    await gateway.settle("UpgradeRequest", made[0]?.body.id ?? "", "rejected");
    await request(clusterId);
  });

  it("answers a repetition as the first time", async () => {
    const path = `/clusters/${await oldCluster()}/upgrades/request`;
    const headers = { "idempotency-key": "again" };
    const [first, second] = [
      await call<Upgrade>("POST", path, { to_version: "1.36.3" }, headers),
      await call<Upgrade>("POST", path, { to_version: "1.36.3" }, headers),
    ];
    expect([first.status, second.status, second.body.id]).to.deep.equal([201, 201, first.body.id]);
    const approve = `/upgrades/${first.body.id}/approve`;
    const [one, two] = [
      await call<Upgrade>("POST", approve, undefined, { "idempotency-key": "yes" }),
      await call<Upgrade>("POST", approve, undefined, { "idempotency-key": "yes" }),
    ];
    expect([one.status, two.status, two.headers.get("idempotency-replayed")], one.text).to.deep.equal([
      200,
      200,
      "true",
    ]);
    expect({ ...two.body, observed_at: null }).to.deep.equal({ ...one.body, observed_at: null });
  });

  it("refuses versions that the cluster cannot go to, by field", async () => {
    const [old, newest] = [await oldCluster(), await newCluster(call)];
    await gateway.settle("Cluster", newest);
    const refusals = [
      [old, "1.37.0", "the cluster can go to 1.36.3"],
      [old, "1.35.4", "the cluster can go to 1.36.3"],
      [old, "1.36.4", "the cluster can go to 1.36.3"],
      [newest, "1.36.3", "the cluster has the newest version on offer that it can go to"],
    ] as const;
    for (const [id, to_version, sentence] of refusals) {
      const answer = await call<Faults>("POST", `/clusters/${id}/upgrades/request`, { to_version });
      expect([answer.status, answer.body.detail[0]?.loc]).to.deep.equal([422, ["body", "to_version"]]);
      expect(answer.body.detail[0]?.msg).to.contain(sentence);
    }
    await request(old);
    const open = await call("POST", `/clusters/${old}/upgrades/request`, { to_version: "1.37.0" });
    expect([open.status, open.body["code"]], "state before values").to.deep.equal([409, "upgrade_open"]);
  });

  it("refuses clusters that are not ready or not the platform's", async () => {
    const young = await newCluster(call, { kubernetes_version: "1.35.4" });
    const refused = await call("POST", `/clusters/${young}/upgrades/request`, { to_version: "1.36.3" });
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "cluster_not_ready"]);
    const imported = await oldCluster();
    await gateway.services.pool.query(
      `UPDATE resources SET body = jsonb_set(body::jsonb, '{is_imported}', 'true')::json WHERE id = $1`,
      [imported],
    );
    const foreign = await call("POST", `/clusters/${imported}/upgrades/request`, { to_version: "1.36.3" });
    expect([foreign.status, foreign.body["code"]]).to.deep.equal([409, "not_managed"]);
  });

  it("takes one decision, which stands; an approved one can still be cancelled", async () => {
    const { id } = await request(await oldCluster());
    const approved = await call<Upgrade>("POST", `/upgrades/${id}/approve`);
    expect([approved.status, (await specOf(id))["decision"]], approved.text).to.deep.equal([200, "approved"]);
    // The operator has not seen it yet: the resource's own rule holds.
    const rejected = await call("POST", `/upgrades/${id}/reject`);
    expect([rejected.status, rejected.body["code"]], rejected.text).to.deep.equal([409, "conflict"]);
    await gateway.settle("UpgradeRequest", id, "scheduled");
    const again = await call("POST", `/upgrades/${id}/approve`);
    expect([again.status, again.body["code"]]).to.deep.equal([409, "conflict"]);
    const cancelled = await call<Upgrade>("POST", `/upgrades/${id}/cancel`);
    expect([cancelled.status, (await specOf(id))["decision"]]).to.deep.equal([200, "cancelled"]);
    await gateway.settle("UpgradeRequest", id, "cancelled");
    const late = await call("POST", `/upgrades/${id}/cancel`);
    expect([late.status, late.body["code"]]).to.deep.equal([409, "conflict"]);
  });

  it("cancels one that is held up before it has changed anything, and none that is under way", async () => {
    const { id } = await request(await oldCluster());
    await call("POST", `/upgrades/${id}/approve`);
    await gateway.settle("UpgradeRequest", id, "in_progress");
    const late = await call("POST", `/upgrades/${id}/cancel`);
    expect([late.status, late.body["code"]]).to.deep.equal([409, "conflict"]);
    await gateway.settle("UpgradeRequest", id, "preflight");
    expect((await call("POST", `/upgrades/${id}/schedule`, { scheduled_date: null })).status).to.equal(409);
    const cancelled = await call<Upgrade>("POST", `/upgrades/${id}/cancel`);
    expect([cancelled.status, (await specOf(id))["decision"]], cancelled.text).to.deep.equal([200, "cancelled"]);
  });

  it("sets a date to come, and takes it back", async () => {
    const { id } = await request(await oldCluster());
    const path = `/upgrades/${id}/schedule`;
    const over = await call<Faults>("POST", path, { scheduled_date: "2020-01-01T00:00:00Z" });
    expect([over.status, over.body.detail[0]?.loc]).to.deep.equal([422, ["body", "scheduled_date"]]);
    const set = await call<Upgrade>("POST", path, { scheduled_date: "2999-01-01T03:00:00+02:00" });
    expect([set.status, set.body["scheduled_date"]], set.text).to.deep.equal([200, "2999-01-01T01:00:00.000Z"]);
    const unset = await call<Upgrade>("POST", path, { scheduled_date: null });
    expect([unset.status, unset.body["scheduled_date"], (await specOf(id))["scheduledDate"]]).to.deep.equal([
      200,
      null,
      undefined,
    ]);
  });

  it("lets requesters cancel, admins decide, and platform admins approve what is another organization's", async () => {
    const made = await account.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Upgrades" });
    const clusterId = await oldCluster(account.session, { organization_id: made.body.id });
    const [member, other] = [await newAccount(gateway.url), await newAccount(gateway.url)];
    for (const { userId } of [member, other])
      await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, 'member')", [made.body.id, userId]);
    const { id } = await request(clusterId, member.session);
    expect((await member.session("POST", `/upgrades/${id}/approve`)).status).to.equal(403);
    expect((await other.session("POST", `/upgrades/${id}/cancel`)).status).to.equal(403);
    expect((await member.session("POST", `/upgrades/${id}/cancel`)).status).to.equal(200);
    await gateway.settle("UpgradeRequest", id, "cancelled");
    const next = await request(clusterId, other.session);
    const admin = await newPlatformAdmin(gateway);
    expect((await admin.session("POST", `/upgrades/${next.id}/reject`)).status).to.equal(404);
    const approved = await admin.session("POST", `/upgrades/${next.id}/approve`);
    expect(approved.status, approved.text).to.equal(200);
    expect((await clientOf(gateway.url)("GET", `/upgrades/${next.id}`)).status).to.equal(401);
  });

  it("shows the newest preflight, and the nodes as they were last seen", async () => {
    const clusterId = await oldCluster();
    expect((await call("GET", `/clusters/${clusterId}/preflight`)).status).to.equal(404);
    const { id } = await request(clusterId);
    const ref = { namespace: `org-${account.slug}` };
    const options = { fieldManager: "test", subresource: "status" };
    const upgrades = await gateway.kube.list(UPGRADE_REQUESTS, ref);
    const mine = upgrades.items.find(({ metadata }) => metadata.labels?.["hosting.berth.dev/id"] === id);
    const finding = {
      severity: "error",
      code: "budget_blocks",
      kind: "PodDisruptionBudget",
      namespace: "a",
      name: "b",
    };
    const findings = [{ ...finding, message: "It blocks.", remedy: "Loosen it." }];
    const preflight = { checkedAt: "2026-01-01T00:00:00Z", kubernetesVersion: "1.35.4", nodeCount: 1, findings };
    const patch = { kind: "merge", body: { status: { preflight } } } as const;
    await gateway.kube.patch(UPGRADE_REQUESTS, { ...ref, name: mine?.metadata.name ?? "" }, patch, options);
    await gateway.mirror("UpgradeRequest", id);
    const report = await call("GET", `/clusters/${clusterId}/preflight`);
    expect(report.body, report.text).to.deep.include({
      upgrade_id: id,
      to_version: "1.36.3",
      ok: false,
      node_count: 1,
    });
    const clusters = await gateway.kube.list(CLUSTERS, ref);
    const cluster = clusters.items.find(({ metadata }) => metadata.labels?.["hosting.berth.dev/id"] === clusterId);
    const node = { ready: true, schedulable: false, kubeletVersion: "v1.35.4" };
    const nodes = [
      { ...node, name: "b" },
      { ...node, name: "a", serverType: "small" },
    ];
    const body = { status: { nodes } };
    const name = cluster?.metadata.name ?? "";
    await gateway.kube.patch(CLUSTERS, { ...ref, name }, { kind: "merge", body }, options);
    const shown = await call<{ nodes: Body[] }>("GET", `/clusters/${clusterId}/nodes`);
    const told = { ready: true, schedulable: false, kubelet_version: "v1.35.4" };
    expect(shown.body.nodes, shown.text).to.deep.equal([
      { name: "a", server_type: "small", ...told },
      { name: "b", server_type: null, ...told },
    ]);
  });
});
