import type { IAppProject } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/AppProject";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { formatProject } from "./app-project.ts";
import { isSystemNamespace, tenantNamespace } from "../delivery-names.ts";

/**
 * An organization has up to three projects, for what it delivers differs in who wrote it:
 *
 * - its own: what our charts render, in namespaces that are named by handles or were taken over;
 * - charts: exactly the namespaces of its charts and nothing cluster-wide, for anybody may have written them;
 * - cluster-wide: everything, for the deployments to which an administrator of the organization gave it.
 */
const SUFFIX = { charts: ".charts", clusterWide: ".cluster-wide" } as const;
/** Each handle ends with ten characters of its own (`deriveHandle`). */
const HANDLES = `*-${"?".repeat(10)}`;
/** Where Velero looks for schedules. */
const VELERO = "velero";

/** What of a deployment decides on the projects. */
export type ProjectMember = Readonly<{
  handle: string;
  clusterHandle: string;
  spec: Pick<DeploymentSpec, "appType" | "adoption" | "helmRepoUrl" | "clusterWideRights">;
}>;

type Confined = Pick<DeploymentSpec, "appType" | "clusterWideRights">;

/** Derives the name of an organization's project from its namespace. */
export function organizationProject(namespace: string): string {
  return namespace;
}

/** Derives the namespace of the organization that a project belongs to: no namespace's name has a dot. */
export function namespaceOfProject(project: string): string {
  return project.split(".", 1)[0] ?? project;
}

/** Derives the project of a deployment of an organization. */
export function deploymentProject(project: string, spec: Confined): string {
  if (spec.clusterWideRights === true) return project + SUFFIX.clusterWide;
  return spec.appType === "helm" ? project + SUFFIX.charts : project;
}

/** Tells whether a deployment is a chart that may have nothing outside of its namespace, which is made for it. */
export function isConfinedChart(spec: Confined): boolean {
  return spec.appType === "helm" && spec.clusterWideRights !== true;
}

/** Names all projects that an organization can have. */
export function projectNames(namespace: string): readonly string[] {
  return ["", ...Object.values(SUFFIX)].map((suffix) => organizationProject(namespace) + suffix);
}

/** Renders the projects that an organization needs: its own clusters by name, our repository, and the Helm repositories of its charts. */
export function renderOrganizationProjects(
  input: Readonly<{
    argocdNamespace: string;
    namespace: string;
    repoUrl: string;
    clusterHandles: readonly string[];
    members: readonly ProjectMember[];
  }>,
): IAppProject[] {
  const { argocdNamespace, namespace, repoUrl, members } = input;
  const name = organizationProject(namespace);
  const clusters = distinct(input.clusterHandles);
  const on = (suffix: string): readonly ProjectMember[] =>
    members.filter(({ spec }) => deploymentProject(name, spec) === name + suffix);
  const [charts, wide] = [on(SUFFIX.charts), on(SUFFIX.clusterWide)];
  const [ownOn, chartsOn] = [byCluster(on("")), byCluster(charts)];
  const own = formatProject(argocdNamespace, name, {
    sourceRepos: [repoUrl],
    destinations: clusters.map((cluster) => ({
      name: cluster,
      namespace: namespaces(ownOn.get(cluster), [HANDLES, VELERO]),
    })),
    clusterResourceWhitelist: [{ group: "", kind: "Namespace", name: HANDLES }],
  });
  const chartProject = formatProject(argocdNamespace, name + SUFFIX.charts, {
    sourceRepos: repositories(charts),
    destinations: [...chartsOn.keys()].sort().map((cluster) => ({
      name: cluster,
      namespace: namespaces(chartsOn.get(cluster)),
    })),
    clusterResourceWhitelist: [],
  });
  const wideProject = formatProject(argocdNamespace, name + SUFFIX.clusterWide, {
    sourceRepos: distinct([repoUrl, ...repositories(wide)]),
    destinations: distinct(wide.map(({ clusterHandle }) => clusterHandle)).map((cluster) => ({
      name: cluster,
      namespace: "*",
    })),
    clusterResourceWhitelist: [{ group: "*", kind: "*" }],
  });
  return [own, ...(charts.length > 0 ? [chartProject] : []), ...(wide.length > 0 ? [wideProject] : [])];
}

const byCluster = (members: readonly ProjectMember[]): Map<string, ProjectMember[]> =>
  Map.groupBy(members, ({ clusterHandle }) => clusterHandle);

/** One pattern for all namespaces on a cluster: a destination for each would say the same at length. */
function namespaces(members: readonly ProjectMember[] = [], more: readonly string[] = []): string {
  const named = members.map(tenantNamespace).filter((name) => !isSystemNamespace(name));
  const known = distinct([...more, ...named.filter((name) => !more.includes(HANDLES) || !isHandle(name))]);
  return known.length === 1 ? (known[0] ?? "") : `{${known.join(",")}}`;
}

const isHandle = (name: string): boolean => /-.{10}$/.test(name);

function repositories(members: readonly ProjectMember[]): string[] {
  return distinct(members.flatMap(({ spec }) => spec.helmRepoUrl?.replace(/^oci:\/\//, "") ?? []));
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
