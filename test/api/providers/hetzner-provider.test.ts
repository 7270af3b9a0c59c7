import { expect } from "chai";
import { SecretText } from "../../../contract/secret-text.ts";
import { createHetznerClient } from "../../../adapters/providers/hetzner-client.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { HETZNER_TOKEN, HetznerServer } from "../../support/hetzner-server.ts";
import { createHetznerProvider } from "../../../api/providers/hetzner-provider.ts";
import type { ProviderSource } from "../../../api/providers/provider-catalog.ts";

const HOUR_MS = 3_600_000;

describe("the provider hetzner", () => {
  let server: HetznerServer;
  let nowMs: number;
  let hetzner: ProviderSource;
  let lines: Record<string, unknown>[];

  beforeEach(async () => {
    server = new HetznerServer();
    const captured = createCapturedLogger();
    ({ lines } = captured);
    nowMs = Date.parse("2026-11-21T10:00:00Z");
    const cloud = createHetznerClient({
      url: await server.start(),
      token: new SecretText(HETZNER_TOKEN),
      nowMs: () => nowMs,
    });
    hetzner = createHetznerProvider({ cloud, log: captured.logger, nowMs: () => nowMs });
    server.pageMax = 50;
  });
  afterEach(() => server.stop());

  it("asks once for twenty who want the price at the same time, and keeps it an hour", async () => {
    const prices = await Promise.all(Array.from({ length: 20 }, () => hetzner.storagePrice()));
    expect(new Set(prices.map(({ perGbMonth }) => perGbMonth))).to.deep.equal(new Set(["0.0440"]));
    nowMs += HOUR_MS - 1;
    await hetzner.storagePrice();
    expect(server.askedNames).to.deep.equal(["pricing"]);
    nowMs += 1;
    server.volumePrice = "0.0572000000000000";
    expect(await hetzner.storagePrice()).to.include({ perGbMonth: "0.0572", source: "api", isStale: false });
    expect(server.askedNames).to.deep.equal(["pricing", "pricing"]);
  });

  it("answers the last price as stale while it fails, asks seldom meanwhile, and tells the log", async () => {
    const { fetchedAt } = await hetzner.storagePrice();
    nowMs += HOUR_MS;
    server.fault = "expired";
    for (const price of [await hetzner.storagePrice(), await hetzner.storagePrice()])
      expect(price).to.deep.include({ perGbMonth: "0.0440", isStale: true, fetchedAt });
    expect(server.asked).to.have.length(2);
    const told = lines.filter(({ level }) => level === "error");
    expect(told).to.have.length(1);
    expect(told[0]).to.include({ what: "prices", reason: "Hetzner answered 401 unauthorized" });
    expect(JSON.stringify(lines)).to.not.match(/hetzner-token-canary|secret-internals/);
    server.fault = undefined;
    nowMs += 5_000;
    expect(await hetzner.storagePrice()).to.include({ isStale: false });
  });

  it("lists locations as regions without asking for anything else, and keeps them", async () => {
    const regions = await hetzner.regions();
    expect(regions[0]).to.deep.equal({
      id: "fsn1",
      name: "Falkenstein",
      country: "DE",
      geographicRegion: "eu-central",
      available: true,
      reason: null,
      serverTypes: null,
    });
    await hetzner.regions();
    expect(server.askedNames).to.deep.equal(["locations"]);
  });

  it("tells what each region has in stock, asked anew every two seconds at most", async () => {
    const stock = async (): Promise<unknown[]> =>
      (await hetzner.checkRegions?.())?.regions.map(({ id, available, serverTypes, reason }) => [
        id,
        available,
        serverTypes,
        reason,
      ]) ?? [];
    expect(await stock()).to.deep.equal([
      ["fsn1", true, ["cx22"], null],
      ["hel1", true, ["cpx11"], null],
      ["ash", false, [], "No server type is in stock there"],
    ]);
    const startedMs = nowMs;
    for (; nowMs < startedMs + 4_000; nowMs += 500) await Promise.all([stock(), stock()]);
    const asked = server.askedNames;
    expect(asked.filter((name) => name === "server_types")).to.have.length(2);
    expect(asked.filter((name) => name === "locations")).to.have.length(1);
  });

  it("lists server types with prices of each region; what was withdrawn is not offered", async () => {
    const types = await hetzner.serverTypes();
    expect(types).to.have.length(2);
    expect(types[0]).to.include({ id: "cx22", cpu: 2, memoryMb: 4096, pricePerMonth: "3.60", available: true });
    expect(types[1]).to.include({ id: "cpx11", cpu: 2, memoryMb: 512, pricePerMonth: "4.35", available: true });
    expect([...(types[0]?.regions ?? [])]).to.deep.equal([
      ["fsn1", { pricePerMonth: "3.79", available: true }],
      ["hel1", { pricePerMonth: "3.60", available: false }],
    ]);
    expect([...(types[1]?.regions?.keys() ?? [])]).to.deep.equal(["ash", "hel1"]);
  });

  it("has no server types while their prices are in another currency", async () => {
    server.currency = "USD";
    const fault = await hetzner.serverTypes().catch((error: unknown) => error);
    expect(fault).to.include({ code: "provider_failed", message: "Hetzner's prices are in USD" });
  });

  it("refuses a check while it fails, though older answers stand for the rest", async () => {
    await hetzner.checkRegions?.();
    nowMs += 2 * HOUR_MS;
    server.fault = "html500";
    const fault = await hetzner.checkRegions?.().catch((error: unknown) => error);
    expect(fault).to.include({ code: "provider_failed" });
    expect(await hetzner.regions()).to.have.length(3);
    expect(await hetzner.serverTypes()).to.have.length(2);
  });
});
