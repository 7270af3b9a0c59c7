import type { PageRange } from "../page-range.ts";
import type { Queryable } from "../queryable.ts";

/** An entry of the audit log as it is shown. */
export type AuditRow = Readonly<{
  id: string;
  requestId: string;
  actorUserId: string | null;
  impersonatorId: string | null;
  principal: string;
  applicationId: string | null;
  applicationName: string | null;
  action: string;
  targetKind: string | null;
  targetId: string | null;
  changes: unknown;
  sourceAddress: string | null;
  outcome: string;
  createdAt: Date;
}>;

/** A choice of entries of one organization. */
export type AuditFilter = Readonly<{
  organizationId: string;
  actorUserId?: string | undefined;
  action?: string | undefined;
  targetKind?: string | undefined;
  targetId?: string | undefined;
  outcome?: string | undefined;
}>;

const COLUMNS = `id, request_id AS "requestId", actor_user_id AS "actorUserId", impersonator_id AS "impersonatorId", principal,
  application_id AS "applicationId", application_name AS "applicationName",
  action, target_kind AS "targetKind", target_id AS "targetId", changes, source_address AS "sourceAddress", outcome,
  created_at AS "createdAt"`;
const CLAUSES = [
  ["actorUserId", "actor_user_id"],
  ["action", "action"],
  ["targetKind", "target_kind"],
  ["targetId", "target_id"],
  ["outcome", "outcome"],
] as const;

/** Lists entries, newest first. */
export async function listAuditRows(
  db: Queryable,
  filter: AuditFilter,
  { limit, after }: PageRange,
): Promise<AuditRow[]> {
  const { where, values } = conditions(filter);
  const behind =
    after === undefined
      ? ""
      : `AND (created_at, id) < ($${values.push(after.createdAt)}::timestamptz, $${values.push(after.id)}::uuid)`;
  const found = await db.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit_entries WHERE ${where} ${behind} ORDER BY created_at DESC, id DESC LIMIT $${values.push(limit)}`,
    values,
  );
  return found.rows;
}

/** Counts entries. */
export async function countAuditRows(db: Queryable, filter: AuditFilter): Promise<number> {
  const { where, values } = conditions(filter);
  const found = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_entries WHERE ${where}`,
    values,
  );
  return found.rows[0]?.count ?? 0;
}

/** What was made by a request: by which action, what, and of which deployment. */
type MadeOfDeployment = Readonly<{
  organizationId: string;
  action: string;
  targetId: string;
  deploymentId: string;
}>;

/** Tells whether the log says that something was made for a deployment; around the time of its id alone, by the organization's index. */
export async function wasMadeFor(db: Queryable, made: MadeOfDeployment, idTime: Date): Promise<boolean> {
  const found = await db.query(
    `SELECT 1 FROM audit_entries WHERE organization_id = $1 AND created_at BETWEEN $5::timestamptz - interval '1 day' AND $5::timestamptz + interval '1 day'
      AND action = $2 AND target_id = $3 AND outcome <> 'refused' AND changes->'after'->>'deployment_id' = $4 LIMIT 1`,
    [made.organizationId, made.action, made.targetId, made.deploymentId, idTime],
  );
  return found.rows.length > 0;
}

function conditions(filter: AuditFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [filter.organizationId];
  const parts = ["organization_id = $1"];
  for (const [member, column] of CLAUSES)
    if (filter[member] !== undefined) parts.push(`${column} = $${values.push(filter[member])}`);
  return { where: parts.join(" AND "), values };
}
