/*
 * Keeps second factors and recovery codes. One that was added counts once it is confirmed, by showing it.
 */
import type pg from "pg";
import { inTransaction } from "../pool.ts";
import type { Queryable } from "../queryable.ts";

/** A second factor as it is kept; `secret` is sealed for its id. */
export type SecondFactorRow = Readonly<{
  id: string;
  userId: string;
  type: "totp" | "passkey";
  name: string;
  secret: Buffer;
  credentialId: string | null;
  transports: readonly string[];
  counter: number;
  createdAt: Date;
  lastUsedAt: Date | null;
}>;

/** Word that a factor was shown for the first time. */
export type Confirmation = Readonly<{
  id: string;
  userId: string;
  sessionId: string;
  counter: number;
  /** Of a passkey: what is kept of it from now on. */
  passkey?: Readonly<{ secret: Buffer; credentialId: string; transports: readonly string[] }>;
  /** Kept unless the user has some already. */
  codeHashes: readonly Buffer[];
}>;

const FACTORS_MAX = 10;
const COLUMNS = `id, user_id AS "userId", type, name, secret, credential_id AS "credentialId", transports,
  counter::float8 AS counter, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** Lists the factors that a user may show, oldest first. */
export async function listSecondFactors(db: Queryable, userId: string): Promise<SecondFactorRow[]> {
  const { rows } = await db.query<SecondFactorRow>(
    `SELECT ${COLUMNS} FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL ORDER BY created_at, id`,
    [userId],
  );
  return rows;
}

/** Finds a factor that was added and not confirmed yet. */
export async function findNewFactor(db: Queryable, userId: string, id: string): Promise<SecondFactorRow | undefined> {
  const { rows } = await db.query<SecondFactorRow>(
    `SELECT ${COLUMNS} FROM second_factors WHERE user_id = $1 AND id = $2 AND confirmed_at IS NULL
      AND created_at > now() - interval '15 minutes'`,
    [userId, id],
  );
  return rows[0];
}

/** Adds a factor, in the place of one that was never confirmed; false when the user has enough of them. */
export async function addSecondFactor(
  pool: pg.Pool,
  { id, userId, type, name, secret }: Pick<SecondFactorRow, "id" | "userId" | "type" | "name" | "secret">,
): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    await lockUser(db, userId);
    await db.query("DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NULL", [userId]);
    if ((await listSecondFactors(db, userId)).length >= FACTORS_MAX) return false;
    await db.query("INSERT INTO second_factors (id, user_id, type, name, secret) VALUES ($1, $2, $3, $4, $5)", [
      id,
      userId,
      type,
      name,
      secret,
    ]);
    return true;
  });
}

/** Makes a factor count, once; answers whether the recovery codes are new, undefined when it is gone or was confirmed. */
export async function confirmSecondFactor(
  pool: pg.Pool,
  { id, userId, sessionId, counter, passkey, codeHashes }: Confirmation,
  tell: (db: Queryable) => Promise<void>,
): Promise<Readonly<{ hasNewCodes: boolean }> | undefined> {
  return inTransaction(pool, async (db) => {
    await lockUser(db, userId);
    const confirmed = await db.query(
      `UPDATE second_factors SET confirmed_at = now(), last_used_at = now(), counter = $3, secret = coalesce($4, secret),
          credential_id = $5, transports = coalesce($6, transports)
        WHERE user_id = $1 AND id = $2 AND confirmed_at IS NULL`,
      [userId, id, counter, passkey?.secret ?? null, passkey?.credentialId ?? null, passkey?.transports ?? null],
    );
    if (confirmed.rowCount === 0) return undefined;
    const hasNewCodes = (await countRecoveryCodes(db, userId)) === 0;
    if (hasNewCodes) await keepCodes(db, userId, codeHashes);
    await proveSession(db, sessionId, true);
    await tell(db);
    return { hasNewCodes };
  });
}

/** Notes that a code of a time step was shown; false when that one, or a later one, was taken before. */
export async function takeTotpStep(db: Queryable, id: string, step: number): Promise<boolean> {
  const taken = await db.query(
    "UPDATE second_factors SET counter = $2, last_used_at = now() WHERE id = $1 AND counter < $2",
    [id, step],
  );
  return taken.rowCount === 1;
}

/** Notes that a passkey was shown. */
export async function notePasskey(db: Queryable, id: string, counter: number): Promise<void> {
  await db.query("UPDATE second_factors SET counter = greatest(counter, $2), last_used_at = now() WHERE id = $1", [
    id,
    counter,
  ]);
}

/** Removes a factor; with the last one go the recovery codes and what was gained by it. False when there is none. */
export async function removeSecondFactor(
  pool: pg.Pool,
  of: Pick<SecondFactorRow, "id" | "userId">,
  tell: (db: Queryable) => Promise<void>,
): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    await lockUser(db, of.userId);
    const removed = await db.query(
      "DELETE FROM second_factors WHERE user_id = $1 AND id = $2 AND confirmed_at IS NOT NULL",
      [of.userId, of.id],
    );
    if (removed.rowCount === 0) return false;
    if ((await listSecondFactors(db, of.userId)).length === 0) await forgetFactors(db, of.userId);
    await tell(db);
    return true;
  });
}

/** Takes all factors and recovery codes of an account away, with what was gained by them. */
export async function forgetFactors(db: Queryable, userId: string): Promise<void> {
  await db.query("DELETE FROM second_factors WHERE user_id = $1", [userId]);
  await db.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await db.query("UPDATE sessions SET second_factor = false WHERE user_id = $1", [userId]);
  await db.query("UPDATE api_keys SET second_factor = false WHERE user_id = $1", [userId]);
}

/** Replaces all recovery codes; false when there is no second factor that they could stand in for. */
export async function replaceRecoveryCodes(
  pool: pg.Pool,
  of: Readonly<{ userId: string; codeHashes: readonly Buffer[] }>,
  tell: (db: Queryable) => Promise<void>,
): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    await lockUser(db, of.userId);
    if ((await listSecondFactors(db, of.userId)).length === 0) return false;
    await db.query("DELETE FROM recovery_codes WHERE user_id = $1", [of.userId]);
    await keepCodes(db, of.userId, of.codeHashes);
    await tell(db);
    return true;
  });
}

/** Spends a recovery code; false when it is none of the user's. */
export async function spendRecoveryCode(db: Queryable, userId: string, codeHash: Buffer): Promise<boolean> {
  const spent = await db.query("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2", [userId, codeHash]);
  return spent.rowCount === 1;
}

/** Counts the recovery codes that are left. */
export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1",
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** Notes that the holder of a session has proven anew who they are; what it had shown before it keeps. */
export async function proveSession(db: Queryable, sessionId: string, bySecondFactor: boolean): Promise<void> {
  await db.query("UPDATE sessions SET proven_at = now(), second_factor = second_factor OR $2 WHERE id = $1", [
    sessionId,
    bySecondFactor,
  ]);
}

async function keepCodes(db: Queryable, userId: string, codeHashes: readonly Buffer[]): Promise<void> {
  await db.query("INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])", [
    userId,
    codeHashes,
  ]);
}

/** Changes of one user's factors come one after the other. */
async function lockUser(db: Queryable, userId: string): Promise<void> {
  await db.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [userId]);
}
