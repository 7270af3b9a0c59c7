import type { Queryable } from "../queryable.ts";

/** The identity of a repeatable request: who, under which key, asking what. */
export type RepeatableRequest = Readonly<{ principal: string; key: string; operation: string; fingerprint: Buffer }>;

/** What the first attempt works on, so that a later one can take it over. */
export type AttemptedWork = Readonly<{ requestId: string; recordId: string | null; generation: string | null }>;

/** What became of earlier attempts with the same key. */
export type Earlier =
  | Readonly<{ kind: "none" }>
  | Readonly<{ kind: "answered"; status: number; body: unknown }>
  | Readonly<{ kind: "running" }>
  | Readonly<{ kind: "otherRequest" }>
  | Readonly<{ kind: "abandoned"; work: AttemptedWork }>;

type Row = {
  operation: string;
  fingerprint: Buffer;
  request_id: string;
  record_id: string | null;
  generation: string | null;
  status: number | null;
  body: unknown;
  is_abandoned: boolean;
};

/** Reads what became of earlier attempts; those of more than 24 h ago are forgotten. */
export async function findEarlier(db: Queryable, request: RepeatableRequest): Promise<Earlier> {
  const result = await db.query<Row>({
    name: "find-idempotency-key",
    text: `SELECT operation, fingerprint, request_id, record_id, generation, status, body,
        started_at < now() - interval '60 seconds' AS is_abandoned
      FROM idempotency_keys WHERE principal = $1 AND key = $2 AND started_at > now() - interval '24 hours'`,
    values: [request.principal, request.key],
  });
  const row = result.rows[0];
  return row === undefined ? { kind: "none" } : judge(row, request);
}

function judge(row: Row, request: RepeatableRequest): Earlier {
  if (row.operation !== request.operation || !row.fingerprint.equals(request.fingerprint))
    return { kind: "otherRequest" };
  if (row.status !== null) return { kind: "answered", status: row.status, body: row.body };
  if (!row.is_abandoned) return { kind: "running" };
  return {
    kind: "abandoned",
    work: { requestId: row.request_id, recordId: row.record_id, generation: row.generation },
  };
}

/** Records that an attempt has begun, or takes over an abandoned one; false when another attempt was faster. */
export async function beginAttempt(db: Queryable, request: RepeatableRequest, work: AttemptedWork): Promise<boolean> {
  const result = await db.query({
    name: "begin-attempt",
    text: `INSERT INTO idempotency_keys AS k (principal, key, operation, fingerprint, request_id, record_id, generation)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (principal, key) DO UPDATE SET started_at = now(), operation = excluded.operation,
        fingerprint = excluded.fingerprint, request_id = excluded.request_id, record_id = excluded.record_id,
        generation = excluded.generation, status = NULL, body = NULL, finished_at = NULL
      WHERE k.started_at < now() - interval '24 hours'
        OR (k.status IS NULL AND k.started_at < now() - interval '60 seconds' AND k.request_id = excluded.request_id)`,
    values: [
      request.principal,
      request.key,
      request.operation,
      request.fingerprint,
      work.requestId,
      work.recordId,
      work.generation,
    ],
  });
  return result.rowCount === 1;
}

/** Stores the answer that repetitions get; a null body says that it held a secret and is not kept. */
export async function storeAnswer(
  db: Queryable,
  request: Pick<RepeatableRequest, "principal" | "key">,
  answer: Readonly<{ status: number; body: unknown }>,
): Promise<void> {
  await db.query({
    name: "store-answer",
    text: `UPDATE idempotency_keys SET status = $3, body = $4, finished_at = now() WHERE principal = $1 AND key = $2`,
    values: [request.principal, request.key, answer.status, JSON.stringify(answer.body)],
  });
}

/** Forgets an attempt that changed nothing, so that a repetition is judged anew. */
export async function forgetAttempt(
  db: Queryable,
  request: Pick<RepeatableRequest, "principal" | "key">,
): Promise<void> {
  await db.query("DELETE FROM idempotency_keys WHERE principal = $1 AND key = $2 AND status IS NULL", [
    request.principal,
    request.key,
  ]);
}

/** Lets a repetition take over at once: the attempt has ended without knowing its outcome. */
export async function abandonAttempt(
  db: Queryable,
  request: Pick<RepeatableRequest, "principal" | "key">,
): Promise<void> {
  await db.query(
    `UPDATE idempotency_keys SET started_at = least(started_at, now() - interval '61 seconds')
      WHERE principal = $1 AND key = $2 AND status IS NULL`,
    [request.principal, request.key],
  );
}

/** Removes what is older than 24 h. */
export async function sweepAttempts(db: Queryable): Promise<void> {
  await db.query("DELETE FROM idempotency_keys WHERE started_at < now() - interval '24 hours'");
}
