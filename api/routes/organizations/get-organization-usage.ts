import { findLimits } from "../../../adapters/postgres/identity/admin-organization-store.ts";
import { sumAsked } from "../../../adapters/postgres/resources/amount-store.ts";
import { listUsage } from "../../../adapters/postgres/resources/usage-store.ts";
import { forEachAmount } from "../../../contract/quotas.ts";
import { USAGE_ROWS_MAX, type getOrganizationUsage, type UsageResponse } from "../../../contract/rest/usage.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { ListPrices } from "../../providers/list-prices.ts";
import { csvText } from "../../usage/csv-text.ts";
import { usageBody } from "../../usage/usage-body.ts";
import { deriveUsageRange } from "../../usage/usage-range.ts";

/** Days of one answer are added up from this many rows at most. */
const READ_MAX = 4 * USAGE_ROWS_MAX;
const COLUMNS = ["day", "kind", "resource_id", "name", "cluster_id", "cluster_name"] as const;
const AMOUNTS = ["cpu_core_hours", "memory_gb_hours", "storage_gb_hours", "node_hours", "cost"] as const;

/** Reads what an organization asked for over time, and what that comes to. */
export const handle: Handler<typeof getOrganizationUsage> = async (context, { path, query }) => {
  const { organizationId } = membershipOf(context, path.slug);
  const { pool, providers } = context.services;
  const group = query.group_by ?? "resource";
  const range = deriveUsageRange(query, Date.now());
  const rows = await listUsage(
    pool,
    { ...range, organizationId, limit: READ_MAX + 1 },
    group === "day" ? "day" : "total",
  );
  const added = await usageBody(rows, group, new ListPrices(providers));
  if (rows.length > READ_MAX || added.rows.length > USAGE_ROWS_MAX)
    throw refusedValue(["query", "from"], "there is more than one answer can hold; ask for fewer days");
  const ends = { from: dayOf(range.from), to: dayOf(range.to) };
  if (/\btext\/csv\b/i.test(context.accept)) return csvAnswer(path.slug, ends, added.rows);
  return {
    body: { ...ends, group_by: group, currency: "EUR" as const, ...added, ...(await now(context, organizationId)) },
  };
};

async function now(
  { services }: Context,
  organizationId: string,
): Promise<Pick<UsageResponse, "asked_now" | "limits">> {
  const limits = (await findLimits(services.pool, organizationId)) ?? {};
  const { others } = await sumAsked(services.pool, organizationId, null);
  return { asked_now: forEachAmount((name) => others[name]), limits: forEachAmount((name) => limits[name] ?? null) };
}

type CsvAnswer = Readonly<{ text: string; contentType: string; headers: Readonly<Record<string, string>> }>;

function csvAnswer(
  slug: string,
  { from, to }: Readonly<{ from: string; to: string }>,
  rows: UsageResponse["rows"],
): CsvAnswer {
  const file = `usage-${slug}-${from}-${to}.csv`;
  return {
    text: csvText([...COLUMNS, ...AMOUNTS], rows),
    contentType: "text/csv; charset=utf-8",
    headers: { "Content-Disposition": `attachment; filename="${file}"`, "Cache-Control": "no-store" },
  };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
