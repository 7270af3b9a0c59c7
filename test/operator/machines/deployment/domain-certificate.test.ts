import { expect } from "chai";
import type { WantedCondition } from "../../../../operator/machines/conditions.ts";
import {
  certificateCondition,
  lifeOf,
  type CertificateView,
} from "../../../../operator/machines/deployment/domain-certificate.ts";

const NOW_MS = Date.parse("2026-11-20T10:00:00Z");
const DAY_MS = 24 * 3_600_000;
const DOMAIN = "shop.example.org";
const PRESENT = { kind: "present", ready: "False", reason: "DoesNotExist", message: "Issuing certificate." } as const;
const condition = (certificate: CertificateView): WantedCondition =>
  certificateCondition({ domain: DOMAIN, certificate, isActive: true }, undefined, NOW_MS);

describe("certificateCondition", () => {
  const causes: [string, string, string][] = [
    ["a limit", "429 urn:ietf:params:acme:error:rateLimited: too many certificates already issued", "limit is reached"],
    [
      "a name that is not found",
      `failed to perform self check GET request: dial tcp: lookup ${DOMAIN}: no such host`,
      "DomainPoints",
    ],
    ["a name that leads elsewhere", "wrong status code '404', expected '200'", "lead the name here"],
    ["a silent port", `Timeout during connect (likely firewall problem)`, "port 80 open"],
    ["a CAA record", "urn:ietf:params:acme:error:caa: CAA record prevents issuance", "CAA record of shop.example.org"],
    [
      "no issuer",
      'Referenced "ClusterIssuer" not found: clusterissuer.cert-manager.io "berth" not found',
      "administrators",
    ],
    ["an account that needs a binding", "urn:ietf:params:acme:error:externalAccountRequired", "BERTH_ACME_EAB_KEY_ID"],
    ["a name that is refused", "urn:ietf:params:acme:error:rejectedIdentifier: policy forbids", "bring a certificate"],
    ["what nobody foresaw", "the moon is full", "tries again by itself"],
  ];
  for (const [what, cause, remedy] of causes)
    it(`says what helps against ${what}, and what cert-manager says`, () => {
      const { status, reason, message } = condition({ ...PRESENT, cause });
      expect([status, reason]).to.deep.equal(["False", "DoesNotExist"]);
      expect(message).to.contain(remedy).and.to.contain(`cert-manager says: ${cause}`);
      expect(message.indexOf(remedy), "what helps comes first").to.be.lessThan(message.indexOf(cause));
    });

  it("says when it is tried again", () => {
    const { message } = condition({ ...PRESENT, cause: "429", retryMs: NOW_MS + DAY_MS });
    expect(message).to.contain("It is tried again at 2026-11-21T10:00:00Z.");
  });

  it("tells of one that was not renewed while there are 21 days, and of one that has ended", () => {
    const issued = { ...PRESENT, ready: "True", reason: "Issued", message: "Valid until X" } as const;
    const ending = (days: number): string => {
      const { status, reason } = condition({ ...issued, notAfterMs: NOW_MS + days * DAY_MS, cause: "429" });
      return `${status} ${reason}`;
    };
    expect([30, 21, 20.9, 1, 0, -1].map(ending)).to.deep.equal([
      "True Issued",
      "True Issued",
      "False ExpiresSoon",
      "False ExpiresSoon",
      "False Expired",
      "False Expired",
    ]);
    expect(condition({ ...issued, notAfterMs: NOW_MS + DAY_MS, cause: "429 rateLimited" }).message).to.equal(
      "The issuer's limit is reached: wait. Each attempt counts, so leave Certificate and Secret alone; the platform's administrators see to the limit. It ends at 2026-11-21T10:00:00Z and was not renewed. cert-manager says: 429 rateLimited",
    );
  });

  it("takes no certificate that lives for days only for one that ends", () => {
    const notAfterMs = NOW_MS + 4 * DAY_MS;
    expect(lifeOf({ notAfterMs, renewalMs: NOW_MS + 2 * DAY_MS }, NOW_MS)).to.equal("valid");
    expect(lifeOf({ notAfterMs: NOW_MS + DAY_MS, renewalMs: NOW_MS - DAY_MS }, NOW_MS)).to.equal("expiring");
  });

  it("says which Secret is to be brought, and what is wrong with one that was", () => {
    const brought = { kind: "brought", secret: "web-domain-tls", isForDomain: true } as const;
    const absent = condition({ kind: "absent", toBring: "web-domain-tls" });
    expect([absent.reason, absent.message]).to.deep.equal([
      "NotBrought",
      "Certificates are brought here: create the Secret web-domain-tls of the type kubernetes.io/tls with a certificate of shop.example.org.",
    ]);
    expect(condition({ ...brought, notAfterMs: NOW_MS + 90 * DAY_MS })).to.include({
      status: "True",
      reason: "Brought",
    });
    expect(condition({ ...brought, notAfterMs: NOW_MS + DAY_MS })).to.include({
      status: "False",
      reason: "ExpiresSoon",
    });
    expect(condition({ ...brought, notAfterMs: NOW_MS - 1 })).to.include({ status: "False", reason: "Expired" });
    expect(condition({ ...brought, isForDomain: false })).to.include({ status: "False", reason: "WrongCertificate" });
  });
});
