import { expect } from "chai";
import { clusterConditions } from "../../../../operator/machines/cluster/conditions.ts";
import { nextClusterDeletion } from "../../../../operator/machines/cluster/next-deletion.ts";
import { nextCluster } from "../../../../operator/machines/cluster/next.ts";
import type { ClusterObserved } from "../../../../operator/machines/cluster/observe-types.ts";
import { isToRequest, wildcardCondition, type WildcardView } from "../../../../operator/machines/cluster/wildcard.ts";
import type { IssuedCertificate } from "../../../../operator/machines/deployment/domain-certificate.ts";
import { CLUSTER_GONE, CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";
import { NOW } from "../../../support/delivered.ts";

type Seen = Extract<WildcardView, { kind: "seen" }>;
const DAY_MS = 24 * 3_600_000;
const DOMAIN = "one-abcdefghij.apps.test";
const PLACE = "berth-system/wildcard-one-abcdefghij";
const ISSUED: IssuedCertificate = {
  kind: "present",
  ready: "True",
  reason: "Issued",
  message: "Valid until X",
  notAfterMs: NOW + 60 * DAY_MS,
};
const WAITS: IssuedCertificate = {
  kind: "present",
  ready: "False",
  reason: "DoesNotExist",
  message: "Issuing certificate as Secret does not exist",
};
const seen = (changes: Partial<Seen> = {}): Seen => ({
  kind: "seen",
  domain: DOMAIN,
  place: PLACE,
  asked: "current",
  certificate: ISSUED,
  secret: "held",
  told: undefined,
  ...changes,
});
const told = (view: WildcardView, secrets: ClusterObserved["secrets"] = "current"): string => {
  const { status, reason, message } = wildcardCondition(view, secrets, NOW);
  return `${status} ${reason}: ${message}`;
};

describe("The certificate for all names of a cluster", () => {
  const tellings: [string, Partial<Seen>, string][] = [
    ["is well when it is there", {}, "True Issued: Valid until X"],
    [
      "is asked for",
      { asked: "absent", certificate: undefined, secret: "absent" },
      `False NotRequested: A certificate of *.${DOMAIN} is asked for by itself; where not, the operator's log says why.`,
    ],
    [
      "is awaited in cert-manager's words",
      { certificate: WAITS, secret: "absent" },
      "False DoesNotExist: Issuing certificate as Secret does not exist",
    ],
    [
      "is nobody's whose Certificate it is not",
      { asked: "taken", certificate: undefined },
      `False NameTaken: The Certificate ${PLACE} of the management cluster is somebody else's: remove or rename it.`,
    ],
    [
      "is nobody's whose Secret it is not",
      { secret: "taken" },
      `False NameTaken: The Secret ${PLACE} of the management cluster is somebody else's: remove or rename it.`,
    ],
    [
      "is not there because cert-manager says so",
      { secret: "absent" },
      `False SecretMissing: cert-manager says that it is there, but the Secret ${PLACE} is not: it makes it anew.`,
    ],
    [
      "is not one that speaks for others too",
      { secret: "wrong" },
      `False WrongCertificate: The Secret ${PLACE} has no certificate with its key for *.${DOMAIN} alone, and is not brought to the cluster: delete it, and cert-manager makes it anew.`,
    ],
  ];
  for (const [what, changes, text] of tellings) it(what, () => expect(told(seen(changes))).to.equal(text));

  const causes: [string, string, string][] = [
    [
      "no issuer",
      'Referenced "ClusterIssuer" not found: clusterissuer.cert-manager.io "dns" not found',
      "BERTH_WILDCARD_ISSUER",
    ],
    [
      "no solver",
      'order is in "errored" state: no configured challenge solvers can be used',
      `no solver by DNS-01 for ${DOMAIN}`,
    ],
    ["a zone that refuses", "While calling the API: 403 Forbidden", "credentials"],
    ["a zone that refuses an update", "DNS update failed: server replied: REFUSED", "credentials"],
    ["a record that is not seen", `Waiting for DNS-01 challenge propagation: NXDOMAIN`, `_acme-challenge.${DOMAIN}`],
    ["a limit", "429 urn:ietf:params:acme:error:rateLimited: too many certificates", "limit is reached"],
    ["what nobody foresaw", "the moon is full", "tries again by itself"],
  ];
  for (const [what, cause, remedy] of causes)
    it(`says what helps against ${what}, and what cert-manager says`, () => {
      const text = told(seen({ certificate: { ...WAITS, cause }, secret: "absent" }));
      expect(text)
        .to.match(/^False DoesNotExist: /)
        .and.to.contain(remedy)
        .and.to.contain(`cert-manager says: ${cause}`);
      expect(text, "by HTTP nothing is asked here").not.to.contain("http://").and.not.to.contain("DomainPoints");
    });

  it("is told of before its end, and after it", () => {
    const ending = (days: number): string =>
      told(seen({ certificate: { ...ISSUED, notAfterMs: NOW + days * DAY_MS } }));
    expect(ending(22)).to.match(/^True Issued/);
    expect(ending(20)).to.match(/^False ExpiresSoon/);
    expect(ending(-1)).to.match(/^False Expired/);
  });

  it("is not well before it was brought, and not ill each time that it is brought again", () => {
    expect(told(seen(), "failed")).to.match(/^False NotBrought: .*log/);
    expect(told(seen(), "stale")).to.match(/^False Bringing/);
    const before = { type: "CertificateReady", status: "True", reason: "Issued", message: "Valid until X" } as const;
    expect(told(seen({ told: before }), "stale")).to.match(/^True Issued/);
    expect(told(seen({ told: before }), "failed")).to.match(/^False NotBrought/);
  });

  it("stays as it was told until somebody has looked, and is told of no cluster that has none", () => {
    const before = { type: "CertificateReady", status: "True", reason: "Issued", message: "Valid until X" } as const;
    expect(wildcardCondition({ kind: "unasked", told: before }, "stale", NOW)).to.deep.equal(before);
    expect(told({ kind: "unasked", told: undefined })).to.equal("Unknown Looking: ");
    expect(told({ kind: "unserved" })).to.match(/^False KindMissing: .*BERTH_WILDCARD_ISSUER/);
    expect(told({ kind: "denied" })).to.match(/^False NotAllowed: .*chart/);
    const typesOf = (observed: ClusterObserved): string[] =>
      clusterConditions(clusterIn("running"), observed, NOW).map(({ type }) => type);
    expect(typesOf(CLUSTER_WELL)).not.to.include("CertificateReady");
    expect(typesOf({ ...CLUSTER_WELL, wildcard: seen() })).to.include("CertificateReady");
  });

  it("is asked for where it is not, never over what is somebody else's, and holds up nothing", () => {
    for (const asked of ["absent", "stale", "current", "taken"] as const)
      for (const secret of ["absent", "held", "wrong", "taken"] as const) {
        const wildcard = seen({ asked, secret });
        const isWanted = (asked === "absent" || asked === "stale") && secret !== "taken";
        expect(isToRequest(wildcard), `${asked} ${secret}`).to.equal(isWanted);
        const { state, effects } = nextCluster(clusterIn("running"), { ...CLUSTER_WELL, wildcard }, NOW);
        const kinds = effects.map(({ kind }) => kind);
        expect([state.phase, kinds]).to.deep.equal(["running", isWanted ? ["requestWildcard"] : []]);
      }
    for (const view of [
      undefined,
      { kind: "unserved" },
      { kind: "denied" },
      { kind: "unasked", told: undefined },
    ] as const)
      expect(isToRequest(view)).to.equal(false);
  });

  it("is gone with its key before the cluster is, and after its record", () => {
    const leaving = { ...CLUSTER_GONE, provider: { kind: "creating", step: "" } } as const;
    const effects = (named: boolean, certified: boolean): string[] =>
      nextClusterDeletion({ ...leaving, named, certified }).effects.map(({ kind }) => kind);
    expect(effects(true, true)).to.deep.equal(["withdrawNames"]);
    expect(effects(false, true)).to.deep.equal(["withdrawWildcard"]);
    expect(effects(false, false)).to.deep.equal(["removeProvider"]);
  });
});
