import { conditionOf, type WantedCondition } from "../conditions.ts";
import { publishedOf, recordOf, type FoundRecords } from "../deployment/domain-points.ts";

/** How the DNSEndpoint by which ExternalDNS makes the record stands; `manual` where people make it. */
export type EndpointView = "manual" | "current" | "stale" | "unserved";

/** Where the names of a cluster's deployments lead, of a cluster that has a domain of its own. */
export type NamesView =
  | Readonly<{ kind: "unasked"; told: WantedCondition | undefined }>
  /** The cluster has published no address: nobody knows where they should lead. */
  | Readonly<{ kind: "untold" }>
  | Readonly<{ kind: "seen"; name: string; address: string; verdict: NamesVerdict; endpoint: EndpointView }>;
type NamesVerdict = "points" | "elsewhere" | "nowhere" | "unavailable";
type Seen = Extract<NamesView, { kind: "seen" }>;

/** Names the condition. */
export const NAMES_POINT = "NamesPoint";

/** Judges where names lead; the one address that is known of a cluster may be one of several. */
export function judgeNames(found: FoundRecords, address: string, behind: readonly string[]): NamesVerdict {
  const isOurs = found.alias === address || found.addresses.some((one) => one === address || behind.includes(one));
  if (isOurs) return "points";
  return found.alias === undefined && found.addresses.length === 0 ? "nowhere" : "elsewhere";
}

/** Tells whether the record is to be written for ExternalDNS. */
export function isToPublish(view: NamesView | undefined): boolean {
  return view?.kind === "seen" && view.endpoint === "stale";
}

/** Derives the condition that says where names lead, and what to do; nothing waits for it. */
export function namesCondition(view: NamesView): WantedCondition {
  const unknown = (reason: string, message = ""): WantedCondition =>
    conditionOf(NAMES_POINT, "Unknown", reason, message);
  switch (view.kind) {
    case "unasked":
      return view.told ?? unknown("Looking");
    case "untold":
      return unknown("AddressUnknown", "The cluster has published no address yet at which requests come in.");
    case "seen": {
      if (view.verdict === "points") return conditionOf(NAMES_POINT, "True", "Points", view.name);
      if (view.verdict === "unavailable") return unknown("DnsUnavailable", `${view.name} could not be looked up.`);
      return view.endpoint === "manual" ? wantedOfPeople(view) : awaitedOfExternalDns(view);
    }
  }
}

function wantedOfPeople({ name, address, verdict }: Seen): WantedCondition {
  const record = recordOf(name, publishedOf(address));
  return verdict === "nowhere"
    ? conditionOf(NAMES_POINT, "False", "RecordMissing", `Create ${record}; it is looked for by itself.`)
    : conditionOf(NAMES_POINT, "False", "PointsElsewhere", `${name} leads elsewhere: create ${record}.`);
}

function awaitedOfExternalDns({ name, address, endpoint }: Seen): WantedCondition {
  const no = (reason: string, message: string): WantedCondition => conditionOf(NAMES_POINT, "False", reason, message);
  if (endpoint === "unserved")
    return no(
      "KindMissing",
      "The management cluster has no kind DNSEndpoint: its administrators install the CRD of ExternalDNS, or set BERTH_DNS=manual.",
    );
  const record = recordOf(name, publishedOf(address));
  return no("RecordAwaited", `ExternalDNS is to make ${record}; where it takes long, its log says why.`);
}
