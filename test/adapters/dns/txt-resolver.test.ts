import { expect } from "chai";
import { startDnsServer, type DnsServer } from "../../support/dns-server.ts";
import { createTxtResolver, type ResolveTxt } from "../../../adapters/dns/txt-resolver.ts";

describe("createTxtResolver", function () {
  this.timeout(300_000);
  let server: DnsServer;
  let resolve: ResolveTxt;
  before(async () => {
    server = await startDnsServer();
    resolve = createTxtResolver([server.address]);
  });
  after(() => server.close());

  it("answers every text of a name, long ones in one piece", async () => {
    const long = "x".repeat(600);
    server.records.set("_berth.shop.example.org", ["berth-organization=acme", long]);
    expect(await resolve("_berth.shop.example.org")).to.have.members(["berth-organization=acme", long]);
  });

  it("answers none for a name that is unknown, and for one that has no text", async () => {
    server.records.set("_berth.empty.example.org", []);
    expect(await resolve("_berth.nowhere.example.org")).to.deep.equal([]);
    expect(await resolve("_berth.empty.example.org")).to.deep.equal([]);
  });

  it("throws when nobody answers, rather than to say that there is none", async () => {
    server.setSilent(true);
    const fault = await resolve("_berth.shop.example.org").catch((error: unknown) => error);
    server.setSilent(false);
    expect(fault).to.have.property("code", "ETIMEOUT");
  });
});
