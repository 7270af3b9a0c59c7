import { expect } from "chai";
import type pg from "pg";
import { createPool } from "../../../../adapters/postgres/pool.ts";
import {
  keepUsage,
  listUsage,
  sweepUsage,
  type UsageRow,
} from "../../../../adapters/postgres/resources/usage-store.ts";
import { createDatabase } from "../../../support/postgres.ts";
import { uuidOf } from "../../../operator/mirror/fake-cluster.ts";

const ORGANIZATION = uuidOf(1);
const CLUSTER = uuidOf(2);
const SHOP = uuidOf(3);
const HOUR = 3_600;
const ALL = { organizationId: ORGANIZATION, from: new Date("2026-01-01"), to: new Date("2999-01-01"), limit: 1_000 };

describe("usage over time", function () {
  this.timeout(300_000);
  let pool: pg.Pool;
  before(async () => {
    pool = createPool(await createDatabase(), { statementTimeoutMs: 60_000, max: 2 });
    await pool.query("UPDATE platform_facts SET updated_at = '2026-01-01T00:00:00Z' WHERE name = 'usage'");
  });
  after(() => pool.end());
  beforeEach(() => pool.query("TRUNCATE resources, usage_meters, usage_days"));

  async function put(id: string, kind: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const row = {
      id,
      uid: id,
      kind,
      namespace: "org-acme",
      object_name: kind.toLowerCase(),
      display_name: kind.toLowerCase(),
      organization_id: ORGANIZATION,
      user_id: ORGANIZATION,
      status: "running",
      generation: 1,
      resource_version: 1,
      body: "{}",
      created_at: new Date(),
      updated_at: new Date(),
      ...more,
    };
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    const sets = columns.map((column) => `${column} = excluded.${column}`);
    await pool.query(
      `INSERT INTO resources (${columns.join(", ")}) VALUES (${places.join(", ")}) ON CONFLICT (id) DO UPDATE SET ${sets.join(", ")}`,
      Object.values(row),
    );
    await keepUsage(pool, [{ id, kind }]);
  }
  /** Lets time pass: what meters have run so far becomes longer. */
  const pass = (hours: number): Promise<unknown> =>
    pool.query("UPDATE usage_meters SET since = since - $1 * interval '1 hour'", [hours]);
  const usageOf = async (id: string, by: "total" | "day" = "total"): Promise<UsageRow[]> =>
    (await listUsage(pool, ALL, by)).filter(({ resourceId }) => resourceId === id);

  it("counts of what sleeps its storage alone", async () => {
    const asked = { asked_cpu_milli: 500, asked_memory_mb: 256, asked_storage_gb: 10 };
    await put(SHOP, "Deployment", asked);
    await pass(1);
    await put(SHOP, "Deployment", { ...asked, body: '{"wakes_at":"2999-01-01T00:00:00Z"}' });
    await pass(3);
    const [shop] = await usageOf(SHOP);
    expect(shop?.cpuMilliSeconds).to.be.within(0.5 * HOUR * 1_000, 0.5 * HOUR * 1_000 + 60_000);
    expect(shop?.memoryMbSeconds).to.be.within(256 * HOUR, 256 * HOUR + 30_720);
    expect(shop?.storageGbSeconds).to.be.within(40 * HOUR, 40 * HOUR + 1_200);
  });

  it("adds up what was asked for and how long, through changes, a stop and the end, and outlives the resource", async () => {
    await put(CLUSTER, "Cluster", { provider: "hetzner", region: "fsn1", server_type: "cx22", asked_nodes: 2 });
    await put(SHOP, "Deployment", { cluster_id: CLUSTER, asked_cpu_milli: 500, asked_storage_gb: 10 });
    await pass(2);
    await put(SHOP, "Deployment", { cluster_id: CLUSTER, asked_cpu_milli: 1500, asked_storage_gb: 10 });
    await pass(1);
    await put(SHOP, "Deployment", { cluster_id: CLUSTER, asked_storage_gb: 10, deleted_at: new Date() });
    await pool.query("DELETE FROM resources WHERE id = $1", [SHOP]);
    await pass(5);
    const [shop] = await usageOf(SHOP);
    expect(shop).to.include({ kind: "Deployment", clusterName: "cluster", provider: "hetzner", region: "fsn1" });
    // Two hours of half a core, one of one and a half; the steps themselves take a moment.
    expect(shop?.cpuMilliSeconds).to.be.within(2.5 * HOUR * 1_000, 2.5 * HOUR * 1_000 + 120_000);
    expect(shop?.storageGbSeconds).to.be.within(30 * HOUR, 30 * HOUR + 1_200);
    const [cluster] = await usageOf(CLUSTER);
    expect(cluster?.nodeSeconds).to.be.within(16 * HOUR, 16 * HOUR + 240);
    expect(cluster?.serverType).to.equal("cx22");
  });

  it("begins with the creation however late it was seen, but not before usage was counted", async () => {
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR * 1_000);
    await put(SHOP, "Deployment", { asked_cpu_milli: 1000, created_at: hoursAgo(3) });
    expect((await usageOf(SHOP))[0]?.seconds).to.be.within(3 * HOUR, 3 * HOUR + 60);
    await put(CLUSTER, "Cluster", { asked_nodes: 1, created_at: "2020-01-01T00:00:00Z" });
    const [first] = await usageOf(CLUSTER, "day");
    expect(first?.day).to.equal("2026-01-01");
  });

  it("is one row for each resource and day of UTC, however often it changed", async () => {
    await put(SHOP, "Deployment", { asked_cpu_milli: 1000 });
    await pool.query("UPDATE usage_meters SET since = '2026-03-28T22:30:00Z'");
    await put(SHOP, "Deployment", { asked_cpu_milli: 2000 });
    for (const cpu of [1000, 2000, 3000]) await put(SHOP, "Deployment", { asked_cpu_milli: cpu });
    const days = await usageOf(SHOP, "day");
    expect(days[0]).to.deep.include({ day: "2026-03-28", seconds: 1.5 * HOUR, cpuMilliSeconds: 1.5 * HOUR * 1000 });
    // A day has 24 hours everywhere: clocks go forward in Europe on this one.
    expect(days[1]).to.deep.include({ day: "2026-03-29", seconds: 24 * HOUR });
    const { rows } = await pool.query<{ day: string; count: number }>(
      "SELECT day::text, count(*)::int FROM usage_days GROUP BY 1 HAVING count(*) > 1",
    );
    expect(rows).to.deep.equal([]);
    const march = { ...ALL, from: new Date("2026-03-28"), to: new Date("2026-03-30") };
    const [inMarch] = await listUsage(pool, march, "total");
    expect(inMarch?.seconds).to.equal(25.5 * HOUR);
  });

  it("counts what is hidden, and what a restored database knows nobody of any more, for nothing", async () => {
    await put(CLUSTER, "Cluster", { asked_nodes: 1, hidden: true });
    expect(await usageOf(CLUSTER)).to.deep.equal([]);
    await put(SHOP, "Deployment", { asked_cpu_milli: 1000 });
    await pass(4);
    await pool.query("DELETE FROM resources");
    expect(await usageOf(SHOP)).to.deep.equal([]);
  });

  it("keeps two years of days", async () => {
    await put(SHOP, "Deployment", { asked_cpu_milli: 1000 });
    await pool.query("UPDATE usage_meters SET since = now() - interval '900 days'");
    await put(SHOP, "Deployment", { asked_cpu_milli: 2000 });
    await sweepUsage(pool);
    const { rows } = await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM usage_days");
    expect(rows[0]?.count).to.be.within(800, 802);
  });
});
