/** Lists what a component makes that others on the cluster could have made already; an import is held against it. */
export type Footprint = Readonly<{
  crds?: readonly string[];
  clusterRoles?: readonly string[];
  clusterRoleBindings?: readonly string[];
  ingressClasses?: readonly string[];
  priorityClasses?: readonly string[];
  storageClasses?: readonly string[];
  webhooks?: readonly Readonly<{ kind: "Validating" | "Mutating"; name: string }>[];
  apiServices?: readonly string[];
  /** Namespaces beside its own in which it makes something. */
  otherNamespaces?: readonly string[];
  /** How the names of its images end, without the tag: a copy of it that runs elsewhere is recognized by them. */
  images?: readonly string[];
}>;

/** Is a component of the bundle, as far as the preflight of an import needs to know it. */
export type FootprintComponent = Readonly<{
  component: string;
  namespace: string;
  /** Why the cluster does without it; undefined when it is wanted. */
  skipped: string | undefined;
  footprint: Footprint;
}>;

/** Is what an import would bring along onto a cluster. */
export type BundleFootprint = readonly FootprintComponent[];
