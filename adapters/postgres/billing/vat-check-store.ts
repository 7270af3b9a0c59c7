/*
 * Queues the checks of VAT numbers, in the rows of the invoice settings: a claim leases one, and while it is leased no
 * other one of the same country is claimed (VIES refuses several at once). A verdict counts for the number that was asked.
 */
import type pg from "pg";
import { inTransaction } from "../pool.ts";
import type { Queryable } from "../queryable.ts";

/** A check that this gateway has claimed. */
export type VatClaim = Readonly<{ id: string; vatNumber: string; attempts: number }>;

const RECHECK_DAYS = 30;
const CLAIM = `UPDATE invoice_settings SET vat_check_attempts = vat_check_attempts + 1,
        vat_check_leased_until = now() + $1 * interval '1 millisecond'
      WHERE id = (SELECT s.id FROM invoice_settings s
        WHERE s.vat_check_due_at <= now() AND NOT EXISTS (SELECT 1 FROM invoice_settings o
          WHERE o.country_code = s.country_code AND o.vat_check_leased_until > now())
        ORDER BY s.vat_check_due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, vat_number AS "vatNumber", vat_check_attempts AS attempts`;

/** Claims the check that is due first. */
export async function claimVatCheck(pool: pg.Pool, leaseMs: number): Promise<VatClaim | undefined> {
  return inTransaction(pool, async (db) => {
    // Claims come one after the other, so that each sees the leases of those before.
    await db.query("SELECT pg_advisory_xact_lock(hashtext('berth vat checks'))");
    const { rows } = await db.query<VatClaim>(CLAIM, [leaseMs]);
    return rows[0];
  });
}

/** Records a verdict; a valid number is asked for again after a month, an invalid one not before it changes. */
export async function settleVatCheck(
  db: Queryable,
  { id, vatNumber }: VatClaim,
  verdict: Readonly<{ isValid: boolean; consultation: string | null }>,
): Promise<void> {
  await db.query(
    `UPDATE invoice_settings SET vat_number_verified = $3, vat_consultation = $4, vat_checked_at = now(),
        vat_check_attempts = 0, vat_check_leased_until = NULL,
        vat_check_due_at = CASE WHEN $3 THEN now() + $5 * interval '1 day' END
      WHERE id = $1 AND vat_number = $2`,
    [id, vatNumber, verdict.isValid, verdict.consultation, RECHECK_DAYS],
  );
}

/** Puts a check off; what was known of the number stands. */
export async function deferVatCheck(db: Queryable, { id, vatNumber }: VatClaim, retryMs: number): Promise<void> {
  await db.query(
    `UPDATE invoice_settings SET vat_check_leased_until = NULL, vat_check_due_at = now() + $3 * interval '1 millisecond'
      WHERE id = $1 AND vat_number = $2`,
    [id, vatNumber, retryMs],
  );
}
