/**
 * Holds the statements of the projection. `$1` is always a JSON array of rows, so that a batch is one round trip.
 *
 * Versions are compared as numbers: the API server's are global and ascending, so a newer object wins over an older one
 * of the same id too. A tombstone (deleted_at) ends its uid for good: nothing is written over it but a newer object
 * with another uid that carries the same id (one that was rebuilt from Git). Below the version of the newest full list
 * only a writer that knows as much as that list may insert: to anyone else an object without a row may be long gone.
 */
import { COLUMNS, columnName, type ResourceRow } from "../../../render/projection/resource-row.ts";

const LISTED_PREFIX = "listed/";

const NAMES = Object.values(COLUMNS).map(columnName);
const COLUMN_LIST = NAMES.join(", ");
const INCOMING = `json_to_recordset($1::json) AS i(${Object.values(COLUMNS).join(", ")})`;

const ASSIGNMENTS = NAMES.filter((column) => column !== "id")
  .map((column) => `${column} = excluded.${column}`)
  .join(", ");

/** Makes of a row what the statements read: a value for each column. */
export function toRecord(row: ResourceRow): Record<string, unknown> {
  const columns = Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][];
  return Object.fromEntries<unknown>(columns.map(([member, column]) => [columnName(column), row[member]]));
}

/** Lets only newer versions through; tests prove that the property of the mirror fails without it. */
export const VERSION_GUARD = "excluded.resource_version > r.resource_version";

/**
 * Writes the rows that are newer than what is stored; answers what changed. `$2`: whether the mirror writes, which alone
 * marks a version as mirrored. `$3`: up to which version the writer knows each kind completely, by kind. A name that is no longer shown is given back in the same statement.
 */
export function upsertStatement(guard: string): string {
  return `WITH incoming AS MATERIALIZED (SELECT * FROM ${INCOMING}),
  before AS (SELECT r.id, r.display_name, r.cluster_id, r.mirrored_version FROM resources r JOIN incoming i ON i.id = r.id),
  written AS (
    INSERT INTO resources AS r (${COLUMN_LIST}, mirrored_version, observed_at)
    SELECT ${COLUMN_LIST}, CASE WHEN $2 THEN resource_version ELSE 0 END, now() FROM incoming i
    WHERE EXISTS (SELECT 1 FROM before b WHERE b.id = i.id) OR NOT EXISTS (
      SELECT 1 FROM platform_facts f WHERE f.name = '${LISTED_PREFIX}' || i.kind
        AND (f.value #>> '{}')::numeric >= i.resource_version
        AND (f.value #>> '{}')::numeric > coalesce(($3::json ->> i.kind)::numeric, 0))
    ORDER BY id
    ON CONFLICT (id) DO UPDATE SET ${ASSIGNMENTS}, observed_at = now(), deleted_at = NULL,
      mirrored_version = CASE WHEN $2 THEN excluded.resource_version ELSE r.mirrored_version END
    WHERE ${guard} AND (r.deleted_at IS NULL OR r.uid <> excluded.uid)
    RETURNING r.id, r.kind, r.organization_id, r.display_name, r.cluster_id),
  released AS (
    DELETE FROM names n USING written w JOIN before b ON b.id = w.id
    WHERE n.resource_id = w.id AND n.kind = w.kind AND n.name = b.display_name AND n.cluster_id = b.cluster_id
      AND (w.display_name <> b.display_name OR w.cluster_id IS DISTINCT FROM b.cluster_id))
  SELECT w.id, w.kind, w.organization_id, (b.id IS NULL OR b.mirrored_version = 0) AS is_new,
    (b.id IS NULL OR b.mirrored_version = 0 OR w.display_name <> b.display_name OR w.cluster_id IS DISTINCT FROM b.cluster_id)
      AS is_renamed
  FROM written w LEFT JOIN before b ON b.id = w.id`;
}

/** Marks versions as mirrored that the gateway had projected already; answers those that were not marked before. */
export const MARK_MIRRORED = `WITH known AS (
    SELECT r.id, r.mirrored_version AS was, i.resource_version
    FROM resources r JOIN json_to_recordset($1::json) AS i(id uuid, uid text, resource_version numeric)
      ON i.id = r.id AND i.uid = r.uid
    WHERE r.deleted_at IS NULL AND r.mirrored_version < i.resource_version AND r.resource_version >= i.resource_version
    ORDER BY r.id FOR UPDATE OF r)
  UPDATE resources r SET mirrored_version = k.resource_version, observed_at = now() FROM known k WHERE r.id = k.id
  RETURNING r.id, r.kind, r.organization_id, k.was = 0 AS is_new, k.was = 0 AS is_renamed`;

/** Reads which of these have no row, alive or buried: a list was applied by somebody who knew more than who would have inserted them. */
export const UNPLACED = `SELECT i.id FROM unnest($1::uuid[]) AS i(id)
  WHERE NOT EXISTS (SELECT 1 FROM resources r WHERE r.id = i.id)`;

/** Leaves a tombstone for each object that is gone, whether it had a row or not; answers what changed. */
export const BURY = `INSERT INTO resources AS r (${COLUMN_LIST}, mirrored_version, observed_at, deleted_at)
  SELECT ${COLUMN_LIST}, resource_version, now(), now() FROM ${INCOMING} ORDER BY id
  ON CONFLICT (id) DO UPDATE SET deleted_at = now(), observed_at = now(), settled = false, status = 'deleting',
    resource_version = greatest(r.resource_version, excluded.resource_version),
    mirrored_version = greatest(r.mirrored_version, excluded.resource_version)
  WHERE r.uid = excluded.uid AND r.deleted_at IS NULL
  RETURNING r.id, r.kind, r.organization_id, false AS is_new, false AS is_renamed`;

/** Remembers up to which version a full list of a kind was applied. */
export const NOTE_LISTED = `INSERT INTO platform_facts AS f (name, value) VALUES ('${LISTED_PREFIX}' || $1, to_jsonb($2::text))
  ON CONFLICT (name) DO UPDATE SET updated_at = now(),
    value = to_jsonb(greatest((f.value #>> '{}')::numeric, (excluded.value #>> '{}')::numeric)::text)`;

/** Buries rows that a full list of their kind does not have; those newer than the list are not its business. */
export const BURY_ABSENT = `UPDATE resources r SET deleted_at = now(), settled = false, status = 'deleting'
  WHERE r.kind = $1 AND r.deleted_at IS NULL AND r.resource_version <= $2::numeric AND r.uid <> ALL($3::text[])
  RETURNING r.id, r.kind, r.organization_id, false AS is_new, false AS is_renamed`;

/** Enters the names of objects that did not reserve theirs (made with kubectl); a taken one stays with its holder. */
export const ENTER_NAMES = `INSERT INTO names (cluster_id, kind, name, resource_id)
  SELECT cluster_id, kind, display_name, id FROM resources
  WHERE id = ANY($1::uuid[]) AND cluster_id IS NOT NULL AND deleted_at IS NULL
    AND kind IN ('Deployment', 'DatabaseInstance')
  ON CONFLICT DO NOTHING`;

/** Gives back the names of objects that are gone. */
export const RELEASE_NAMES = "DELETE FROM names WHERE resource_id = ANY($1::uuid[])";

/** Closes audit entries of requests whose write is seen here; the gateway may have died before it could. */
export const CLOSE_AUDITS = `UPDATE audit_entries a SET outcome = 'succeeded', closed_at = now(), generation = i.generation
  FROM json_to_recordset($1::json) AS i(id uuid, request_id text, generation bigint)
  WHERE a.request_id = i.request_id AND a.target_id = i.id AND a.outcome = 'attempted'`;

/**
 * Keeps a commit as a revision when the resource's newest revision has another one. Its author is who made that
 * generation: the annotation of a request stays on the object when somebody edits it by kubectl, and anybody can write one.
 */
export const RECORD_REVISIONS = `INSERT INTO revisions AS v
    (resource_id, revision, commit, generation, author, request_id, message, spec, created_at)
  SELECT i.id, coalesce(newest.revision, 0) + 1, i.commit, i.generation,
    (SELECT a.actor_user_id::text FROM audit_entries a WHERE a.request_id = i.request_id AND a.target_id = i.id
      AND a.generation = i.generation LIMIT 1),
    i.request_id, i.message, i.spec, coalesce(i.committed_at, now())
  FROM json_to_recordset($1::json) AS i(id uuid, commit text, generation bigint, request_id text, message text,
    spec jsonb, committed_at timestamptz)
  LEFT JOIN LATERAL (SELECT v.revision, v.commit FROM revisions v WHERE v.resource_id = i.id
    ORDER BY v.revision DESC LIMIT 1) newest ON true
  WHERE newest.commit IS DISTINCT FROM i.commit
  ON CONFLICT (resource_id, generation) DO UPDATE SET commit = excluded.commit, created_at = excluded.created_at
  RETURNING resource_id`;

/** Bounds the revisions of a resource. */
export const TRIM_REVISIONS = `DELETE FROM revisions v USING (
    SELECT resource_id, max(revision) - $2::int AS oldest FROM revisions WHERE resource_id = ANY($1::uuid[]) GROUP BY 1) t
  WHERE v.resource_id = t.resource_id AND v.revision <= t.oldest`;

/** Reads the newest version of all rows and lists. */
export const NEWEST_VERSION = `SELECT greatest(0,
    (SELECT max(resource_version) FROM resources),
    (SELECT max((value #>> '{}')::numeric) FROM platform_facts WHERE name LIKE '${LISTED_PREFIX}%'))::text AS version`;

/** Makes every row older than any version, and forgets tombstones: the versions of another epoch mean nothing. */
export const FORGET_VERSIONS = [
  "DELETE FROM resources WHERE deleted_at IS NOT NULL",
  "UPDATE resources SET resource_version = 0, mirrored_version = 0",
  `DELETE FROM platform_facts WHERE name LIKE '${LISTED_PREFIX}%'`,
];
