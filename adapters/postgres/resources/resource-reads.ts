import type pg from "pg";
import {
  PRINCIPAL_COLUMNS,
  PRINCIPAL_MEMBERS,
  principalFrom,
  toPrincipal,
  type Credential,
  type PrincipalRecord,
} from "../identity/principal.ts";
import { Batches } from "../batches.ts";
import type { PageRange } from "../page-range.ts";
import type { ProjectedKind } from "../../../render/projection/custom-resource.ts";
import { bytesBefore, LITTLE, textWithin } from "./large-bodies.ts";
import { COLUMNS, columnName } from "../../../render/projection/resource-row.ts";

/**
 * Reads the projection for REST. Authentication, membership and rows are one prepared statement, and a stored body is
 * passed on as text: that is what the speed of reads hangs on (docs/adr/0008).
 */
/** A stored body as text, with what its cluster's row adds on each read. */
export type ReadRow = Readonly<{
  id: string;
  createdAt: Date;
  generation: string;
  role: string;
  body: string;
  observedAt: Date | null;
  cluster: ClusterMembers | null;
}>;
/** What a list needs of it. */
export type ListedRow = Omit<ReadRow, "generation" | "role">;
/** What a deployment shows of its cluster. */
export type ClusterMembers = Readonly<{
  provider: string | null;
  region: string | null;
  status: string;
  error: string | null;
}>;

/** The caller of a read and what they may see; without a row the thing is absent or not theirs. */
export type ReadOne = Readonly<{ principal: PrincipalRecord; row: ReadRow | undefined }>;
/** The caller of a list and its page; `isMember` is false when an organization was named that is not theirs. */
export type ReadMany = Readonly<{
  principal: PrincipalRecord;
  rows: readonly ListedRow[];
  /** Whether more follows than the page has place for. */
  hasMore: boolean;
  isMember: boolean;
}>;

/** The choice of what a list shows: by columns that are equal to something, and by what is no column. */
export type ListFilter = Readonly<{ kind: ProjectedKind }> & Partial<Readonly<Record<FilterName, string | undefined>>>;
type FilterName = Exclude<keyof typeof COLUMNS, "kind"> | keyof typeof BESIDE_COLUMNS;

const BESIDE_COLUMNS = {
  /** Of backups: whose they are. */
  databaseId: "r.body->>'database_instance_id' =",
  /** Of previews: what they are previews of. */
  previewOf: "r.body->>'preview_of' =",
  /** What the shown name begins with. */
  q: "starts_with(r.display_name,",
} as const;

/** Derives observed_at: the row's own observation or, when newer, the last sign of life of the watch that would have told of a change. */
export function observedAt(kind: string): string {
  return `greatest(r.observed_at, (SELECT f.updated_at FROM platform_facts f WHERE f.name = 'heartbeat/${kind}'))`;
}

/** Milliseconds are cheaper for both sides than the text of a time. */
const millis = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::bigint`;
const rowColumns = (kind: ProjectedKind): string =>
  `r.id, ${millis("r.created_at")} AS created_at, r.generation::text, m.role, r.body, ${millis(observedAt(kind))} AS observed_at, r.cluster_id`;
/** What an answer is made of, and the place behind it in a list. */
const shownColumns = (body = "r.body::text"): string =>
  `r.id, r.created_at, ${body}, r.observed_at, c.provider, c.region, c.status, c.error`;
/** One look-up by key for each row, whatever the planner thinks: OFFSET 0 keeps it from merging with a scan of all rows. */
const JOIN_CLUSTER = `LEFT JOIN LATERAL (SELECT c.provider, c.body->>'region' AS region, c.status,
    c.body->>'error_message' AS error FROM resources c WHERE c.id = r.cluster_id OFFSET 0) c ON true`;
const MINE = `JOIN memberships m ON m.organization_id = r.organization_id AND m.user_id = p.user_id
    AND (p.limit_organization_id IS NULL OR p.limit_organization_id = r.organization_id)`;

/** Reads single resources, each for whoever its credential stands for; undefined when that is not valid. */
export class ResourceReads {
  readonly #pool: pg.Pool;
  readonly #batches = new Map<string, Batches<Wanted, ReadOne | undefined>>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Reads one resource, in one statement with what else is read of its kind in the same turn. */
  one(kind: ProjectedKind, { via, hash }: Credential, id: string): Promise<ReadOne | undefined> {
    const name = `read-${kind}-${via}`;
    let batches = this.#batches.get(name);
    if (batches === undefined) {
      const text = readText(kind, via);
      batches = new Batches((wanted) => readEach(this.#pool, { name, text, via }, wanted), BATCH_MAX);
      this.#batches.set(name, batches);
    }
    return batches.ask({ hash, id });
  }
}

type Wanted = Readonly<{ hash: Buffer; id: string }>;

/** So many share a statement that its own costs hardly count, and so few that connections have work side by side. */
const BATCH_MAX = 8;

function readText(kind: ProjectedKind, via: Credential["via"]): string {
  return `SELECT p.*, w.place, r.generation, r.role, ${shownColumns()} FROM unnest($1::bytea[], $2::uuid[]) WITH ORDINALITY w (hash, id, place)
      CROSS JOIN LATERAL (${principalFrom(via, "w.hash")}) p
      LEFT JOIN LATERAL (SELECT ${rowColumns(kind)} FROM resources r ${MINE}
        WHERE r.id = w.id AND r.kind = '${kind}' AND r.deleted_at IS NULL AND NOT r.hidden) r ON true
      ${JOIN_CLUSTER}`;
}

async function readEach(
  pool: pg.Pool,
  { name, text, via }: Readonly<{ name: string; text: string; via: Credential["via"] }>,
  wanted: readonly Wanted[],
): Promise<readonly (ReadOne | undefined)[]> {
  const values = [wanted.map(({ hash }) => hash), wanted.map(({ id }) => id)];
  const { rows } = await pool.query<unknown[]>({ name, text, values, rowMode: "array" });
  const found = new Array<ReadOne | undefined>(wanted.length).fill(undefined);
  for (const row of rows) {
    const place = Number(row[PRINCIPAL_COLUMNS]) - 1;
    found[place] = { principal: toPrincipal(via, row), row: toRow(row, PRINCIPAL_COLUMNS + 1) };
  }
  return found;
}

/** Reads a page of resources for whoever the credential stands for, short where they are large; undefined when it is not valid. */
export async function readMany(
  pool: pg.Pool,
  credential: Credential,
  filter: ListFilter,
  range: PageRange,
): Promise<ReadMany | undefined> {
  // One more than the page has tells whether another follows.
  const where = conditions(filter, { ...range, limit: range.limit + 1 });
  // The caller's columns stand in one row of their own, so that they are not repeated with every item.
  const result = await pool.query<unknown[]>({
    name: `list-${filter.kind}-${credential.via}-${where.shape}`,
    text: `WITH p AS (${principalFrom(credential.via)})
      SELECT json_build_array(${PRINCIPAL_MEMBERS}, ${where.membership}),
        NULL::uuid, NULL::bigint, NULL, NULL::bigint, NULL, NULL, NULL, NULL FROM p
      UNION ALL
      (SELECT NULL, ${shownColumns(textWithin(PAGE_BYTES))} FROM
        (SELECT ${rowColumns(filter.kind)}, l.little, ${bytesBefore("r.created_at DESC, r.id DESC")}
          FROM (${pageOf(where)}) m JOIN resources r ON r.id = m.id ${LITTLE}) r
        ${JOIN_CLUSTER} ORDER BY r.created_at DESC, r.id DESC)`,
    values: [credential.hash, ...where.values],
    rowMode: "array",
  });
  const head = result.rows.find((row) => row[0] !== null)?.[0] as unknown[] | undefined;
  if (head === undefined) return undefined;
  const found = result.rows.filter((row) => row[0] === null);
  const rows = found.slice(0, range.limit).flatMap((row) => (row[BODY_AT] === null ? [] : toListed(row, 1)));
  return {
    principal: toPrincipal(credential.via, head),
    rows,
    hasMore: found.length > rows.length,
    isMember: head[PRINCIPAL_COLUMNS] as boolean,
  };
}

const PAGE_BYTES = 16_777_216;
/** Null is the body of what is not on the page. */
const BODY_AT = 3;

/** Finds a page from the index alone, the newest of each organization first: bodies are read for the page, never sorted. */
function pageOf(where: Conditions): string {
  const newest = `ORDER BY r.created_at DESC, r.id DESC LIMIT ${where.limit}`;
  return `SELECT r.id, m.role FROM p JOIN memberships m ON m.user_id = p.user_id
      AND (p.limit_organization_id IS NULL OR p.limit_organization_id = m.organization_id)
    CROSS JOIN LATERAL (SELECT r.id, r.created_at FROM resources r
      WHERE r.organization_id = m.organization_id AND ${where.text} ${newest}) r ${newest}`;
}

/** Counts what a list without its page limit would show. */
export async function countMany(pool: pg.Pool, credential: Credential, filter: ListFilter): Promise<number> {
  const where = conditions(filter, undefined);
  const result = await pool.query<unknown[]>({
    name: `count-${filter.kind}-${credential.via}-${where.shape}`,
    text: `WITH p AS (${principalFrom(credential.via)})
      SELECT count(*)::int FROM p CROSS JOIN resources r ${MINE} WHERE ${where.text}`,
    values: [credential.hash, ...where.values],
    rowMode: "array",
  });
  return (result.rows[0]?.[0] as number | undefined) ?? 0;
}

/** Clauses by member. Its place stands for a member in a statement's name: Postgres cuts names at 63 characters, and alike is alike to it. */
const FILTERS = [
  ...Object.entries(COLUMNS).map(([member, column]) => [member, `r.${columnName(column)} =`] as const),
  ...Object.entries(BESIDE_COLUMNS),
].flatMap(([member, clause], index) =>
  member === "kind" ? [] : [{ member: member as FilterName, clause, letter: index.toString(36) }],
);

type Conditions = Readonly<{
  text: string;
  shape: string;
  membership: string;
  limit: string;
  values: readonly unknown[];
}>;

/** Builds the conditions of a list; `shape` names the statement, so that each combination is prepared once. */
function conditions(filter: ListFilter, range: PageRange | undefined): Conditions {
  const values: unknown[] = [];
  const put = (value: unknown): string => `$${values.push(value) + 1}`;
  const parts = [`r.kind = '${filter.kind}' AND r.deleted_at IS NULL AND NOT r.hidden`];
  const shape: string[] = [];
  let membership = "true";
  for (const { member, clause, letter } of FILTERS) {
    const value = filter[member];
    if (value === undefined) continue;
    const place = put(value);
    parts.push(`${clause} ${place}${clause.endsWith(",") ? ")" : ""}`);
    shape.push(letter);
    if (member === "organizationId")
      membership = `EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = p.user_id AND m.organization_id = ${place}
        AND (p.limit_organization_id IS NULL OR p.limit_organization_id = ${place}))`;
  }
  if (range?.after !== undefined) {
    parts.push(`(r.created_at, r.id) < (${put(range.after.createdAt)}::timestamptz, ${put(range.after.id)}::uuid)`);
    shape.push("after");
  }
  const limit = range === undefined ? "ALL" : put(range.limit);
  return { text: parts.join(" AND "), shape: shape.join("-"), membership, limit, values };
}

function toRow(row: readonly unknown[], at: number): ReadRow | undefined {
  if (row[at] === null) return undefined;
  return { generation: row[at] as string, role: row[at + 1] as string, ...toListed(row, at + 2) };
}

function toListed(row: readonly unknown[], at: number): ListedRow {
  const status = row[at + 6] as string | null;
  return {
    id: row[at] as string,
    createdAt: new Date(Number(row[at + 1])),
    body: row[at + 2] as string,
    observedAt: row[at + 3] === null ? null : new Date(Number(row[at + 3])),
    cluster:
      status === null
        ? null
        : {
            provider: row[at + 4] as string | null,
            region: row[at + 5] as string | null,
            status,
            error: row[at + 7] as string | null,
          },
  };
}
