import { text } from "node:stream/consumers";
import type { KubeClient } from "../adapters/kubernetes/kube-client.ts";
import { parseMetrics, sumOf, type Metrics } from "./operator-process.ts";

/** What an API server and its etcd have done so far: CPU time by their own count, and answered requests by verb and resource. */
export type ApiServerCost = Readonly<{
  cpuMs: number;
  etcdCpuMs: number;
  requests: ReadonlyMap<string, number>;
}>;

const CPU = "process_cpu_seconds_total";
/** A watch is one request for hours; leases are renewed whether anything changes or not. */
const LEFT_OUT = /verb="WATCH"|[{,]resource="leases"|[{,]resource=""/;

/** Scrapes an API server. */
export async function readApiServerMetrics(client: KubeClient): Promise<Metrics> {
  return parseMetrics(await text(await client.stream("/metrics", AbortSignal.timeout(30_000))));
}

/** Scrapes an etcd. */
export async function readEtcdMetrics(etcdUrl: string): Promise<Metrics> {
  return parseMetrics(await (await fetch(`${etcdUrl}/metrics`)).text());
}

/** Reads the cost so far. */
export async function takeApiServerCost(client: KubeClient, etcdUrl: string): Promise<ApiServerCost> {
  const [etcd, metrics] = [await readEtcdMetrics(etcdUrl), await readApiServerMetrics(client)];
  const requests = new Map<string, number>();
  for (const [key, count] of metrics) {
    if (!key.startsWith("apiserver_request_total{") || LEFT_OUT.test(key)) continue;
    const label = (name: string): string => new RegExp(`[{,]${name}="([^"]*)"`).exec(key)?.[1] ?? "";
    const name = [label("verb"), label("resource"), label("subresource")].filter((part) => part !== "").join(" ");
    requests.set(name, (requests.get(name) ?? 0) + count);
  }
  return { cpuMs: sumOf(metrics, CPU) * 1_000, etcdCpuMs: sumOf(etcd, CPU) * 1_000, requests };
}

/** Tells what lies between two readings, for each of so many objects. */
export function describeCost(
  before: ApiServerCost,
  after: ApiServerCost,
  objects: number,
): Readonly<{ cpu: string; requests: string; kinds: string }> {
  const each = (ms: number): string => (ms / objects).toFixed(1);
  const more = [...after.requests].map(([name, count]) => [name, count - (before.requests.get(name) ?? 0)] as const);
  const kinds = more.filter(([, count]) => count >= objects / 10).toSorted(([, one], [, other]) => other - one);
  return {
    cpu: `${each(after.cpuMs - before.cpuMs)} and ${each(after.etcdCpuMs - before.etcdCpuMs)} ms`,
    requests: each(more.reduce((sum, [, count]) => sum + count, 0)),
    kinds: kinds.map(([name, count]) => `${each(count)} × ${name}`).join(", "),
  };
}
