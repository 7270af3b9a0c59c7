import type { Input } from "../../client/operation-types.ts";

/** What the audit log is narrowed by. */
export type AuditFilter = Readonly<Omit<NonNullable<Input<"listAudit">["query"]>, "limit" | "cursor" | "count">>;

/** The members of it that the address has. */
export const AUDIT_FILTERS = ["action", "outcome", "actor_user_id", "target_kind"] as const;

/** Reads from the query of an address what the audit log is narrowed by. */
export function auditFilterOf(query: Readonly<Record<string, string>>): AuditFilter {
  const given = AUDIT_FILTERS.map((name) => [name, query[name]?.trim() ?? ""]).filter(([, value]) => value !== "");
  return Object.fromEntries(given) as AuditFilter;
}
