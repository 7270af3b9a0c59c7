/**
 * The bare loop that the operator is compared with: a process that lists the deployments and patches each status
 * once, through the same client and as many at a time. It prints nothing; its parent hears what it cost.
 */
import { createKubeClient } from "../adapters/kubernetes/kube-client.ts";
import { DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { inParallel } from "./in-parallel.ts";

/** What the loop cost, the start of the process apart. */
export type BaselineCost = Readonly<{ seconds: number; cpuMs: number }>;

const CONCURRENCY = 16;
const client = createKubeClient({ kubeconfigPath: process.argv[2]! }, { responseBytesMax: 64 * 1024 * 1024 });
await client.request("GET", "/version");

const startedAtMs = performance.now();
const cpuBefore = process.cpuUsage();
const { items } = await client.list(DEPLOYMENTS);
await inParallel(items, CONCURRENCY, ({ metadata: { namespace, name, resourceVersion } }) =>
  client.patch(
    DEPLOYMENTS,
    { namespace, name },
    { kind: "merge", body: { metadata: { resourceVersion }, status: { statusReason: "Bench" } } },
    { fieldManager: "bench", subresource: "status" },
  ),
);
const { user, system } = process.cpuUsage(cpuBefore);
process.send?.({
  seconds: (performance.now() - startedAtMs) / 1000,
  cpuMs: (user + system) / 1000,
} satisfies BaselineCost);
await client.close();
process.disconnect?.();
