import { METRICS_API } from "../bundle/components.ts";
import type { BundleFootprint } from "./bundle-footprint.ts";
import type { ClusterFacts, FoundObject } from "./cluster-facts.ts";
import { findingOn, findingOnCluster, type Finding } from "./finding.ts";

export const DEFAULT_STORAGE_CLASS = "storageclass.kubernetes.io/is-default-class";

/** Names the DaemonSets of networks that enforce NetworkPolicies. */
export const ENFORCING_AGENTS: ReadonlySet<string> = new Set([
  "anetd",
  "antrea-agent",
  "azure-npm",
  "calico-node",
  "canal",
  "cilium",
  "kube-network-policies",
  "kube-ovn-cni",
  "kube-router",
  "ovnkube-node",
  "rke2-canal",
  "weave-net",
]);
/** Amazon's network has one name whether it enforces them or not; this is a container of its. */
const ENFORCING_IMAGE = "network-policy-agent";

/** Finds what a cluster that others made lacks, and the bundle does not bring onto it. */
export function findLacks(bundle: BundleFootprint, facts: ClusterFacts): Finding[] {
  return [...noStorage(facts), ...noMetrics(bundle, facts), ...noPolicies(facts), ...gatewayClasses(facts)];
}

function noStorage({ objects }: ClusterFacts): Finding[] {
  const storage = objects.filter(({ kind }) => kind === "StorageClass");
  if (storage.some(({ annotations }) => annotations[DEFAULT_STORAGE_CLASS] === "true")) return [];
  const told = {
    severity: "warning",
    code: "no_default_storage_class",
    message: "The cluster has no default StorageClass: volumes of deployments and databases would wait for ever.",
    remedy: `Set the annotation ${DEFAULT_STORAGE_CLASS}: "true" on one.`,
  } as const;
  return [findingOn({ kind: "StorageClass", name: "default" }, told)];
}

/** Where the bundle brings them, or they are said to be the cluster's own, nothing more is to be told. */
function noMetrics(bundle: BundleFootprint, { objects }: ClusterFacts): Finding[] {
  if (bundle.some(({ skipped, own }) => skipped === undefined && own?.apiService === METRICS_API)) return [];
  if (objects.some(({ kind, name }) => kind === "APIService" && name === METRICS_API)) return [];
  const told = {
    severity: "warning",
    code: "no_metrics_api",
    message: "The cluster does not serve metrics.k8s.io: nothing scales by its load, and what pods take is not shown.",
    remedy: "Install metrics-server.",
  } as const;
  return [findingOn({ kind: "APIService", name: METRICS_API }, told)];
}

/** Says nothing where not all could be seen: a network that enforces them may be among the rest. */
function noPolicies({ objects, cutKinds, missingPermissions }: ClusterFacts): Finding[] {
  const agents = objects.filter(({ kind }) => kind === "DaemonSet");
  const isUnsure = cutKinds.includes("DaemonSet") || missingPermissions.includes("list daemonsets");
  if (isUnsure || agents.some(enforcesPolicies)) return [];
  return [
    findingOnCluster({
      severity: "warning",
      code: "no_network_policies",
      message: "No network was seen that enforces NetworkPolicies: every pod would reach every other one.",
      remedy: "Use one that does, such as Cilium or Calico; ignore this if yours does under another name.",
    }),
  ];
}

function enforcesPolicies({ name, images = [] }: FoundObject): boolean {
  return ENFORCING_AGENTS.has(name) || images.some((image) => image.includes(ENFORCING_IMAGE));
}

function gatewayClasses({ objects }: ClusterFacts): Finding[] {
  return objects
    .filter(({ kind }) => kind === "GatewayClass")
    .map((object) =>
      findingOn(object, {
        severity: "info",
        code: "has_gateway_class",
        message: `The cluster has Gateways of the class ${object.name}; deployments have a way in of their own beside them.`,
        remedy: "Nothing is to be done; both have addresses of their own.",
      }),
    );
}
