import type { BUNDLE_CHANNELS, ClusterSpec } from "../../contract/resources/cluster.ts";
import type { JsonMap } from "../text/yaml-text.ts";

/** A channel of the component bundle. */
export type BundleChannel = (typeof BUNDLE_CHANNELS)[number];

/** Lists the kinds of cluster that get different components; a cluster Secret's label says which kind it is. */
export const BUNDLE_PROFILES = ["standard", "host", "imported", "autopilot", "shared", "local"] as const;
/** A kind of cluster, as far as the bundle is concerned. */
export type BundleProfile = (typeof BUNDLE_PROFILES)[number];

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
  priorityClasses?: readonly string[];
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
  /** Values that replace those above, member by member, on one kind of cluster. */
  valuesOn?: Partial<Readonly<Record<BundleProfile, JsonMap>>>;
  /** The kinds of cluster it is for; hosts get what standard ones get, Autopilot what imported ones get unless it is skipped. */
  profiles: readonly Exclude<BundleProfile, "autopilot" | "host">[];
  /** Says why GKE Autopilot cannot carry it; undefined where it can. */
  skipOnAutopilot?: string;
  footprint: Footprint;
}>;

/** Tells what kind of cluster a spec describes. */
export function bundleProfile({
  provider,
  tier,
  role,
  imported,
}: Pick<ClusterSpec, "provider" | "tier" | "role" | "imported">): BundleProfile {
  if (imported !== undefined) return imported.isAutopilot === true ? "autopilot" : "imported";
  if (provider === "local") return "local";
  if (role === "host") return "host";
  return tier === "shared" ? "shared" : "standard";
}
