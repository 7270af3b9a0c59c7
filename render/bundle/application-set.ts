import type { IAppProject } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/AppProject";
import type { DeliveryRepository } from "./channel-files.ts";
import { BUNDLE_COMPONENTS } from "./components.ts";

/** Names the ApplicationSet of the component bundle. */
export const BUNDLE_SET = "berth-bundle";

/** The ApplicationSet as `charts/bundle` has it, with its Git generator left open. */
export type BundleSetManifest = Readonly<{
  metadata: Readonly<Record<string, unknown>>;
  spec: Readonly<{ generators: readonly SetGenerator[] }> & Readonly<Record<string, unknown>>;
}> &
  Readonly<Record<string, unknown>>;
type SetGenerator = Readonly<{ matrix: Readonly<{ generators: readonly Readonly<Record<string, unknown>>[] }> }>;

/** Renders the ApplicationSet for one installation: charts/bundle's templates do the same to the same file. */
export function renderBundleSet(
  manifest: BundleSetManifest,
  { argocdNamespace, repoUrl, branch }: DeliveryRepository & Readonly<{ argocdNamespace: string }>,
): BundleSetManifest {
  const generators = manifest.spec.generators.map(({ matrix }) => ({
    matrix: {
      ...matrix,
      generators: matrix.generators.map((generator) => {
        const git = generator["git"];
        if (typeof git !== "object" || git === null) return generator;
        return { ...generator, git: { ...git, repoURL: repoUrl, revision: branch } };
      }),
    },
  }));
  return {
    ...manifest,
    metadata: { ...manifest.metadata, namespace: argocdNamespace },
    spec: { ...manifest.spec, generators },
  };
}

const CLUSTER_KINDS = [
  ["crds", "apiextensions.k8s.io", ["CustomResourceDefinition"]],
  ["clusterRoles", "rbac.authorization.k8s.io", ["ClusterRole"]],
  ["clusterRoleBindings", "rbac.authorization.k8s.io", ["ClusterRoleBinding"]],
  ["ingressClasses", "networking.k8s.io", ["IngressClass"]],
  ["gatewayClasses", "gateway.networking.k8s.io", ["GatewayClass"]],
  ["clusterIssuers", "cert-manager.io", ["ClusterIssuer"]],
  ["storageClasses", "storage.k8s.io", ["StorageClass"]],
  ["csiDrivers", "storage.k8s.io", ["CSIDriver"]],
  ["priorityClasses", "scheduling.k8s.io", ["PriorityClass"]],
  ["webhooks", "admissionregistration.k8s.io", ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"]],
  ["apiServices", "apiregistration.k8s.io", ["APIService"]],
  [
    "admissionPolicies",
    "admissionregistration.k8s.io",
    ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"],
  ],
] as const;

/** Derives what the bundle's project must allow, and nothing else: its charts, its namespaces, its kinds. */
export function bundlePermissions(
  { repoUrl }: Pick<DeliveryRepository, "repoUrl">,
  clusterHandles: readonly string[],
): NonNullable<IAppProject["spec"]> {
  const repositories = BUNDLE_COMPONENTS.flatMap(({ repository }) => repository ?? []);
  const namespaces = BUNDLE_COMPONENTS.flatMap(({ namespace, footprint }) => [
    namespace,
    ...(footprint.otherNamespaces ?? []),
  ]);
  // One pattern instead of a destination for each namespace of each cluster: thousands of lines would say the same.
  const namespace = `{${distinct(namespaces).join(",")}}`;
  return {
    sourceRepos: distinct([repoUrl, ...repositories]),
    destinations: distinct(clusterHandles).map((name) => ({ name, namespace })),
    clusterResourceWhitelist: [{ group: "", kind: "Namespace" }, ...clusterKinds()],
  };
}

function clusterKinds(): { group: string; kind: string }[] {
  return CLUSTER_KINDS.flatMap(([member, group, kinds]) => {
    const isMade = BUNDLE_COMPONENTS.some(({ footprint }) => (footprint[member] ?? []).length > 0);
    return isMade ? kinds.map((kind) => ({ group, kind })) : [];
  });
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
