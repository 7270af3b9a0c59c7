import type pg from "pg";
import { inTransaction } from "../pool.ts";
import type { Queryable } from "../queryable.ts";

/** What is known of where a sign-in to an account comes from. */
export type SignInPlace = Readonly<{ deviceId: string | null; isKnownNetwork: boolean }>;
/** A device in which somebody has just signed in; `shown` is the token that it came with. */
type SignedInDevice = Readonly<{
  userId: string;
  shown: Buffer | null;
  network: string;
  userAgent: string | null;
  /** What it gets unless it is known. */
  fresh: Readonly<{ id: string; tokenHash: Buffer }>;
}>;

const KEPT_PER_USER = 20;
const KEPT_DAYS = 180;

/** Tells whether an account was signed in to on this device, and from this network. */
export async function findSignInPlace(
  db: Queryable,
  { email, shown, network }: Readonly<{ email: string; shown: Buffer | null; network: string }>,
): Promise<SignInPlace> {
  const { rows } = await db.query<SignInPlace>(
    `SELECT (SELECT d.id FROM known_devices d WHERE d.user_id = u.id AND d.token_hash = $2) AS "deviceId",
        EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = u.id AND d.network = $3) AS "isKnownNetwork"
      FROM users u WHERE u.email = $1`,
    [email, shown, network],
  );
  return rows[0] ?? { deviceId: null, isKnownNetwork: false };
}

/**
 * Notes a device in which somebody has signed in; answers whether it was known. One that merely looks like another (the same
 * program, from the same network, without its token) is a device of its own, but no news.
 */
export async function noteDevice(
  pool: pg.Pool,
  { userId, shown, network, userAgent, fresh }: SignedInDevice,
  tell: (db: Queryable) => Promise<void>,
): Promise<"known" | "new"> {
  return inTransaction(pool, async (db) => {
    const known = await db.query(
      `UPDATE known_devices SET last_used_at = now(), network = $3, user_agent = $4
        WHERE user_id = $1 AND token_hash = $2`,
      [userId, shown, network, userAgent],
    );
    if (known.rowCount === 1) return "known";
    const alike = await db.query(
      "SELECT 1 FROM known_devices WHERE user_id = $1 AND network = $2 AND user_agent IS NOT DISTINCT FROM $3 LIMIT 1",
      [userId, network, userAgent],
    );
    await db.query(
      "INSERT INTO known_devices (id, user_id, token_hash, network, user_agent) VALUES ($1, $2, $3, $4, $5)",
      [fresh.id, userId, fresh.tokenHash, network, userAgent],
    );
    await db.query(
      `DELETE FROM known_devices WHERE user_id = $1 AND id NOT IN (
        SELECT id FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC LIMIT $2)`,
      [userId, KEPT_PER_USER],
    );
    if (alike.rowCount === 0) await tell(db);
    return "new";
  });
}

/** Forgets devices that were not used for half a year: their cookies are void by then. */
export async function sweepDevices(db: Queryable): Promise<void> {
  await db.query("DELETE FROM known_devices WHERE last_used_at < now() - $1 * interval '1 day'", [KEPT_DAYS]);
}
