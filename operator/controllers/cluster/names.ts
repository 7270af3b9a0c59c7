/**
 * Keeps the DNS record of a cluster whose deployments have names under a domain of its own, and looks where these lead. The name
 * is made of the cluster's handle and the platform's domain; what a cluster says of itself is only where it leads.
 */
import { isIP } from "node:net";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { DNS_ENDPOINTS } from "../../../adapters/kubernetes/resource-types.ts";
import { messageOf } from "../../../adapters/log/thrown.ts";
import { API_GROUP, API_VERSION, FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { clusterDomain } from "../../../render/cluster/cluster-domain.ts";
import { judgeNames, NAMES_POINT, type EndpointView, type NamesView } from "../../machines/cluster/names.ts";
import type { ClusterDeletionObserved } from "../../machines/cluster/observe-types.ts";
import { toldCondition } from "../../machines/conditions.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { KindContext, LookUpRecords } from "../parts.ts";
import { CALL, Looks, type Unanswered } from "../shared/looks.ts";
import { stageOf } from "../shared/stage.ts";

type Context = KindContext<ClusterObject, Readonly<{ names: NameLooks }>>;
type Place = Readonly<{ namespace: string; name: string }>;
/** A domain and where it should lead; `place` is that of the DNSEndpoint, where one is kept. */
type Subject = Readonly<{
  handle: string;
  stamp: string;
  stage: string | undefined;
  domain: string;
  address: string;
  place: Place | undefined;
}>;
type Looked = Readonly<{ kind: "looked"; stamp: string }> &
  Pick<Extract<NamesView, { kind: "seen" }>, "verdict" | "endpoint">;
type Endpoint = Readonly<{ dnsName: string; recordType: string; recordTTL: number; targets: readonly string[] }>;

/** Looks at where names of clusters lead. */
export type NameLooks = Looks<Subject, Looked>;

const FRESH_MS = 60_000;
const TTL_SECONDS = 300;
/** Any name below a wildcard leads where all do; no deployment has this one: each handle ends in characters of its id. */
const PROBE = "berth";

/** Creates the looks. */
export function createNameLooks(lookUp: LookUpRecords, clock: Clock, onNews: (handle: string) => void): NameLooks {
  const ask = async (client: KubeClient, subject: Subject): Promise<Looked> => {
    const [verdict, endpoint] = await Promise.all([findVerdict(lookUp, subject), readEndpoint(client, subject)]);
    return { kind: "looked", stamp: subject.stamp, verdict, endpoint };
  };
  const isAwaited = (view: Looked | Unanswered): boolean => view.kind !== "looked" || view.verdict !== "points";
  return new Looks({ clock, freshMs: FRESH_MS, ask, isAwaited, onNews, outlasts: "always" });
}

async function findVerdict(lookUp: LookUpRecords, { domain, address }: Subject): Promise<Looked["verdict"]> {
  try {
    const [found, behind] = await Promise.all([
      lookUp(`${PROBE}.${domain}`),
      isIP(address) === 0 ? lookUp(address) : { addresses: [] },
    ]);
    return judgeNames(found, address, behind.addresses);
  } catch {
    return "unavailable";
  }
}

async function readEndpoint(client: KubeClient, subject: Subject): Promise<EndpointView> {
  if (subject.place === undefined) return "manual";
  const found = await getEndpoint(client, subject.place);
  if (found === "unserved") return found;
  return found !== undefined && isCurrent(found, endpointOf(subject)) ? "current" : "stale";
}

function isCurrent(found: KubeObject, wanted: Endpoint): boolean {
  const { endpoints = [] } = (found["spec"] ?? {}) as { endpoints?: readonly Partial<Endpoint>[] };
  const [{ dnsName, recordType, targets } = {}] = endpoints;
  const isAlike = dnsName === wanted.dnsName && recordType === wanted.recordType;
  return endpoints.length === 1 && isAlike && String(targets) === String(wanted.targets);
}

/** Who has no ExternalDNS has none of its objects. */
async function getEndpoint(client: KubeClient, place: Place): Promise<KubeObject | "unserved" | undefined> {
  try {
    return await client.get(DNS_ENDPOINTS, place, CALL);
  } catch (error) {
    if (error instanceof KubeError && error.reason === "UnknownPath") return "unserved";
    throw error;
  }
}

function endpointOf({ domain, address }: Pick<Subject, "domain" | "address">): Endpoint {
  const types: Readonly<Record<number, string>> = { 4: "A", 6: "AAAA" };
  const recordType = types[isIP(address)] ?? "CNAME";
  return { dnsName: `*.${domain}`, recordType, recordTTL: TTL_SECONDS, targets: [address] };
}

/** Looks at where the names of a cluster lead; undefined where they are under the platform's domain. */
export function lookAtNames(
  context: Context,
  object: ClusterObject,
  address: string | undefined,
): NamesView | undefined {
  if (object.spec.namesUnder !== "cluster") return undefined;
  if (address === undefined) return { kind: "untold" };
  const subject = subjectOf(context, object, address);
  const found = context.names.look(context.client, subject);
  if (found.kind !== "looked" || found.stamp !== subject.stamp)
    return { kind: "unasked", told: toldCondition(object.status?.conditions, NAMES_POINT) };
  const { verdict, endpoint } = found;
  return { kind: "seen", name: endpointOf(subject).dnsName, address, verdict, endpoint };
}

function subjectOf({ settings, clock }: Context, object: ClusterObject, address: string): Subject {
  const handle = clusterHandle(object);
  const domain = clusterDomain({ handle, namesUnder: object.spec.namesUnder }, settings.appsDomain);
  const place = settings.dns === "external-dns" ? placeOf(object) : undefined;
  return { handle, domain, address, place, stamp: `${domain} ${address}`, stage: stageOf({ clock }, object) };
}

function placeOf(object: ClusterObject): Place {
  return { namespace: object.metadata.namespace ?? "", name: clusterHandle(object) };
}

/** Writes the record down for ExternalDNS; a fault holds up nothing else: it is tried again with the next look. */
export async function publishNames(
  context: Context,
  object: ClusterObject,
  view: NamesView | undefined,
): Promise<void> {
  if (view?.kind !== "seen") return;
  const { metadata } = object;
  const subject = subjectOf(context, object, view.address);
  const owner = {
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind: "Cluster",
    name: metadata.name,
    uid: metadata.uid ?? "",
  };
  const place = placeOf(object);
  const labels = { [LABELS.managed]: "true", [LABELS.clusterHandle]: subject.handle };
  const body = {
    apiVersion: `${DNS_ENDPOINTS.group}/${DNS_ENDPOINTS.version}`,
    kind: DNS_ENDPOINTS.kind,
    metadata: { ...place, labels, ownerReferences: [owner] },
    spec: { endpoints: [endpointOf(subject)] },
  };
  try {
    const by = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true };
    const made = await context.client.patch(DNS_ENDPOINTS, place, { kind: "apply", body }, by);
    // Where somebody changes it under our hands it is looked at when that is due, not at once and again.
    if (!isCurrent(made, endpointOf(subject))) return;
    context.names.forget(subject.handle);
    context.names.look(context.client, subject);
  } catch (error) {
    context.logger.warn("The DNS record of a cluster could not be written", {
      cluster: subject.handle,
      error: messageOf(error),
    });
  }
}

/** Tells whether the record of a cluster that is deleted is there still: its address may soon be somebody else's. */
export async function observeNames(
  context: Context,
  object: ClusterObject,
): Promise<Pick<ClusterDeletionObserved, "named">> {
  if (object.spec.namesUnder !== "cluster" || context.settings.dns !== "external-dns") return {};
  const found = await getEndpoint(context.client, placeOf(object));
  return { named: found !== undefined && found !== "unserved" };
}

/** Removes the record of a cluster that is deleted. */
export async function withdrawNames(context: Context, object: ClusterObject): Promise<void> {
  await context.client.delete(DNS_ENDPOINTS, placeOf(object), CALL);
}
