import type { SetRules } from "../../../contract/alert-rules.ts";
import { onlyRow } from "../only-row.ts";
import type { PageRange } from "../page-range.ts";
import type { Queryable } from "../queryable.ts";

/** An alert as it is stored; it was made when it was told. */
export type AlertRow = Readonly<{
  id: string;
  organizationId: string;
  kind: string;
  resourceId: string;
  resourceName: string;
  clusterId: string | null;
  rule: string;
  message: string;
  since: Date;
  createdAt: Date;
  endedAt: Date | null;
  endReason: string | null;
}>;

/** A choice of the alerts of an organization. */
type AlertFilter = Readonly<{
  organizationId: string;
  kinds: readonly string[];
  state?: string;
  resourceId?: string;
  clusterId?: string;
  rule?: string;
}>;

/** What was set of the rules of a resource. */
export type AlertRulesRow = Readonly<{ rules: SetRules; version: number; updatedAt: Date | null }>;

const ALERT = `a.id, a.organization_id AS "organizationId", a.kind, a.resource_id AS "resourceId",
  a.resource_name AS "resourceName", a.cluster_id AS "clusterId", a.rule, a.message, a.since,
  a.created_at AS "createdAt", a.ended_at AS "endedAt", a.end_reason AS "endReason"`;
const CHOSEN = `FROM alerts a WHERE a.organization_id = $1 AND a.kind = ANY($2) AND ($3::uuid IS NULL OR a.resource_id = $3)
  AND ($4::uuid IS NULL OR a.cluster_id = $4) AND ($5::text IS NULL OR a.rule = $5)
  AND ($6::text IS NULL OR (a.ended_at IS NULL) = ($6 = 'open'))`;
const KEPT_DAYS = 90;
/** Of an organization, of those that have ended. */
const KEPT_MAX = 10_000;

/** Lists alerts, the newest first. */
export async function listAlerts(db: Queryable, filter: AlertFilter, { limit, after }: PageRange): Promise<AlertRow[]> {
  const { rows } = await db.query<AlertRow>(
    `SELECT ${ALERT} ${CHOSEN} AND ($7::timestamptz IS NULL OR (a.created_at, a.id) < ($7::timestamptz, $8::uuid))
      ORDER BY a.created_at DESC, a.id DESC LIMIT $9`,
    [...valuesOf(filter), after?.createdAt ?? null, after?.id ?? null, limit],
  );
  return rows;
}

/** Counts alerts. */
export async function countAlerts(db: Queryable, filter: AlertFilter): Promise<number> {
  const counted = await db.query<{ count: number }>(`SELECT count(*)::int AS count ${CHOSEN}`, valuesOf(filter));
  return onlyRow(counted).count;
}

function valuesOf({ organizationId, kinds, resourceId, clusterId, rule, state }: AlertFilter): unknown[] {
  return [organizationId, kinds, resourceId ?? null, clusterId ?? null, rule ?? null, state ?? null];
}

/** Reads alerts by their ids. */
export async function findAlerts(db: Queryable, ids: readonly string[]): Promise<AlertRow[]> {
  const { rows } = await db.query<AlertRow>(
    `SELECT ${ALERT} FROM alerts a WHERE a.id = ANY($1::uuid[]) ORDER BY a.created_at, a.id`,
    [ids],
  );
  return rows;
}

/** Reads alerts that somebody may still be told of: whoever owns or administers their organization, by this address. */
export async function findAlertsFor(db: Queryable, email: string, ids: readonly string[]): Promise<AlertRow[]> {
  const { rows } = await db.query<AlertRow>(
    `SELECT ${ALERT} FROM alerts a JOIN memberships m ON m.organization_id = a.organization_id AND m.role IN ('owner', 'admin')
      JOIN users u ON u.id = m.user_id AND u.email = $1 WHERE a.id = ANY($2::uuid[]) ORDER BY a.created_at, a.id`,
    [email, ids],
  );
  return rows;
}

/** Reads what was set of the rules of a resource. */
export async function findAlertRules(db: Queryable, resourceId: string): Promise<AlertRulesRow> {
  const { rows } = await db.query<AlertRulesRow>(
    `SELECT rules, version, updated_at AS "updatedAt" FROM alert_rules WHERE resource_id = $1`,
    [resourceId],
  );
  return rows[0] ?? { rules: {}, version: 0, updatedAt: null };
}

/** Keeps what is set of the rules of a resource, if they still are what was read. */
export async function keepAlertRules(
  db: Queryable,
  {
    resourceId,
    organizationId,
    before,
  }: Readonly<{ resourceId: string; organizationId: string; before: AlertRulesRow }>,
  rules: SetRules,
): Promise<AlertRulesRow | undefined> {
  const { rows } = await db.query<AlertRulesRow>(
    `INSERT INTO alert_rules AS a (resource_id, organization_id, rules) VALUES ($1, $2, $3)
      ON CONFLICT (resource_id) DO UPDATE SET rules = EXCLUDED.rules, version = a.version + 1, updated_at = now()
        WHERE a.version = $4
      RETURNING rules, version, updated_at AS "updatedAt"`,
    [resourceId, organizationId, JSON.stringify(rules), before.version],
  );
  return rows[0];
}

/** Drops alerts that ended long ago, and of an organization with very many the older ones: whoever lets something fail again and again fills no table. Only where one has ended of late there can be more. */
export async function sweepAlerts(db: Queryable, keptMax = KEPT_MAX): Promise<void> {
  await db.query("DELETE FROM alerts WHERE ended_at < now() - $1 * interval '1 day'", [KEPT_DAYS]);
  await db.query(
    `WITH many AS (SELECT organization_id FROM alerts WHERE ended_at IS NOT NULL
        AND organization_id IN (SELECT organization_id FROM alerts WHERE ended_at > now() - interval '1 hour')
        GROUP BY 1 HAVING count(*) > $1)
      DELETE FROM alerts WHERE id IN (SELECT id FROM (
        SELECT a.id, row_number() OVER (PARTITION BY a.organization_id ORDER BY a.ended_at DESC, a.id DESC) AS place
        FROM alerts a JOIN many USING (organization_id) WHERE a.ended_at IS NOT NULL) AS ordered WHERE place > $1)`,
    [keptMax],
  );
}
