import { execFile } from "node:child_process";
import { isDeepStrictEqual, promisify } from "node:util";
import type { KubeObject } from "../../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, CLUSTERS, DEPLOYMENTS, NAMESPACES } from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { organizationProject } from "../../../render/argocd/organization-projects.ts";
import { deriveRenderInput } from "../../../render/projection/values-renderer.ts";
import { renderDeployment } from "../../../render/deployment/render-deployment.ts";
import { findDisagreements, type Facts } from "../agreement.ts";
import type { DeliveryRepository } from "../delivery-repository.ts";
import type { ChangeLedger } from "./change-ledger.ts";
import type { ChaosStage } from "./chaos-stage.ts";
import { CLUSTER, membersOf } from "./ways.ts";
import { WORKLOADS } from "../workloads.ts";

const run = promisify(execFile);

type Resource = KubeObject & Readonly<{ spec: DeploymentSpec; status?: DeploymentStatus }>;
type ClusterObject = KubeObject &
  Readonly<{ spec: { provider: string; region: string; tier: "shared" }; status?: { handle?: string } }>;
type Workload = KubeObject & {
  spec: {
    replicas: number;
    template: { spec: { containers: { env?: { name: string; value?: string }[]; command?: string[] }[] } };
  };
};

/** What there is to look at. */
export type Scene = Pick<ChaosStage, "management" | "namespace" | "berth" | "clusterId" | "stack" | "tenant">;

/** Compares everything that says something about the writer's deployments; an empty answer is what one hopes for. */
export async function findFaults(
  stage: Scene,
  ledger: ChangeLedger,
  repository: DeliveryRepository,
): Promise<string[]> {
  const { management, namespace } = stage;
  const { items: resources } = await management.list<Resource>(DEPLOYMENTS, { namespace });
  const held = resources.map(({ metadata, spec }) => ({
    name: spec.name ?? metadata.name,
    members: membersOf(spec as unknown as Record<string, unknown>),
    version: metadata.generation ?? 0,
  }));
  const { items: applications } = await management.list<Facts["applications"][number]>(APPLICATIONS, {
    namespace: "argocd",
  });
  const head = repository.fetch();
  const git = await readBranch(repository, head);
  const rest = await listRows(stage);
  const facts = {
    resources,
    applications,
    rest,
    git,
    isCurrent: (revision: string, at: string): boolean => isSame(repository, { revision, head, at }),
  } as unknown as Facts;
  return [
    ...ledger.check(held),
    ...findDisagreements(facts),
    ...(await againstRender(stage, resources, git)),
    ...(await findOrphans(stage, resources, applications)),
    ...(await againstTenant(stage, resources)),
  ];
}

async function listRows({ berth, clusterId }: Scene): Promise<Facts["rest"]> {
  const path = `/deployments?cluster_id=${clusterId}&limit=200`;
  return (await berth.call<{ deployments: Facts["rest"] }>("GET", path)).body.deployments;
}

/** Reads all files of one commit with two calls of Git. */
async function readBranch(repository: DeliveryRepository, head: string): Promise<Map<string, string>> {
  const lines = repository.git("ls-tree", "-r", head, "clusters/").split("\n");
  const files = lines.flatMap((line) => {
    const [, id, path] = /^\d+ blob ([0-9a-f]+)\t(.+)$/.exec(line) ?? [];
    return id === undefined || path === undefined ? [] : [{ id, path }];
  });
  const batch = run("git", ["-C", repository.directory, "cat-file", "--batch"], {
    encoding: "buffer",
    maxBuffer: 256 * 1024 * 1024,
  });
  batch.child.stdin?.end(files.map(({ id }) => `${id}\n`).join(""));
  const { stdout } = await batch;
  const found = new Map<string, string>();
  let at = 0;
  for (const { path } of files) {
    const line = stdout.indexOf("\n", at);
    const size = Number(stdout.toString("latin1", at, line).split(" ")[2]);
    found.set(path, stdout.toString("utf8", line + 1, line + 1 + size));
    at = line + size + 2;
  }
  return found;
}

function isSame(
  repository: DeliveryRepository,
  { revision, head, at }: Readonly<{ revision: string; head: string; at: string }>,
): boolean {
  try {
    return repository.git("diff", "--name-only", revision, head, "--", at).trim() === "";
  } catch {
    return false;
  }
}

/** Renders every resource anew and holds each file of the branch to it, byte by byte. */
async function againstRender(
  stage: Scene,
  resources: readonly Resource[],
  git: ReadonlyMap<string, string>,
): Promise<string[]> {
  const cluster = await stage.management.get<ClusterObject>(CLUSTERS, { namespace: stage.namespace, name: CLUSTER });
  const { url: repoUrl, branch } = stage.stack.connection.git;
  const platform = {
    appsDomain: "apps.localhost",
    repoUrl,
    branch,
    argocdNamespace: "argocd",
    secretsDriver: "kubernetes" as const,
    project: organizationProject(stage.namespace),
    chartVersion: "",
  };
  const context = { ...cluster!.spec, handle: cluster!.status?.handle ?? "" };
  return resources.flatMap((resource) =>
    renderDeployment(deriveRenderInput(resource as never, context as never, platform)).files.flatMap(
      ({ path, content }) =>
        git.get(path) === content ? [] : [`Git has another ${path} than ${resource.metadata.name} renders to`],
    ),
  );
}

/** Finds what belongs to no resource: on the tenant cluster, and in Argo CD. Branch files are `findDisagreements`' part. */
async function findOrphans(
  stage: Scene,
  resources: readonly Resource[],
  applications: readonly KubeObject[],
): Promise<string[]> {
  const handles = new Set(resources.map(({ metadata, status }) => status?.handle ?? metadata.name));
  const isOrphan = ({ metadata: { name } }: KubeObject): boolean => /^c-\d+-/.test(name) && !handles.has(name);
  const { items: namespaces } = await stage.tenant.list(NAMESPACES);
  return [
    ...applications.filter(isOrphan).map(({ metadata }) => `Argo CD has ${metadata.name} of nothing`),
    ...namespaces.filter(isOrphan).map(({ metadata }) => `the cluster has the namespace ${metadata.name} of nothing`),
  ];
}

/** Holds what runs to what was asked for. */
async function againstTenant(stage: Scene, resources: readonly Resource[]): Promise<string[]> {
  const { items } = await stage.tenant.list<Workload>(WORKLOADS);
  const byId = new Map(items.map((workload) => [workload.metadata.labels?.[LABELS.id], workload]));
  const ids = new Set(resources.map(({ metadata }) => metadata.labels?.[LABELS.id]));
  const strangers = [...byId].filter(([id]) => id !== undefined && !ids.has(id));
  return [
    ...strangers.map(([, { metadata }]) => `the cluster runs ${metadata.name} of nothing`),
    ...resources.flatMap(({ metadata, spec }) => {
      const workload = byId.get(metadata.labels?.[LABELS.id]);
      if (workload === undefined) return [`the cluster lacks ${metadata.name}`];
      const asked = membersOf(spec);
      return isDeepStrictEqual(runningMembers(workload, asked), asked)
        ? []
        : [`the cluster runs another ${metadata.name}`];
    }),
  ];
}

function runningMembers({ spec }: Workload, asked: Record<string, unknown>): Record<string, unknown> {
  const [container] = spec.template.spec.containers;
  const { env: environmentVariables, command } = container ?? {};
  return membersOf({ environmentVariables, command, ...("replicas" in asked ? { replicas: spec.replicas } : {}) });
}
