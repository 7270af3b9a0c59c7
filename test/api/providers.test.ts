import { expect } from "chai";
import { createPrisma } from "../../adapters/postgres/prisma.ts";
import { createRegionOverrides } from "../../adapters/postgres/resources/region-overrides.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { createLocalProvider } from "../../api/providers/local-provider.ts";
import { createProviderCatalog } from "../../api/providers/create-provider-catalog.ts";
import { PRICES, REGIONS, SERVER_TYPES } from "../../local/cloud/catalog.ts";
import { newAccount, newCluster, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

describe("providers", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let person: Account;
  let isAway = false;

  before(async () => {
    const unless = <T>(answer: T): Promise<T> =>
      isAway ? Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3")) : Promise.resolve(answer);
    const cloud = {
      regions: () => unless(REGIONS),
      serverTypes: () => unless(SERVER_TYPES.map((type) => ({ ...type, available: true }))),
      prices: () => unless(PRICES),
    } as unknown as LocalCloudClient;
    gateway = await startTestGateway({
      replace: ({ pool }) => ({
        providers: createProviderCatalog([createLocalProvider(cloud)], createRegionOverrides(createPrisma(pool))),
      }),
    });
    [admin, person] = [await newPlatformAdmin(gateway), await newAccount(gateway.url)];
  });
  after(() => gateway.stop());

  const region = async (id: string): Promise<Record<string, unknown> | undefined> => {
    const listed = await person.call<{ regions: Record<string, unknown>[] }>("GET", "/providers/local/regions");
    return listed.body.regions.find((one) => one["id"] === id);
  };
  const set = (body: object, id = "local-2"): Promise<Answer> =>
    admin.session("PATCH", `/admin/providers/local/regions/${id}`, body);
  const create = (): Promise<Answer> =>
    person.call("POST", "/clusters", { name: "there", provider: "local", region: "local-2", tier: "shared" });

  it("answer what storage costs", async () => {
    const price = await person.call("GET", "/providers/local/storage-pricing?region=local-1");
    expect(price.body).to.include({ provider: "local", currency: "EUR", price_per_gb_month: "0.0440", stale: false });
    expect((await person.call("GET", "/providers/local/storage-pricing?region=nowhere")).status).to.equal(404);
    expect((await person.call("GET", "/providers/nobody/storage-pricing")).status).to.equal(404);
  });

  it("estimate how long clusters take by what was measured, for each part of the world", async () => {
    type Estimates = { estimates: Record<string, unknown>[]; shared_host_available: boolean | null };
    const owner = await newAccount(gateway.url);
    const ask = async (query = ""): Promise<Estimates> =>
      (await owner.call<Estimates>("GET", `/clusters/estimated-times${query}`)).body;
    expect((await ask()).estimates).to.have.length(9);
    const unknown = await ask("?tier=dedicated&geographic_region=eu-north");
    expect(unknown.shared_host_available).to.equal(null);
    expect(unknown.estimates).to.deep.equal([
      {
        provider: "local",
        tier: "dedicated",
        geographic_region: "eu-north",
        p50_seconds: 300,
        p90_seconds: 600,
        samples: 0,
      },
    ]);
    expect(await ask("?provider=nobody")).to.deep.equal({ estimates: [], shared_host_available: false });
    const id = await newCluster(owner.call, { name: "measured", region: "local-1" });
    await gateway.settle("Cluster", id);
    await gateway.services.pool.query(
      `UPDATE resources SET created_at = now() - interval '90 seconds',
          body = jsonb_set(body::jsonb, '{ready_at}', to_jsonb(to_char((now() - interval '30 seconds') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json
        WHERE id = $1`,
      [id],
    );
    const [estimate] = (await ask("?tier=shared&geographic_region=eu-central")).estimates;
    expect(estimate).to.include({ samples: 1 });
    expect(estimate?.["p50_seconds"]).to.be.within(59, 61);
  });

  it("do not show what is behind them when they are away", async () => {
    isAway = true;
    try {
      const answer = await person.call("GET", "/providers/local/regions?check_availability=true");
      expect([answer.status, answer.body["code"]]).to.deep.equal([502, "provider_failed"]);
      expect(answer.text).to.not.contain("10.1.2.3");
    } finally {
      isAway = false;
    }
  });

  it("list a region that was disabled as unavailable, with the reason, and take no clusters there", async () => {
    const off = await set({ enabled: false, reason: "Moving house" });
    expect([off.status, off.body["available"], off.body["reason"]]).to.deep.equal([200, false, "Moving house"]);
    expect(await region("local-2")).to.include({ available: false, reason: "Moving house" });
    expect(await region("local-1")).to.include({ available: true, reason: null });
    expect((await create()).status).to.equal(422);
    const on = await set({ enabled: true, reason: "ignored" });
    expect(on.body).to.include({ available: true, reason: null });
    expect((await create()).status).to.equal(200);
    const audited = await gateway.services.pool.query<{ changes: { after: unknown } }>(
      "SELECT changes FROM audit_entries WHERE action = 'setRegion' ORDER BY created_at LIMIT 1",
    );
    expect(audited.rows[0]?.changes.after).to.deep.equal({
      provider: "local",
      region: "local-2",
      enabled: false,
      reason: "Moving house",
    });
  });

  it("are changed by platform admins only, and only where they are", async () => {
    expect((await set({ enabled: false }, "nowhere")).status).to.equal(404);
    const refused = await person.session("PATCH", "/admin/providers/local/regions/local-1", { enabled: false });
    expect(refused.status).to.equal(403);
  });
});
