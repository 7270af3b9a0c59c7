import type { BundleFootprint } from "./bundle-footprint.ts";
import type { ClusterFacts, FoundObject } from "./cluster-facts.ts";
import { DEFAULT_STORAGE_CLASS } from "./find-lacks.ts";
import { findingOn, findingOnCluster, type Finding } from "./finding.ts";
import { ownerOf } from "./object-owner.ts";

/** Names what registration makes on a cluster; only another Berth, or a former import, has made it before. */
export const OWN_NAMESPACE = "berth-system";
/** Minor versions of Kubernetes 1 that the bundle and Argo CD are tested with. */
const MINOR_MIN = 33;
const MINOR_MAX = 36;
const DEFAULT_INGRESS_CLASS = "ingressclass.kubernetes.io/is-default-class";
const ENFORCED = "pod-security.kubernetes.io/enforce";

/** Finds what around the bundle's own objects would keep it, or deployments, from working. */
export function findSurroundings(bundle: BundleFootprint, facts: ClusterFacts): Finding[] {
  return [
    ...namespaces(bundle, facts),
    ...classes(facts, "IngressClass", DEFAULT_INGRESS_CLASS),
    ...classes(facts, "StorageClass", DEFAULT_STORAGE_CLASS),
    ...closedWebhooks(facts),
    ...version(facts),
    ...permissions(facts),
    ...sizes(facts),
  ];
}

function namespaces(bundle: BundleFootprint, { objects }: ClusterFacts): Finding[] {
  const wanted = new Map(
    bundle.filter(({ skipped }) => skipped === undefined).map(({ namespace, component }) => [namespace, component]),
  );
  const found = objects.filter(({ kind }) => kind === "Namespace");
  return found.flatMap((object) => {
    if (object.name === OWN_NAMESPACE) return ownNamespace(object);
    const component = wanted.get(object.name);
    return component === undefined ? [] : [...claimed(object, component), ...limits(object, component, objects)];
  });
}

function ownNamespace(object: FoundObject): Finding[] {
  if (object.deleting === true) return [terminating(object)];
  const told = {
    severity: "error",
    code: "managed_by_berth",
    message: `The namespace ${object.name} is there: another Berth manages this cluster, or did and left it behind.`,
    remedy: `Detach the cluster there first; when no Berth uses it any more, delete the namespace ${object.name}.`,
  } as const;
  return [findingOn(object, told)];
}

function claimed(object: FoundObject, component: string): Finding[] {
  if (object.deleting === true) return [terminating(object)];
  const owner = ownerOf(object);
  if (owner?.tool === "berth" || owner?.tool === "kubernetes") return [];
  const told = {
    severity: "warning",
    code: "namespace_exists",
    message: `The namespace ${object.name}, in which the component ${component} runs, is there already.`,
    remedy: "Make sure that what lies in it may live beside the component.",
  } as const;
  return [findingOn(object, told)];
}

function terminating(object: FoundObject): Finding {
  return findingOn(object, {
    severity: "error",
    code: "namespace_terminating",
    message: `The namespace ${object.name} is being deleted; nothing can be made in it.`,
    remedy: "Wait until it is gone; if it hangs, see which finalizers its objects still have.",
  });
}

function limits(object: FoundObject, component: string, objects: readonly FoundObject[]): Finding[] {
  const findings: Finding[] = [];
  const enforced = object.labels[ENFORCED];
  if (enforced === "restricted")
    findings.push(
      findingOn(object, {
        severity: "warning",
        code: "namespace_pod_security",
        message: `The namespace ${object.name} admits only pods of the level ${enforced}; those of the component ${component} may be refused.`,
        remedy: `Set its label ${ENFORCED} to baseline.`,
      }),
    );
  const quotas = objects.filter(
    ({ kind, namespace }) => namespace === object.name && (kind === "ResourceQuota" || kind === "LimitRange"),
  );
  return [
    ...findings,
    ...quotas.map((quota) =>
      findingOn(quota, {
        severity: "warning",
        code: "namespace_quota",
        message: `${quota.kind} ${quota.name} limits the namespace ${object.name}; pods of the component ${component} may be refused.`,
        remedy: "Make sure that it leaves room for the component.",
      }),
    ),
  ];
}

function classes({ objects }: ClusterFacts, kind: "IngressClass" | "StorageClass", annotation: string): Finding[] {
  const defaults = objects.filter((object) => object.kind === kind && object.annotations[annotation] === "true");
  if (defaults.length < 2) return [];
  const effect =
    kind === "IngressClass" ? "Ingresses without a class are refused" : "which one is used is left to chance";
  return defaults.map((object) =>
    findingOn(object, {
      severity: "warning",
      code: kind === "IngressClass" ? "default_ingress_classes" : "default_storage_classes",
      message: `${kind} ${object.name} is one of ${defaults.length} defaults: ${effect}.`,
      remedy: `Leave the annotation ${annotation} on one of them only.`,
    }),
  );
}

function closedWebhooks({ objects }: ClusterFacts): Finding[] {
  return objects
    .filter((object) => object.failsClosed === true && ownerOf(object)?.tool !== "berth")
    .map((object) =>
      findingOn(object, {
        severity: "warning",
        code: "webhook_fails_closed",
        message: `${object.kind} ${object.name} is asked about objects in every namespace, ours too: when its server is away, nothing can be deployed.`,
        remedy: "Narrow its namespaceSelector, or set failurePolicy to Ignore.",
      }),
    );
}

function version({ kubernetesVersion }: ClusterFacts): Finding[] {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(kubernetesVersion) ?? [];
  if (major === "1" && Number(minor) >= MINOR_MIN && Number(minor) <= MINOR_MAX) return [];
  const isNewer = major === "1" && Number(minor) > MINOR_MAX;
  const range = `1.${MINOR_MIN} to 1.${MINOR_MAX}`;
  return [
    findingOnCluster({
      severity: isNewer ? "warning" : "error",
      code: isNewer ? "version_untested" : "version_unsupported",
      message: `The cluster runs Kubernetes ${kubernetesVersion}; the platform is tested with ${range}.`,
      remedy: isNewer ? "Expect that a component may not run." : `Upgrade it to ${range} first.`,
    }),
  ];
}

function permissions({ missingPermissions }: ClusterFacts): Finding[] {
  return missingPermissions.map((permission) =>
    findingOnCluster({
      severity: "error",
      code: "permission_missing",
      message: `The given credential may not ${permission}, which registration needs.`,
      remedy: "Give a credential that is bound to the ClusterRole cluster-admin; it is used once, then thrown away.",
    }),
  );
}

function sizes({ cutKinds, nodeCount }: ClusterFacts): Finding[] {
  const cut = cutKinds.map((kind) =>
    findingOnCluster({
      severity: "warning",
      code: "not_all_seen",
      message: `The cluster has more objects of the kind ${kind} than were looked at.`,
      remedy: "Look yourself whether one of them is another copy of a component of the bundle.",
    }),
  );
  if (nodeCount > 0) return cut;
  const told = {
    severity: "warning",
    code: "no_nodes",
    message: "The cluster has no nodes now: nothing would run on it.",
    remedy: "Add nodes, unless the provider does when they are needed.",
  } as const;
  return [...cut, findingOnCluster(told)];
}
