import { expect } from "chai";
import { SecretText } from "../../../contract/secret-text.ts";
import { BerthError } from "../../../contract/errors.ts";
import { HETZNER_TOKEN, HetznerServer, type HetznerFault } from "../../support/hetzner-server.ts";
import { createHetznerClient, type HetznerClient } from "../../../adapters/providers/hetzner-client.ts";

const NOW_MS = 1_900_000_000_000;

describe("the client of Hetzner", () => {
  let server: HetznerServer;
  let url: string;
  let nowMs: number;
  let client: HetznerClient;

  beforeEach(async () => {
    server = new HetznerServer();
    url = await server.start();
    nowMs = NOW_MS;
    client = clientWith(30_000);
  });
  afterEach(() => server.stop());

  const clientWith = (timeoutMs: number): HetznerClient =>
    createHetznerClient({ url, token: new SecretText(HETZNER_TOKEN), timeoutMs, nowMs: () => nowMs });
  const faultOf = async (asked: Promise<unknown>): Promise<BerthError> => {
    const fault = await asked.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).to.be.instanceOf(BerthError);
    const { publicMessage, message } = fault as BerthError;
    expect(publicMessage).to.contain("Hetzner");
    for (const shown of [publicMessage, message])
      expect(shown).to.not.match(/secret-internals|127\.0\.0\.1|hetzner-token-canary/);
    return fault as BerthError;
  };

  it("reads every page, and never asks for datacenters", async () => {
    expect((await client.locations()).map(({ name }) => name)).to.deep.equal(["fsn1", "hel1", "ash"]);
    expect((await client.serverTypes()).map(({ name }) => name)).to.deep.equal(["cx11", "cx22", "cpx11"]);
    expect(await client.volumePrice()).to.equal("0.0440000000000000");
    expect(server.askedNames).to.deep.equal(["locations", "locations", "server_types", "server_types", "pricing"]);
    expect(server.asked[1]).to.contain("page=2").and.contain("per_page=50");
  });

  const rows: readonly (readonly [HetznerFault, string, number])[] = [
    ["html500", "provider_failed", 2],
    ["json503", "provider_failed", 2],
    ["expired", "provider_failed", 1],
    ["readOnlyRefused", "provider_failed", 1],
    ["rateLimited", "unavailable", 1],
    ["malformed", "provider_failed", 1],
    ["otherShape", "provider_failed", 1],
    ["redirect", "provider_failed", 1],
    ["cut", "unavailable", 2],
    ["silent", "unavailable", 1],
  ];
  for (const [fault, code, requests] of rows)
    it(`tells ${fault} by its name without internals, after ${requests} request(s)`, async () => {
      server.fault = fault;
      if (fault === "silent") client = clientWith(600);
      expect((await faultOf(client.volumePrice())).code).to.equal(code);
      expect(server.asked).to.have.length(requests);
      expect((await faultOf(client.locations())).code).to.equal(code);
    });

  it("is away when nobody listens", async () => {
    await server.stop();
    expect((await faultOf(client.locations())).code).to.equal("unavailable");
    await server.start();
  });

  it("survives one broken connection and one 5xx", async () => {
    for (const fault of ["cut", "json503"] as const) {
      server.fault = fault;
      server.faultCount = 1;
      expect(await client.locations()).to.have.length(3);
    }
  });

  it("takes no price that is none, or in another currency, and no pages without an end", async () => {
    server.currency = "USD";
    expect((await faultOf(client.volumePrice())).message).to.contain("USD");
    server.fault = "negativePrice";
    expect((await faultOf(client.volumePrice())).code).to.equal("provider_failed");
    server.fault = "endless";
    expect((await faultOf(client.locations())).code).to.equal("provider_failed");
    expect(server.asked.length).to.be.lessThan(30);
  });

  it("has one deadline for a whole reading", async () => {
    server.fault = "silent";
    const startedMs = performance.now();
    await faultOf(clientWith(600).serverTypes());
    expect(performance.now() - startedMs).to.be.within(500, 60_000);
  });

  it("stops asking when the budget is used up, and goes on when it has refilled", async () => {
    server.budget = 1;
    server.resetSeconds = NOW_MS / 1_000 + 20;
    expect(await client.volumePrice()).to.equal("0.0440000000000000");
    const refused = await faultOf(client.volumePrice());
    expect([refused.code, refused.retryAfterSeconds, server.asked.length]).to.deep.equal(["unavailable", 20, 1]);
    nowMs += 19_999;
    expect((await faultOf(client.locations())).retryAfterSeconds).to.equal(1);
    expect(server.asked).to.have.length(1);
    nowMs += 1;
    server.budget = 100;
    expect(await client.volumePrice()).to.equal("0.0440000000000000");
  });

  it("pauses after a 429 until the reset, but a minute at most", async () => {
    server.fault = "rateLimited";
    server.resetSeconds = NOW_MS / 1_000 + 3_000;
    expect((await faultOf(client.locations())).retryAfterSeconds).to.equal(60);
    server.fault = undefined;
    expect((await faultOf(client.locations())).retryAfterSeconds).to.equal(60);
    expect(server.asked).to.have.length(1);
    nowMs += 60_000;
    expect(await client.locations()).to.have.length(3);
  });

  it("is told that its token is refused", async () => {
    const stranger = createHetznerClient({ url, token: new SecretText("expired") });
    expect((await faultOf(stranger.locations())).publicMessage).to.contain("token");
  });
});
