/*
 * Writes rows of `changes`, which GET /events, ?wait and webhooks read by cursor: whoever reads them must never see a later
 * number before an earlier one. So each writer takes its turn before its numbers are drawn, and holds it until its
 * transaction ends: the row of a change is the last thing that a transaction writes.
 */
import type { Queryable } from "../queryable.ts";

/** A change to be told. */
export type ChangeRecord = Readonly<{
  kind: string;
  id: string;
  organization_id: string;
  type: "created" | "updated" | "deleted";
}>;

/** Keys the advisory lock of those who write changes. */
const CHANGES_LOCK = 0x62657274686e;
const TURN = `turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(${CHANGES_LOCK}))`;
const WAKE = "SELECT pg_notify('berth_changes', max(seq)::text) FROM recorded HAVING count(*) > 0";

const RECORD_CHANGES = `WITH ${TURN}, recorded AS (
    INSERT INTO changes (kind, resource_id, organization_id, type)
    SELECT kind, id, organization_id, type
    FROM turn, json_to_recordset($1::json) AS i(kind text, id uuid, organization_id uuid, type text)
    RETURNING seq)
  ${WAKE}`;

/** Tells a change of what is a person's alone, `$1` of `$2`, within their personal organization. */
export const RECORD_OWN_KEY = `WITH ${TURN}, recorded AS (
    INSERT INTO changes (kind, resource_id, organization_id, type)
    SELECT 'ApiKey', $1::uuid, o.id, $3
    FROM turn, memberships m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = $2::uuid AND o.is_personal
    RETURNING seq)
  ${WAKE}`;

/** Writes what /events and ?wait read, and wakes the gateways once; the last statement of its transaction. */
export async function recordChanges(db: Queryable, changes: readonly ChangeRecord[]): Promise<void> {
  if (changes.length > 0) await db.query(RECORD_CHANGES, [JSON.stringify(changes)]);
}
