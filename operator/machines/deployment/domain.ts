/*
 * Decides about a deployment's own domain:
 *
 * 1. it is active once its TXT record was seen to name the organization, and stays so without the record, until the record
 *    names somebody else;
 * 2. of several deployments that have proven one domain, the first keeps it;
 * 3. its certificate is the tenant cluster's matter; what is said of it there is shown, with what helps;
 * 4. whether the Gateway has taken its route is told, where the cluster has one;
 * 5. another certificate is made where somebody has asked for it, or its issuer wants it;
 * 6. whether its own records lead to the cluster is told beside that, and decides nothing.
 *
 * What was not asked yet, as after a restart, stays as it was told last. Nothing here holds up the application itself.
 */
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { certificateCondition, type CertificateView } from "./domain-certificate.ts";
import { CERTIFICATE_RENEWED, decideRenewal, type RenewalDecision, type RenewalTold } from "./certificate-renewal.ts";
import { pointsCondition, type PointsView } from "./domain-points.ts";
import type { IssuerWish } from "./issuer-wish.ts";
import { routeCondition, type RouteView } from "./domain-route.ts";

/** What the domain's TXT record said last. */
export type ProofView = "unasked" | "ours" | "missing" | "foreign" | "unavailable";
/** One look at what a domain depends on. */
export type DomainView = Readonly<{
  domain: string;
  record: Readonly<{ name: string; value: string }>;
  /** Whether the application is one that answers HTTP. */
  published: boolean;
  proof: ProofView;
  /** Whether another deployment has it, and had it first. */
  taken: boolean;
  certificate: CertificateView;
  /** When another certificate was asked for. */
  certificateRequestedAt?: string | undefined;
  /** What the issuer has said of the certificate's renewal. */
  wish?: IssuerWish | undefined;
  points: PointsView;
  route: RouteView;
}>;

type Memory = DeploymentStatus["customDomain"];
/** What the status says of the domain. */
export type DomainTold = Readonly<{
  memory: Memory;
  renewal?: DeploymentStatus["certificateRenewal"];
  conditions: readonly WantedCondition[];
}>;
/** What was decided about a domain. */
export type DomainDecision = Readonly<{
  memory: Memory;
  conditions: readonly WantedCondition[];
  recheckMs: number;
  /** Undefined where nobody has asked for another certificate. */
  renewal?: RenewalDecision | undefined;
}>;

const SOON_MS = 10_000;
const LATER_MS = 300_000;

/** Decides whether a domain is active, what is shown of it, and when to look again. */
export function decideDomain(view: DomainView, before: DomainTold, nowMs: number): DomainDecision {
  const memory = remember(view, before.memory, nowMs);
  const told = (type: string): WantedCondition | undefined => before.conditions.find((one) => one.type === type);
  const verified = verifiedCondition(view, memory, told("DomainVerified"));
  const points = pointsCondition(view, told("DomainPoints"));
  const { domain, route } = view;
  const isActive = memory !== undefined;
  const seen = { domain, certificate: view.certificate, isActive };
  const certificate = certificateCondition(seen, told("CertificateReady"), nowMs);
  const routed = routeCondition({ domain, route, isActive }, told("Routed"));
  const renewal = isActive
    ? renewalOf(view, { memory: before.renewal, condition: told(CERTIFICATE_RENEWED) }, nowMs)
    : undefined;
  const needed = [
    verified,
    certificate,
    ...(routed === undefined ? [] : [routed]),
    ...(renewal ? [renewal.condition] : []),
  ];
  const settled = needed.every(({ status }) => status === "True");
  return { memory, conditions: [...needed, points], recheckMs: settled ? LATER_MS : SOON_MS, renewal };
}

function renewalOf(view: DomainView, before: RenewalTold, nowMs: number): RenewalDecision | undefined {
  const { certificateRequestedAt: requestedAt, domain, certificate, wish } = view;
  return decideRenewal({ requestedAt, domain, certificate, wish }, before, nowMs);
}

function remember({ domain, proof, taken, published }: DomainView, before: Memory, nowMs: number): Memory {
  const known = before?.name === domain ? before : undefined;
  if (!published || proof === "foreign") return undefined;
  if (taken) return undefined;
  if (known !== undefined) return known;
  return proof === "ours" ? { name: domain, provenAt: new Date(nowMs).toISOString() } : undefined;
}

/** Verdicts that only another look can change. */
const BY_LOOK: ReadonlySet<string> = new Set(["RecordForeign", "RecordMissing", "DnsUnavailable"]);

function verifiedCondition(view: DomainView, memory: Memory, told: WantedCondition | undefined): WantedCondition {
  const { domain, record, proof, taken, published } = view;
  const no = (reason: string, message: string): WantedCondition =>
    conditionOf("DomainVerified", "False", reason, message);
  const wanted = `the TXT record ${record.name} with the value "${record.value}"`;
  if (!published) return no("NotPublished", "Only an application that answers HTTP on a port can have a domain.");
  if (memory !== undefined) return conditionOf("DomainVerified", "True", "Verified", domain);
  // A stranger to it cannot take it away anywhere, and need not know who has it.
  if (proof === "foreign") return no("RecordForeign", `${record.name} names somebody else; create ${wanted}.`);
  if (proof === "unasked" && told !== undefined && BY_LOOK.has(told.reason)) return told;
  if (taken) return no("DomainTaken", `${domain} belongs to another deployment; take it away there first.`);
  if (proof === "missing") return no("RecordMissing", `Create ${wanted}; it is looked for every few seconds.`);
  const reason = proof === "unavailable" ? "DnsUnavailable" : "Looking";
  return conditionOf("DomainVerified", "Unknown", reason, `Looking for ${wanted}.`);
}
