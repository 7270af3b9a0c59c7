import { expect } from "chai";
import { decideDomain, type DomainDecision, type DomainView } from "../../../../operator/machines/deployment/domain.ts";

const NOW_MS = Date.parse("2026-11-20T10:00:00Z");
const view: DomainView = {
  domain: "shop.example.org",
  record: { name: "_berth.shop.example.org", value: "berth-organization=acme" },
  published: true,
  proof: "ours",
  taken: false,
  certificate: { kind: "absent" },
  points: { kind: "unasked" },
  route: { kind: "none" },
};
const ACTIVE = { name: "shop.example.org", provenAt: "2026-11-01T10:00:00.000Z" };
const decide = (
  changes: Partial<DomainView>,
  memory?: typeof ACTIVE,
  conditions: DomainDecision["conditions"] = [],
): DomainDecision => decideDomain({ ...view, ...changes }, { memory, conditions }, NOW_MS);
const shown = ({ conditions }: DomainDecision): string =>
  conditions
    .filter(({ type }) => type !== "DomainPoints")
    .map(({ type, status, reason }) => `${type}=${status}/${reason}`)
    .join(" ");

describe("decideDomain", () => {
  it("activates a domain once its record names the organization", () => {
    const decision = decide({});
    expect(decision.memory).to.deep.equal({ name: "shop.example.org", provenAt: "2026-11-20T10:00:00.000Z" });
    expect(shown(decision)).to.equal("DomainVerified=True/Verified CertificateReady=False/NotRequested");
  });

  const waiting: [string, Partial<DomainView>, string][] = [
    ["before it was asked", { proof: "unasked" }, "DomainVerified=Unknown/Looking"],
    ["without the record", { proof: "missing" }, "DomainVerified=False/RecordMissing"],
    ["with somebody else's record", { proof: "foreign" }, "DomainVerified=False/RecordForeign"],
    ["while DNS is away", { proof: "unavailable" }, "DomainVerified=Unknown/DnsUnavailable"],
    [
      "with somebody else's record, who has it",
      { proof: "foreign", taken: true },
      "DomainVerified=False/RecordForeign",
    ],
    ["while another deployment has it", { taken: true }, "DomainVerified=False/DomainTaken"],
    ["for what answers no HTTP", { published: false }, "DomainVerified=False/NotPublished"],
  ];
  for (const [name, changes, wanted] of waiting) {
    it(`keeps a domain inactive ${name}`, () => {
      const decision = decide(changes);
      expect(decision.memory).to.equal(undefined);
      expect(shown(decision)).to.equal(`${wanted} CertificateReady=False/DomainUnverified`);
      expect(decision.recheckMs).to.equal(10_000);
    });
  }

  const AFTER_RESTART = { proof: "unasked", certificate: { kind: "unasked" }, points: { kind: "unasked" } } as const;

  it("lets stand what was told until somebody has looked, as after a restart", () => {
    const present = { kind: "present", message: "", reason: "Issued", ready: "True" } as const;
    for (const [changes, memory] of [
      [{ certificate: present }, ACTIVE],
      [{ certificate: { ...present, ready: "False", reason: "Failed", message: "rate limited" } }, ACTIVE],
      [{ certificate: { kind: "absent" } }, ACTIVE],
      [{ certificate: { kind: "unreachable" } }, ACTIVE],
      [{ proof: "missing" }, undefined],
      [{ proof: "unavailable" }, undefined],
      [{ proof: "foreign" }, undefined],
    ] as const) {
      const told = decide(changes, memory);
      expect(decide(AFTER_RESTART, memory, told.conditions), shown(told)).to.deep.equal(told);
    }
  });

  it("looks anew for what another look has not decided", () => {
    const taken = decide({ taken: true });
    expect(shown(decide(AFTER_RESTART, undefined, taken.conditions))).to.equal(
      "DomainVerified=Unknown/Looking CertificateReady=False/DomainUnverified",
    );
    expect(shown(decide({ ...AFTER_RESTART, proof: "ours" }, undefined, taken.conditions))).to.equal(
      "DomainVerified=True/Verified CertificateReady=Unknown/Looking",
    );
  });

  it("tells a stranger of the record alone, also before it has looked again", () => {
    const told = decide({ proof: "foreign", taken: true });
    expect(decide({ ...AFTER_RESTART, taken: true }, undefined, told.conditions)).to.deep.equal(told);
  });

  it("says which record to create", () => {
    expect(decide({ proof: "missing" }).conditions[0]?.message).to.contain(
      'the TXT record _berth.shop.example.org with the value "berth-organization=acme"',
    );
  });

  it("keeps an active domain without its record and while DNS is away, until the record names somebody else", () => {
    for (const proof of ["unasked", "missing", "unavailable"] as const)
      expect(decide({ proof }, ACTIVE).memory, proof).to.equal(ACTIVE);
    expect(decide({ proof: "foreign" }, ACTIVE).memory).to.equal(undefined);
    expect(decide({ taken: true }, ACTIVE).memory).to.equal(undefined);
    expect(decide({ proof: "missing" }, { ...ACTIVE, name: "other.example.org" }).memory).to.equal(undefined);
  });

  it("shows the certificate as the tenant cluster tells it, and looks seldom once both are well", () => {
    const certificate = (found: DomainView["certificate"]): DomainDecision => decide({ certificate: found }, ACTIVE);
    const told = { kind: "present", reason: "Failed", message: "rate limited" } as const;
    expect(shown(certificate({ ...told, ready: "False" }))).to.contain("CertificateReady=False/Failed");
    expect(certificate({ ...told, ready: "False" }).conditions[1]?.message).to.equal("rate limited");
    expect(shown(certificate({ kind: "unreachable" }))).to.contain("CertificateReady=Unknown/ClusterUnreachable");
    expect(shown(certificate({ kind: "unasked" }))).to.contain("CertificateReady=Unknown/Looking");
    const issued = certificate({ kind: "present", ready: "True", reason: "Issued", message: "" });
    expect([shown(issued), issued.recheckMs]).to.deep.equal([
      "DomainVerified=True/Verified CertificateReady=True/Issued",
      300_000,
    ]);
  });
});
