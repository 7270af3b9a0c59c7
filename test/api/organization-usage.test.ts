import { expect } from "chai";
import type { UsageResponse } from "../../contract/rest/usage.ts";
import { newAccount, newCluster, newDeployment, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

describe("GET /organizations/{slug}/usage", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let person: Account;
  let id: string;
  let clusterId: string;
  before(async () => {
    gateway = await startTestGateway();
    person = await newAccount(gateway.url);
    clusterId = await newCluster(person.call, { name: "harbour" });
    await gateway.mirror("Cluster", clusterId);
    const members = { name: "shop", cpu_request: 2, memory_request_mb: 1024, storage_size_gb: 100 };
    ({ id } = await newDeployment(person.call, clusterId, members));
    await gateway.mirror("Deployment", id);
    await gateway.services.pool.query("UPDATE usage_meters SET since = now() - interval '10 days'");
  });
  after(() => gateway.stop());
  const read = (query: string, headers: Record<string, string> = {}): Promise<Answer<UsageResponse>> =>
    person.call<UsageResponse>("GET", `/organizations/${person.slug}/usage${query}`, undefined, headers);
  const beganMs = Date.now();
  const day = (daysAgo: number): string => new Date(beganMs - daysAgo * 86_400_000).toISOString().slice(0, 10);

  it("tells what each asked for, on which days, what that costs, and what is left", async () => {
    const whole = await read(`?from=${day(3)}&to=${day(1)}`);
    expect(whole.status, whole.text).to.equal(200);
    const shop = whole.body.rows.find(({ resource_id: one }) => one === id);
    expect(shop).to.include({ name: "shop", kind: "Deployment", cluster_name: "harbour", day: null });
    expect(shop).to.include({ cpu_core_hours: 96, memory_gb_hours: 48, storage_gb_hours: 4800 });
    expect(Number(shop?.cost)).to.be.greaterThan(0);
    expect(whole.body.asked_now).to.deep.equal({ cpu: 2, memory_mb: 1024, storage_gb: 100 });
    expect(whole.body.limits).to.deep.equal({ cpu: null, memory_mb: null, storage_gb: null });
    const days = await read(`?from=${day(3)}&to=${day(1)}&group_by=day`);
    expect(days.body.rows.map((row) => [row.day, row.cpu_core_hours])).to.deep.equal([
      [day(3), 48],
      [day(2), 48],
    ]);
    expect(days.body.total.cpu_core_hours).to.equal(96);
  });

  it("comes as CSV for invoices, and refuses what would be too much to read", async () => {
    const csv = await read(`?from=${day(3)}&to=${day(1)}`, { accept: "text/csv" });
    expect(csv.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).to.contain(`usage-${person.slug}-${day(3)}`);
    const lines = csv.text.split("\r\n");
    expect(lines[0]).to.equal(
      "day,kind,resource_id,name,cluster_id,cluster_name,cpu_core_hours,memory_gb_hours,storage_gb_hours,node_hours,cost",
    );
    expect(lines.find((line) => line.includes(id))).to.match(/,shop,.*,harbour,96,48,4800,0,[0-9.]+$/);
    for (const query of [`?from=${day(1)}&to=${day(3)}`, "?from=2020-01-01", "?from=yesterday", "?group_by=name"])
      expect((await read(query)).status, query).to.equal(422);
    const stranger = await newAccount(gateway.url);
    expect((await stranger.call("GET", `/organizations/${person.slug}/usage`)).status).to.equal(404);
  });

  it("is told of a write beforehand, as what it changes in a month", async () => {
    type Planned = Readonly<{ plan: { monthly_cost: Record<string, string> | null } }>;
    const costOf = async (method: string, path: string, body: object): Promise<Record<string, string> | null> => {
      const planned = await person.call<Planned>(method, `${path}?dry_run=true`, body);
      expect(planned.status, planned.text).to.equal(200);
      return planned.body.plan.monthly_cost;
    };
    const grown = await costOf("PATCH", `/deployments/${id}`, { storage_size_gb: 300 });
    const [before, after] = [Number(grown?.["before"]), Number(grown?.["after"])];
    expect(before).to.be.greaterThan(0);
    expect(after).to.be.closeTo(3 * before, 0.03);
    expect(Number(grown?.["change"])).to.be.closeTo(after - before, 0.001);
    expect(await costOf("PATCH", `/deployments/${id}`, { docker_image: "nginx:2" })).to.deep.include({
      change: "0.00",
    });
    const create = { name: "more", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1" };
    const none = { currency: "EUR", before: "0.00", after: "0.00", change: "0.00" };
    expect(await costOf("POST", "/deployments", create)).to.deep.equal(none);
    const database = { name: "main", cluster_id: clusterId, engine: "postgresql", tier: "ha", storage_size_gb: 100 };
    const made = await costOf("POST", "/databases", database);
    expect(made).to.include({ before: "0.00" });
    expect(Number(made?.["after"])).to.be.closeTo(3 * before, 0.03);
    const cluster = { name: "next", provider: "local", region: "local-1", tier: "shared" };
    expect(await costOf("POST", "/clusters", cluster), "a shared cluster has no price").to.equal(null);
  });
});
