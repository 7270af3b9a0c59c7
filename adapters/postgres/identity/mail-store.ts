/*
 * Queues mails: a row is all that is kept of one until it is sent, at least once; a claim moves it behind a lease, so
 * that a gateway that dies leaves it to the others.
 * Of alerts there is one row for each recipient and organization. It stays for a time once its mail is sent: what comes
 * meanwhile waits in it for the next one.
 */
import type { Queryable } from "../queryable.ts";

/** A mail to be sent. */
type Mail = Readonly<{ id: string; kind: MailRequest; recipient: string }>;
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
/** The newest of those that wait; the others are found in GET /alerts. */
const ALERTS_MAX = 500;

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

/** Follows from organization and user. */
const ALERTS_ROW = `encode(substring(sha256(convert_to('alerts ' || m.organization_id || ' ' || u.id, 'UTF8')) FOR 16), 'hex')::uuid`;
const withNew = (
  member: string,
): string => `(SELECT coalesce(jsonb_agg(one ORDER BY place), '[]') FROM (SELECT one, place
  FROM jsonb_array_elements((mails.facts->'${member}') || (EXCLUDED.facts->'${member}')) WITH ORDINALITY AS t (one, place)
  ORDER BY place DESC LIMIT ${ALERTS_MAX}) AS newest)`;

/** Queues a mail of alerts to each owner and admin whose address is proven; one that waits already tells of these, too. */
export async function queueAlerts(db: Queryable, organizationId: string, facts: AlertMailFacts): Promise<void> {
  // In one order, so that two who queue at a time wait for each other at the first row.
  await db.query(
    `INSERT INTO mails (id, kind, recipient, facts) SELECT ${ALERTS_ROW}, 'alerts', u.email, $2
      FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = $1 AND m.role IN ('owner', 'admin') AND u.email_verified_at IS NOT NULL ORDER BY u.id
      ON CONFLICT (id) DO UPDATE SET recipient = EXCLUDED.recipient, created_at = now(),
        facts = jsonb_build_object('started', ${withNew("started")}, 'ended', ${withNew("ended")})`,
    [organizationId, JSON.stringify(facts)],
  );
}

/** Claims mails that are due; those of alerts, of which many can come at a time, after all others. */
export async function claimMails(db: Queryable, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  const { rows } = await db.query<ClaimedMail>({
    name: "claim-mails",
    text: `UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 millisecond'
      WHERE id IN (SELECT id FROM mails WHERE next_attempt_at <= now()
        ORDER BY kind = 'alerts', next_attempt_at LIMIT $1
        FOR UPDATE SKIP LOCKED)
      RETURNING id, kind, recipient, attempts, facts`,
    values: [limit, leaseMs],
  });
  return rows;
}

/**
 * Takes a mail out of the queue: it is sent, or there is nothing to say any more. What came to one of alerts meanwhile stays
 * in it; and one that was sent holds back the next one for so long.
 */
export async function closeMail(
  db: Queryable,
  mail: ClaimedMail,
  { isSent, holdMs }: Readonly<{ isSent: boolean; holdMs: number }>,
): Promise<void> {
  if (mail.kind !== "alerts") return removeMail(db, mail.id);
  const { id, facts } = mail;
  if (!isSent && (await removeUnchanged(db, id, facts))) return;
  const without = (member: string, told: string): string =>
    `(SELECT coalesce(jsonb_agg(one), '[]') FROM jsonb_array_elements_text(facts->'${member}') AS one WHERE one <> ALL(${told}))`;
  await db.query(
    `UPDATE mails SET attempts = 0, created_at = now(), next_attempt_at = now() + $4 * interval '1 millisecond',
        facts = jsonb_build_object('started', ${without("started", "$2")}, 'ended', ${without("ended", "$3")})
      WHERE id = $1`,
    [id, facts.started, facts.ended, isSent ? holdMs : 0],
  );
}

async function removeMail(db: Queryable, id: string): Promise<void> {
  await db.query("DELETE FROM mails WHERE id = $1", [id]);
}

async function removeUnchanged(db: Queryable, id: string, facts: AlertMailFacts): Promise<boolean> {
  const { rowCount } = await db.query("DELETE FROM mails WHERE id = $1 AND facts = $2", [id, JSON.stringify(facts)]);
  return rowCount === 1;
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
