import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { readClusterUsage, readNamespaceUsage, type ClusterUsage, type WorkloadUsage } from "./read-cluster-usage.ts";
import { SharedLooks, type SharingLimits } from "./shared-looks.ts";

/** How long a look is everybody's, how long it may take, and how many somebody has under way. */
type LookLimits = SharingLimits & Readonly<{ timeoutMs: number }>;

/** Metrics APIs measure about every 15 s. */
const LIMITS: LookLimits = { freshMs: 10_000, failedMs: 3_000, timeoutMs: 15_000, perUser: 16, restFactor: 4 };
/** So many namespaces of a cluster cost its API server about as much as a look at a whole cluster of some hundred pods. */
const NAMESPACES_ALONE = 8;

/** Whose usage is looked at, and who asks. */
export type LookWish = Readonly<{ clusterId: string; userId: string; open: () => Promise<KubeClient> }>;

/**
 * Looks at what clusters take: one look of a cluster at a time, whose answer is that of all who ask until it is old. Who asks
 * for a namespace while nobody has seen the whole cluster waits for that namespace only.
 */
export class UsageLooks {
  readonly #timeoutMs: number;
  readonly #clusters: SharedLooks<ClusterUsage>;
  readonly #namespaces: SharedLooks<WorkloadUsage>;

  constructor(limits: LookLimits = LIMITS) {
    this.#timeoutMs = limits.timeoutMs;
    this.#clusters = new SharedLooks(limits);
    this.#namespaces = new SharedLooks(limits);
  }

  /** Answers what a cluster takes; who has begun too many looks that are under way is refused. */
  look({ clusterId, userId, open }: LookWish): Promise<ClusterUsage> {
    const read = () => this.#read(open, readClusterUsage);
    return this.#clusters.look({ key: clusterId, userId, read });
  }

  /** Answers what a namespace of a cluster takes, and perhaps others; who has begun too many looks is refused. */
  lookAtNamespace(wish: LookWish & Readonly<{ namespace: string }>): Promise<WorkloadUsage> {
    const { clusterId, namespace, userId, open } = wish;
    if (this.#clusters.hasSeen(clusterId)) return this.look(wish);
    // From now on the whole cluster is less to ask for; who asks meanwhile does not wait for it.
    if (this.#namespaces.countOf(clusterId) >= NAMESPACES_ALONE) this.#begin(wish);
    const read = () => this.#read(open, (client, signal) => readNamespaceUsage(client, namespace, signal));
    return this.#namespaces.look({ key: `${clusterId} ${namespace}`, group: clusterId, userId, read });
  }

  /** Looks at a whole cluster for those who ask later; its faults are theirs to be told. */
  #begin(wish: LookWish): void {
    if (this.#clusters.has(wish.clusterId)) return;
    this.look({ ...wish, userId: `later ${wish.clusterId}` }).catch(() => undefined);
  }

  async #read<T>(open: LookWish["open"], read: (client: KubeClient, signal: AbortSignal) => Promise<T>): Promise<T> {
    const client = await open();
    try {
      return await read(client, AbortSignal.timeout(this.#timeoutMs));
    } finally {
      await client.close();
    }
  }
}
