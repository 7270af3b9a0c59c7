import { sentenceCase } from "./sentence-case.ts";

type Told = Readonly<{ type: string; status: string }>;

/** A condition in words, and how it is to be taken. */
type Said = Readonly<{ sentence: string; tone: "good" | "moving" | "bad" | "quiet" }>;

type Words = Readonly<{ yes: string; no: string; unknown?: string; isFault?: true }>;

/** What the conditions of the platform mean; `isFault` where it is the truth of it that is bad. */
const WORDS: Readonly<Record<string, Words>> = {
  Accepted: { yes: "The change was accepted.", no: "The change was not accepted." },
  Rendered: { yes: "Its files were made.", no: "Its files could not be made." },
  Committed: { yes: "Its files are in Git.", no: "Its files are not in Git yet." },
  Synced: { yes: "The cluster has what Git says.", no: "The cluster does not have what Git says yet." },
  Healthy: { yes: "It is healthy.", no: "It is not healthy.", unknown: "Nobody knows whether it is healthy." },
  Ready: { yes: "It is ready.", no: "It is not ready." },
  Reachable: {
    yes: "Its address answers.",
    no: "Its address does not answer.",
    unknown: "Nobody has tried its address yet.",
  },
  DomainVerified: { yes: "Its own domain is proven.", no: "Its own domain waits for a DNS record." },
  DomainPoints: {
    yes: "Its own domain leads to this cluster.",
    no: "Its own domain does not lead to this cluster.",
    unknown: "Nobody knows where its own domain leads.",
  },
  CertificateReady: {
    yes: "The certificate of its own domain is ready.",
    no: "Its own domain has no certificate that holds.",
    unknown: "Nobody knows of the certificate of its own domain.",
  },
  CertificateRenewed: {
    yes: "The other certificate that was asked for is there.",
    no: "Another certificate is being made; the one before is served meanwhile.",
    unknown: "Nobody knows yet how far the other certificate is.",
  },
  Routed: {
    yes: "Its own domain is routed to it.",
    no: "Its own domain is not routed to it yet.",
    unknown: "Nobody knows whether its own domain is routed to it.",
  },
  PortsPublic: {
    yes: "Its public ports take connections.",
    no: "Not all of its public ports take connections.",
    unknown: "Nobody knows whether its public ports take connections.",
  },
  ImageUpdates: {
    yes: "Newer images are looked for.",
    no: "Newer images are not taken.",
    unknown: "Nobody has looked for newer images yet.",
  },
  BackedUp: {
    yes: "It is backed up.",
    no: "It is not backed up as it was asked for.",
    unknown: "Nobody knows of its backups yet.",
  },
  Provisioned: { yes: "Its machines are there.", no: "Its machines are not all there yet." },
  Registered: { yes: "Deployments can be made on it.", no: "No deployment can be made on it yet." },
  BundleApplied: { yes: "Its components are there as wanted.", no: "Its components are not all there as wanted." },
  NamesPoint: {
    yes: "The names of its deployments lead to it.",
    no: "The names of its deployments do not lead to it.",
    unknown: "Nobody knows where the names of its deployments lead.",
  },
  GatewayListens: {
    yes: "Its Gateway takes requests.",
    no: "Its Gateway takes no requests.",
    unknown: "Nobody knows whether its Gateway takes requests.",
  },
  Orphans: { yes: "Something was found that belongs to nothing here.", no: "Nothing is left over.", isFault: true },
  Stalled: { yes: "It cannot go on by itself.", no: "Nothing holds it up.", isFault: true },
  Reconciling: { yes: "It is being worked on.", no: "Nothing is under way." },
  Drifted: { yes: "Somebody changed it on the cluster by hand.", no: "Nobody changed it by hand.", isFault: true },
};
const AT_WORK = new Set([
  "Committed",
  "Synced",
  "Accepted",
  "Rendered",
  "CertificateRenewed",
  "Routed",
  "Provisioned",
  "Registered",
  "BundleApplied",
]);
/** What may be as it is by right: a proxy stands before a domain, a rollback holds images. */
const BY_RIGHT = new Set(["DomainPoints", "ImageUpdates"]);

/** Says a condition in plain words; one that is not known is said by its name. */
export function sayCondition({ type, status }: Told): Said {
  const name = sentenceCase(type);
  const words = WORDS[type] ?? { yes: `${name}: yes.`, no: `${name}: no.` };
  if (status === "Unknown") return { sentence: words.unknown ?? `${name}: nobody knows.`, tone: "quiet" };
  const isTrue = status === "True";
  return { sentence: isTrue ? words.yes : words.no, tone: toneOf(type, isTrue) };
}

function toneOf(type: string, isTrue: boolean): Said["tone"] {
  if (type === "Reconciling") return isTrue ? "moving" : "good";
  const words = WORDS[type];
  if (words === undefined) return isTrue ? "good" : "quiet";
  if (isTrue !== (words.isFault === true)) return "good";
  if (BY_RIGHT.has(type)) return "quiet";
  return AT_WORK.has(type) ? "moving" : "bad";
}
