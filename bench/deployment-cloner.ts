import { createHash, randomUUID } from "node:crypto";
import type { KubeClient, KubeObject } from "../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { handledName, LABELS } from "../contract/identity.ts";
import { blobId } from "../operator/git/git-object.ts";
import { CommittedTree } from "./committed-tree.ts";
import { fastImport, fastImportStream, type BaselineFile } from "./git-baseline.ts";
import type { SceneDeployment } from "./operator-scene.ts";
import { dropObjects, storeObjects, type StoredObject } from "./store-objects.ts";

type Sample = Readonly<{ deployment: KubeObject; application: KubeObject; files: readonly BaselineFile[] }>;
type Clone = Sample & Readonly<{ name: string }>;
type Place = Readonly<{
  client: KubeClient;
  etcdUrl: string;
  git: Readonly<{ repository: string; branch: string }>;
}>;

/**
 * Makes many deployments out of few that the operator brought to `running`: the same objects, Applications and files
 * under other names and ids, as they would stand had the operator delivered each. They are written to etcd as the API server
 * stores them, without its work. While it runs, no operator may.
 */
export class DeploymentCloner {
  readonly #place: Place;
  readonly #tree: CommittedTree;
  readonly #samples: readonly Sample[];
  readonly #clones: Clone[] = [];

  private constructor(place: Place, tree: CommittedTree, samples: readonly Sample[]) {
    this.#place = place;
    this.#tree = tree;
    this.#samples = samples;
  }

  /** Takes all that stand now as samples. */
  static async open(place: Place): Promise<DeploymentCloner> {
    const tree = new CommittedTree(place.git.repository, place.git.branch);
    await tree.update();
    return new DeploymentCloner(place, tree, await readSamples(place.client, tree));
  }

  /** Makes so many more. */
  async add(count: number): Promise<SceneDeployment[]> {
    const made = this.#clones.length;
    const clones = Array.from({ length: count }, (_, index) =>
      cloneOf(this.#samples[index % this.#samples.length]!, made + index),
    );
    this.#clones.push(...clones);
    const commit = await this.#commit(clones.flatMap(({ files }) => files));
    // Argo CD's double may find a new file at any moment: an Application that stands settled already is left as it is.
    await storeObjects(
      this.#place.etcdUrl,
      clones.map((clone) => storedApplication(clone, commit)),
    );
    await storeObjects(
      this.#place.etcdUrl,
      clones.map((clone) => storedDeployment(clone, commit)),
    );
    return clones.map(({ deployment, name }) => ({
      namespace: deployment.metadata.namespace ?? "",
      name,
      handle: name,
    }));
  }

  /** Takes the newest so many away, as if they had never been. */
  async remove(count: number): Promise<void> {
    const gone = this.#clones.splice(-count);
    await this.#commit(gone.flatMap(({ files }) => files.map(({ path }) => ({ path }))));
    const objects = gone.flatMap(({ deployment, application }) => [
      { type: DEPLOYMENTS, object: deployment },
      { type: APPLICATIONS, object: application },
    ]);
    await dropObjects(this.#place.etcdUrl, objects);
  }

  async #commit(files: Parameters<typeof fastImportStream>[2]): Promise<string> {
    const { repository, branch } = this.#place.git;
    await this.#tree.update();
    await fastImport(repository, fastImportStream(branch, this.#tree.head(), files));
    await this.#tree.update();
    return this.#tree.head()!;
  }
}

async function readSamples(client: KubeClient, tree: CommittedTree): Promise<Sample[]> {
  const { items } = await client.list(DEPLOYMENTS);
  const applications = new Map(
    (await client.list(APPLICATIONS, { namespace: "argocd" })).items.map((one) => [one.metadata.name, one]),
  );
  const paths = new Map<string, string[]>();
  for (const path of tree.list("clusters/")) {
    const name = path.endsWith("/values.yaml") || path.endsWith("/resource.yaml") ? path.split("/").at(-2) : undefined;
    const owner =
      name ??
      path
        .split("/")
        .at(-1)!
        .replace(/\.yaml$/, "");
    paths.set(owner, [...(paths.get(owner) ?? []), path]);
  }
  return items.map((deployment) => {
    const { name } = deployment.metadata;
    return {
      deployment,
      application: applications.get(name)!,
      files: (paths.get(name) ?? []).map((path) => ({ path, content: tree.read(path) ?? "" })),
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

function storedApplication({ application }: Clone, commit: string): StoredObject {
  const status = application["status"] as { sync: object };
  return {
    type: APPLICATIONS,
    object: { ...fresh(application), status: { ...status, sync: { ...status.sync, revision: commit } } },
  };
}

function storedDeployment({ deployment, files }: Clone, commit: string): StoredObject {
  const status = deployment["status"] as { git: object };
  const git = { ...status.git, commit, syncedRevision: commit, contentHash: contentHashOf(files) };
  return { type: DEPLOYMENTS, object: { ...fresh(deployment), status: { ...status, git, observedGeneration: 1 } } };
}

function fresh(object: KubeObject): KubeObject {
  const metadata = { ...object.metadata, uid: randomUUID(), generation: 1 };
  delete metadata.resourceVersion;
  return { ...object, metadata };
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
