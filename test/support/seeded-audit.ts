import { createHash } from "node:crypto";
import type { AuditFilter } from "../../adapters/postgres/requests/audit-reads.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";

/** What the log's list can be filtered by. */
export const AUDIT_FILTERS = ["actorUserId", "action", "targetKind", "targetId", "outcome"] as const;

/** Values of one filter of the audit log: in most entries, in few and long ago, in many but never with the others' `many`, in none. */
type Values = Readonly<{ many: string; few: string; apart: string; none: string }>;
const KINDS = ["many", "few", "apart", "none"] as const;

/** The organization that has most of the entries, and values that they have. */
export type SeededAudit = Readonly<{
  organizationId: string;
  values: Readonly<Record<(typeof AUDIT_FILTERS)[number], Values>>;
}>;

/** Names one thing of a seeded log by what it is and its place. */
function idOf(what: string, place: number): string {
  const hash = createHash("md5").update(`${what}${place}`).digest("hex");
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Fills the audit log with a large organization's entries, nine of ten, and those of fifty others:
 * 1. a robot that only changes deployments writes nearly half, forty people the rest; one has left long ago;
 * 2. one deployment has a twentieth of all, twenty thousand things have the rest;
 * 3. what is rare is old, so that whoever walks from the newest on meets it last.
 */
const FILL = `INSERT INTO audit_entries (id, request_id, principal, organization_id, actor_user_id, action, target_kind, target_id,
    changes, source_address, outcome, created_at, closed_at)
  SELECT md5('entry' || n)::uuid, 'request-' || n, 'session',
    md5('organization' || CASE WHEN of_ten < 9 THEN 0 ELSE 1 + of_many % 50 END)::uuid,
    md5('actor' || CASE WHEN is_old AND of_many % 50 = 0 THEN 99 WHEN is_robot THEN 0 ELSE 1 + of_many % 40 END)::uuid,
    CASE WHEN is_robot THEN 'updateDeployment' WHEN is_old AND of_many % 100 = 1 THEN 'rotateWebhookSecret'
      ELSE (ARRAY['updateDeployment', 'restartDeployment', 'createDatabase', 'updateCluster'])[1 + of_many % 4] END,
    CASE WHEN is_robot THEN 'Deployment' WHEN is_old AND of_many % 100 = 1 THEN 'Webhook'
      ELSE (ARRAY['Deployment', 'Deployment', 'Database', 'Cluster'])[1 + of_many % 4] END,
    md5('target' || CASE WHEN of_many % 20 = 0 THEN 0 WHEN of_many % 20 = 1 THEN 1 + of_many % 7 ELSE 10 + of_many % 20000 END)::uuid,
    '{"before":{"replicas":2},"after":{"replicas":3}}', '192.0.2.1',
    CASE WHEN is_old AND of_many % 100 = 3 THEN 'unknown'
      ELSE (ARRAY['succeeded', 'succeeded', 'succeeded', 'succeeded', 'refused', 'failed'])[1 + of_many / 7 % 6] END,
    timestamptz '2026-01-01' + n / 3 * interval '1 second', timestamptz '2026-12-01'
  FROM (SELECT n, abs(hashint8extended(n, 1) % 10) AS of_ten, abs(hashint8extended(n, 2) % 1000003) AS of_many,
      hashint8extended(n, 3) % 2 = 0 AS is_robot, n < $1::bigint / 50 AS is_old
    FROM generate_series(1, $1::bigint) AS n) AS drawn`;

/** Makes so many entries, and tells which values they have. */
export async function seedAudit(db: Queryable, entries: number): Promise<SeededAudit> {
  await db.query(FILL, [entries]);
  await db.query("ANALYZE audit_entries");
  const id = (what: string) => (place: number) => idOf(what, place);
  const [actor, target] = [id("actor"), id("target")];
  return {
    organizationId: idOf("organization", 0),
    values: {
      actorUserId: { many: actor(0), few: actor(99), apart: actor(1), none: actor(777) },
      action: { many: "updateDeployment", few: "rotateWebhookSecret", apart: "createDatabase", none: "deleteRun" },
      targetKind: { many: "Deployment", few: "Webhook", apart: "Cluster", none: "Run" },
      targetId: { many: target(0), few: target(17), apart: target(1), none: target(77_777) },
      outcome: { many: "succeeded", few: "unknown", apart: "refused", none: "superseded" },
    },
  };
}

/** Lists filters by name: each choice of members, each with all values alike and with one of another kind than the rest. */
export function auditFilters(seeded: SeededAudit): readonly (readonly [string, AuditFilter])[] {
  const choices = Array.from({ length: 2 ** AUDIT_FILTERS.length }, (_, choice) =>
    AUDIT_FILTERS.filter((_member, place) => (choice >> place) % 2 === 1),
  );
  const named = choices.flatMap((members) =>
    KINDS.flatMap((first) => KINDS.map((rest) => toFilter(seeded, members, (place) => (place === 0 ? first : rest)))),
  );
  return [...new Map(named)];
}

function toFilter(
  { organizationId, values }: SeededAudit,
  members: readonly (typeof AUDIT_FILTERS)[number][],
  kindAt: (place: number) => keyof Values,
): [string, AuditFilter] {
  const chosen = members.map((member, place) => [member, kindAt(place)] as const);
  const filter = Object.fromEntries(chosen.map(([member, kind]) => [member, values[member][kind]]));
  const name = chosen.map(([member, kind]) => `${member} of ${kind}`).join(", ");
  return [name === "" ? "no filter" : name, { organizationId, ...filter }];
}
