import type pg from "pg";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { ResourceStore, type ResourceStoreOptions } from "../../../adapters/postgres/resources/resource-store.ts";
import { deriveContext } from "../../../operator/mirror/mirror-context.ts";
import { Mirror, type MirrorOptions } from "../../../operator/mirror/mirror.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import { projectResource } from "../../../render/projection/project-resource.ts";
import type { ResourceRow } from "../../../render/projection/resource-row.ts";
import type { CustomResource } from "../../../render/projection/custom-resource.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { FakeCache, FakeKind, NAMESPACE, namespaces } from "./fake-cluster.ts";

export const CLUSTER_SPEC = { provider: "local", region: "local-1", tier: "shared" };

/** One operator's mirror over caches that the test feeds. */
export class MirrorRig {
  readonly clusters = new FakeCache();
  readonly deployments = new FakeCache();
  readonly log = createCapturedLogger();
  readonly store: ResourceStore;
  readonly #overrides: Partial<MirrorOptions>;
  #abort = new AbortController();
  #running: Promise<void> = Promise.resolve();
  mirror: Mirror;

  constructor(pool: pg.Pool, options: ResourceStoreOptions = {}, overrides: Partial<MirrorOptions> = {}) {
    this.store = new ResourceStore(pool, options);
    this.#overrides = overrides;
    this.mirror = this.#create();
  }

  start(): void {
    this.#abort = new AbortController();
    this.#running = this.mirror.run(this.#abort.signal);
  }

  /** Ends it as a crash between two batches would, and starts another over the same caches. */
  async restart(): Promise<void> {
    await this.stop();
    this.mirror = this.#create();
    this.start();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  /** Projects an object as the mirror does. */
  project(object: KubeObject): ResourceRow {
    const change = { kind: "Deployment", object, isDeleted: false, isListed: false, sinceMs: 0 } as const;
    const context = deriveContext(change, this.#lookups(), new Map());
    if (context === undefined) throw new Error("The object names a cluster that there is not");
    return projectResource("Deployment", object as unknown as CustomResource, context);
  }

  #create(): Mirror {
    return new Mirror({
      sources: [
        { kind: "Cluster", cache: this.clusters },
        { kind: "Deployment", cache: this.deployments },
      ],
      store: this.store,
      lookups: this.#lookups(),
      readCluster: () => Promise.resolve({ uid: "uid-1", resourceVersion: "1000000" }),
      upkeep: { recordHeartbeats: () => Promise.resolve(), sweep: () => Promise.resolve() },
      clock: systemClock,
      logger: this.log.logger,
      batchDelayMs: 0,
      batchSpacingMs: 0,
      backoff: { baseMs: 10, maxMs: 50 },
      ...this.#overrides,
    });
  }

  #lookups(): MirrorOptions["lookups"] {
    return {
      organizationOf: (namespace) => namespaces.get(namespace)?.metadata.labels?.["hosting.berth.dev/organization-id"],
      findObject: (kind, namespace, name) =>
        kind === "Cluster" ? this.clusters.get(`${namespace}/${name}`) : undefined,
      renderValues: () => "replicas: 1\n",
    };
  }
}

/** Makes a spec on the test's one cluster. */
export function deploymentSpec(replicas: number, name?: string): object {
  return {
    cluster: "demo",
    appType: "web_app",
    dockerImage: "nginx:1",
    replicas,
    ...(name === undefined ? {} : { name }),
  };
}

/** Makes the kinds of a management cluster that has one Cluster, known to the caches given. */
export function createWorld(...caches: readonly FakeCache[]): { deployments: FakeKind; version: () => string } {
  const versions = { next: 100 };
  const cluster = new FakeKind(versions).put("demo", { spec: CLUSTER_SPEC });
  for (const cache of caches) cache.known.set(`${NAMESPACE}/demo`, cluster);
  return { deployments: new FakeKind(versions), version: () => String(versions.next) };
}
