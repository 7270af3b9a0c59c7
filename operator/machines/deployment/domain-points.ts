import { conditionOf, type WantedCondition } from "../conditions.ts";

/** The records of a name, as the servers of its zone have them. */
export type FoundRecords = Readonly<{ alias: string | undefined; addresses: readonly string[] }>;

/** Where names of applications lead on a cluster: the addresses, or names of them, that its Gateway or Ingress has published. */
export type PublishedAt = Readonly<{
  hosts: readonly string[];
  addresses: readonly string[];
  /** Of both ways the one that serves: the record is to lead there, whatever else counts. */
  serving?: string | undefined;
}>;

/** Where an own domain leads. */
export type PointsView =
  | Readonly<{ kind: "unasked" }>
  /** The cluster has published no address: nobody knows where it should lead. */
  | Readonly<{ kind: "untold" }>
  | Readonly<{ kind: "unavailable" }>
  | Readonly<{ kind: "found"; verdict: "points" | "elsewhere" | "nowhere"; published: PublishedAt }>;

const TYPE = "DomainPoints";
const BY_LOOK: ReadonlySet<string> = new Set([
  "Points",
  "PointsElsewhere",
  "RecordMissing",
  "AddressUnknown",
  "DnsUnavailable",
]);

/** Judges where a name leads; each of its addresses counts, since strangers take any of them. */
export function judgePointing({ alias, addresses }: FoundRecords, published: PublishedAt): PointsView {
  const isOurs = alias !== undefined && published.hosts.includes(alias);
  const leads = addresses.length > 0 && addresses.every((address) => published.addresses.includes(address));
  if (isOurs || leads) return { kind: "found", verdict: "points", published };
  return { kind: "found", verdict: alias === undefined && addresses.length === 0 ? "nowhere" : "elsewhere", published };
}

/** Derives the condition DomainPoints; nothing waits for it: a proxy in front of a domain leads elsewhere by right. */
export function pointsCondition(
  { domain, published, points }: Readonly<{ domain: string; published: boolean; points: PointsView }>,
  told: WantedCondition | undefined,
): WantedCondition {
  const no = (reason: string, message: string): WantedCondition => conditionOf(TYPE, "False", reason, message);
  const unknown = (reason: string, message = ""): WantedCondition => conditionOf(TYPE, "Unknown", reason, message);
  if (!published) return no("NotPublished", "Only an application that answers HTTP on a port can have a domain.");
  switch (points.kind) {
    case "unasked":
      return told !== undefined && BY_LOOK.has(told.reason) ? told : unknown("Looking");
    case "untold":
      return unknown("AddressUnknown", "The cluster has published no address of this application yet.");
    case "unavailable":
      return unknown("DnsUnavailable", `The records of ${domain} could not be read.`);
    case "found": {
      const wanted = recordOf(domain, points.published);
      if (points.verdict === "points") return conditionOf(TYPE, "True", "Points", domain);
      return points.verdict === "nowhere"
        ? no("RecordMissing", `Create ${wanted}; it is looked for by itself.`)
        : no(
            "PointsElsewhere",
            `${domain} leads elsewhere: create ${wanted}. Behind a proxy of yours this is as it should be.`,
          );
    }
  }
}

/** Says which record leads a name somewhere. */
export function recordOf(domain: string, published: PublishedAt): string {
  const { hosts, addresses } = published.serving === undefined ? published : publishedOf(published.serving);
  const [address] = addresses;
  const [host] = hosts;
  if (host !== undefined) return `the CNAME record ${domain} with the value ${host}`;
  const type = address?.includes(":") === true ? "AAAA" : "A";
  return `the ${type} record ${domain} with the value ${address ?? "of the cluster"}`;
}

const NUMBERS = /^[0-9.]+$/;

/** Takes the one address of a cluster, or a name of it, for what it has published. */
export function publishedOf(address: string): PublishedAt {
  const isAddress = address.includes(":") || NUMBERS.test(address);
  return isAddress ? { hosts: [], addresses: [address] } : { hosts: [address], addresses: [] };
}
