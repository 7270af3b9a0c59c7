import type { ClusterMembers } from "./resource-reads.ts";
import type { Queryable } from "../queryable.ts";
import { CHANGE_COLUMNS, toChange, type Change } from "./change-feed.ts";
import { bytesBefore, LITTLE, textWithin } from "./large-bodies.ts";

/** Names the fact that says up to which change they were removed. */
export const PRUNED_CHANGES = "changes/pruned";

/** Where `changes` begins and ends; both are 0 before the first change. */
type ChangeBounds = Readonly<{ newest: bigint; pruned: bigint }>;

/** Reads the newest change and the newest one that was removed. */
export async function readChangeBounds(db: Queryable): Promise<ChangeBounds> {
  const { rows } = await db.query<{ newest: string; pruned: string }>({
    name: "change-bounds",
    text: `SELECT greatest((SELECT max(seq) FROM changes), p.pruned)::text AS newest, p.pruned::text AS pruned
      FROM (SELECT coalesce((SELECT (value #>> '{}')::bigint FROM platform_facts WHERE name = '${PRUNED_CHANGES}'), 0)
        AS pruned) p`,
  });
  return { newest: BigInt(rows[0]?.newest ?? 0), pruned: BigInt(rows[0]?.pruned ?? 0) };
}

/** A choice of changes of some organizations after a cursor. */
type ChangeRange = Readonly<{ after: bigint; organizationIds: readonly string[]; limit: number }>;

/** Reads changes in their order. */
export async function readChanges(db: Queryable, { after, organizationIds, limit }: ChangeRange): Promise<Change[]> {
  const { rows } = await db.query<Parameters<typeof toChange>[0]>({
    name: "changes-of-organizations",
    text: `SELECT ${CHANGE_COLUMNS} FROM changes WHERE seq > $1 AND organization_id = ANY($2::uuid[])
      ORDER BY changes.seq LIMIT $3`,
    values: [String(after), organizationIds, limit],
  });
  return rows.map(toChange);
}

/** Tells whether at least so many changes of the organizations lie behind a cursor. */
export async function hasChangesBehind(
  db: Queryable,
  { after, organizationIds, limit }: ChangeRange,
): Promise<boolean> {
  const { rows } = await db.query({
    name: "changes-behind",
    text: `SELECT 1 FROM changes WHERE seq > $1 AND organization_id = ANY($2::uuid[]) OFFSET $3 LIMIT 1`,
    values: [String(after), organizationIds, limit - 1],
  });
  return rows.length > 0;
}

/** What REST shows of a changed resource; `body` is null when it is gone. */
export type ChangedResource = Readonly<{
  id: string;
  organizationId: string;
  hidden: boolean;
  body: string | null;
  observedAt: Date | null;
  cluster: ClusterMembers | null;
}>;

/** The resources that were read, and the ids of those that there was no place for. */
export type ReadChanged = Readonly<{ found: ReadonlyMap<string, ChangedResource>; unread: ReadonlySet<string> }>;

const READ_BYTES = 8_388_608;
const FITS = `r.bytes_before < ${READ_BYTES}`;

/** Reads the resources of many changes at once, in the order of their ids until they get large; the first is always read. */
export async function readChanged(db: Queryable, ids: readonly string[]): Promise<ReadChanged> {
  const { rows } = await db.query<ChangedResource & Readonly<{ fits: boolean }>>({
    name: "changed-resources",
    text: `SELECT r.id, r.organization_id AS "organizationId", r.hidden, ${FITS} AS fits,
        CASE WHEN r.deleted_at IS NULL THEN ${textWithin(READ_BYTES)} END AS body,
        greatest(r.observed_at, (SELECT f.updated_at FROM platform_facts f WHERE f.name = 'heartbeat/' || r.kind))
          AS "observedAt",
        CASE WHEN c.id IS NULL THEN NULL ELSE json_build_object('provider', c.provider,
          'region', c.body->>'region', 'status', c.status, 'error', c.body->>'error_message') END AS cluster
      FROM (SELECT r.*, l.little, ${bytesBefore("w.place")}
        FROM unnest($1::uuid[]) WITH ORDINALITY w (id, place) JOIN resources r ON r.id = w.id ${LITTLE}) r
        LEFT JOIN resources c ON c.id = r.cluster_id`,
    values: [ids],
  });
  return {
    found: new Map(rows.filter(({ fits }) => fits).map((row) => [row.id, row])),
    unread: new Set(rows.filter(({ fits }) => !fits).map(({ id }) => id)),
  };
}
