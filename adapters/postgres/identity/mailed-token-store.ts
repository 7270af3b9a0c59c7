import type pg from "pg";
import { inTransaction } from "../pool.ts";
import { endAccessOfAccount, NOTHING_KEPT, proveAddress, type Kept } from "./prove-address.ts";
import type { Queryable } from "../queryable.ts";

/** What a mailed token proves: that its holder reads the mail of the account. */
export type TokenPurpose = "verify_email" | "reset_password";

/** Keeps a token; one that is kept already keeps its end. */
export async function keepToken(
  db: Queryable,
  token: Readonly<{ hash: Buffer; userId: string; purpose: TokenPurpose; lifetimeMs: number }>,
): Promise<void> {
  await db.query(
    `INSERT INTO mailed_tokens (token_hash, user_id, purpose, expires_at)
      VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond') ON CONFLICT DO NOTHING`,
    [token.hash, token.userId, token.purpose, token.lifetimeMs],
  );
}

/** Tells whose a valid token is. */
export async function findTokenUser(db: Queryable, hash: Buffer, purpose: TokenPurpose): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM mailed_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()`,
    [hash, purpose],
  );
  return rows[0]?.userId;
}

/** Marks the address of the token's account as verified, once; undefined when the token does not serve. */
export async function verifyByToken(pool: pg.Pool, hash: Buffer, kept: Kept): Promise<string | undefined> {
  return inTransaction(pool, async (db) => {
    const userId = await spend(db, hash, "verify_email");
    if (userId !== undefined) await proveAddress(db, userId, kept);
    return userId;
  });
}

/** How a password is reset: with `endsAccess` keys, connected applications and kubeconfigs end, too. */
type Reset = Readonly<{ passwordHash: string; endsAccess: boolean }>;

/** Sets the password of the token's account, once, and ends all its sessions; undefined when the token does not serve. */
export async function resetByToken(
  pool: pg.Pool,
  { hash, ...reset }: Reset & Readonly<{ hash: Buffer }>,
  tell: (db: Queryable, userId: string) => Promise<void>,
): Promise<string | undefined> {
  return inTransaction(pool, async (db) => {
    const userId = await spend(db, hash, "reset_password");
    if (userId === undefined) return undefined;
    const isFirst = await proveAddress(db, userId, NOTHING_KEPT);
    if (reset.endsAccess && !isFirst) await endAccessOfAccount(db, userId, NOTHING_KEPT);
    await db.query("UPDATE users SET password_hash = $2, updated_at = now() WHERE id = $1", [
      userId,
      reset.passwordHash,
    ]);
    await db.query("DELETE FROM sessions WHERE user_id = $1", [userId]);
    await db.query("SELECT pg_notify('berth_revocations', $1)", [`user:${userId}`]);
    await tell(db, userId);
    return userId;
  });
}

/** All tokens of the account for this purpose have served with the first. */
async function spend(db: Queryable, hash: Buffer, purpose: TokenPurpose): Promise<string | undefined> {
  const userId = await findTokenUser(db, hash, purpose);
  if (userId === undefined) return undefined;
  const spent = await db.query("DELETE FROM mailed_tokens WHERE user_id = $1 AND purpose = $2", [userId, purpose]);
  return spent.rowCount === 0 ? undefined : userId;
}
