import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { BerthError } from "../../contract/errors.ts";
import { TakenPlaces } from "../http/taken-places.ts";
import { readClusterUsage, type ClusterUsage } from "./read-cluster-usage.ts";

/** How long a look is everybody's, how long it may take, and how many somebody has under way. */
export type LookLimits = Readonly<{ freshMs: number; failedMs: number; timeoutMs: number; perUser: number }>;

/** Metrics APIs measure about every 15 s. */
const LIMITS: LookLimits = { freshMs: 10_000, failedMs: 3_000, timeoutMs: 15_000, perUser: 16 };

/** Whose usage is looked at, and who asks. */
export type LookWish = Readonly<{ clusterId: string; userId: string; open: () => Promise<KubeClient> }>;

/** Looks at what clusters take: one look of a cluster at a time, whose answer is that of all who ask until it is old. */
export class UsageLooks {
  readonly #limits: LookLimits;
  readonly #places = new TakenPlaces();
  readonly #looks = new Map<string, Promise<ClusterUsage>>();

  constructor(limits: LookLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Answers what a cluster takes; who has begun too many looks that are under way is refused. */
  look({ clusterId, userId, open }: LookWish): Promise<ClusterUsage> {
    const known = this.#looks.get(clusterId);
    if (known !== undefined) return known;
    const leave = this.#places.take(userId, this.#limits.perUser);
    if (leave === undefined)
      throw new BerthError("rate_limited", {
        publicMessage: "You ask for the metrics of too many clusters at once; repeat shortly.",
        retryAfterSeconds: 5,
      });
    const look = this.#read(open).finally(leave);
    this.#looks.set(clusterId, look);
    const { freshMs, failedMs } = this.#limits;
    look.then(
      () => this.#forgetAfter(clusterId, freshMs),
      () => this.#forgetAfter(clusterId, failedMs),
    );
    return look;
  }

  #forgetAfter(clusterId: string, ms: number): void {
    setTimeout(() => this.#looks.delete(clusterId), ms).unref();
  }

  async #read(open: LookWish["open"]): Promise<ClusterUsage> {
    const client = await open();
    try {
      return await readClusterUsage(client, AbortSignal.timeout(this.#limits.timeoutMs));
    } finally {
      await client.close();
    }
  }
}
