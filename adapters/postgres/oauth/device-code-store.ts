import type { Queryable } from "../queryable.ts";

/** A device that waits, as it is found by the code that it shows. */
type WaitingCode = Readonly<{ idHash: Buffer; sealedPayload: Buffer }>;
/** What somebody decided about a device. */
type DeviceDecision = Readonly<{
  idHash: Buffer;
  sealedPayload: Buffer;
  accountId: string;
  /** Null where it was not allowed. */
  grantHash: Buffer | null;
}>;

/** A device is told to ask each five seconds; what the network makes of that is not its fault. */
const POLL_LEAST = "4 seconds";

/**
 * Notes that a device asks; false when it asks sooner again than it may. Whom somebody has decided about may ask at any time,
 * and what is not there is for others to tell.
 */
export async function notePoll(db: Queryable, idHash: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ isTooSoon: boolean | null }>(
    `UPDATE oauth_records now SET last_used_at = now()
      FROM (SELECT id, last_used_at FROM oauth_records WHERE model = 'DeviceCode' AND id_hash = $1 FOR UPDATE) was
      WHERE now.id = was.id
      RETURNING now.account_id IS NULL AND was.last_used_at > now() - interval '${POLL_LEAST}' AS "isTooSoon"`,
    [idHash],
  );
  return rows[0]?.isTooSoon !== true;
}

/** Finds the device that shows a code, as long as it waits and nobody has decided. */
export async function findWaitingCode(db: Queryable, userCodeHash: Buffer): Promise<WaitingCode | undefined> {
  const { rows } = await db.query<WaitingCode>(
    `SELECT id_hash AS "idHash", sealed_payload AS "sealedPayload" FROM oauth_records
      WHERE user_code_hash = $1 AND model = 'DeviceCode' AND account_id IS NULL AND expires_at > now()`,
    [userCodeHash],
  );
  return rows[0];
}

/** Keeps what somebody decided; false when it is decided already, or too late: then nothing has changed. */
export async function decideCode(db: Queryable, decision: DeviceDecision): Promise<boolean> {
  const { idHash, sealedPayload, accountId, grantHash } = decision;
  const { rowCount } = await db.query(
    `UPDATE oauth_records SET sealed_payload = $2, account_id = $3, grant_hash = $4
      WHERE model = 'DeviceCode' AND id_hash = $1 AND account_id IS NULL AND expires_at > now()`,
    [idHash, sealedPayload, accountId, grantHash],
  );
  return rowCount === 1;
}
