/*
 * Queues deliveries of webhooks:
 * 1. One statement moves the durable cursor over `changes` and enqueues what webhooks want of them: both or neither.
 *    Whoever holds the cursor's row does it; other gateways pass by.
 * 2. A claim counts the attempt and moves the delivery behind a lease; rows that another gateway claims are skipped. A
 *    gateway that dies leaves its claims to be taken when their lease is over: at least once, so each carries its id.
 * 3. An attempt ends a delivery, or puts it off with back-off until it is too old.
 */
import type pg from "pg";
import type { Change } from "../resources/change-feed.ts";
import { RESOURCE_KINDS } from "../../../contract/resources/all.ts";
import { inTransaction } from "../pool.ts";

const CURSOR = "webhooks/cursor";

/** When things are over, in milliseconds. */
export type QueueTimes = Readonly<{ leaseMs: number; giveUpMs: number; disableMs: number }>;

/** A delivery that this gateway has claimed; without a change it is a test. */
export type Claim = Readonly<{
  id: string;
  webhookId: string;
  organizationId: string;
  url: string;
  sealedSecret: Buffer;
  attempts: number;
  changedAt: Date;
  change: Omit<Change, "seq"> | null;
}>;
/** How an attempt ended; `error` is null when it was delivered. */
type Attempt = Readonly<{ status: number | null; error: string | null; durationMs: number; retryMs: number }>;

/** Places the cursor at the newest change unless there is one; what was before is nobody's. */
export async function placeCursor(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO platform_facts (name, value) SELECT '${CURSOR}', to_jsonb(coalesce(max(seq), 0)) FROM changes
      ON CONFLICT DO NOTHING`,
  );
}

/** Enqueues what follows the cursor, at most `limit` changes; answers how many were read. */
export async function enqueueChanges(pool: pg.Pool, limit: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: "enqueue-changes",
    text: `WITH cursor AS (SELECT (value #>> '{}')::bigint AS seq FROM platform_facts WHERE name = '${CURSOR}'
        FOR UPDATE SKIP LOCKED),
      page AS MATERIALIZED (SELECT c.* FROM changes c WHERE c.seq > (SELECT seq FROM cursor) ORDER BY c.seq LIMIT $1),
      queued AS (
        INSERT INTO webhook_deliveries (id, webhook_id, kind, resource_id, type, changed_at)
        SELECT gen_random_uuid(), w.id, p.kind, p.resource_id, p.type, p.at FROM page p
        JOIN webhooks w ON w.organization_id = p.organization_id AND w.enabled AND w.created_at <= p.at
          AND (w.kinds = '{}' OR p.kind = ANY(w.kinds)) AND p.kind = ANY($2)
        JOIN organizations o ON o.id = w.organization_id AND o.deleted_at IS NULL
        WHERE NOT EXISTS (SELECT 1 FROM resources r WHERE r.id = p.resource_id AND r.hidden)),
      moved AS (
        UPDATE platform_facts SET value = to_jsonb((SELECT max(seq) FROM page)), updated_at = now()
        WHERE name = '${CURSOR}' AND EXISTS (SELECT 1 FROM page))
      SELECT count(*)::int AS count FROM page`,
    values: [limit, RESOURCE_KINDS],
  });
  return rows[0]?.count ?? 0;
}

type ClaimRow = Omit<Claim, "change"> & Readonly<{ kind: string | null; resourceId: string | null; type: string }>;

/** How many deliveries are wanted at once and of each webhook, and what is being posted already. */
type Wanted = Readonly<{
  limit: number;
  perWebhook: number;
  underWay: readonly Readonly<{ webhookId: string; organizationId: string }>[];
  leaseMs: number;
}>;

/**
 * Claims deliveries that are due, a few of each webhook; those of busy webhooks are left. Organizations take turns, those with
 * nothing under way first: however many webhooks of one hang, another's wait for one post at most.
 */
export async function claimDeliveries(pool: pg.Pool, wanted: Wanted): Promise<Claim[]> {
  const { limit, perWebhook, underWay, leaseMs } = wanted;
  const { rows } = await pool.query<ClaimRow>({
    name: "claim-deliveries",
    text: `WITH turns AS MATERIALIZED (
        SELECT w.id, w.url, w.sealed_secret, w.organization_id,
          row_number() OVER (PARTITION BY w.organization_id ORDER BY random())
            + (SELECT count(*) FROM unnest($5::uuid[]) busy WHERE busy = w.organization_id) AS turn
        FROM webhooks w WHERE w.enabled AND w.id <> ALL($3::uuid[]) AND EXISTS (SELECT 1 FROM webhook_deliveries q
          WHERE q.webhook_id = w.id AND q.status = 'pending' AND q.next_attempt_at <= now())
        ORDER BY turn LIMIT $1),
      due AS MATERIALIZED (
        SELECT d.id, w.id AS webhook_id, w.url, w.sealed_secret, w.organization_id FROM turns w
        CROSS JOIN LATERAL (SELECT q.id FROM webhook_deliveries q WHERE q.webhook_id = w.id AND q.status = 'pending'
          AND q.next_attempt_at <= now() ORDER BY q.next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED) d
        ORDER BY w.turn LIMIT $1)
      UPDATE webhook_deliveries d SET attempts = d.attempts + 1, last_attempt_at = now(),
        next_attempt_at = now() + $4 * interval '1 millisecond'
      FROM due WHERE d.id = due.id
      RETURNING d.id, due.webhook_id AS "webhookId", due.organization_id AS "organizationId", due.url,
        due.sealed_secret AS "sealedSecret", d.attempts, d.changed_at AS "changedAt", d.kind,
        d.resource_id AS "resourceId", d.type`,
    values: [
      limit,
      perWebhook,
      [...new Set(underWay.map(({ webhookId }) => webhookId))],
      leaseMs,
      underWay.map(({ organizationId }) => organizationId),
    ],
  });
  return rows.map(toClaim);
}

function toClaim({ kind, resourceId, type, ...row }: ClaimRow): Claim {
  const { organizationId, changedAt: at } = row;
  if (kind === null || resourceId === null) return { ...row, change: null };
  return { ...row, change: { kind, resourceId, organizationId, type, at } };
}

/** Records how an attempt ended; a webhook with nothing but failures for too long is switched off. */
export async function settleAttempt(pool: pg.Pool, claim: Claim, attempt: Attempt, times: QueueTimes): Promise<void> {
  const { status, error, durationMs, retryMs } = attempt;
  await inTransaction(pool, async (db) => {
    await db.query(
      `UPDATE webhook_deliveries SET response_status = $2, error = $3, duration_ms = $4,
          status = s.status, finished_at = CASE WHEN s.status = 'pending' THEN NULL ELSE now() END,
          next_attempt_at = CASE WHEN s.status = 'pending' THEN now() + $5 * interval '1 millisecond' END
        FROM (SELECT id, CASE WHEN $3::text IS NULL THEN 'delivered'
          WHEN created_at <= now() - $6 * interval '1 millisecond' THEN 'failed' ELSE 'pending' END AS status
          FROM webhook_deliveries WHERE id = $1) s
        WHERE webhook_deliveries.id = s.id AND webhook_deliveries.status = 'pending'`,
      [claim.id, status, error, durationMs, retryMs, times.giveUpMs],
    );
    if (error === null)
      await db.query("UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL", [
        claim.webhookId,
      ]);
    else await noteFailure(db, claim.webhookId, times.disableMs);
  });
}

async function noteFailure(db: pg.PoolClient, webhookId: string, disableMs: number): Promise<void> {
  await db.query("UPDATE webhooks SET failing_since = now() WHERE id = $1 AND failing_since IS NULL", [webhookId]);
  await db.query(
    `UPDATE webhooks SET enabled = false, version = version + 1, updated_at = now(),
        disabled_reason = 'Every delivery failed since ' || to_char(failing_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      WHERE id = $1 AND enabled AND failing_since <= now() - $2 * interval '1 millisecond'`,
    [webhookId, disableMs],
  );
}

/** Bounds queue and log: 7 days and 1,000 finished deliveries per webhook, 24 h and 10,000 pending ones. */
export async function sweepDeliveries(pool: pg.Pool): Promise<void> {
  await pool.query(
    `UPDATE webhooks w SET enabled = false, version = version + 1, updated_at = now(),
        disabled_reason = 'More than 10,000 deliveries were waiting'
      WHERE enabled AND (SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending') > 10000`,
  );
  await pool.query(
    `UPDATE webhook_deliveries d SET status = 'failed', finished_at = now(), next_attempt_at = NULL,
        error = coalesce(error, 'given up')
      FROM webhooks w WHERE w.id = d.webhook_id AND d.status = 'pending' AND (d.created_at < now() - interval '25 hours'
        OR w.disabled_reason LIKE 'More than 10,000%')`,
  );
  await pool.query(
    `DELETE FROM webhook_deliveries d USING (
        SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place
        FROM webhook_deliveries WHERE status <> 'pending') old
      WHERE d.id = old.id AND (old.place > 1000 OR d.created_at < now() - interval '7 days')`,
  );
}
