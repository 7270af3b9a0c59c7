import type { Logger } from "../../../adapters/log/logger.ts";
import type { Clock } from "../../runtime/clock.ts";
import { KeyedQueue } from "../../runtime/keyed-queue.ts";
import type { RuntimeMetrics } from "../../runtime/metrics.ts";

/** Holds the queues that keys go to. */
export type Queues = Readonly<{
  deployments: KeyedQueue;
  databases: KeyedQueue;
  upgrades: KeyedQueue;
  backups: KeyedQueue;
  clusters: KeyedQueue;
  platform: KeyedQueue;
}>;

type QueueOptions = Readonly<{ clock: Clock; logger: Logger; metrics: RuntimeMetrics; random?: () => number }>;

const CONCURRENCY = { deployments: 16, databases: 8, clusters: 8, upgrades: 4, backups: 4, platform: 2 } as const;

/** Creates the queues; nothing works on them yet. */
export function createQueues({ clock, logger, metrics, random }: QueueOptions): Queues {
  const create = (name: keyof typeof CONCURRENCY): KeyedQueue => {
    const queue = new KeyedQueue({
      clock,
      concurrency: CONCURRENCY[name],
      ...(random === undefined ? {} : { random }),
      onPick: (_key, waitedMs) => metrics.queueWaitSeconds.observe({ controller: name }, waitedMs / 1000),
      onFault: (key, error) => logger.error("A pass broke", { controller: name, key, error: String(error) }),
    });
    metrics.followQueue(name, queue);
    return queue;
  };
  return {
    deployments: create("deployments"),
    databases: create("databases"),
    upgrades: create("upgrades"),
    backups: create("backups"),
    clusters: create("clusters"),
    platform: create("platform"),
  };
}

/** Queues the object of a key of the Git desk. */
export function requeue(queues: Queues, deskKey: string): void {
  const at = deskKey.indexOf("/");
  const key = deskKey.slice(at + 1);
  if (deskKey.startsWith("Cluster/")) queues.clusters.add(key);
  else if (deskKey.startsWith("Deployment/")) queues.deployments.add(key);
  else if (deskKey.startsWith("UpgradeRequest/")) queues.upgrades.add(key);
  else if (deskKey.startsWith("DatabaseBackup/")) queues.backups.add(key);
  else if (deskKey.startsWith("DatabaseInstance/")) queues.databases.add(key);
}
