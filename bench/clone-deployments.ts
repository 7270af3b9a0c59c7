import { createHash, randomUUID } from "node:crypto";
import type { KubeClient, KubeObject } from "../adapters/kubernetes/kube-client.ts";
import { isAlreadyExists } from "../adapters/kubernetes/kube-error.ts";
import { APPLICATIONS, DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { handledName, LABELS } from "../contract/identity.ts";
import { blobId } from "../operator/git/git-object.ts";
import { CommittedTree } from "./committed-tree.ts";
import { fastImport, fastImportStream, type BaselineFile } from "./git-baseline.ts";
import { inParallel } from "./in-parallel.ts";
import type { SceneDeployment } from "./operator-scene.ts";

const WRITERS = 16;
const BENCH = { fieldManager: "bench" } as const;

type Sample = Readonly<{ deployment: KubeObject; application: KubeObject; files: readonly BaselineFile[] }>;
type Clone = Readonly<{
  name: string;
  deployment: KubeObject;
  application: KubeObject;
  files: readonly BaselineFile[];
}>;
type Place = Readonly<{ repository: string; branch: string }>;

/**
 * Makes many deployments out of few that the operator brought to `running`: the same objects, Applications and files
 * under other names and ids, as they would stand had the operator delivered each. While it runs, no operator may.
 */
export async function cloneDeployments(
  client: KubeClient,
  { repository, branch }: Place,
  count: number,
): Promise<SceneDeployment[]> {
  const tree = new CommittedTree(repository, branch);
  await tree.update();
  const samples = await readSamples(client, tree);
  const clones = Array.from({ length: count }, (_, index) => cloneOf(samples[index % samples.length]!, index));
  await fastImport(
    repository,
    fastImportStream(
      branch,
      tree.head(),
      clones.flatMap(({ files }) => files),
    ),
  );
  await tree.update();
  const commit = tree.head()!;
  await inParallel(clones, WRITERS, (clone) => install(client, clone, commit));
  return clones.map(({ deployment, name }) => ({
    namespace: deployment.metadata.namespace ?? "",
    name,
    handle: name,
  }));
}

async function readSamples(client: KubeClient, tree: CommittedTree): Promise<Sample[]> {
  const { items } = await client.list(DEPLOYMENTS);
  const applications = new Map(
    (await client.list(APPLICATIONS, { namespace: "argocd" })).items.map((one) => [one.metadata.name, one]),
  );
  const paths = tree.list("clusters/");
  return items.map((deployment) => {
    const { name } = deployment.metadata;
    const files = paths.filter((path) => path.includes(`/${name}/`) || path.endsWith(`/${name}.yaml`));
    return {
      deployment,
      application: applications.get(name)!,
      files: files.map((path) => ({ path, content: tree.read(path) ?? "" })),
    };
  });
}

function cloneOf({ deployment, application, files }: Sample, index: number): Clone {
  const { name, labels = {} } = deployment.metadata;
  const id = randomUUID();
  const label = `shop-${index}`;
  const handle = handledName(label, id);
  const spoken = (deployment["spec"] as { name: string }).name;
  const rename = (text: string): string =>
    text.replaceAll(name, handle).replaceAll(spoken, label).replaceAll(labels[LABELS.id]!, id);
  const renamed = <T>(value: T): T => JSON.parse(rename(JSON.stringify(value))) as T;
  return {
    name: handle,
    deployment: renamed(deployment),
    application: renamed(application),
    files: files.map(({ path, content }) => ({ path: rename(path), content: rename(content) })),
  };
}

async function install(
  client: KubeClient,
  { name, deployment, application, files }: Clone,
  commit: string,
): Promise<void> {
  const { namespace = "" } = deployment.metadata;
  const sync = (application["status"] as { sync: object }).sync;
  const synced = { ...(application["status"] as object), sync: { ...sync, revision: commit } };
  // Argo CD's double may have found the new file before us: then it compares and syncs by itself.
  await client.create(APPLICATIONS, { ...fresh(application), status: synced }, BENCH).catch((error: unknown) => {
    if (!isAlreadyExists(error)) throw error;
  });
  await client.create(DEPLOYMENTS, fresh(deployment), BENCH);
  const status = deployment["status"] as { git: object };
  const git = { ...status.git, commit, syncedRevision: commit, contentHash: contentHashOf(files) };
  const body = { status: { ...status, git, observedGeneration: 1 } };
  await client.patch(DEPLOYMENTS, { namespace, name }, { kind: "merge", body }, { ...BENCH, subresource: "status" });
}

function fresh(object: KubeObject): KubeObject {
  const { name, namespace, labels, annotations, finalizers } = object.metadata;
  return { ...object, metadata: { name, namespace, labels, annotations, finalizers } };
}

/** In the operator's order: values, resource, Application. */
function contentHashOf(files: readonly BaselineFile[]): string {
  const hash = createHash("sha256");
  for (const suffix of ["/values.yaml", "/resource.yaml", ""]) {
    const file = files.find(({ path }) =>
      suffix === "" ? path.includes("/applications/") : path.endsWith(suffix) && !path.includes("/applications/"),
    )!;
    hash.update(`${file.path} ${blobId(file.content)}\n`);
  }
  return hash.digest("hex");
}
