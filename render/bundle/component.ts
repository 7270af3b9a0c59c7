import type { BackupStore } from "../../contract/store-settings.ts";
import type { AcmeIssuer } from "../../contract/certificate-settings.ts";
import type { BUNDLE_CHANNELS, ClusterSpec } from "../../contract/resources/cluster.ts";
import type { CLUSTER_ROUTINGS } from "../../contract/resources/cluster-routings.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import type { JsonMap } from "../text/yaml-text.ts";

/** A channel of the component bundle. */
export type BundleChannel = (typeof BUNDLE_CHANNELS)[number];

/** How requests come to the deployments of a cluster. */
export type ClusterRouting = (typeof CLUSTER_ROUTINGS)[number];

/** Lists the kinds of cluster that can choose how requests come to them. */
const ROUTED_KINDS = ["standard", "local", "host"] as const;
const OTHER_KINDS = ["imported", "autopilot", "shared"] as const;
type ClusterKind = (typeof ROUTED_KINDS)[number] | (typeof OTHER_KINDS)[number];

/** The cloud whose components the bundle has; the end of a profile names it. */
const CLOUD = "hetzner";

/** Kinds that others made; those of them that say what they have of their own end with this word. */
type OwnedKind = "imported" | "autopilot";
const OWN = "own";

/** Of clusters that others made those that have a Gateway say it always: nothing comes to them but by its label (docs/adr/0145). */
const OWNED_ROUTED = ["imported-both", "imported-gateway"] as const;
type OwnedRouted = (typeof OWNED_ROUTED)[number];

/** A kind of cluster with the way in which requests come to it. */
type RoutedProfile =
  ClusterKind | `${(typeof ROUTED_KINDS)[number]}-${Exclude<ClusterRouting, "ingress">}` | OwnedRouted;

/** A kind of cluster, as far as the bundle is concerned; those that route by the Gateway API, whose cloud it serves, or that have components of their own, say so. */
export type BundleProfile =
  RoutedProfile | `${RoutedProfile}-${typeof CLOUD}` | `${OwnedKind | OwnedRouted}-${typeof OWN}`;

const ROUTED_PROFILES: readonly RoutedProfile[] = [
  ...ROUTED_KINDS.flatMap((kind) => [kind, `${kind}-both` as const, `${kind}-gateway` as const]),
  ...OTHER_KINDS,
];

/** Lists the kinds of cluster that get different components; a cluster Secret's label says which kind it is. */
export const BUNDLE_PROFILES: readonly BundleProfile[] = [
  ...ROUTED_PROFILES,
  ...ROUTED_PROFILES.filter((profile) => ["standard", "host"].includes(kindIn(profile))).map(
    (profile) => `${profile}-${CLOUD}` as const,
  ),
  `imported-${OWN}`,
  `autopilot-${OWN}`,
  ...OWNED_ROUTED.map((profile) => `${profile}-${OWN}` as const),
];

/** The word by which a cluster Secret says that no component is generated for it any more. */
export const BUNDLE_NONE = "none";

/** Tells whether a word names a kind of cluster. */
export function isBundleProfile(word: string): word is BundleProfile {
  return BUNDLE_PROFILES.some((profile) => profile === word);
}

/** Lists what a component makes that others on the cluster could have made already; an import is held against it. */
export type Footprint = Readonly<{
  crds?: readonly string[];
  clusterRoles?: readonly string[];
  clusterRoleBindings?: readonly string[];
  ingressClasses?: readonly string[];
  gatewayClasses?: readonly string[];
  priorityClasses?: readonly string[];
  clusterIssuers?: readonly string[];
  storageClasses?: readonly string[];
  csiDrivers?: readonly string[];
  /** ValidatingWebhookConfigurations and MutatingWebhookConfigurations. */
  webhooks?: readonly Readonly<{ kind: "Validating" | "Mutating"; name: string }>[];
  apiServices?: readonly string[];
  /** ValidatingAdmissionPolicies, each with a binding of its name. */
  admissionPolicies?: readonly string[];
  /** Namespaces beside its own in which it makes a Role or RoleBinding. */
  otherNamespaces?: readonly string[];
  /** Workloads by which a second copy of it in another namespace is recognized: how the names of its images end, without the tag. */
  images?: readonly string[];
}>;

/** What a cluster's own copy of a component is held against, before the component is left out by itself (docs/adr/0135). */
export type OwnTerms = Readonly<{
  /** What Berth makes or reads there, as `<plural>.<group>/<version>`: all of it must be served. */
  kinds: readonly string[];
  /** The API that it must be seen to serve; in its place nobody asks whose pods serve it. */
  apiService?: string;
  /** The least version of its images that is known to have what Berth's objects say; undefined where the served version tells. */
  versionMin?: string;
  /** Whether Berth finds it in the namespace alone in which the bundle has it. */
  isPlaced?: boolean;
  /** The workload whose Service of the same name Berth looks for. */
  workload?: string;
  /** What is different with the cluster's own, in a sentence. */
  note?: string;
  /** Whether others bring its kinds too: without a program of its own they are no copy of it. */
  sharesKinds?: boolean;
  /** Its program, by how its image's name ends, and why it could not serve as it is started. */
  program?: Readonly<{ image: string; faultsOf: (settings: ProgramSettings) => readonly string[] }>;
}>;

/** What a program is started with: its arguments, and the files that it reads, as ConfigMaps bring them. */
export type ProgramSettings = Readonly<{ args: readonly string[]; files: readonly string[] }>;

/** What components are told of the installation. */
export type Installation = Readonly<{
  /** Domain of the platform's applications. */
  appsDomain: string;
  /** Issuer on each cluster; empty where there is none, the charts' own when unset. */
  clusterIssuer?: string | undefined;
  /** What Berth makes that issuer from; undefined where it does not. */
  acme?: AcmeIssuer | undefined;
  /** Where deployments' backups are kept; undefined where there are none. */
  backups?: BackupStore | undefined;
}>;

/** Defines one component of the bundle; its Helm release is named like it. */
export type BundleComponent = Readonly<{
  component: string;
  /** Says in a sentence what it is for. */
  purpose: string;
  /** Helm repository; undefined for a chart of our own, which lies in the delivery repository. */
  repository?: string;
  chart: string;
  versions: Readonly<Record<BundleChannel, string>>;
  namespace: string;
  values: JsonMap;
  /** Values that say something of the installation. */
  valuesUnder?: (installation: Installation) => JsonMap;
  /** Values that replace those above, member by member, on one kind of cluster. */
  valuesOn?: Partial<Readonly<Record<RoutedProfile, JsonMap>>>;
  /** The kinds of cluster it is for; hosts get what standard ones get, Autopilot what imported ones get unless it is skipped. */
  profiles: readonly Exclude<ClusterKind, "autopilot" | "host">[];
  /** The one way of requests that it is for; undefined where it has nothing to do with them. */
  routing?: Exclude<ClusterRouting, "both">;
  /** Makes servers of the cloud into nodes: it is for clusters alone that leave this to the bundle (docs/adr/0138). */
  isOfCloud?: boolean;
  /** Clusters from elsewhere mostly have it: it is brought to those of them alone that say what they have of their own. */
  isMostlyOwn?: boolean;
  /** By what a cluster's own copy of it is known to serve in its place; undefined for what the bundle alone brings. */
  own?: OwnTerms;
  /** What is asked of it beside that where the cluster has a Gateway. */
  ownAtGateways?: Pick<OwnTerms, "versionMin" | "program">;
  /** Says why GKE Autopilot cannot carry it; undefined where it can. */
  skipOnAutopilot?: string;
  footprint: Footprint;
}>;

/** Tells how requests come in at a cluster of its own: to a shared one they come at its host. */
export function routingOf({ routing }: Pick<ClusterSpec, "routing">): ClusterRouting {
  return routing ?? "ingress";
}

/** What of a cluster says which components it gets. */
export type ProfiledSpec = Pick<
  ClusterSpec,
  "provider" | "tier" | "role" | "imported" | "routing" | "cloudComponents" | "ownComponents"
>;

/** Where a cluster is, and what carries it; the tier also as it is read back. */
type Place = Readonly<{ tier: string }> & Pick<ClusterSpec, "provider" | "role" | "imported">;
type Routed = Readonly<{
  spec: Omit<ProfiledSpec, "cloudComponents" | "ownComponents">;
  status?: Pick<ClusterStatus, "routing"> | undefined;
}>;

/**
 * Tells how requests come to the deployments of a cluster; of a shared one its status remembers what its host says, of an
 * imported one whether what is wanted was seen to be in nobody's way (docs/adr/0145).
 */
export function clusterRouting({ spec, status }: Routed): ClusterRouting {
  const told = status?.routing ?? "ingress";
  if (isCarried(spec)) return told;
  return spec.imported !== undefined && told === "ingress" ? "ingress" : routingOf(spec);
}

/** Tells the same for what is rendered: what is unset stays so, that no file of what was rendered before changes. */
export function renderedRouting({ spec, status }: Routed): ClusterRouting | undefined {
  if (isCarried(spec)) return status?.routing;
  return spec.routing === undefined ? undefined : clusterRouting({ spec, status });
}

type Certified = Omit<Routed, "status"> &
  Readonly<{ status?: Pick<ClusterStatus, "routing" | "certifiesEachName"> | undefined }>;
type Named = Readonly<{ spec: Pick<ClusterSpec, "namesUnder"> }>;

/** Tells whether each name of the platform's has a certificate of its own at a cluster's Gateway; undefined where not. */
export function certifiesEachName({ spec, status }: Certified): true | undefined {
  const isAtGateway = clusterRouting({ spec, status }) !== "ingress";
  return isAtGateway && status?.certifiesEachName === true ? true : undefined;
}

/** Tells so of a shared cluster by its host: on hosts nobody has one certificate for all names under a cluster's own domain. */
export function certifiesNamesOf({ spec }: Named, host: Certified): boolean {
  return routingOf(host.spec) !== "ingress" && (spec.namesUnder === "cluster" || certifiesEachName(host) === true);
}

/** Tells whether a cluster is a virtual one, on a host. */
export function isCarried(place: Place): boolean {
  return kindOf(place) === "shared";
}

/** Tells what kind of cluster a spec describes. */
export function bundleProfile(spec: ProfiledSpec): BundleProfile {
  const kind = kindOf(spec);
  const routing = routingOf(spec);
  if (kind === "imported" && routing !== "ingress") return `imported-${routing}-${OWN}`;
  if (kind === "imported" || kind === "autopilot") return spec.ownComponents === undefined ? kind : `${kind}-${OWN}`;
  const profile = isRouted(kind) && routing !== "ingress" ? (`${kind}-${routing}` as const) : kind;
  return spec.cloudComponents === "bundle" ? `${profile}-${CLOUD}` : profile;
}

function kindOf({ provider, tier, role, imported }: Place): ClusterKind {
  if (imported !== undefined) return imported.isAutopilot === true ? "autopilot" : "imported";
  if (provider === "local") return "local";
  if (role === "host") return "host";
  return tier === "shared" ? "shared" : "standard";
}

function isRouted(kind: ClusterKind): kind is (typeof ROUTED_KINDS)[number] {
  return ROUTED_KINDS.some((one) => one === kind);
}

/** What a profile says: which kind of cluster, how requests come, whether the bundle serves its cloud, and whether it says what it has of its own. */
export type ReadProfile = Readonly<{
  kind: ClusterKind;
  routing: ClusterRouting;
  hasCloud: boolean;
  saysOwn: boolean;
  routed: RoutedProfile;
}>;

/** Takes apart what a profile says. */
export function readProfile(profile: BundleProfile): ReadProfile {
  const end = [CLOUD, OWN].find((word) => profile.endsWith(`-${word}`));
  const routed = (end === undefined ? profile : profile.slice(0, -end.length - 1)) as RoutedProfile;
  const [, routing = "ingress"] = routed.split("-") as [ClusterKind, ClusterRouting?];
  return { kind: kindIn(routed), routing, hasCloud: end === CLOUD, saysOwn: end === OWN, routed };
}

function kindIn(routed: RoutedProfile): ClusterKind {
  return routed.split("-")[0] as ClusterKind;
}
