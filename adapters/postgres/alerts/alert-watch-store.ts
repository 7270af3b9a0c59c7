/*
 * What is remembered between two looks at the rules of alerts, and what is told:
 * 1. Everything that follows from one look at a cluster is one transaction: what is remembered, the alerts, the deliveries
 *    of webhooks and the mails. A gateway that dies has told all or nothing.
 * 2. Each watch has a version. Of two gateways that judge at a time the first to write is heard; the other's step is dropped,
 *    with what it would have told.
 */
import type pg from "pg";
import type { AlertRule, SetRules } from "../../../contract/alert-rules.ts";
import type { DatabaseEngine } from "../../../contract/resources/database-engines.ts";
import { queueAlerts } from "../identity/mail-store.ts";
import { inTransaction } from "../pool.ts";
import type { Queryable } from "../queryable.ts";
import { toStorableJson } from "../storable-json.ts";

/** What is remembered of a rule of a resource. */
export type WatchRow = Readonly<{
  rule: AlertRule;
  sinceMs: number | null;
  clearSinceMs: number | null;
  alertId: string | null;
  memory: unknown;
  version: number;
}>;

/** Members of a body as reads show it: those that rules and places are judged by. */
export type WatchedBody = Readonly<{
  app_type?: string;
  engine?: DatabaseEngine;
  is_adopted?: boolean;
  is_staged?: boolean;
  conditions?: readonly Readonly<{
    type: string;
    status: string;
    reason?: string;
    message?: string;
    last_transition_time?: string;
  }>[];
  custom_domain?: string | null;
  backup_enabled?: boolean;
  backup_schedule?: string | null;
  last_backup_at?: string | null;
  created_at?: string;
}>;

/** A resource with rules, as it is read for a look. */
export type WatchedRow = Readonly<{
  id: string;
  kind: string;
  organizationId: string;
  clusterId: string;
  namespace: string;
  objectName: string;
  name: string;
  body: WatchedBody;
  rules: SetRules | null;
  watches: readonly WatchRow[];
}>;

/** A cluster that carries what has rules. */
export type WatchedCluster = Readonly<{ id: string; namespace: string; objectName: string }>;

/** An alert that begins. */
type NewAlert = Readonly<{
  id: string;
  kind: string;
  resourceName: string;
  clusterId: string | null;
  message: string;
  sinceMs: number;
}>;

/** What follows from a look at a rule; a watch that is undefined is forgotten. */
export type WatchStep = Readonly<{
  resourceId: string;
  rule: AlertRule;
  /** The version that was judged by; 0: there was none. */
  version: number;
  watch: Omit<WatchRow, "rule" | "version"> | undefined;
  started?: NewAlert;
  ended?: Readonly<{ alertId: string; reason: string }>;
}>;

/** Which alerts were told. */
type Told = Readonly<{ started: readonly string[]; ended: readonly string[] }>;

const WATCHED = `r.kind IN ('Deployment', 'DatabaseInstance') AND r.deleted_at IS NULL AND NOT r.hidden
  AND r.status <> 'deleting'`;
const WATCHES = `(SELECT json_agg(json_build_object('rule', w.rule,
    'sinceMs', round(extract(epoch FROM w.since) * 1000), 'clearSinceMs', round(extract(epoch FROM w.clear_since) * 1000),
    'alertId', w.alert_id, 'memory', w.memory, 'version', w.version))
  FROM alert_watches w WHERE w.resource_id = r.id AND w.rule = ANY($2))`;
const IS_READ: Readonly<Record<keyof WatchedBody, true>> = {
  app_type: true,
  engine: true,
  is_adopted: true,
  is_staged: true,
  conditions: true,
  custom_domain: true,
  backup_enabled: true,
  backup_schedule: true,
  last_backup_at: true,
  created_at: true,
};
const BODY = Object.keys(IS_READ)
  .map((member) => `'${member}', r.body->'${member}'`)
  .join(", ");

/** Lists the clusters that carry something with rules. */
export async function listWatchedClusters(db: Queryable): Promise<WatchedCluster[]> {
  const { rows } = await db.query<WatchedCluster>(
    `SELECT c.id, c.namespace, c.object_name AS "objectName" FROM resources c
      JOIN organizations o ON o.id = c.organization_id AND o.alerts_enabled AND o.deleted_at IS NULL
      WHERE c.kind = 'Cluster' AND c.deleted_at IS NULL
        AND EXISTS (SELECT 1 FROM resources r WHERE r.cluster_id = c.id AND ${WATCHED}) ORDER BY c.id`,
  );
  return rows;
}

/** Reads what has rules on a cluster, with what is remembered of some of them. */
export async function listWatched(
  db: Queryable,
  clusterId: string,
  rules: readonly AlertRule[],
): Promise<WatchedRow[]> {
  const { rows } = await db.query<Omit<WatchedRow, "watches"> & Readonly<{ watches: readonly WatchRow[] | null }>>({
    name: "watched-of-cluster",
    text: `SELECT r.id, r.kind, r.organization_id AS "organizationId", r.cluster_id AS "clusterId", r.namespace,
        r.object_name AS "objectName", r.display_name AS name, json_build_object(${BODY}) AS body, a.rules,
        ${WATCHES} AS watches
      FROM resources r JOIN organizations o ON o.id = r.organization_id AND o.alerts_enabled AND o.deleted_at IS NULL
      LEFT JOIN alert_rules a ON a.resource_id = r.id WHERE r.cluster_id = $1 AND ${WATCHED}`,
    values: [clusterId, rules],
  });
  return rows.map((row) => ({ ...row, watches: row.watches ?? [] }));
}

/** An alert, or what is remembered, of what is not looked at any more, with why. */
type LostWatch = Readonly<{
  organizationId: string;
  resourceId: string;
  rule: AlertRule;
  alertId: string | null;
  version: number;
  reason: "gone" | "off";
}>;

/**
 * Lists what is remembered of what is deleted, or of organizations that are not told any more. What has no row at all may
 * only not be projected yet, as after a restore.
 */
export async function listLostWatches(db: Queryable, limit: number): Promise<LostWatch[]> {
  const { rows } = await db.query<LostWatch>(
    `SELECT w.organization_id AS "organizationId", w.resource_id AS "resourceId", w.rule, w.alert_id AS "alertId",
        w.version, CASE WHEN r.id IS NULL THEN 'off' ELSE 'gone' END AS reason
      FROM alert_watches w LEFT JOIN resources r ON r.id = w.resource_id AND NOT (${WATCHED})
      LEFT JOIN organizations o ON o.id = w.organization_id AND o.alerts_enabled AND o.deleted_at IS NULL
      WHERE r.id IS NOT NULL OR o.id IS NULL LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Writes what follows from a look at things of one organization, all of it or nothing; answers what is told now. */
export async function applySteps(
  pool: pg.Pool,
  organizationId: string,
  steps: readonly WatchStep[],
  { isMailed }: Readonly<{ isMailed: boolean }>,
): Promise<Told> {
  // Who switches a rule off knows; nobody else is to hear of it each time.
  const off = new Set(steps.flatMap(({ ended }) => (ended?.reason === "off" ? [ended.alertId] : [])));
  return inTransaction(pool, async (db) => {
    const told = { started: [] as string[], ended: [] as string[] };
    for (const step of steps) {
      if (!(await keepWatch(db, organizationId, step))) continue;
      if (step.started !== undefined) told.started.push(await begin(db, organizationId, step, step.started));
      if (step.ended !== undefined && (await end(db, organizationId, step.ended))) told.ended.push(step.ended.alertId);
    }
    const mailed = { started: told.started, ended: told.ended.filter((id) => !off.has(id)) };
    if (isMailed && mailed.started.length + mailed.ended.length > 0) await queueAlerts(db, organizationId, mailed);
    return told;
  });
}

/** False where somebody else was first. */
async function keepWatch(db: Queryable, organizationId: string, step: WatchStep): Promise<boolean> {
  const { resourceId, rule, version, watch } = step;
  const key = [resourceId, rule, version];
  if (watch === undefined) {
    const gone = await db.query("DELETE FROM alert_watches WHERE resource_id = $1 AND rule = $2 AND version = $3", key);
    return version === 0 || gone.rowCount === 1;
  }
  const { sinceMs, clearSinceMs, alertId, memory } = watch;
  const times = "to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000)";
  const { rowCount } = await db.query(
    version === 0
      ? `INSERT INTO alert_watches (resource_id, rule, version, since, clear_since, alert_id, memory, organization_id)
          VALUES ($1, $2, $3 + 1, ${times}, $6, $7, $8) ON CONFLICT DO NOTHING`
      : `UPDATE alert_watches SET (since, clear_since) = (${times}), alert_id = $6, memory = $7, version = version + 1
          WHERE resource_id = $1 AND rule = $2 AND version = $3 AND organization_id = $8`,
    [...key, sinceMs, clearSinceMs, alertId, memory === undefined ? null : toStorableJson(memory), organizationId],
  );
  return rowCount === 1;
}

async function begin(
  db: Queryable,
  organizationId: string,
  { resourceId, rule }: WatchStep,
  { id, kind, resourceName, clusterId, message, sinceMs }: NewAlert,
): Promise<string> {
  await db.query(
    `INSERT INTO alerts (id, organization_id, kind, resource_id, resource_name, cluster_id, rule, message, since)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000))`,
    [id, organizationId, kind, resourceId, resourceName, clusterId, rule, message, sinceMs],
  );
  await queueDeliveries(db, organizationId, id, "started");
  return id;
}

async function end(
  db: Queryable,
  organizationId: string,
  { alertId, reason }: NonNullable<WatchStep["ended"]>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE alerts SET ended_at = now(), end_reason = $2 WHERE id = $1 AND ended_at IS NULL",
    [alertId, reason],
  );
  if (rowCount === 1) await queueDeliveries(db, organizationId, alertId, "ended");
  return rowCount === 1;
}

async function queueDeliveries(db: Queryable, organizationId: string, alertId: string, type: string): Promise<void> {
  await db.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, kind, resource_id, type, changed_at)
      SELECT gen_random_uuid(), w.id, 'Alert', $2, $3, now() FROM webhooks w
      WHERE w.organization_id = $1 AND w.enabled AND (w.kinds = '{}' OR 'Alert' = ANY(w.kinds))`,
    [organizationId, alertId, type],
  );
}
