import type { Schemas } from "../client/main.ts";
import type { Means } from "./means.ts";
import { formatBytes, formatCpu } from "./output/format-amount.ts";
import type { Cell, Column } from "./output/format-table.ts";

type Workload = Schemas["WorkloadMetricsResponse"];
type Cluster = Schemas["ClusterMetricsResponse"];
type Amounts = Pick<Workload, "cpu_millicores" | "memory_bytes">;
type Pod = Workload["pods"][number];
type Node = Cluster["nodes"][number];
/** A line of the table; the last one is the sum of all. */
type Line<T> = Amounts & Readonly<{ of: T | undefined; restarts?: number; carried?: number }>;

const AMOUNTS: readonly Column<Amounts>[] = [
  { title: "CPU", of: ({ cpu_millicores: { used } }) => said(used, formatCpu) },
  { title: "LIMIT", of: ({ cpu_millicores: { limit } }) => said(limit, formatCpu) },
  { title: "MEMORY", of: ({ memory_bytes: { used } }) => said(used, formatBytes) },
  { title: "LIMIT", of: ({ memory_bytes: { limit } }) => said(limit, formatBytes) },
];
const PODS: readonly Column<Line<Pod>>[] = [
  { title: "POD", of: ({ of }) => of?.name ?? "all" },
  { title: "READY", of: ({ of }) => of?.ready },
  ...AMOUNTS,
  { title: "RESTARTS", of: ({ restarts }) => restarts },
  { title: "LAST RESTART", of: ({ of }) => lastRestart(of) },
];
const NODES: readonly Column<Line<Node>>[] = [
  { title: "NODE", of: ({ of }) => of?.name ?? "all" },
  { title: "READY", of: ({ of }) => of?.ready },
  ...AMOUNTS,
  { title: "PODS", of: ({ carried }) => carried },
];

/** Shows what the pods of a deployment or database take. */
export async function showWorkloadUsage(means: Means, name: string, metrics: Workload): Promise<void> {
  const pods: Line<Pod>[] = metrics.pods.map((pod) => ({ ...pod, of: pod }));
  const lines = pods.length > 1 ? [...pods, { ...metrics, of: undefined }] : pods;
  await show(means, { name, metrics, lines, columns: PODS });
}

/** Shows what is taken of the nodes of a cluster. */
export async function showClusterUsage(means: Means, name: string, metrics: Cluster): Promise<void> {
  const nodes: Line<Node>[] = metrics.nodes.map((node) => ({ ...node, of: node, carried: node.pod_count }));
  const sum: Line<Node> = { ...metrics, of: undefined, carried: metrics.pod_count };
  await show(means, { name, metrics, lines: nodes.length > 1 ? [...nodes, sum] : nodes, columns: NODES });
}

type Shown<T> = Readonly<{
  name: string;
  metrics: Workload | Cluster;
  lines: readonly Line<T>[];
  columns: readonly Column<Line<T>>[];
}>;

async function show<T>({ out }: Means, { name, metrics, lines, columns }: Shown<T>): Promise<void> {
  if (out.format !== "table") return out.item(metrics, { nameOf: () => name, fields: () => [] });
  if (metrics.message !== null) out.note(metrics.message);
  else if (metrics.simulated) out.note("The nodes are simulated, and so is what is used.");
  await out.list(lines, { columns, nameOf: () => name, none: "Nothing of it runs." });
}

function lastRestart(pod: Pod | undefined): Cell {
  const told = [pod?.last_restart_reason, pod?.last_restart_at].filter((one) => typeof one === "string");
  return told.length === 0 ? null : told.join(" ");
}

/** What nobody has measured, or bounded, is a dash. */
function said(amount: number | null, format: (known: number) => string): Cell {
  return amount === null ? null : format(amount);
}
