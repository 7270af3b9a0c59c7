import { expect } from "chai";
import { decideRenewal, renewCertificate } from "../../../../operator/machines/deployment/certificate-renewal.ts";
import type { CertificateView } from "../../../../operator/machines/deployment/domain-certificate.ts";

const NOW_MS = Date.parse("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const requestedAt = "2026-11-20T09:59:00.000Z";
const present = { kind: "present", ready: "True", reason: "Issued", message: "" } as const;
const known = { requestedAt, replaces: "01" };

const decide = (certificate: CertificateView, memory?: typeof known) => {
  const asked = { requestedAt, domain: "shop.example.org", certificate };
  const { condition, due, ...rest } = decideRenewal(asked, { memory, condition: undefined }, NOW_MS);
  return { said: `${condition.status} ${condition.reason}`, due, memory: rest.memory, message: condition.message };
};

describe("decideRenewal", () => {
  it("remembers which one is there before it asks for another one", () => {
    expect(decide({ ...present, serial: "01" })).to.include({ said: "False Renewing", due: false });
    expect(decide({ ...present, serial: "01" }).memory).to.deep.equal(known);
    expect(decide({ ...present, serial: "01" }, known)).to.include({ said: "False Renewing", due: true });
  });

  it("asks for none while one is being made", () => {
    expect(decide({ ...present, serial: "01", isIssuing: true }, known)).to.include({
      said: "False Renewing",
      due: false,
    });
  });

  it("is done once another serial number was seen, and not before", () => {
    expect(decide({ ...present, serial: "02" }, known)).to.include({ said: "True Renewed", due: false });
    expect(decide({ ...present, serial: "02", isIssuing: true }, known).said).to.equal("True Renewed");
  });

  it("begins anew with another request", () => {
    const other = { requestedAt: "2026-11-01T00:00:00.000Z", replaces: "00" };
    const decided = decide({ ...present, serial: "01" }, other);
    expect([decided.said, decided.due, decided.memory]).to.deep.equal(["False Renewing", false, known]);
  });

  it("has cert-manager's patience after a failure, and says what helps", () => {
    const failed = { ...present, serial: "01", cause: "acme: urn:ietf:params:acme:error:rateLimited" };
    const early = decide({ ...failed, retryMs: NOW_MS + HOUR_MS }, known);
    expect(early).to.include({ said: "False Failed", due: false });
    expect(early.message).to.match(/limit is reached.* tried again at 2026-11-20T11:00:00.* cert-manager says: acme/s);
    expect(decide({ ...failed, retryMs: NOW_MS }, known)).to.include({ said: "False Renewing", due: true });
  });

  it("takes the first one for another one where there was none", () => {
    const { memory, due } = decide({ kind: "absent" });
    expect([memory, due]).to.deep.equal([{ requestedAt, replaces: "" }, false]);
    expect(decide({ ...present, serial: "01" }, { requestedAt, replaces: "" }).said).to.equal("True Renewed");
  });

  const nothing: [string, CertificateView, string][] = [
    ["before anybody looked", { kind: "unasked" }, "Unknown Looking"],
    ["before its serial number was read", present, "Unknown Looking"],
    ["while its cluster is silent", { kind: "unreachable" }, "Unknown ClusterUnreachable"],
    ["where people are to bring it", { kind: "absent", toBring: "web-domain-tls" }, "False Brought"],
    ["where people bring it", { kind: "brought", secret: "web-domain-tls", isForDomain: true }, "False Brought"],
  ];
  for (const [when, certificate, said] of nothing)
    it(`asks for nothing ${when}`, () => {
      expect(decide(certificate, known)).to.include({ said, due: false });
    });

  it("lets stand what was told of this request while nobody has looked", () => {
    const condition = { type: "CertificateRenewed", status: "True", reason: "Renewed", message: "m" } as const;
    const asked = { requestedAt, domain: "shop.example.org", certificate: { kind: "unasked" } } as const;
    expect(decideRenewal(asked, { memory: known, condition }, NOW_MS).condition).to.equal(condition);
    const other = { ...known, requestedAt: "2026-11-01T00:00:00.000Z" };
    expect(decideRenewal(asked, { memory: other, condition }, NOW_MS).condition.status).to.equal("Unknown");
  });
});

describe("renewCertificate", () => {
  it("stands beside every other effect, and is nothing of what is deleted", () => {
    const decision = (phase: string) => ({ state: { phase }, effects: [{ kind: "write" }] }) as never;
    const kinds = (phase: string, certificateDue: boolean | undefined) =>
      renewCertificate(decision(phase), { certificateDue }).effects.map(({ kind }) => kind);
    expect(kinds("running", true)).to.deep.equal(["write", "renewCertificate"]);
    expect(kinds("running", undefined)).to.deep.equal(["write"]);
    expect(kinds("deleting", true)).to.deep.equal(["write"]);
  });
});
