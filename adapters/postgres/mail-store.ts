/*
 * Queues mails: a row is all that is kept of one until it is sent, at least once; a claim moves it behind a lease, so
 * that a gateway that dies leaves it to the others.
 */
import type { Queryable } from "./queryable.ts";

/** Is a mail to be sent. */
export type Mail = Readonly<{ id: string; kind: MailKind; recipient: string }>;
export type MailKind = "verify_email" | "reset_password" | "invitation";
/** Is a mail that this gateway has claimed. */
export type ClaimedMail = Mail & Readonly<{ attempts: number }>;

const KEPT_HOURS = 24;

/** Queues a mail; a second one of a kind waits behind nobody: the first one says the same. */
export async function queueMail(db: Queryable, { id, kind, recipient }: Mail): Promise<void> {
  await db.query(
    `INSERT INTO mails (id, kind, recipient) SELECT $1, $2::text, $3::text WHERE $2 = 'invitation' OR NOT EXISTS (
        SELECT 1 FROM mails WHERE recipient = $3 AND kind = $2)`,
    [id, kind, recipient],
  );
}

/** Claims mails that are due. */
export async function claimMails(db: Queryable, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  const { rows } = await db.query<ClaimedMail>({
    name: "claim-mails",
    text: `UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 millisecond'
      WHERE id IN (SELECT id FROM mails WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1
        FOR UPDATE SKIP LOCKED)
      RETURNING id, kind, recipient, attempts`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** Takes a mail out of the queue: it is sent, or there is nothing to say any more. */
export async function removeMail(db: Queryable, id: string): Promise<void> {
  await db.query("DELETE FROM mails WHERE id = $1", [id]);
}

/** Puts a mail off. */
export async function deferMail(db: Queryable, id: string, retryMs: number): Promise<void> {
  await db.query("UPDATE mails SET next_attempt_at = now() + $2 * interval '1 millisecond' WHERE id = $1", [
    id,
    retryMs,
  ]);
}

/** Gives up mails that could not be sent for a day; answers how many. */
export async function sweepMails(db: Queryable): Promise<number> {
  const given = await db.query("DELETE FROM mails WHERE created_at < now() - $1 * interval '1 hour'", [KEPT_HOURS]);
  await db.query("DELETE FROM mailed_tokens WHERE expires_at < now()");
  return given.rowCount ?? 0;
}
