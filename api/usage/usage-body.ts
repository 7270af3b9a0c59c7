import type { UsageRow } from "../../adapters/postgres/resources/usage-store.ts";
import type { UsageResponse, UsageRowBody } from "../../contract/rest/usage.ts";
import type { ListPrices } from "../providers/list-prices.ts";

type Group = UsageResponse["group_by"];
/** A row with what it costs; undefined where something has no price. */
type CostedRow = UsageRow & Readonly<{ cost: number | undefined }>;
type Body = Pick<UsageResponse, "rows" | "total" | "unpriced">;

const HOUR = 3_600;

/** Adds up usage by what was asked for, with its price. */
export async function usageBody(rows: readonly UsageRow[], group: Group, prices: ListPrices): Promise<Body> {
  const costed: CostedRow[] = [];
  for (const row of rows) costed.push({ ...row, cost: await costOf(row, prices) });
  const groups = Map.groupBy(costed, (row) => keyOf(row, group));
  return {
    rows: [...groups.values()].map((members) => ({
      ...labels(members[0] as CostedRow, group),
      ...sum(members, "all"),
    })),
    total: sum(costed, "priced"),
    unpriced: costed.some(({ cost }) => cost === undefined),
  };
}

/** A cluster without nodes of its own has no price here: its host's owner has it. */
async function costOf(row: UsageRow, prices: ListPrices): Promise<number | undefined> {
  if (row.kind === "Cluster" && row.nodeSeconds === 0) return undefined;
  return prices.costOf(row, { nodeHours: row.nodeSeconds / HOUR, storageGbHours: row.storageGbSeconds / HOUR });
}

function keyOf(row: UsageRow, group: Group): string {
  const keys = { resource: row.resourceId, day: row.day ?? "", cluster: row.clusterId ?? "", kind: row.kind };
  return keys[group];
}

type Labels = Omit<UsageRowBody, keyof UsageResponse["total"]>;
const NO_LABELS: Labels = {
  day: null,
  kind: null,
  resource_id: null,
  name: null,
  cluster_id: null,
  cluster_name: null,
};

function labels({ day, kind, resourceId, name, clusterId, clusterName }: CostedRow, group: Group): Labels {
  const place = { cluster_id: clusterId, cluster_name: clusterName };
  if (group === "day") return { ...NO_LABELS, day };
  if (group === "kind") return { ...NO_LABELS, kind };
  if (group === "cluster") return { ...NO_LABELS, ...place };
  return { ...NO_LABELS, kind, resource_id: resourceId, name, ...place };
}

function sum(rows: readonly CostedRow[], costs: "all" | "priced"): UsageResponse["total"] {
  const total = (of: (row: CostedRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const isPriced = costs === "priced" || rows.every(({ cost }) => cost !== undefined);
  return {
    cpu_core_hours: rounded(total((row) => row.cpuMilliSeconds / 1000 / HOUR)),
    memory_gb_hours: rounded(total((row) => row.memoryMbSeconds / 1024 / HOUR)),
    storage_gb_hours: rounded(total((row) => row.storageGbSeconds / HOUR)),
    node_hours: rounded(total((row) => row.nodeSeconds / HOUR)),
    cost: isPriced ? total(({ cost }) => cost ?? 0).toFixed(2) : null,
  };
}

function rounded(hours: number): number {
  return Math.round(hours * 1000) / 1000;
}
