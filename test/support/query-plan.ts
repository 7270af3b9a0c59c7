import type { Queryable } from "../../adapters/postgres/queryable.ts";

type PlanNode = Readonly<{
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: readonly PlanNode[];
}>;

/** What Postgres did for one query: rows that it read of the table and put in order, pages that it touched, and by which steps. */
export type QueryPlan = Readonly<{ steps: readonly string[]; read: number; sorted: number; pages: number }>;

/** Runs a read and tells how Postgres did its one query; the read gets no rows. */
export async function planOf(db: Queryable, read: (explained: Queryable) => Promise<unknown>): Promise<QueryPlan> {
  const plans: PlanNode[] = [];
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const { rows } = await db.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    plans.push(...rows.flatMap((row) => row["QUERY PLAN"].map(({ Plan }) => Plan)));
    return { rows: [], rowCount: 0 };
  };
  await read({ query } as unknown as Queryable);
  if (plans.length !== 1) throw new Error(`One query has one plan, not ${plans.length}`);
  return summarize(plans[0]!);
}

function summarize(root: PlanNode): QueryPlan {
  const nodes = allOf(root);
  const rows = (of: readonly PlanNode[]): number =>
    of.reduce(
      (sum, node) => sum + ((node["Rows Removed by Filter"] ?? 0) + node["Actual Rows"]) * node["Actual Loops"],
      0,
    );
  return {
    steps: nodes.map((node) => node["Node Type"]),
    read: rows(nodes.filter((node) => node["Node Type"].endsWith("Scan"))),
    // An incremental sort ends with its page; it puts in order what came at one moment.
    sorted: rows(nodes.filter((node) => node["Node Type"] === "Sort").flatMap((node) => node.Plans ?? [])),
    pages: root["Shared Hit Blocks"] + root["Shared Read Blocks"],
  };
}

function allOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)];
}
