import type { Queryable } from "../queryable.ts";

/** One observed commit of a resource, with the spec that it delivered. */
export type RevisionRow = Readonly<{
  revision: number;
  commit: string;
  generation: string;
  author: string | null;
  requestId: string | null;
  message: string;
  createdAt: Date;
  spec: Readonly<Record<string, unknown>>;
}>;

const COLUMNS = `revision, commit, generation::text AS generation, author, request_id AS "requestId", message,
  created_at AS "createdAt", spec`;

/** Lists revisions, newest first; `before` is the last one of the page before. */
export async function listRevisions(
  db: Queryable,
  resourceId: string,
  { limit, before }: Readonly<{ limit: number; before: number | undefined }>,
): Promise<RevisionRow[]> {
  const found = await db.query<RevisionRow>(
    `SELECT ${COLUMNS} FROM revisions WHERE resource_id = $1 AND revision < $2 ORDER BY revision DESC LIMIT $3`,
    [resourceId, before ?? 2_147_483_647, limit],
  );
  return found.rows;
}

/** Counts the revisions of a resource. */
export async function countRevisions(db: Queryable, resourceId: string): Promise<number> {
  const found = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM revisions WHERE resource_id = $1",
    [resourceId],
  );
  return found.rows[0]?.count ?? 0;
}

/** Reads one revision. */
export async function findRevision(
  db: Queryable,
  resourceId: string,
  revision: number,
): Promise<RevisionRow | undefined> {
  const found = await db.query<RevisionRow>(
    `SELECT ${COLUMNS} FROM revisions WHERE resource_id = $1 AND revision = $2`,
    [resourceId, revision],
  );
  return found.rows[0];
}
