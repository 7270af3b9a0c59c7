import { onlyRow } from "../only-row.ts";
import type { PageRange } from "../page-range.ts";
import { inTransaction, type Pool } from "../pool.ts";
import type { Queryable } from "../queryable.ts";
import { recordChanges, type ChangeRecord } from "../resources/record-changes.ts";

/** A webhook without its secret. */
export type Webhook = Readonly<{
  id: string;
  organizationId: string;
  url: string;
  description: string | null;
  kinds: readonly string[];
  enabled: boolean;
  disabledReason: string | null;
  failingSince: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}>;

/** A webhook to be kept. */
type NewWebhook = Pick<Webhook, "id" | "organizationId" | "url" | "description" | "kinds" | "enabled"> &
  Readonly<{ sealedSecret: Buffer }>;
/** The members that change; one left out stays. */
export type WebhookChange = Partial<Pick<Webhook, "url" | "description" | "kinds" | "enabled">>;

/** One delivery as the log shows it. */
export type Delivery = Readonly<{
  id: string;
  webhookId: string;
  kind: string | null;
  resourceId: string | null;
  type: string;
  status: string;
  attempts: number;
  nextAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  responseStatus: number | null;
  error: string | null;
  durationMs: number | null;
  createdAt: Date;
  finishedAt: Date | null;
}>;

const WEBHOOK = `id, organization_id AS "organizationId", url, description, kinds, enabled,
  disabled_reason AS "disabledReason", failing_since AS "failingSince", version, created_at AS "createdAt",
  updated_at AS "updatedAt"`;
const DELIVERY = `id, webhook_id AS "webhookId", kind, resource_id AS "resourceId", type, status, attempts,
  next_attempt_at AS "nextAttemptAt", last_attempt_at AS "lastAttemptAt", response_status AS "responseStatus", error,
  duration_ms AS "durationMs", created_at AS "createdAt", finished_at AS "finishedAt"`;

/** Keeps a new webhook. */
export async function insertWebhook(pool: Pool, webhook: NewWebhook): Promise<Webhook> {
  const { id, organizationId, url, description, kinds, enabled, sealedSecret } = webhook;
  const rows = await writeAndTell(
    pool,
    "created",
    `INSERT INTO webhooks (id, organization_id, url, description, kinds, enabled, sealed_secret)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${WEBHOOK}`,
    [id, organizationId, url, description, kinds, enabled, sealedSecret],
  );
  return onlyRow({ rows });
}

/** Reads a webhook of an organization. */
export async function findWebhook(db: Queryable, organizationId: string, id: string): Promise<Webhook | undefined> {
  const { rows } = await db.query<Webhook>(`SELECT ${WEBHOOK} FROM webhooks WHERE id = $1 AND organization_id = $2`, [
    id,
    organizationId,
  ]);
  return rows[0];
}

/** Counts the webhooks of an organization. */
export async function countWebhooks(db: Queryable, organizationId: string): Promise<number> {
  return count(db, "SELECT count(*)::int AS count FROM webhooks WHERE organization_id = $1", organizationId);
}

/** Reads a page of an organization's webhooks. */
export async function listWebhooks(db: Queryable, organizationId: string, range: PageRange): Promise<Webhook[]> {
  const { rows } = await db.query<Webhook>(
    `SELECT ${WEBHOOK} FROM webhooks WHERE organization_id = $1
      AND ($2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid))
      ORDER BY created_at DESC, id DESC LIMIT $4`,
    [organizationId, range.after?.createdAt, range.after?.id, range.limit],
  );
  return rows;
}

/** Changes a webhook if its version still is what was read; switching it on forgets why it was off. */
export async function updateWebhook(pool: Pool, webhook: Webhook, change: WebhookChange): Promise<Webhook | undefined> {
  const { url, description, kinds, enabled } = { ...webhook, ...change };
  const rows = await writeAndTell(
    pool,
    "updated",
    `UPDATE webhooks SET url = $3, description = $4, kinds = $5, enabled = $6, version = version + 1, updated_at = now(),
        disabled_reason = CASE WHEN $6 THEN NULL ELSE disabled_reason END,
        failing_since = CASE WHEN $6 AND NOT enabled THEN NULL ELSE failing_since END
      WHERE id = $1 AND version = $2 RETURNING ${WEBHOOK}`,
    [webhook.id, webhook.version, url, description, kinds, enabled],
  );
  return rows[0];
}

/** Replaces the secret of a webhook. */
export async function replaceSecret(pool: Pool, id: string, sealedSecret: Buffer): Promise<Webhook | undefined> {
  const rows = await writeAndTell(
    pool,
    "updated",
    `UPDATE webhooks SET sealed_secret = $2, version = version + 1, updated_at = now() WHERE id = $1
      RETURNING ${WEBHOOK}`,
    [id, sealedSecret],
  );
  return rows[0];
}

/** Removes a webhook with its queue and log. */
export async function deleteWebhook(pool: Pool, id: string): Promise<void> {
  await writeAndTell(pool, "deleted", `DELETE FROM webhooks WHERE id = $1 RETURNING ${WEBHOOK}`, [id]);
}

/** Queues a delivery that a person asked for; a second time changes nothing. */
export async function queueTest(db: Queryable, id: string, webhookId: string): Promise<Delivery> {
  await db.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, type, changed_at) VALUES ($1, $2, 'test', now())
      ON CONFLICT (id) DO NOTHING`,
    [id, webhookId],
  );
  const { rows } = await db.query<Delivery>(`SELECT ${DELIVERY} FROM webhook_deliveries WHERE id = $1`, [id]);
  return onlyRow({ rows });
}

/** Counts the deliveries of a webhook. */
export async function countDeliveries(db: Queryable, webhookId: string): Promise<number> {
  return count(db, "SELECT count(*)::int AS count FROM webhook_deliveries WHERE webhook_id = $1", webhookId);
}

/** Reads a page of the delivery log. */
export async function listDeliveries(db: Queryable, webhookId: string, range: PageRange): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(
    `SELECT ${DELIVERY} FROM webhook_deliveries WHERE webhook_id = $1
      AND ($2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid))
      ORDER BY created_at DESC, id DESC LIMIT $4`,
    [webhookId, range.after?.createdAt, range.after?.id, range.limit],
  );
  return rows;
}

/** Writes webhooks and, in the same transaction, what /events tells of it. */
async function writeAndTell(
  pool: Pool,
  type: ChangeRecord["type"],
  text: string,
  values: readonly unknown[],
): Promise<Webhook[]> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<Webhook>(text, [...values]);
    await recordChanges(
      db,
      rows.map(({ id, organizationId }) => ({ kind: "Webhook", id, organization_id: organizationId, type })),
    );
    return rows;
  });
}

async function count(db: Queryable, text: string, id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(text, [id]);
  return rows[0]?.count ?? 0;
}
