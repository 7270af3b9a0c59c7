import { expect } from "chai";
import { z } from "zod";
import {
  acmeSettings,
  certificateFaults,
  certificateSettings,
  clusterIssuerOf,
  toAcmeIssuer,
  toWildcardIssuer,
  wildcardSettings,
  type AcmeIssuer,
} from "../../contract/certificate-settings.ts";

const LABEL = "x".repeat(63);
const settings = z.object({ ...certificateSettings, ...acmeSettings });
const acmeOf = (given: object): AcmeIssuer | undefined =>
  toAcmeIssuer(settings.parse({ BERTH_CERTIFICATES: "acme", ...given }));

describe("The issuer of applications' certificates", () => {
  it("is the one that is named, Berth's own where it makes one, and the charts' own unless something is said", () => {
    const issuerOf = (given: object): string | undefined => clusterIssuerOf(settings.parse(given));
    expect(issuerOf({})).to.equal(undefined);
    expect(issuerOf({ BERTH_CERTIFICATES: "acme" })).to.equal("berth");
    for (const BERTH_CERTIFICATES of ["issuer", "acme"])
      expect(issuerOf({ BERTH_CERTIFICATES, BERTH_CLUSTER_ISSUER: "ours" }), BERTH_CERTIFICATES).to.equal("ours");
  });

  it("is none where people bring certificates, and then none may be named", () => {
    const none = { BERTH_CERTIFICATES: "none" } as const;
    expect(clusterIssuerOf(none)).to.equal("");
    expect(certificateFaults({ ...none, BERTH_CLUSTER_ISSUER: "ours" })).to.deep.equal([
      "BERTH_CLUSTER_ISSUER names an issuer, and BERTH_CERTIFICATES=none has none",
    ]);
    expect(certificateFaults(none)).to.deep.equal([]);
    expect(certificateFaults({ BERTH_CERTIFICATES: "issuer", BERTH_CLUSTER_ISSUER: "ours" })).to.deep.equal([]);
    expect(certificateFaults({ BERTH_CERTIFICATES: "acme" })).to.deep.equal([]);
  });
});

describe("An issuer by ACME", () => {
  it("is made only where the settings say so, and asks Let's Encrypt unless they name another authority", () => {
    for (const BERTH_CERTIFICATES of ["issuer", "none"]) expect(acmeOf({ BERTH_CERTIFICATES })).to.equal(undefined);
    expect(acmeOf({})).to.deep.equal({
      directory: "https://acme-v02.api.letsencrypt.org/directory",
      email: undefined,
      ca: undefined,
      binding: undefined,
    });
    const ca = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    const directory = "https://ca.internal/directory";
    const own = { BERTH_ACME_DIRECTORY: directory, BERTH_ACME_EMAIL: "tls@example.com", BERTH_ACME_CA: ca };
    expect(acmeOf(own)).to.deep.include({ directory, email: "tls@example.com", ca });
  });

  it("binds its account where both the id and the key are known, which it shows to nobody", () => {
    const [id, key] = [{ BERTH_ACME_EAB_KEY_ID: "kid-1" }, { BERTH_ACME_EAB_KEY: "guarded-binding-key" }];
    for (const half of [id, key]) expect(acmeOf(half)?.binding).to.equal(undefined);
    const binding = acmeOf({ ...id, ...key })?.binding;
    expect([binding?.keyId, binding?.key.reveal()]).to.deep.equal(["kid-1", "guarded-binding-key"]);
    expect(JSON.stringify(binding)).not.to.contain("guarded-binding-key");
  });

  it("takes no address with a password in it, nor one that anybody could read along", () => {
    for (const BERTH_ACME_DIRECTORY of ["http://ca.internal/", "https://user:s3cret@ca.internal/", "https://"])
      expect(settings.safeParse({ BERTH_ACME_DIRECTORY }).success, BERTH_ACME_DIRECTORY).to.equal(false);
  });
});

describe("The issuer of certificates for all names of a cluster", () => {
  const wildcards = z.object(wildcardSettings);

  it("is of whichever kind, one for all namespaces unless the other is named", () => {
    expect(toWildcardIssuer({})).to.equal(undefined);
    for (const name of ["d", "dns-01", LABEL]) {
      expect(toWildcardIssuer(wildcards.parse({ BERTH_WILDCARD_ISSUER: name }))).to.deep.equal({
        kind: "ClusterIssuer",
        name,
      });
      expect(toWildcardIssuer(wildcards.parse({ BERTH_WILDCARD_ISSUER: `Issuer/${name}` }))).to.deep.equal({
        kind: "Issuer",
        name,
      });
    }
  });

  it("is a name, and no other word", () => {
    for (const word of ["ClusterIssuer/dns", "Issuer/", "a b", "UPPER", "Issuer/a/b", "-a", "a-", `${LABEL}x`])
      expect(wildcards.safeParse({ BERTH_WILDCARD_ISSUER: word }).success, word).to.equal(false);
  });
});
