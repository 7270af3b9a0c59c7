import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { KeyedQueue } from "./keyed-queue.ts";

/** The runtime's metrics; `follow…` adds what is read at scrape time. */
export type RuntimeMetrics = Readonly<{
  reconcileSeconds: Histogram<"controller" | "result">;
  queueWaitSeconds: Histogram<"controller">;
  watchRestarts: Counter<"resource" | "reason">;
  lists: Counter<"resource">;
  followQueue: (controller: string, queue: Pick<KeyedQueue, "depth" | "running" | "oldestAgeMs">) => void;
  followCache: (resource: string, cache: Readonly<{ size: number; secondsSinceEvent: number }>) => void;
  followLeader: (lease: string, isLeader: () => boolean) => void;
}>;

const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Registers the runtime's metrics. */
export function createRuntimeMetrics(registry: Registry): RuntimeMetrics {
  const registers = [registry];
  const depth = createGauge(registers, "berth_queue_depth", "Keys waiting for a worker", "controller");
  const running = createGauge(registers, "berth_queue_running", "Keys being worked on", "controller");
  const age = createGauge(registers, "berth_queue_oldest_age_seconds", "Waiting time of the oldest key", "controller");
  const objects = createGauge(registers, "berth_cache_objects", "Objects held in a watch cache", "resource");
  const silence = createGauge(
    registers,
    "berth_watch_silence_seconds",
    "Time since the last event or bookmark",
    "resource",
  );
  const leader = createGauge(registers, "berth_leader", "1 while this process leads", "lease");
  return {
    ...createCounters(registers),
    followQueue: (controller, queue) => {
      depth(controller, () => queue.depth);
      running(controller, () => queue.running);
      age(controller, () => queue.oldestAgeMs / 1000);
    },
    followCache: (resource, cache) => {
      objects(resource, () => cache.size);
      silence(resource, () => cache.secondsSinceEvent);
    },
    followLeader: (lease, isLeader) => leader(lease, () => (isLeader() ? 1 : 0)),
  };
}

/** Creates a gauge that asks its sources when it is scraped; a new source of the same name takes the old one's place. */
function createGauge(
  registers: Registry[],
  name: string,
  help: string,
  label: string,
): (value: string, read: () => number) => void {
  const sources = new Map<string, () => number>();
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    collect: () => {
      for (const [value, read] of sources) gauge.set({ [label]: value }, read());
    },
  });
  return (value, read) => void sources.set(value, read);
}

function createCounters(
  registers: Registry[],
): Pick<RuntimeMetrics, "reconcileSeconds" | "queueWaitSeconds" | "watchRestarts" | "lists"> {
  return {
    reconcileSeconds: new Histogram({
      name: "berth_reconcile_seconds",
      help: "Time of one pass over one object",
      labelNames: ["controller", "result"],
      buckets: SECONDS,
      registers,
    }),
    queueWaitSeconds: new Histogram({
      name: "berth_queue_wait_seconds",
      help: "Time between adding a key and working on it",
      labelNames: ["controller"],
      buckets: SECONDS,
      registers,
    }),
    watchRestarts: new Counter({
      name: "berth_watch_restarts_total",
      help: "Watches begun anew",
      labelNames: ["resource", "reason"],
      registers,
    }),
    lists: new Counter({
      name: "berth_watch_lists_total",
      help: "Full lists read",
      labelNames: ["resource"],
      registers,
    }),
  };
}
