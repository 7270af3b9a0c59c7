/*
 * Keeps what is known of payment methods:
 * - a reading of the mandates counts unless a later one, or a removal, is recorded already;
 * - a removal and the creations that need a payment method lock the organization, so that each sees the other.
 */
import type pg from "pg";
import { closeAudit, recordAudit, type AuditEntry } from "../requests/audit-store.ts";
import { onlyRow } from "../only-row.ts";
import { inTransaction } from "../pool.ts";
import type { Queryable } from "../queryable.ts";

/** What is known of an organization's payment method. */
export type BillingAccount = Readonly<{
  organizationId: string;
  customerKey: string;
  customerId: string | null;
  usable: boolean;
  isRemoving: boolean;
  /** How old the last reading is; null when there is none. */
  ageMs: number | null;
  /** The moment of this look, for `recordReading`. */
  asOf: string;
}>;

/** A payment that leaves a mandate behind. */
export type FirstPaymentRow = Readonly<{
  id: string;
  organizationId: string;
  paymentId: string | null;
  checkoutUrl: string | null;
  status: string;
  createdAt: Date;
}>;

/** Something that needs the payment method. */
export type ActiveThing = Readonly<{ kind: string; id: string; name: string }>;

const ACCOUNT = `organization_id AS "organizationId", customer_key AS "customerKey", customer_id AS "customerId", usable,
  removing_since IS NOT NULL AS "isRemoving", (extract(epoch FROM now() - read_at) * 1000)::float8 AS "ageMs",
  now()::text AS "asOf"`;
const PAYMENT = `id, organization_id AS "organizationId", payment_id AS "paymentId", checkout_url AS "checkoutUrl", status,
  created_at AS "createdAt"`;
const ACTIVE = `SELECT kind, id, display_name AS name FROM resources
    WHERE organization_id = $1 AND kind IN ('Cluster', 'Deployment') AND deleted_at IS NULL
  UNION ALL
  SELECT a.target_kind, a.target_id, 'being created' FROM audit_entries a
    WHERE a.organization_id = $1 AND a.outcome = 'attempted' AND a.action ~ '^(create|import|promote)'
      AND a.target_kind IN ('Cluster', 'Deployment') AND NOT EXISTS (SELECT 1 FROM resources r WHERE r.id = a.target_id)
  LIMIT 100`;

/** Reads the account of an organization; undefined as long as it never had a payment method. */
export async function findBillingAccount(db: Queryable, organizationId: string): Promise<BillingAccount | undefined> {
  const found = await db.query<BillingAccount>(`SELECT ${ACCOUNT} FROM billing_accounts WHERE organization_id = $1`, [
    organizationId,
  ]);
  return found.rows[0];
}

/** Tells whether an organization can pay, as far as is known here; the caller holds the organization's lock. */
export async function canPay(db: Queryable, organizationId: string): Promise<boolean> {
  const found = await db.query(
    "SELECT 1 FROM billing_accounts WHERE organization_id = $1 AND usable AND removing_since IS NULL",
    [organizationId],
  );
  return found.rowCount === 1;
}

/** Records what the mandates came to, unless it is older than what is known. */
export async function recordReading(
  db: Queryable,
  { organizationId, asOf }: Pick<BillingAccount, "organizationId" | "asOf">,
  usable: boolean,
): Promise<void> {
  await db.query(
    `UPDATE billing_accounts SET usable = $3, read_at = $2::timestamptz
      WHERE organization_id = $1 AND removing_since IS NULL AND (read_at IS NULL OR read_at < $2::timestamptz)`,
    [organizationId, asOf, usable],
  );
}

/** Reads the account of an organization, which is made if need be. */
export async function ensureBillingAccount(
  db: Queryable,
  organizationId: string,
  customerKey: string,
): Promise<BillingAccount> {
  const found = await db.query<BillingAccount>(
    `INSERT INTO billing_accounts AS b (organization_id, customer_key) VALUES ($1, $2)
      ON CONFLICT (organization_id) DO UPDATE SET customer_key = b.customer_key
      RETURNING ${ACCOUNT}`,
    [organizationId, customerKey],
  );
  return onlyRow(found);
}

/** Remembers the customer of an organization, or forgets one that the provider no longer has. */
export async function setCustomer(
  db: Queryable,
  organizationId: string,
  to: Readonly<{ customerId: string | null; customerKey: string }>,
): Promise<void> {
  await db.query("UPDATE billing_accounts SET customer_id = $2, customer_key = $3 WHERE organization_id = $1", [
    organizationId,
    to.customerId,
    to.customerKey,
  ]);
}

/** Records that a first payment is about to be asked for, and gives up a removal that stopped half way; false when there are too many of the last hour. */
export async function beginFirstPayment(
  pool: pg.Pool,
  { id, organizationId }: Readonly<{ id: string; organizationId: string }>,
  mostPerHour: number,
): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    const begun = await db.query(
      `INSERT INTO first_payments (id, organization_id)
        SELECT $1, $2 WHERE (SELECT count(*) FROM first_payments
          WHERE organization_id = $2 AND id <> $1 AND created_at > now() - interval '1 hour') < $3
        ON CONFLICT (id) DO UPDATE SET status = first_payments.status`,
      [id, organizationId, mostPerHour],
    );
    await db.query("UPDATE billing_accounts SET removing_since = NULL WHERE organization_id = $1", [organizationId]);
    return begun.rowCount === 1;
  });
}

/** Records what the provider made of a first payment. */
export async function recordFirstPayment(
  db: Queryable,
  id: string,
  made: Readonly<{ paymentId: string; checkoutUrl: string; status: string }>,
): Promise<FirstPaymentRow | undefined> {
  const recorded = await db.query<FirstPaymentRow>(
    `UPDATE first_payments SET payment_id = $2, checkout_url = $3, status = $4 WHERE id = $1 RETURNING ${PAYMENT}`,
    [id, made.paymentId, made.checkoutUrl, made.status],
  );
  return recorded.rows[0];
}

/** Reads a first payment by its record id. */
export async function findFirstPayment(db: Queryable, id: string): Promise<FirstPaymentRow | undefined> {
  const found = await db.query<FirstPaymentRow>(`SELECT ${PAYMENT} FROM first_payments WHERE id = $1`, [id]);
  return found.rows[0];
}

/** Reads a first payment by the provider's identifier. */
export async function findByPaymentId(db: Queryable, paymentId: string): Promise<FirstPaymentRow | undefined> {
  const found = await db.query<FirstPaymentRow>(`SELECT ${PAYMENT} FROM first_payments WHERE payment_id = $1`, [
    paymentId,
  ]);
  return found.rows[0];
}

/** Records the status of a first payment with an entry in the audit log; a status that is known already leaves none. */
export async function recordPaymentStatus(
  pool: pg.Pool,
  { id, status }: Readonly<{ id: string; status: string }>,
  audit: AuditEntry,
): Promise<void> {
  await inTransaction(pool, async (db) => {
    const changed = await db.query("UPDATE first_payments SET status = $2 WHERE id = $1 AND status <> $2", [
      id,
      status,
    ]);
    if (changed.rowCount === 1) await recordAudit(db, audit, "succeeded");
  });
}

/** Lists what an organization has that needs a payment method, stopped things and creations under way included. */
export async function listActive(db: Queryable, organizationId: string): Promise<readonly ActiveThing[]> {
  return (await db.query<ActiveThing>(ACTIVE, [organizationId])).rows;
}

/** Begins a removal, or goes on with one: from now on nothing new may need the payment method; or names what needs it. */
export async function beginRemoval(
  pool: pg.Pool,
  organizationId: string,
  audit: AuditEntry,
): Promise<"begun" | "organizationGone" | readonly ActiveThing[]> {
  return inTransaction(pool, async (db) => {
    const locked = await db.query("SELECT 1 FROM organizations WHERE id = $1 AND deleted_at IS NULL FOR UPDATE", [
      organizationId,
    ]);
    if (locked.rowCount === 0) return "organizationGone";
    const active = await listActive(db, organizationId);
    if (active.length > 0) return active;
    await db.query(
      `UPDATE billing_accounts SET usable = false, read_at = clock_timestamp(), removing_since = coalesce(removing_since, now())
        WHERE organization_id = $1`,
      [organizationId],
    );
    await recordAudit(db, audit, "attempted");
    return "begun";
  });
}

/** Ends a removal after which no mandate is left. */
export async function endRemoval(
  pool: pg.Pool,
  organizationId: string,
  audit: Readonly<{ requestId: string; targetId: string }>,
): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query(
      `UPDATE billing_accounts SET usable = false, read_at = clock_timestamp(), removing_since = NULL
        WHERE organization_id = $1`,
      [organizationId],
    );
    await closeAudit(db, audit, "succeeded");
  });
}
