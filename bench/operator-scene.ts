import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createKubeClient, type KubeClient, type KubeObject } from "../adapters/kubernetes/kube-client.ts";
import { CLUSTERS, DEPLOYMENTS, NAMESPACES } from "../adapters/kubernetes/resource-types.ts";
import {
  ANNOTATIONS,
  API_GROUP,
  API_VERSION,
  FIELD_MANAGERS,
  FINALIZER,
  handledName,
  LABELS,
} from "../contract/identity.ts";
import {
  startEmbeddedApiServer as startApiServer,
  type EmbeddedApiServer as ApiServer,
} from "../test/support/api-server.ts";
import { installDefinition, readDocuments } from "../test/support/dry-run.ts";
import { startEmbeddedPostgres as startPostgres, type TestPostgres } from "../test/support/postgres.ts";
import { freePort } from "../test/support/free-ports.ts";
import { inParallel } from "./in-parallel.ts";
import type { Backend } from "./operator-backend.ts";
import { OperatorProcess } from "./operator-process.ts";
import { WriteLedger } from "./write-ledger.ts";
import { sampleSpec } from "./sample-spec.ts";

const ROOT = join(import.meta.dirname, "..");
const CLUSTERS_PER_ORGANIZATION = 5;
const WRITERS = 16;
const GATEWAY = { fieldManager: FIELD_MANAGERS.api, strict: true } as const;
const CRDS = [
  ...readdirSync(join(ROOT, "crds")).map((file) => `crds/${file}`),
  ...["application", "appproject", "applicationset"].map((kind) => `local/manifests/argocd/${kind}-crd.json`),
];

/** Where a deployment is and what it asks for. */
export type SceneDeployment = Readonly<{ namespace: string; name: string; handle: string }>;

/** All that an operator needs around it: a real API server, Postgres and Git, doubles of Argo CD and the cloud. */
export class OperatorScene {
  readonly client: KubeClient;
  readonly ledger = new WriteLedger();
  readonly clusters: number;
  readonly backend: Backend;
  readonly databaseUrl: string;
  readonly #apiServer: ApiServer;
  readonly #postgres: TestPostgres;
  readonly #child: ChildProcess;
  readonly #ofOneOrganization: number;
  readonly #organizations = new Map<string, string>();

  private constructor(parts: Readonly<{ client: KubeClient; clusters: number; ofOneOrganization: number } & Started>) {
    this.client = parts.client;
    this.clusters = parts.clusters;
    this.#ofOneOrganization = parts.ofOneOrganization;
    this.backend = parts.backend;
    this.#apiServer = parts.apiServer;
    this.#postgres = parts.postgres;
    this.databaseUrl = parts.databaseUrl;
    this.#child = parts.child;
  }

  /** Opens it; the first so many clusters belong to one organization, of the others five each. */
  static async open(clusters: number, ofOneOrganization = 0): Promise<OperatorScene> {
    const postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    const apiServer = await startApiServer();
    const client = createKubeClient({ kubeconfigPath: apiServer.kubeconfig }, { responseBytesMax: 256 * 1024 * 1024 });
    await Promise.all(CRDS.flatMap(readDocuments).map((definition) => installDefinition(client, definition)));
    const { child, backend } = await startBackend(apiServer.kubeconfig);
    const scene = new OperatorScene({
      client,
      clusters,
      ofOneOrganization,
      postgres,
      databaseUrl,
      apiServer,
      child,
      backend,
    });
    await scene.#installNamespaces();
    return scene;
  }

  get etcdUrl(): string {
    return this.#apiServer.etcdUrl;
  }

  get kubeconfig(): string {
    return this.#apiServer.kubeconfig;
  }

  /** Creates the clusters as the gateway does, all at once. */
  async createClusters(tier: Readonly<Record<string, unknown>> = { tier: "shared" }): Promise<void> {
    const spec = { provider: "local", region: "local-1", ...tier };
    const all = Array.from({ length: this.clusters }, (_, index) =>
      this.#resource("Cluster", this.#namespaceOf(index), clusterName(index), { id: randomUUID(), spec }),
    );
    await inParallel(all, WRITERS, (object) => this.client.create(CLUSTERS, object, GATEWAY));
  }

  /** Creates deployments as the gateway does, spread over the clusters. */
  async createDeployments(count: number): Promise<SceneDeployment[]> {
    const objects = Array.from({ length: count }, (_, index) => this.#deployment(index));
    await inParallel(objects, WRITERS, (object) => this.client.create(DEPLOYMENTS, object, GATEWAY));
    return objects.map(({ metadata: { namespace = "", name } }) => ({ namespace, name, handle: name }));
  }

  /** Changes a deployment as the gateway does. */
  async change({ namespace, name }: SceneDeployment, round: string): Promise<void> {
    const annotation = `/metadata/annotations/${ANNOTATIONS.requestId.replaceAll("/", "~1")}`;
    const body = [
      { op: "replace", path: "/spec/environmentVariables", value: [{ name: "ROUND", value: round }] },
      { op: "replace", path: annotation, value: `bench-${round}` },
    ];
    await this.client.patch(DEPLOYMENTS, { namespace, name }, { kind: "json", body }, GATEWAY);
  }

  async startOperator(more: Record<string, string> = {}): Promise<OperatorProcess> {
    const { git, cloud } = this.backend;
    const env = {
      BERTH_KUBECONFIG: this.kubeconfig,
      BERTH_POSTGRES_URL: this.databaseUrl,
      BERTH_GIT_URL: git.url,
      BERTH_GIT_USER: git.user,
      BERTH_GIT_TOKEN: git.token,
      BERTH_GIT_BRANCH: git.branch,
      BERTH_LOCAL_CLOUD_URL: cloud.url,
      BERTH_LOCAL_CLOUD_TOKEN: cloud.token,
      BERTH_CLUSTER_DENIED_ADDRESSES: "none",
      ...more,
    };
    return OperatorProcess.start(env, await freePort());
  }

  async close(): Promise<void> {
    this.ledger.stop();
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    if (this.#child.connected) this.#child.disconnect();
    if (this.#child.exitCode === null) await gone;
    await this.client.close();
    await this.#apiServer.stop();
    await this.#postgres.stop();
  }

  async #installNamespaces(): Promise<void> {
    for (let cluster = 0; cluster < this.clusters; cluster += 1)
      this.#organizations.set(
        this.#namespaceOf(cluster),
        this.#organizations.get(this.#namespaceOf(cluster)) ?? randomUUID(),
      );
    const manifests = [
      ...["argocd", "berth-system"].map((name) => ({ name })),
      ...[...this.#organizations].map(([name, id]) => ({ name, labels: { [LABELS.organizationId]: id } })),
    ];
    for (const metadata of manifests)
      await this.client.create(
        NAMESPACES,
        { apiVersion: "v1", kind: "Namespace", metadata },
        { fieldManager: "bench" },
      );
  }

  #namespaceOf(cluster: number): string {
    return cluster < this.#ofOneOrganization
      ? "org-bench-many"
      : `org-bench-${Math.floor(cluster / CLUSTERS_PER_ORGANIZATION)}`;
  }

  #deployment(index: number): KubeObject {
    const on = index % this.clusters;
    const id = randomUUID();
    const name = `sample-${index}`;
    const spec = sampleSpec(clusterName(on), name);
    return this.#resource("Deployment", this.#namespaceOf(on), handledName(name, id), { id, spec });
  }

  /** Makes an object as the gateway does. */
  #resource(kind: string, namespace: string, name: string, { id, spec }: { id: string; spec: unknown }): KubeObject {
    return {
      apiVersion: `${API_GROUP}/${API_VERSION}`,
      kind,
      metadata: {
        name,
        namespace,
        labels: {
          [LABELS.id]: id,
          [LABELS.userId]: randomUUID(),
          [LABELS.organizationId]: this.#organizations.get(namespace) ?? "",
        },
        annotations: { [ANNOTATIONS.requestId]: randomUUID() },
        finalizers: [FINALIZER],
      },
      spec,
    };
  }
}

type Started = Readonly<{
  postgres: TestPostgres;
  databaseUrl: string;
  apiServer: ApiServer;
  child: ChildProcess;
  backend: Backend;
}>;

const clusterName = (cluster: number): string => `bench-${cluster}`;

function startBackend(kubeconfig: string): Promise<{ child: ChildProcess; backend: Backend }> {
  const child = fork(join(ROOT, "bench/operator-backend.ts"), [kubeconfig]);
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve({ child, backend: message as Backend }));
    child.once("exit", (code) => reject(new Error(`The backend ended with ${code}`)));
  });
}
