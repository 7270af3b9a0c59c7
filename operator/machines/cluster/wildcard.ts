/**
 * Decides about the certificate for all names of a cluster that has a domain of its own: cert-manager on the management
 * cluster makes it, and the cluster's Gateway gets a copy. What is told ends with cert-manager's own words.
 */
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { any, chooseRemedy, REFUSALS, type Remedy } from "../deployment/certificate-remedy.ts";
import { issuedCondition, type IssuedCertificate } from "../deployment/domain-certificate.ts";

/** How the certificate for all names of a cluster stands on the management cluster. */
export type WildcardView =
  | Readonly<{ kind: "unasked"; told: WantedCondition | undefined }>
  /** The management cluster has no such kind, or does not let the operator see it. */
  | Readonly<{ kind: "unserved" | "denied" }>
  | Readonly<{
      kind: "seen";
      domain: string;
      /** Where Certificate and Secret lie, as <namespace>/<name>. */
      place: string;
      /** Whether cert-manager was asked for what is wanted; `taken` where somebody else has the name. */
      asked: "absent" | "stale" | "current" | "taken";
      certificate: IssuedCertificate | undefined;
      /** What its Secret holds: `wrong` is no certificate for these names alone, or another's key. */
      secret: "absent" | "taken" | "wrong" | "held";
      told: WantedCondition | undefined;
    }>;
type Seen = Extract<WildcardView, { kind: "seen" }>;
/** How a cluster stands to the platform's own Secrets; undefined where it is to have none. */
export type BroughtView = "current" | "stale" | "failed" | undefined;

/** Names the condition; own domains of deployments have the same. */
export const CERTIFICATE_READY = "CertificateReady";

const BY_DNS: readonly Remedy[] = [
  {
    says: [["issuer", "not found"], ["issuer", "not ready"], ["issuernotfound"]],
    then: () =>
      "The management cluster has no such issuer that works: its administrators make it, or name another (BERTH_WILDCARD_ISSUER).",
  },
  {
    says: any("no configured challenge solvers", "valid solver configuration"),
    then: (domain) => `The issuer has no solver by DNS-01 for ${domain}: its administrators add one.`,
  },
  {
    says: [
      ...any("unauthorized", "forbidden", "access denied", "accessdenied", "authentication", "credential", "tsig"),
      ["secret", "not found"],
      ["dns update", "refused"],
    ],
    then: (domain) =>
      `The zone of ${domain} refuses the issuer's solver: its administrators look at the credentials that it has.`,
  },
  {
    says: any(
      "propagat",
      "self check",
      "nxdomain",
      "no such host",
      "servfail",
      "timeout",
      "no txt record",
      "misbehaving",
    ),
    then: (domain) =>
      `The record _acme-challenge.${domain} is not seen at the zone's servers yet: where that lasts, look whether the solver writes the public zone.`,
  },
];

/** Tells whether cert-manager is to be asked; nobody's Secret is written over. */
export function isToRequest(view: WildcardView | undefined): boolean {
  return view?.kind === "seen" && (view.asked === "absent" || view.asked === "stale") && view.secret !== "taken";
}

/** Derives the condition that says how the certificate stands, and what to do; nothing waits for it. */
export function wildcardCondition(view: WildcardView, secrets: BroughtView, nowMs: number): WantedCondition {
  switch (view.kind) {
    case "unasked":
      return view.told ?? conditionOf(CERTIFICATE_READY, "Unknown", "Looking");
    case "unserved":
      return no(
        "KindMissing",
        "The management cluster has no kind Certificate: its administrators install cert-manager there, or unset BERTH_WILDCARD_ISSUER.",
      );
    case "denied":
      return no(
        "NotAllowed",
        "The operator may not see Certificates of its own namespace: the platform's administrators upgrade the chart, whose roles have that right.",
      );
    case "seen":
      return seenCondition(view, secrets, nowMs);
  }
}

function no(reason: string, message: string): WantedCondition {
  return conditionOf(CERTIFICATE_READY, "False", reason, message);
}

function seenCondition(view: Seen, secrets: BroughtView, nowMs: number): WantedCondition {
  const { asked, certificate, domain, place, secret } = view;
  if (asked === "taken" || secret === "taken") {
    const kind = asked === "taken" ? "Certificate" : "Secret";
    return no("NameTaken", `The ${kind} ${place} of the management cluster is somebody else's: remove or rename it.`);
  }
  if (certificate === undefined)
    return no(
      "NotRequested",
      `A certificate of *.${domain} is asked for by itself; where not, the operator's log says why.`,
    );
  const issued = issuedCondition(certificate, (cause) => chooseRemedy([...REFUSALS, ...BY_DNS], cause, domain), nowMs);
  if (issued.status !== "True") return issued;
  return secretCondition(view) ?? bringCondition(view, secrets) ?? issued;
}

function secretCondition({ domain, place, secret }: Seen): WantedCondition | undefined {
  if (secret === "absent")
    return no("SecretMissing", `cert-manager says that it is there, but the Secret ${place} is not: it makes it anew.`);
  if (secret === "held") return undefined;
  const wrong = `The Secret ${place} has no certificate with its key for *.${domain} alone`;
  return no(
    "WrongCertificate",
    `${wrong}, and is not brought to the cluster: delete it, and cert-manager makes it anew.`,
  );
}

/** What was brought once is brought again now and then, and after each start of the operator: that is no news. */
function bringCondition({ told }: Seen, secrets: BroughtView): WantedCondition | undefined {
  if (secrets === "failed")
    return no(
      "NotBrought",
      "It could not be brought to the cluster; that is tried again, and the operator's log says why.",
    );
  if (secrets === "current" || told?.status === "True") return undefined;
  return no("Bringing", "It is there, and is brought to the cluster as soon as that answers.");
}
