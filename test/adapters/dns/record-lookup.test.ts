import { expect } from "chai";
import { createRecordLookup, type LookUpRecords } from "../../../adapters/dns/record-lookup.ts";
import { isPublic } from "../../../adapters/outgoing/address-rule.ts";
import { startDnsServer, type DnsServer } from "../../support/dns-server.ts";

describe("createRecordLookup", function () {
  this.timeout(300_000);
  let usual: DnsServer;
  let own: DnsServer;
  let lookUp: LookUpRecords;

  before(async () => {
    [usual, own] = await Promise.all([startDnsServer(), startDnsServer()]);
    const port = Number(own.address.split(":")[1]);
    lookUp = createRecordLookup({ servers: [usual.address], isAllowed: () => true, port });
    usual.names.set("own.example", { ns: ["ns1.own.example"] });
    usual.names.set("ns1.own.example", { a: ["127.0.0.1"] });
    usual.names.set("lb.example.net", { a: ["203.0.113.7"] });
    // What the usual servers remember of a record that was mended since.
    usual.names.set("shop.own.example", { a: ["198.51.100.1"] });
  });
  after(() => Promise.all([usual.close(), own.close()]));

  it("asks the servers of the zone itself, whatever others remember", async () => {
    own.names.set("shop.own.example", { a: ["203.0.113.7", "203.0.113.8"] });
    const found = await lookUp("shop.own.example");
    expect(found.alias).to.equal(undefined);
    expect(found.addresses).to.have.members(["203.0.113.7", "203.0.113.8"]);
  });

  it("follows an alias into another zone", async () => {
    own.names.set("shop.own.example", { cname: ["LB.example.net"] });
    expect(await lookUp("shop.own.example")).to.deep.equal({ alias: "lb.example.net", addresses: ["203.0.113.7"] });
  });

  it("finds none where there is none", async () => {
    own.names.set("shop.own.example", {});
    expect(await lookUp("shop.own.example")).to.deep.equal({ alias: undefined, addresses: [] });
  });

  it("takes the word of the usual servers where the zone's own are not public, or nobody knows them", async () => {
    const guarded = createRecordLookup({ servers: [usual.address], isAllowed: isPublic });
    const before = own.asked.length;
    expect((await guarded("shop.own.example")).addresses).to.deep.equal(["198.51.100.1"]);
    expect(own.asked.length, "a stranger's zone names no server inside").to.equal(before);
    expect((await lookUp("lb.example.net")).addresses).to.deep.equal(["203.0.113.7"]);
  });

  it("throws when nobody answers, rather than to say that there is none", async () => {
    usual.setSilent(true);
    const fault = await lookUp("lb.example.net").catch((error: unknown) => error);
    usual.setSilent(false);
    expect(fault).to.be.instanceOf(Error);
  });
});
