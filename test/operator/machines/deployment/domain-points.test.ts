import { expect } from "chai";
import {
  judgePointing,
  pointsCondition,
  publishedOf,
  recordOf,
  type FoundRecords,
  type PointsView,
} from "../../../../operator/machines/deployment/domain-points.ts";

const DOMAIN = "shop.example.org";
const AT = { hosts: ["lb.example.net"], addresses: ["203.0.113.7", "2001:db8::7"] };
const NONE: FoundRecords = { alias: undefined, addresses: [] };

const shown = (points: PointsView, published = true): string => {
  const { status, reason } = pointsCondition({ domain: DOMAIN, published, points }, undefined);
  return `${status} ${reason}`;
};

describe("Where an own domain points", () => {
  const rows: [string, FoundRecords, string][] = [
    ["to the published name", { alias: "lb.example.net", addresses: [] }, "True Points"],
    ["to the published addresses", { ...NONE, addresses: ["2001:db8::7", "203.0.113.7"] }, "True Points"],
    ["by way of another name", { alias: "shop-1.apps.example.net", addresses: ["203.0.113.7"] }, "True Points"],
    ["nowhere", NONE, "False RecordMissing"],
    ["elsewhere", { ...NONE, addresses: ["198.51.100.1"] }, "False PointsElsewhere"],
    ["elsewhere as well", { ...NONE, addresses: ["203.0.113.7", "198.51.100.1"] }, "False PointsElsewhere"],
    ["to a name that leads nowhere", { alias: "gone.example.net", addresses: [] }, "False PointsElsewhere"],
  ];
  for (const [name, found, wanted] of rows)
    it(`is told: ${name}`, () => expect(shown(judgePointing(found, AT))).to.equal(wanted));

  it("is unknown where nobody knows it, and is held to until somebody looks", () => {
    expect(shown({ kind: "unasked" })).to.equal("Unknown Looking");
    expect(shown({ kind: "untold" })).to.equal("Unknown AddressUnknown");
    expect(shown({ kind: "unavailable" })).to.equal("Unknown DnsUnavailable");
    expect(shown({ kind: "untold" }, false)).to.equal("False NotPublished");
    const told = pointsCondition({ domain: DOMAIN, published: true, points: judgePointing(NONE, AT) }, undefined);
    expect(pointsCondition({ domain: DOMAIN, published: true, points: { kind: "unasked" } }, told)).to.equal(told);
  });

  it("says which record to create", () => {
    const message = (published: typeof AT): string =>
      pointsCondition({ domain: DOMAIN, published: true, points: judgePointing(NONE, published) }, undefined).message;
    expect(message(AT)).to.contain("the CNAME record shop.example.org with the value lb.example.net");
    expect(message({ ...AT, hosts: [] })).to.contain("the A record shop.example.org with the value 203.0.113.7");
    expect(message({ hosts: [], addresses: ["2001:db8::7"] })).to.contain("the AAAA record");
    for (const [address, type] of [
      ["203.0.113.7", "A"],
      ["2001:db8::7", "AAAA"],
      ["lb.example.net", "CNAME"],
    ] as const)
      expect(recordOf(DOMAIN, publishedOf(address))).to.equal(`the ${type} record ${DOMAIN} with the value ${address}`);
  });
});
