import type { IApplication } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application";
import type { IAppProject } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/AppProject";
import { componentLabel, LABELS } from "../../contract/identity.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import { OWN_COMPONENTS } from "../../contract/resources/own-components.ts";
import { formatProject } from "../argocd/app-project.ts";
import { RETRY, generatePaths } from "../argocd/application.ts";
import { bundlePermissions } from "../bundle/application-set.ts";
import { readProfile, type BundleProfile } from "../bundle/component.ts";
import { LABEL_ORGANIZATION, applicationsFolder, rootApplicationName } from "../delivery-names.ts";
import type { RenderDeploymentInput, RenderedFile } from "../render-input.ts";
import { formatResource } from "../resource-file.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Names the projects of what is the platform's own. */
export const PROJECT_ROOT = "berth-root";
const PROJECT_BUNDLE = "berth-bundle";

/** A cluster as Argo CD and the bundle see it. */
export type RegisteredCluster = Readonly<{
  handle: string;
  id: string;
  /** Namespace of its organization. */
  namespace: string;
  provider: string;
  region: string;
  tier: string;
  /** Channel of the component bundle. */
  channel: string;
  /** Kind of cluster, as the bundle sees it. */
  bundleProfile: BundleProfile;
  /** What it has of its own of the bundle; told where its profile says so. */
  ownComponents: ReadonlySet<string>;
  namesUnder?: ClusterSpec["namesUnder"];
  /** Whether the certificate of names of its own is brought to it. */
  bringsCertificate?: boolean;
}>;

/** How Argo CD reaches a cluster; with `insecure` the CA is left out, client-go refuses both. */
export type ClusterAccess = Readonly<{
  server: string;
  bearerToken: string;
  caData?: string;
  serverName?: string;
  insecure?: boolean;
}>;

/** A Secret in the form in which the API server returns it. */
export type SecretManifest = Readonly<{
  apiVersion: "v1";
  kind: "Secret";
  metadata: Readonly<{ name: string; namespace: string; labels: Record<string, string> }>;
  type: "Opaque";
  data: Readonly<Record<string, string>>;
}>;

/** Renders the Secret that makes a cluster known to Argo CD; its name there is the handle. `caData` is base64 of the PEM. */
export function renderClusterSecret(
  input: Readonly<{ argocdNamespace: string; cluster: RegisteredCluster; access: ClusterAccess }>,
): SecretManifest {
  const { argocdNamespace, cluster, access } = input;
  const tls =
    access.insecure === true
      ? { insecure: true }
      : { insecure: false, caData: access.caData, serverName: access.serverName };
  const config = JSON.stringify({ bearerToken: access.bearerToken, tlsClientConfig: tls });
  const labels = {
    "argocd.argoproj.io/secret-type": "cluster",
    [LABELS.managed]: "true",
    [LABELS.id]: cluster.id,
    [LABELS.tier]: cluster.tier,
    [LABELS.provider]: cluster.provider,
    [LABELS.region]: cluster.region,
    [LABELS.channel]: cluster.channel,
    [LABELS.bundleProfile]: cluster.bundleProfile,
    [LABELS.autopilot]: String(readProfile(cluster.bundleProfile).kind === "autopilot"),
    [LABEL_ORGANIZATION]: cluster.namespace,
    ...componentLabels(cluster),
    ...(cluster.namesUnder === "cluster" ? ownNames(cluster) : {}),
  };
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: `cluster-${cluster.handle}`, namespace: argocdNamespace, labels },
    type: "Opaque",
    // Not stringData: that is never read back, so a comparison with what is there would always differ.
    data: {
      name: toBase64(cluster.handle),
      server: toBase64(withoutEndSlashes(access.server)),
      config: toBase64(config),
    },
  };
}

/** What is to come is named and what is not is not: the set brings nothing for a label that is missing. */
function componentLabels({ bundleProfile, ownComponents }: RegisteredCluster): Record<string, string> {
  if (!readProfile(bundleProfile).saysOwn) return {};
  return Object.fromEntries(
    OWN_COMPONENTS.map((component) => [componentLabel(component), ownComponents.has(component) ? "own" : component]),
  );
}

function ownNames({ bringsCertificate = false }: RegisteredCluster): Record<string, string> {
  return { [LABELS.namesUnder]: "cluster", [LABELS.bringsCertificate]: String(bringsCertificate) };
}

/** Renders a cluster's root Application: it keeps the child Applications as Git has them and deletes none (docs/adr/0025). */
export function renderRootApplication(
  input: Readonly<{
    argocdNamespace: string;
    cluster: Pick<RegisteredCluster, "handle" | "id" | "namespace">;
    repoUrl: string;
    branch: string;
    managementCluster: string;
  }>,
): IApplication {
  const { argocdNamespace, cluster, repoUrl, branch, managementCluster } = input;
  const source = {
    repoURL: repoUrl,
    targetRevision: branch,
    path: applicationsFolder(cluster.handle),
    directory: { recurse: false },
  };
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: {
      name: rootApplicationName(cluster.handle),
      namespace: argocdNamespace,
      labels: {
        [LABELS.id]: cluster.id,
        [LABELS.clusterHandle]: cluster.handle,
        [LABEL_ORGANIZATION]: cluster.namespace,
      },
      annotations: generatePaths(source),
    },
    spec: {
      project: PROJECT_ROOT,
      source,
      destination: { name: managementCluster, namespace: argocdNamespace },
      syncPolicy: { automated: { prune: false, allowEmpty: false, selfHeal: true }, retry: RETRY },
    },
  };
}

/** Renders the platform's projects: roots, the bundle, and `default`, which is emptied so that nothing can use it. */
export function renderPlatformProjects(
  input: Readonly<{
    argocdNamespace: string;
    repoUrl: string;
    managementCluster: string;
    clusterHandles: readonly string[];
  }>,
): IAppProject[] {
  const { argocdNamespace, repoUrl, managementCluster, clusterHandles } = input;
  return [
    formatProject(argocdNamespace, PROJECT_ROOT, {
      sourceRepos: [repoUrl],
      destinations: [{ name: managementCluster, namespace: argocdNamespace }],
      clusterResourceWhitelist: [],
      namespaceResourceWhitelist: [{ group: "argoproj.io", kind: "Application" }],
    }),
    formatProject(argocdNamespace, PROJECT_BUNDLE, bundlePermissions({ repoUrl }, clusterHandles)),
    formatProject(argocdNamespace, "default", { sourceRepos: [], destinations: [], clusterResourceWhitelist: [] }),
  ];
}

/** Renders clusters/<handle>/resource.yaml, from which Git alone can rebuild the Cluster. */
export function renderClusterFile(
  input: Pick<RenderDeploymentInput, "metadata" | "handle" | "remembered"> & Readonly<{ spec: ClusterSpec }>,
): RenderedFile {
  return {
    path: `clusters/${input.handle}/resource.yaml`,
    content: formatResource("Cluster", input.metadata, input.spec, input.remembered),
  };
}

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
