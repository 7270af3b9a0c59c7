import type { Asked } from "../../../contract/asked.ts";
import type { Queryable } from "../queryable.ts";

/** Who did what to which thing. */
export type AuditEntry = Readonly<{
  id: string;
  requestId: string;
  actorUserId: string | null;
  impersonatorId: string | null;
  principal: string;
  /** The connected application that acted, with its name at that time. */
  application?: Readonly<{ id: string; name: string }> | null;
  organizationId: string | null;
  action: string;
  targetKind: string | null;
  targetId: string | null;
  changes: unknown;
  sourceAddress: string | null;
  /** What the target asks for by it, while its end is not known; no answer shows it. */
  asked?: Asked;
}>;

/** How an audited request ended; `attempted` = not known yet. */
export type AuditOutcome = "attempted" | "succeeded" | "refused" | "failed" | "superseded" | "unknown";

/** A reference to an entry whose end was never recorded. */
export type OpenAudit = Readonly<{
  id: string;
  requestId: string;
  organizationId: string | null;
  targetKind: string | null;
  targetId: string | null;
}>;

/** Records an audited request with its outcome so far. */
export async function recordAudit(db: Queryable, entry: AuditEntry, outcome: AuditOutcome): Promise<void> {
  const closedAt = outcome === "attempted" ? null : new Date();
  await db.query({
    name: "record-audit",
    text: `INSERT INTO audit_entries (id, request_id, actor_user_id, impersonator_id, principal, organization_id, action,
        target_kind, target_id, changes, source_address, outcome, closed_at, application_id, application_name, asked)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    values: [
      entry.id,
      entry.requestId,
      entry.actorUserId,
      entry.impersonatorId,
      entry.principal,
      entry.organizationId,
      entry.action,
      entry.targetKind,
      entry.targetId,
      entry.changes === undefined ? null : JSON.stringify(entry.changes),
      entry.sourceAddress,
      outcome,
      closedAt,
      entry.application?.id ?? null,
      entry.application?.name ?? null,
      entry.asked === undefined ? null : JSON.stringify(entry.asked),
    ],
  });
}

/** Closes the open entry of a request about one target; one that was closed stays as it is. */
export async function closeAudit(
  db: Queryable,
  of: Readonly<{ requestId: string; targetId: string; generation?: number | undefined }>,
  outcome: AuditOutcome,
): Promise<void> {
  await db.query({
    name: "close-audit",
    text: `UPDATE audit_entries SET outcome = $3, closed_at = now(), generation = $4
      WHERE request_id = $1 AND target_id = $2 AND outcome = 'attempted'`,
    values: [of.requestId, of.targetId, outcome, of.generation ?? null],
  });
}

/** Reads how a request about one target ended last; undefined when none was recorded. */
export async function findOutcome(
  db: Queryable,
  of: Readonly<{ requestId: string; targetId: string }>,
): Promise<AuditOutcome | undefined> {
  const { rows } = await db.query<{ outcome: AuditOutcome }>(
    "SELECT outcome FROM audit_entries WHERE request_id = $1 AND target_id = $2 ORDER BY created_at DESC LIMIT 1",
    [of.requestId, of.targetId],
  );
  return rows[0]?.outcome;
}

/** Lists entries that have been open for ten minutes: whoever wrote them is gone. */
export async function listOpenAudits(db: Queryable, limit: number): Promise<OpenAudit[]> {
  const { rows } = await db.query<OpenAudit>(
    `SELECT id, request_id AS "requestId", organization_id AS "organizationId", target_kind AS "targetKind",
        target_id AS "targetId" FROM audit_entries
      WHERE outcome = 'attempted' AND created_at < now() - interval '10 minutes' ORDER BY created_at LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Closes one open entry; false when it was closed meanwhile. */
export async function closeAuditById(db: Queryable, id: string, outcome: AuditOutcome): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE audit_entries SET outcome = $2, closed_at = now() WHERE id = $1 AND outcome = 'attempted'",
    [id, outcome],
  );
  return rowCount !== 0;
}

const ENDED: readonly AuditOutcome[] = ["succeeded", "refused", "failed", "superseded", "unknown"];

/** Drops entries that are older than so many days, at most `limit` at a time; how many went. */
export async function dropOldAudits(db: Queryable, days: number, limit = 5_000): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE outcome = ANY($1) AND created_at < now() - $2 * interval '1 day' LIMIT $3)`,
    [ENDED, days, limit],
  );
  return rowCount ?? 0;
}
