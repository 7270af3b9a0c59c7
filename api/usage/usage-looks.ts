import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { readClusterUsage, type ClusterUsage } from "./read-cluster-usage.ts";
import { SharedLooks, type SharingLimits } from "./shared-looks.ts";

/** How long a look is everybody's, how long it may take, and how many somebody has under way. */
export type LookLimits = SharingLimits & Readonly<{ timeoutMs: number }>;

/** Metrics APIs measure about every 15 s. */
const LIMITS: LookLimits = { freshMs: 10_000, failedMs: 3_000, timeoutMs: 15_000, perUser: 16, restFactor: 4 };

/** Whose usage is looked at, and who asks. */
export type LookWish = Readonly<{ clusterId: string; userId: string; open: () => Promise<KubeClient> }>;

/** Looks at what clusters take: one look of a cluster at a time, whose answer is that of all who ask until it is old. */
export class UsageLooks {
  readonly #timeoutMs: number;
  readonly #looks: SharedLooks<ClusterUsage>;

  constructor(limits: LookLimits = LIMITS) {
    this.#timeoutMs = limits.timeoutMs;
    this.#looks = new SharedLooks(limits);
  }

  /** Answers what a cluster takes; who has begun too many looks that are under way is refused. */
  look({ clusterId, userId, open }: LookWish): Promise<ClusterUsage> {
    return this.#looks.look({ key: clusterId, userId, read: () => this.#read(open) });
  }

  async #read(open: LookWish["open"]): Promise<ClusterUsage> {
    const client = await open();
    try {
      return await readClusterUsage(client, AbortSignal.timeout(this.#timeoutMs));
    } finally {
      await client.close();
    }
  }
}
