/*
 * Decides what is told of an own domain's certificate: what cert-manager says on the cluster, with what keeps it and what helps;
 * of one that people bring, what stands in its Secret. A valid one that is not renewed in time is told while there is time.
 */
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { certificateRemedy } from "./certificate-remedy.ts";

/** How long a certificate is valid, and from when on it is to be renewed. */
export type CertificateLife = Readonly<{ notAfterMs?: number | undefined; renewalMs?: number | undefined }>;

/** The domain's certificate on the tenant cluster. */
export type CertificateView =
  | Readonly<{ kind: "unasked" }>
  /** With the Secret that people are to bring, where nobody issues any. */
  | Readonly<{ kind: "absent"; toBring?: string; isCopied?: boolean }>
  | Readonly<{ kind: "unreachable" }>
  /** Brought by people. */
  | (Readonly<{ kind: "brought"; secret: string; isForDomain: boolean; isCopied?: boolean }> & CertificateLife)
  | (Readonly<{
      kind: "present";
      ready: "True" | "False" | "Unknown";
      reason: string;
      message: string;
      /** What the request, or the challenge, says keeps it; in cert-manager's words. */
      cause?: string;
      /** When cert-manager tries again after a failure. */
      retryMs?: number;
      /** Whether another one is being made. */
      isIssuing?: boolean;
      /** Of what lies in its Secret; looked at only where another one was asked for. */
      serial?: string;
    }> &
      CertificateLife);

const UNVERIFIED = "DomainUnverified";
const DAY_MS = 24 * 3_600_000;
/** So long before its end a certificate that was not renewed is told of. */
const TOLD_BEFORE_MS = 21 * DAY_MS;
/** Of the time that was left for the renewal, where certificates live shortly. */
const TOLD_SHARE = 0.7;

/** Tells how a certificate stands to its end. */
export function lifeOf(
  { notAfterMs, renewalMs }: CertificateLife,
  nowMs: number,
): "unknown" | "valid" | "expiring" | "expired" {
  if (notAfterMs === undefined) return "unknown";
  if (notAfterMs <= nowMs) return "expired";
  const shareMs = renewalMs === undefined ? TOLD_BEFORE_MS : TOLD_SHARE * (notAfterMs - renewalMs);
  return notAfterMs - nowMs < Math.min(TOLD_BEFORE_MS, shareMs) ? "expiring" : "valid";
}

type Seen = Readonly<{ domain: string; certificate: CertificateView; isActive: boolean }>;

/** Derives the condition CertificateReady. */
export function certificateCondition(
  { domain, certificate, isActive }: Seen,
  told: WantedCondition | undefined,
  nowMs: number,
): WantedCondition {
  const condition = (status: WantedCondition["status"], reason: string, message = ""): WantedCondition =>
    conditionOf("CertificateReady", status, reason, message);
  if (!isActive) return condition("False", UNVERIFIED);
  switch (certificate.kind) {
    case "unasked":
      return told === undefined || told.reason === UNVERIFIED ? condition("Unknown", "Looking") : told;
    case "unreachable":
      return condition("Unknown", "ClusterUnreachable");
    case "absent":
      return certificate.toBring === undefined
        ? condition("False", "NotRequested", "The cluster's cert-manager has made no certificate of it yet.")
        : condition(
            "False",
            "NotBrought",
            `Certificates are brought here: ${bring(domain, certificate.toBring, certificate.isCopied)}.`,
          );
    case "brought":
      return broughtCondition(domain, certificate, nowMs);
    case "present":
      return issuedCondition(certificate, (cause) => certificateRemedy(cause, domain), nowMs);
  }
}

type Brought = Extract<CertificateView, { kind: "brought" }>;
/** What cert-manager keeps of a certificate. */
export type IssuedCertificate = Extract<CertificateView, { kind: "present" }>;
type RemedyOf = (cause: string) => string;

/** To a host, where the route is, what no Ingress names is copied by an annotation alone. */
const bring = (domain: string, secret: string, isCopied = false): string =>
  `create the Secret ${secret} of the type kubernetes.io/tls with a certificate of ${domain}${isCopied ? ' and the annotation vcluster.loft.sh/force-sync: "true"' : ""}`;
const dateOf = (ms: number | undefined): string =>
  ms === undefined ? "?" : new Date(ms).toISOString().replace(".000Z", "Z");

function broughtCondition(domain: string, found: Brought, nowMs: number): WantedCondition {
  const no = (reason: string, message: string): WantedCondition =>
    conditionOf("CertificateReady", "False", reason, message);
  const wanted = bring(domain, found.secret, found.isCopied);
  if (!found.isForDomain) return no("WrongCertificate", `The one that was brought is not of ${domain}: ${wanted}.`);
  const life = lifeOf(found, nowMs);
  if (life === "expired") return no("Expired", `It ended at ${dateOf(found.notAfterMs)}: ${wanted}.`);
  if (life === "expiring") return no("ExpiresSoon", `It ends at ${dateOf(found.notAfterMs)}: ${wanted}.`);
  return conditionOf("CertificateReady", "True", "Brought", `Valid until ${dateOf(found.notAfterMs)}`);
}

/** Derives the condition of one that cert-manager keeps. */
export function issuedCondition(found: IssuedCertificate, remedyOf: RemedyOf, nowMs: number): WantedCondition {
  const { ready, reason, message, notAfterMs } = found;
  const life = lifeOf(found, nowMs);
  const told = (words: string, of = reason): WantedCondition =>
    conditionOf("CertificateReady", ready === "Unknown" ? "Unknown" : "False", of, words);
  if (life === "expired") return told(withRemedy(`It ended at ${dateOf(notAfterMs)}`, remedyOf, found), "Expired");
  if (ready !== "True") return told(withRemedy(message, remedyOf, found));
  if (life !== "expiring") return conditionOf("CertificateReady", "True", reason, message);
  const words = `It ends at ${dateOf(notAfterMs)} and was not renewed`;
  return conditionOf("CertificateReady", "False", "ExpiresSoon", withRemedy(words, remedyOf, found));
}

/** What cert-manager says, then what helps: the condition is read by whom nobody shows the cluster. */
function withRemedy(words: string, remedyOf: RemedyOf, { cause, retryMs }: IssuedCertificate): string {
  if (cause === undefined) return words;
  const remedy = remedyOf(cause);
  const again = retryMs === undefined ? "" : ` It is tried again at ${dateOf(retryMs)}.`;
  const begun = words === "" ? "" : `${words.replace(/\.$/, "")}. `;
  return `${remedy}${again} ${begun}cert-manager says: ${cause}`;
}
