import { expect } from "chai";
import { domainConditions, wantedRecord } from "../../../console/view/own-domain.ts";
import { decideDomain, type DomainView } from "../../../operator/machines/deployment/domain.ts";
import type { PublishedAt } from "../../../operator/machines/deployment/domain-points.ts";

const NOWHERE: PublishedAt = { hosts: [], addresses: [] };
const DOMAIN = "shop.example.org";

/** The record of a condition, as the operator tells it. */
function recordOf(type: string, changes: Partial<DomainView>): string | undefined {
  const view: DomainView = {
    domain: DOMAIN,
    record: { name: `_berth.${DOMAIN}`, value: "berth-organization=acme" },
    published: true,
    proof: "missing",
    taken: false,
    certificate: { kind: "absent" },
    points: { kind: "unasked" },
    route: { kind: "none" },
    ...changes,
  };
  const { conditions } = decideDomain(view, { memory: undefined, conditions: [] }, 0);
  const condition = conditions.find((one) => one.type === type);
  if (condition === undefined) throw new Error(`The operator tells nothing of ${type}`);
  const { type: kind, name, value } = wantedRecord({ ...condition, message: condition.message }) ?? {};
  return kind === undefined ? undefined : `${kind} ${name} ${value}`;
}

describe("The records of an own domain", () => {
  const PROOF = `TXT _berth.${DOMAIN} berth-organization=acme`;

  it("are read from what the operator says of its proof, while that is wanted", () => {
    expect(recordOf("DomainVerified", {})).to.equal(PROOF);
    expect(recordOf("DomainVerified", { proof: "foreign" })).to.equal(PROOF);
    expect(recordOf("DomainVerified", { proof: "unasked" })).to.equal(PROOF);
    expect(recordOf("DomainVerified", { proof: "ours" })).to.equal(undefined);
    expect(recordOf("DomainVerified", { taken: true })).to.equal(undefined);
  });

  it("are read from what it says of where the domain leads", () => {
    const points = (verdict: "points" | "elsewhere" | "nowhere", published: Partial<PublishedAt>) =>
      recordOf("DomainPoints", { points: { kind: "found", verdict, published: { ...NOWHERE, ...published } } });
    expect(points("nowhere", { hosts: ["lb.example.net"] })).to.equal(`CNAME ${DOMAIN} lb.example.net`);
    expect(points("elsewhere", { addresses: ["203.0.113.7"] })).to.equal(`A ${DOMAIN} 203.0.113.7`);
    expect(points("nowhere", { addresses: ["2001:db8::1"] })).to.equal(`AAAA ${DOMAIN} 2001:db8::1`);
    expect(points("points", { addresses: ["203.0.113.7"] })).to.equal(undefined);
    expect(points("nowhere", {}), "no address is known").to.equal(undefined);
  });

  it("stand with their conditions, the proof first", () => {
    const told = ["CertificateReady", "Healthy", "DomainPoints", "DomainVerified"];
    const conditions = told.map((type) => ({ type, status: "True", message: "" }));
    expect(domainConditions(conditions).map(({ type }) => type)).to.deep.equal([
      "DomainVerified",
      "DomainPoints",
      "CertificateReady",
    ]);
  });
});
