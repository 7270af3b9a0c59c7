import type { Asked } from "../../../contract/asked.ts";
import { AMOUNT_QUOTAS, type AmountLimits, type AmountQuota } from "../../../contract/quotas.ts";
import { onlyRow } from "../only-row.ts";
import type { Queryable } from "../queryable.ts";

/** What a resource would ask for in an organization that may ask for so much. */
export type AmountWish = Readonly<{
  organizationId: string;
  resourceId: string;
  asked: Asked;
  limits: AmountLimits;
}>;

/** A limit that a wish goes beyond: what all others ask for, what the resource asks for now and would then. */
export type Excess = Readonly<{ quota: AmountQuota; limit: number; others: number; before: number; after: number }>;

type Amounts = Readonly<Record<AmountQuota, number>>;

/** What is there, and what writes under way make of it, whichever is more (docs/adr/0085); a preview's database from before it is made. */
const ASKED = `WITH claims AS (
    SELECT target_id AS id, max((asked->>'cpuMilli')::bigint) AS cpu, max((asked->>'memoryMb')::bigint) AS memory,
      max((asked->>'storageGb')::bigint) AS storage
    FROM audit_entries WHERE organization_id = $1 AND outcome = 'attempted' AND asked IS NOT NULL GROUP BY target_id),
  present AS (
    SELECT id, asked_cpu_milli AS cpu, asked_memory_mb AS memory, asked_storage_gb AS storage FROM resources
    WHERE organization_id = $1 AND kind IN ('Deployment', 'DatabaseInstance') AND deleted_at IS NULL AND NOT hidden
    UNION ALL
    SELECT gen_random_uuid(), (p.detail->'awaitedDatabase'->>'cpuMilli')::bigint, (p.detail->'awaitedDatabase'->>'memoryMb')::bigint,
      (p.detail->'awaitedDatabase'->>'storageGb')::bigint FROM resources p
    WHERE p.organization_id = $1 AND p.kind = 'Deployment' AND p.deleted_at IS NULL AND NOT p.hidden
      AND p.detail->'awaitedDatabase' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resources d
        WHERE d.organization_id = $1 AND d.kind = 'DatabaseInstance' AND d.body->>'preview_of' = p.id::text))
  SELECT coalesce(sum(greatest(p.cpu, c.cpu)) FILTER (WHERE id IS DISTINCT FROM $2::uuid), 0)::float8 AS "othersCpu",
    coalesce(sum(greatest(p.memory, c.memory)) FILTER (WHERE id IS DISTINCT FROM $2::uuid), 0)::float8 AS "othersMemory",
    coalesce(sum(greatest(p.storage, c.storage)) FILTER (WHERE id IS DISTINCT FROM $2::uuid), 0)::float8 AS "othersStorage",
    coalesce(sum(p.cpu) FILTER (WHERE id = $2::uuid), 0)::float8 AS "ownCpu",
    coalesce(sum(p.memory) FILTER (WHERE id = $2::uuid), 0)::float8 AS "ownMemory",
    coalesce(sum(p.storage) FILTER (WHERE id = $2::uuid), 0)::float8 AS "ownStorage"
  FROM present p FULL JOIN claims c USING (id)`;

type Row = Readonly<Record<`${"others" | "own"}${"Cpu" | "Memory" | "Storage"}`, number>>;

/** Sums up what an organization asks for, apart from one resource, and that resource's own. */
export async function sumAsked(
  db: Queryable,
  organizationId: string,
  resourceId: string | null,
): Promise<Readonly<{ others: Amounts; own: Amounts }>> {
  const row = onlyRow(await db.query<Row>({ name: "sum-asked", text: ASKED, values: [organizationId, resourceId] }));
  return {
    others: { cpu: row.othersCpu / 1000, memory_mb: row.othersMemory, storage_gb: row.othersStorage },
    own: { cpu: row.ownCpu / 1000, memory_mb: row.ownMemory, storage_gb: row.ownStorage },
  };
}

/** Finds the first limit that a wish goes beyond; what asks for no more than before is held by none. */
export async function findExcess(
  db: Queryable,
  { organizationId, resourceId, asked, limits }: AmountWish,
): Promise<Excess | undefined> {
  const { others, own } = await sumAsked(db, organizationId, resourceId);
  const wanted: Amounts = { cpu: asked.cpuMilli / 1000, memory_mb: asked.memoryMb, storage_gb: asked.storageGb };
  for (const quota of AMOUNT_QUOTAS) {
    const limit = limits[quota];
    const [before, after] = [own[quota], wanted[quota]];
    if (limit !== undefined && after > before && milli(others[quota] + after) > milli(limit))
      return { quota, limit, others: others[quota], before, after };
  }
  return undefined;
}

/** Compares thousandths: sums of decimal cores are not exact. */
function milli(amount: number): number {
  return Math.round(amount * 1000);
}
