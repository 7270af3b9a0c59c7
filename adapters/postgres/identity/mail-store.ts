/*
 * Queues mails: a row is all that is kept of one until it is sent, at least once; a claim moves it behind a lease, so
 * that a gateway that dies leaves it to the others.
 */
import type { Queryable } from "../queryable.ts";

/** A mail to be sent. */
export type Mail = Readonly<{ id: string; kind: MailRequest; recipient: string }>;
/** Which mails somebody asked for. */
export type MailRequest = "verify_email" | "reset_password" | "invitation" | "registered_again";
/** Which mails tell the holder of an account of something that was done to it. */
export type MailNews = "new_key" | "new_sign_in" | "password_changed" | "second_factor";
/** Which alerts a mail tells of; what it says of them is read when it is sent. */
export type AlertMailFacts = Readonly<{ started: readonly string[]; ended: readonly string[] }>;
/** What happened, where and when. */
export type MailFacts = Readonly<{ about: string; device: string; address: string; at: string }>;
/** A mail that this gateway has claimed. */
export type ClaimedMail = Readonly<{
  id: string;
  recipient: string;
  attempts: number;
}> &
  (
    | Readonly<{ kind: MailRequest | MailNews; facts: MailFacts | null }>
    | Readonly<{ kind: "alerts"; facts: AlertMailFacts }>
  );

const KEPT_HOURS = 24;

/** Queues a mail; a second one of a kind waits behind nobody: the first one says the same. */
export async function queueMail(db: Queryable, { id, kind, recipient }: Mail): Promise<void> {
  await db.query(
    `INSERT INTO mails (id, kind, recipient) SELECT $1, $2::text, $3::text WHERE $2 = 'invitation' OR NOT EXISTS (
        SELECT 1 FROM mails WHERE recipient = $3 AND kind = $2)`,
    [id, kind, recipient],
  );
}

/** Queues a mail that tells a user of something. */
export async function queueNews(
  db: Queryable,
  { id, kind, userId, facts }: Readonly<{ id: string; kind: MailNews; userId: string; facts: MailFacts }>,
): Promise<void> {
  await db.query("INSERT INTO mails (id, kind, recipient, facts) SELECT $1, $2, email, $4 FROM users WHERE id = $3", [
    id,
    kind,
    userId,
    JSON.stringify(facts),
  ]);
}

/** Queues a mail of alerts to each owner and admin whose address is proven. */
export async function queueAlerts(db: Queryable, organizationId: string, facts: AlertMailFacts): Promise<void> {
  await db.query(
    `INSERT INTO mails (id, kind, recipient, facts) SELECT gen_random_uuid(), 'alerts', u.email, $2
      FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = $1 AND m.role IN ('owner', 'admin') AND u.email_verified_at IS NOT NULL`,
    [organizationId, JSON.stringify(facts)],
  );
}

/** Claims mails that are due. */
export async function claimMails(db: Queryable, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  const { rows } = await db.query<ClaimedMail>({
    name: "claim-mails",
    text: `UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 millisecond'
      WHERE id IN (SELECT id FROM mails WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1
        FOR UPDATE SKIP LOCKED)
      RETURNING id, kind, recipient, attempts, facts`,
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
