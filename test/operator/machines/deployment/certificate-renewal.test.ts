import { expect } from "chai";
import {
  decideRenewal,
  isOfRequest,
  renewCertificate,
  type RenewalDecision,
  type RenewalTold,
} from "../../../../operator/machines/deployment/certificate-renewal.ts";
import type { CertificateView } from "../../../../operator/machines/deployment/domain-certificate.ts";

const NOW_MS = Date.parse("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const requestedAt = "2026-11-20T09:59:00.000Z";
const present = { kind: "present", ready: "True", reason: "Issued", message: "" } as const;
const known = { requestedAt, replaces: "01" };

type Asked = Parameters<typeof decideRenewal>[0];
type Memory = RenewalTold["memory"];

function decideOf(asked: Omit<Asked, "domain">, before: Partial<RenewalTold> = {}): RenewalDecision {
  const told = { memory: undefined, condition: undefined, ...before };
  return decideRenewal({ domain: "shop.example.org", ...asked }, told, NOW_MS) ?? expect.fail("nobody has asked");
}

const shown = ({ condition, due, memory }: RenewalDecision) => ({
  said: `${condition.status} ${condition.reason}`,
  due,
  memory,
  message: condition.message,
});

const decide = (certificate: CertificateView, memory?: Memory) =>
  shown(decideOf({ requestedAt, certificate }, { memory }));

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
    const asked = { requestedAt, certificate: { kind: "unasked" } } as const;
    expect(decideOf(asked, { memory: known, condition }).condition).to.equal(condition);
    const other = { ...known, requestedAt: "2026-11-01T00:00:00.000Z" };
    expect(decideOf(asked, { memory: other, condition }).condition.status).to.equal("Unknown");
  });
});

describe("decideRenewal where an issuer wishes it", () => {
  const at = new Date(NOW_MS).toISOString();
  const wish = { serial: "01", startMs: 1, endMs: 2, share: 0.5, explanationUrl: "https://ca.example.org/why" };
  const held = { ...present, notAfterMs: NOW_MS + 1_000 * HOUR_MS };
  const acted = { replaces: "01", wished: { serial: "01", at, explanationUrl: "https://ca.example.org/why" } };
  const wished = (certificate: CertificateView, memory?: Memory) => shown(decideOf({ certificate, wish }, { memory }));

  it("remembers which one it is about before it asks, and asks as for people", () => {
    const first = wished({ ...held, serial: "01" });
    expect(first).to.deep.include({ said: "False Renewing", due: false, memory: acted });
    expect(first.message).to.match(/^Its issuer wished the certificate 01 replaced .*https:\/\/ca.example.org\/why\.$/);
    const second = wished({ ...held, serial: "01" }, acted);
    expect(second).to.deep.include({ said: "False Renewing", due: true, memory: acted });
    expect(second.message).to.match(/^Its issuer wished .* Another one is asked for\.$/);
    expect(wished({ ...held, serial: "01", isIssuing: true }, acted).due).to.equal(false);
    const failed = { ...held, serial: "01", cause: "rateLimited", retryMs: NOW_MS + HOUR_MS };
    expect(wished(failed, acted)).to.include({ said: "False Failed", due: false });
  });

  it("is done once another one is there, whatever is wished of that within two days", () => {
    const done = wished({ ...held, serial: "02" }, acted);
    expect(done).to.deep.include({ said: "True Renewed", due: false, memory: acted });
    expect(done.message).to.match(/^Its issuer wished .* Another one is there: 02$/);
    const again = { certificate: { ...held, serial: "02" }, wish: { ...wish, serial: "02" } };
    expect(decideOf(again, { memory: acted }).memory).to.equal(acted);
    const long = { ...acted, wished: { ...acted.wished, at: new Date(NOW_MS - 49 * HOUR_MS).toISOString() } };
    expect(decideOf(again, { memory: long }).memory).to.deep.include({ replaces: "02" });
  });

  it("goes on where the issuer has nothing more to say", () => {
    expect(shown(decideOf({ certificate: { ...held, serial: "01" } }, { memory: acted })).due).to.equal(true);
  });

  it("decides nothing without a wish that has come, or of a certificate that nobody has looked at", () => {
    const told = { memory: undefined, condition: undefined };
    const silent: CertificateView[] = [held, { kind: "unasked" }, { kind: "unreachable" }, { kind: "absent" }];
    for (const certificate of silent)
      expect(decideRenewal({ domain: "shop.example.org", certificate, wish }, told, NOW_MS)).to.equal(undefined);
    const asked = { domain: "shop.example.org", certificate: { ...held, serial: "01" } };
    expect(decideRenewal(asked, told, NOW_MS)).to.equal(undefined);
    const later = { ...wish, endMs: NOW_MS + 10 * HOUR_MS, startMs: NOW_MS + 1 };
    expect(decideRenewal({ ...asked, wish: later }, told, NOW_MS)).to.equal(undefined);
  });

  it("leaves people's requests theirs, before and after", () => {
    const after = { ...known, replaces: "00" };
    const both = { requestedAt, certificate: { ...held, serial: "01" }, wish };
    expect(decideOf(both, { memory: after }).memory).to.deep.equal({ ...acted, requestedAt });
    const other = { ...both, requestedAt: "2026-11-20T09:59:59.000Z", certificate: { ...held, serial: "02" } };
    const decided = decideOf(other, { memory: { ...acted, requestedAt } });
    expect(decided.memory).to.deep.equal({ ...acted, replaces: "02", requestedAt: other.requestedAt });
    expect(decided.condition.message, "nobody but people wished it").to.equal("");
  });

  it("knows whose request is remembered", () => {
    expect(isOfRequest(undefined, undefined)).to.equal(false);
    expect(isOfRequest(known, requestedAt)).to.equal(true);
    expect(isOfRequest(known, undefined)).to.equal(false);
    expect(isOfRequest(acted, undefined)).to.equal(true);
    expect(isOfRequest(acted, requestedAt)).to.equal(false);
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
