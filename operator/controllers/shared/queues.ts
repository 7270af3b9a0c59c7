import { RESOURCES, type Collection } from "../../../contract/resources/all.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import type { Clock } from "../../runtime/clock.ts";
import { KeyedQueue } from "../../runtime/keyed-queue.ts";
import type { RuntimeMetrics } from "../../runtime/metrics.ts";

type QueueName = Collection | "platform";
/** The queues that keys go to. */
export type Queues = Readonly<Record<QueueName, KeyedQueue>>;

type QueueOptions = Readonly<{ clock: Clock; logger: Logger; metrics: RuntimeMetrics; random?: () => number }>;

/** Creates the queues; nothing works on them yet. */
export function createQueues(
  { clock, logger, metrics, random }: QueueOptions,
  concurrency: Readonly<Record<QueueName, number>>,
): Queues {
  const create = (name: string, atOnce: number): KeyedQueue => {
    const queue = new KeyedQueue({
      clock,
      concurrency: atOnce,
      ...(random === undefined ? {} : { random }),
      onPick: (_key, waitedMs) => metrics.queueWaitSeconds.observe({ controller: name }, waitedMs / 1000),
      onFault: (key, error) => logger.error("A pass broke", { controller: name, key, error: String(error) }),
    });
    metrics.followQueue(name, queue);
    return queue;
  };
  const queues = Object.entries(concurrency).map(([name, atOnce]) => [name, create(name, atOnce)]);
  return Object.fromEntries(queues) as Queues;
}

/** Queues the object of a key of the Git desk. */
export function requeue(queues: Queues, deskKey: string): void {
  const at = deskKey.indexOf("/");
  const kind = deskKey.slice(0, at);
  const resource = RESOURCES.find((one) => one.kind === kind);
  if (resource !== undefined) queues[resource.collection].add(deskKey.slice(at + 1));
}
