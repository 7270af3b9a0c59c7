import type pg from "pg";
import { inTransaction, type Pool } from "../pool.ts";
import { toStorableJson } from "../storable-json.ts";

/** A deployment whose first revision is not of its first generation: what came before may be missing. */
export type ShortHistory = Readonly<{ id: string; namespace: string; objectName: string; valuesPath: string }>;

/** A revision as the delivery repository tells of it. */
export type FoundRevision = Readonly<{
  commit: string;
  generation: number;
  /** The user that the commit names; who made the request is known better by the audit log. */
  author: string | null;
  requestId: string | null;
  message: string;
  spec: unknown;
  committedAt: Date;
}>;

/** Lists deployments whose history may be missing, but for those that were looked at. */
export async function listShortHistories(
  pool: Pool,
  { looked, limit }: Readonly<{ looked: readonly string[]; limit: number }>,
): Promise<ShortHistory[]> {
  const { rows } = await pool.query<ShortHistory>(
    `SELECT r.id, r.namespace, r.object_name AS "objectName", r.body->>'git_path' AS "valuesPath"
      FROM revisions v JOIN resources r ON r.id = v.resource_id
      WHERE v.revision = 1 AND v.generation > 1 AND r.kind = 'Deployment' AND r.deleted_at IS NULL
        AND r.body->>'git_path' IS NOT NULL AND NOT (r.id = ANY($1::uuid[]))
      ORDER BY r.id LIMIT $2`,
    [looked, limit],
  );
  return rows;
}

/** Puts the revisions that are missing before those that there are, and numbers all of them anew; returns how many came back. */
export async function addOlderRevisions(
  pool: Pool,
  resourceId: string,
  found: readonly FoundRevision[],
  keptMax: number,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    // The mirror records a revision with the resource's row in its hand.
    const { rowCount } = await client.query("SELECT 1 FROM resources WHERE id = $1 FOR UPDATE", [resourceId]);
    return rowCount === 0 ? 0 : addMissing(client, resourceId, { found, keptMax });
  });
}

async function addMissing(
  client: pg.PoolClient,
  resourceId: string,
  { found, keptMax }: Readonly<{ found: readonly FoundRevision[]; keptMax: number }>,
): Promise<number> {
  const { rows } = await client.query<{ oldest: string | null }>(
    "SELECT min(generation)::text AS oldest FROM revisions WHERE resource_id = $1",
    [resourceId],
  );
  const oldest = Number(rows[0]?.oldest ?? 0);
  const older = found.filter(({ generation }) => generation < oldest).slice(-keptMax);
  if (older.length === 0) return 0;
  // Numbers are unique at every moment: they make room far above, then come down again.
  await client.query("UPDATE revisions SET revision = revision + 1000000 + $2::int WHERE resource_id = $1", [
    resourceId,
    older.length,
  ]);
  await client.query("UPDATE revisions SET revision = revision - 1000000 WHERE resource_id = $1", [resourceId]);
  await client.query(INSERT, [resourceId, toStorableJson(older.map(toRecord))]);
  await client.query(
    "DELETE FROM revisions WHERE resource_id = $1 AND revision <= (SELECT max(revision) FROM revisions WHERE resource_id = $1) - $2::int",
    [resourceId, keptMax],
  );
  return older.length;
}

const INSERT = `INSERT INTO revisions
    (resource_id, revision, commit, generation, author, request_id, message, spec, created_at)
  SELECT $1, i.revision, i.commit, i.generation,
    coalesce((SELECT a.actor_user_id::text FROM audit_entries a
      WHERE a.request_id = i.request_id AND a.target_id = $1 LIMIT 1), i.author),
    i.request_id, i.message, i.spec, i.committed_at
  FROM json_to_recordset($2::json) AS i(revision int, commit text, generation bigint, author text, request_id text,
    message text, spec jsonb, committed_at timestamptz)`;

function toRecord(found: FoundRevision, index: number): object {
  const { requestId: request_id, committedAt: committed_at, ...rest } = found;
  return { ...rest, request_id, committed_at, revision: index + 1 };
}
