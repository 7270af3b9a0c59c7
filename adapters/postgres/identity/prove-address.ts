import type { Queryable } from "../queryable.ts";
import { forgetFactors } from "./second-factor-store.ts";

/** What of an account stays at the first proof of its address: what who proves it has just shown to have. */
export type Kept = Readonly<{ passwordHash: string | null; sessionId: string | null }>;

/** Keeps nothing: to read the mail of an address is no sign of having made the account. */
export const NOTHING_KEPT: Kept = { passwordHash: null, sessionId: null };

/**
 * Notes that the holder of an account reads its mail. With the first proof ends what whoever made the account may have
 * left (docs/adr/0036): anybody can register anybody's address. True for the first proof.
 */
export async function proveAddress(db: Queryable, userId: string, kept: Kept): Promise<boolean> {
  const proven = await db.query(
    "UPDATE users SET email_verified_at = now(), updated_at = now() WHERE id = $1 AND email_verified_at IS NULL",
    [userId],
  );
  if (proven.rowCount === 0) return false;
  await endAccessOfAccount(db, userId, kept);
  if (kept.passwordHash === null) await forgetFactors(db, userId);
  await db.query("DELETE FROM known_devices WHERE user_id = $1", [userId]);
  await db.query(
    "UPDATE invitations SET status = 'revoked', closed_at = now() WHERE inviter_id = $1 AND status = 'pending'",
    [userId],
  );
  return true;
}

/** Ends password, sessions, keys, connected applications, kubeconfigs and mailed tokens of an account, but for what is kept. */
export async function endAccessOfAccount(db: Queryable, userId: string, kept: Kept): Promise<void> {
  await db.query("UPDATE users SET password_hash = NULL WHERE id = $1 AND password_hash IS DISTINCT FROM $2", [
    userId,
    kept.passwordHash,
  ]);
  await db.query("DELETE FROM sessions WHERE (user_id = $1 OR actor_user_id = $1) AND id IS DISTINCT FROM $2::uuid", [
    userId,
    kept.sessionId,
  ]);
  await db.query(
    "UPDATE api_keys SET revoked_at = now(), version = version + 1 WHERE user_id = $1 AND revoked_at IS NULL",
    [userId],
  );
  await db.query("DELETE FROM oauth_records WHERE account_id = $1", [userId]);
  await db.query("DELETE FROM mailed_tokens WHERE user_id = $1", [userId]);
  await db.query(
    `UPDATE cluster_access SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL
      AND (session_id IS NULL OR session_id IS DISTINCT FROM $2::uuid)`,
    [userId, kept.sessionId],
  );
  await db.query("SELECT pg_notify('berth_revocations', $1)", [`user:${userId}`]);
}
