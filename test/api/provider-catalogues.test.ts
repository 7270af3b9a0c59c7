import { expect } from "chai";
import { SecretText } from "../../contract/secret-text.ts";
import { createPrisma } from "../../adapters/postgres/prisma.ts";
import { createRegionOverrides } from "../../adapters/postgres/resources/region-overrides.ts";
import { createHetznerClient } from "../../adapters/providers/hetzner-client.ts";
import { PRICE_LISTS } from "../../adapters/providers/price-lists.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { loadConfig } from "../../api/config.ts";
import { createServices } from "../../api/create-services.ts";
import { createProviderCatalog } from "../../api/providers/create-provider-catalog.ts";
import { createHetznerProvider } from "../../api/providers/hetzner-provider.ts";
import { createProviderSources } from "../../api/providers/provider-sources.ts";
import { PRICES, REGIONS, SERVER_TYPES } from "../../local/cloud/catalog.ts";
import { createCapturedLogger } from "../support/captured-logger.ts";
import { HETZNER_TOKEN, HetznerServer, type HetznerFault } from "../support/hetzner-server.ts";
import { newAccount, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const IDS = ["local", ...PRICE_LISTS.map(({ id }) => id)];
const TABLED = IDS.slice(2);
const TIMEOUT_MS = 2_500;
const LOCAL = {
  regions: () => Promise.resolve(REGIONS),
  serverTypes: () => Promise.resolve(SERVER_TYPES.map((type) => ({ ...type, available: true }))),
  prices: () => Promise.resolve(PRICES),
} as unknown as LocalCloudClient;

type Listed = Readonly<{ id: string; available: boolean; reason: string | null; server_types: string[] | null }>;
type Regions = Readonly<{ regions: readonly Listed[]; checked_at: string | null }>;
type Estimates = Readonly<{ estimates: readonly { provider: string; samples: number }[] }>;

describe("the catalogues of providers", function () {
  this.timeout(300_000);
  let server: HetznerServer;
  let hetznerUrl: string;
  let gateway: TestGateway;
  let bare: TestGateway;
  let admin: Account;
  let person: Account;
  let nowMs = Date.now();
  const { logger: log, lines } = createCapturedLogger();

  before(async () => {
    server = new HetznerServer();
    hetznerUrl = await server.start();
    const cloud = createHetznerClient({
      url: hetznerUrl,
      token: new SecretText(HETZNER_TOKEN),
      timeoutMs: TIMEOUT_MS,
      nowMs: () => nowMs,
    });
    const others = createProviderSources({ local: LOCAL, hetzner: undefined, log });
    const hetzner = createHetznerProvider({ cloud, log, nowMs: () => nowMs });
    const sources = others.map((source) => (source.about.id === "hetzner" ? hetzner : source));
    [gateway, bare] = await Promise.all([
      startTestGateway({
        replace: ({ pool }) => ({
          providers: createProviderCatalog(sources, createRegionOverrides(createPrisma(pool))),
        }),
      }),
      startTestGateway({
        replace: ({ pool }) => ({
          providers: createProviderCatalog(others, createRegionOverrides(createPrisma(pool))),
        }),
      }),
    ]);
    [admin, person] = [await newPlatformAdmin(gateway), await newAccount(gateway.url)];
  });
  after(async () => {
    await Promise.all([gateway.stop(), bare.stop()]);
    await server.stop();
  });
  beforeEach(() => {
    // Whatever was kept before is too old now.
    nowMs += 86_400_000;
    Object.assign(server, { fault: undefined, faultCount: Infinity, budget: 3_600 });
    server.asked.length = 0;
  });

  const regions = async (provider: string, query = ""): Promise<Regions> =>
    (await person.call<Regions>("GET", `/providers/${provider}/regions${query}`)).body;
  const set = (provider: string, region: string, body: object): Promise<Answer> =>
    admin.session("PATCH", `/admin/providers/${provider}/regions/${region}`, body);

  it("list all providers, and say where clusters can be created", async () => {
    type Providers = { providers: { id: string; available: boolean; can_create_clusters: boolean; reason: unknown }[] };
    const { providers } = (await person.call<Providers>("GET", "/providers")).body;
    expect(providers.map(({ id }) => id)).to.deep.equal(IDS);
    expect(providers.every(({ available, reason }) => available && reason === null)).to.equal(true);
    expect(providers.filter((one) => one.can_create_clusters).map(({ id }) => id)).to.deep.equal(["local"]);
    expect(server.asked).to.deep.equal([]);
  });

  it("leave out of all estimates who fails or is slow, but say so to who asked for it", async () => {
    const ask = (query = ""): Promise<Answer<Estimates & { code?: string }>> =>
      person.call("GET", `/clusters/estimated-times${query}`);
    for (const [fault, status] of [
      ["malformed", 502],
      ["silent", 503],
    ] as const) {
      nowMs += 10_000;
      server.fault = fault;
      const { estimates } = (await ask()).body;
      expect([...new Set(estimates.map(({ provider }) => provider))]).to.deep.equal(["local", ...TABLED]);
      expect((await ask("?provider=hetzner")).status).to.equal(status);
    }
  });

  it("say why Hetzner is not set up, and answer for it from a table", async () => {
    const stranger = await newAccount(bare.url);
    const { body } = await stranger.call<{ providers: { id: string }[] }>("GET", "/providers");
    expect(body.providers.find(({ id }) => id === "hetzner")).to.deep.include({
      available: false,
      reason: "This platform has no Hetzner token; what is listed is from a dated table",
    });
    const price = await stranger.call("GET", "/providers/hetzner/storage-pricing?region=nbg1");
    expect(price.body).to.include({ price_per_gb_month: "0.0440", source: "static" });
    const checked = await stranger.call<Regions>("GET", "/providers/hetzner/regions?check_availability=true");
    expect(checked.body.regions.map(({ id }) => id)).to.include.members(["fsn1", "nbg1", "hel1"]);
    expect([checked.body.checked_at, checked.body.regions[0]?.server_types]).to.deep.equal([null, null]);
  });

  it("ask Hetzner for its stock only when they are told to", async () => {
    const listed = await regions("hetzner");
    expect(listed.checked_at).to.equal(null);
    expect(listed.regions.map(({ available, server_types }) => [available, server_types])).to.deep.equal(
      Array.from({ length: 3 }, () => [true, null]),
    );
    await regions("hetzner", "?check_availability=false");
    expect(server.askedNames).to.not.include("server_types");
    const checked = await regions("hetzner", "?check_availability=true");
    expect(Date.parse(checked.checked_at ?? "")).to.be.greaterThan(0);
    expect(checked.regions.find(({ id }) => id === "ash")).to.deep.include({
      available: false,
      reason: "No server type is in stock there",
      server_types: [],
    });
    expect(checked.regions.find(({ id }) => id === "fsn1")?.server_types).to.deep.equal(["cx22"]);
    expect(server.askedNames).to.include("server_types");
  });

  it("list the server types of Hetzner, of all regions or of one", async () => {
    type Types = { server_types: { id: string; price_per_month: string; available: boolean }[] };
    const types = async (query = ""): Promise<unknown[]> =>
      (await person.call<Types>("GET", `/providers/hetzner/server-types${query}`)).body.server_types.map((type) => [
        type.id,
        type.price_per_month,
        type.available,
      ]);
    expect(await types()).to.deep.equal([
      ["cx22", "3.60", true],
      ["cpx11", "4.35", true],
    ]);
    expect(await types("?region=fsn1")).to.deep.equal([["cx22", "3.79", true]]);
    expect(await types("?region=ash")).to.deep.equal([["cpx11", "5.49", false]]);
    expect((await person.call("GET", "/providers/hetzner/server-types?region=nbg1")).status).to.equal(404);
  });

  it("are put together from the settings", async () => {
    const config = loadConfig({
      BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal(),
      BERTH_HETZNER_TOKEN: HETZNER_TOKEN,
      BERTH_HETZNER_URL: `${hetznerUrl}/`,
    });
    const made = createServices(config, log);
    try {
      expect(made.services.providers.list().map(({ id }) => id)).to.deep.equal(IDS.slice(1));
      expect(await made.services.providers.storagePrice("hetzner")).to.include({ source: "api" });
      expect(server.askedNames).to.deep.equal(["pricing"]);
    } finally {
      await made.close();
    }
  });

  it("ask once for the price that twenty want, and show it as stale while Hetzner fails", async () => {
    const ask = (): Promise<Answer> => person.call("GET", "/providers/hetzner/storage-pricing");
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    expect(answers[0]?.body).to.include({
      provider: "hetzner",
      currency: "EUR",
      price_per_gb_month: "0.0440",
      source: "api",
      stale: false,
    });
    expect(server.askedNames).to.deep.equal(["pricing"]);
    nowMs += 3_600_000;
    server.fault = "html500";
    const fetchedAt = answers[0]?.body["fetched_at"];
    expect((await ask()).body).to.include({ price_per_gb_month: "0.0440", stale: true, fetched_at: fetchedAt });
  });

  const faults: readonly (readonly [HetznerFault, number])[] = [
    ["html500", 502],
    ["json503", 502],
    ["expired", 502],
    ["malformed", 502],
    ["otherShape", 502],
    ["rateLimited", 503],
    ["cut", 503],
    ["silent", 503],
  ];
  for (const [fault, status] of faults)
    it(`answer ${status} with Hetzner's name and nothing internal when it is ${fault}`, async () => {
      server.fault = fault;
      const answer = await person.call("GET", "/providers/hetzner/regions?check_availability=true");
      expect([answer.status, answer.body["code"]]).to.deep.equal([
        status,
        status === 502 ? "provider_failed" : "unavailable",
      ]);
      expect(answer.body["detail"]).to.contain("Hetzner");
      expect(answer.text).to.not.match(/secret-internals|127\.0\.0\.1|hetzner-token-canary|hcloud|nginx/);
      expect(JSON.stringify(lines)).to.not.contain(HETZNER_TOKEN);
      expect(answer.headers.has("retry-after")).to.equal(status === 503);
    });

  it("do not let a slow provider slow the others", async () => {
    server.fault = "silent";
    let isOver = false;
    const slow = person
      .call("GET", "/providers/hetzner/regions?check_availability=true")
      .finally(() => (isOver = true));
    const fast = [
      "/providers",
      "/providers/local/regions?check_availability=true",
      "/providers/local/storage-pricing",
      "/providers/scaleway/regions",
      "/providers/eks/storage-pricing",
      "/clusters/estimated-times?provider=local",
      "/clusters/estimated-times",
    ];
    for (const path of fast) expect((await person.call("GET", path)).status, path).to.equal(200);
    expect(isOver).to.equal(false);
    expect((await slow).status).to.equal(503);
  });

  it("estimate times for all", async () => {
    const ask = async (query = ""): Promise<readonly { provider: string; samples: number }[]> =>
      (await person.call<Estimates>("GET", `/clusters/estimated-times${query}`)).body.estimates;
    const all = await ask();
    expect([...new Set(all.map(({ provider }) => provider))]).to.deep.equal(IDS);
    expect(all.every(({ samples }) => samples === 0)).to.equal(true);
    expect(await ask("?provider=hetzner&tier=production&geographic_region=us-east")).to.deep.equal([
      {
        provider: "hetzner",
        tier: "production",
        geographic_region: "us-east",
        p50_seconds: 480,
        p90_seconds: 900,
        samples: 0,
      },
    ]);
    const fresh = await newAccount(bare.url);
    expect(
      (await fresh.call<Estimates>("GET", "/clusters/estimated-times?provider=hetzner")).body.estimates,
    ).to.have.length.greaterThan(3);
    const { body } = await person.call("GET", "/clusters/estimated-times?provider=scaleway&tier=shared");
    expect(body).to.deep.equal({ estimates: [], shared_host_available: false });
  });

  it("disable regions of every provider alike", async () => {
    for (const [provider, region] of [
      ["hetzner", "fsn1"],
      ["scaleway", "fr-par"],
      ["ovh", "GRA11"],
    ] as const) {
      const off = await set(provider, region, { enabled: false, reason: "Full house" });
      expect([off.status, off.body["available"], off.body["reason"]]).to.deep.equal([200, false, "Full house"]);
      for (const query of ["", "?check_availability=true"]) {
        const listed = (await regions(provider, query)).regions.find(({ id }) => id === region);
        expect(listed).to.include({ available: false, reason: "Full house" });
        expect(listed?.server_types ?? []).to.deep.equal([]);
      }
      expect((await set(provider, region, { enabled: true })).body).to.include({ available: true, reason: null });
      expect((await set(provider, "nowhere", { enabled: false })).status).to.equal(404);
    }
  });

  it("answer the table's prices in EUR with its date, by region where they differ", async () => {
    for (const provider of TABLED) {
      const { status, body } = await person.call("GET", `/providers/${provider}/storage-pricing`);
      expect([status, body["currency"], body["source"], body["stale"]]).to.deep.equal([200, "EUR", "static", false]);
      expect(body["fetched_at"]).to.equal("2025-06-30T00:00:00.000Z");
      expect(body["price_per_gb_month"]).to.match(/^0\.[0-9]{4}$/);
    }
    const price = async (query: string): Promise<unknown> =>
      (await person.call("GET", `/providers/eks/storage-pricing${query}`)).body["price_per_gb_month"];
    expect([await price(""), await price("?region=eu-central-1")]).to.deep.equal(["0.0683", "0.0812"]);
    expect((await person.call("GET", "/providers/eks/storage-pricing?region=nowhere")).status).to.equal(404);
    expect((await person.call("GET", "/providers/eks/server-types")).body).to.deep.equal({ server_types: [] });
    expect((await regions("gke")).regions.find(({ id }) => id === "europe-west3")).to.deep.equal({
      id: "europe-west3",
      name: "Frankfurt",
      country: "DE",
      geographic_region: "eu-central",
      available: true,
      reason: null,
      server_types: null,
    });
  });

  it("refuse clusters where they cannot be created, and say where they can", async () => {
    for (const [provider, region, why] of [
      ["hetzner", "fsn1", "no clusters can be created at this provider yet; possible: local"],
      ["aks", "westeurope", "no clusters can be created at this provider yet; possible: local"],
      ["nobody", "x", "there is no such provider; possible: local"],
    ] as const) {
      type Refusal = { detail: { loc: string[]; msg: string }[] };
      const answer = await person.call<Refusal>("POST", "/clusters", {
        name: "c",
        provider,
        region,
        tier: "dedicated",
      });
      expect([answer.status, answer.body.detail[0]?.loc]).to.deep.equal([422, ["body", "provider"]]);
      expect(answer.body.detail[0]?.msg).to.contain(why);
    }
    expect(server.asked).to.deep.equal([]);
  });
});
