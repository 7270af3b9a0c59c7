/*
 * Writes the projection. Two write it: the mirror in batches, the gateway one row inside its own transaction. Neither
 * trusts the other's order; every statement is guarded by version and uid (resource-sql.ts). A batch of the mirror:
 * 1. one batch at a time over all processes (advisory lock), so that `changes.seq` is the order of commits;
 * 2. the epoch must still be ours;
 * 3. deletions leave tombstones, newer versions are written, versions that the gateway had projected are marked;
 * 4. names are entered and given back, revisions and audit outcomes recorded;
 * 5. what each asks for from now on is noted, and what it asked for until now added up (usage-store.ts);
 * 6. one change per row, one NOTIFY.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { UNPROJECTABLE } from "../../../render/projection/project-resource.ts";
import type { ResourceRow } from "../../../render/projection/resource-row.ts";
import { inTransaction } from "../pool.ts";
import type { Queryable } from "../queryable.ts";
import { recordChanges, type ChangeRecord } from "./record-changes.ts";
import * as sql from "./resource-sql.ts";
import { keepUsage } from "./usage-store.ts";
import { toStorableJson } from "../storable-json.ts";

const MIRROR_LOCK = 0x62657274686d;
const EPOCH = "epoch";
const REBUILD = "rebuild";
const REVISIONS_MAX = 100;

/** One batch of the mirror; an id stands in it once per uid. */
type MirrorBatch = Readonly<{
  rows: readonly ResourceRow[];
  deleted: readonly ResourceRow[];
  /** Up to which version the writer knows each kind completely. */
  complete?: Readonly<Record<string, string>>;
}>;
/** A list of a kind that is complete: what it lacks and is not newer is gone. */
export type FullList = Readonly<{ kind: string; resourceVersion: string; uids: readonly string[] }>;
/** Replaces the version guard, for the test that proves it is needed. */
export type ResourceStoreOptions = Readonly<{ versionGuard?: string }>;

/** Reports that the rows belong to another management cluster, or another projection, than the writer's. */
export class EpochChangedError extends Error {
  override readonly name = "EpochChangedError";
}

type Written = Readonly<{ written: readonly Changed[]; unplaced: readonly string[] }>;
type Changed = { id: string; kind: string; organization_id: string; is_new: boolean; is_renamed: boolean };

/** Writes one row as the gateway does: in its transaction, without marking the version as mirrored; false when something newer is stored. */
export async function projectRow(client: Queryable, row: ResourceRow): Promise<boolean> {
  const result = await client.query({
    name: "project-row",
    text: sql.upsertStatement(sql.VERSION_GUARD),
    values: [toStorableJson([sql.toRecord(row)]), false, "{}"],
  });
  return result.rowCount === 1;
}

/** Writes what the mirror sees. */
export class ResourceStore {
  readonly #pool: pg.Pool;
  readonly #upsert: string;

  constructor(pool: pg.Pool, options: ResourceStoreOptions = {}) {
    this.#pool = pool;
    this.#upsert = sql.upsertStatement(options.versionGuard ?? sql.VERSION_GUARD);
  }

  /**
   * Makes an epoch of `base` the one that rows belong to, a new one when they are of another base, or `anew` is set: all
   * versions are forgotten then, and every object must be mirrored anew, by whoever else mirrors too.
   */
  async adoptEpoch(base: string, anew = false): Promise<Readonly<{ epoch: string; isNew: boolean }>> {
    return inTransaction(this.#pool, async (client) => {
      const stored = await lockAndReadEpoch(client);
      const isOfBase = stored === base || stored?.startsWith(`${base}/`) === true;
      if (isOfBase && !anew) return { epoch: stored, isNew: false };
      if (stored !== undefined) for (const statement of sql.FORGET_VERSIONS) await client.query(statement);
      const epoch = isOfBase || stored === REBUILD ? `${base}/${randomUUID()}` : base;
      await writeFact(client, EPOCH, epoch);
      return { epoch, isNew: stored !== undefined };
    });
  }

  /** Reads the newest version that anything stored came from. */
  async newestVersion(): Promise<string> {
    const { rows } = await this.#pool.query<{ version: string }>(sql.NEWEST_VERSION);
    return rows[0]?.version ?? "0";
  }

  /** Tells whether rows still belong to `epoch`; a rebuild that was asked for says no. */
  async holdsEpoch(epoch: string): Promise<boolean> {
    return (await readEpoch(this.#pool)) === epoch;
  }

  /** Writes a batch; all of it or nothing. Answers the ids that got no row, since a list was applied that may have buried them. */
  async mirror(epoch: string, batch: MirrorBatch): Promise<readonly string[]> {
    if (batch.rows.length + batch.deleted.length === 0) return [];
    return this.#inEpoch(epoch, async (client) => {
      const gone = await bury(client, batch.deleted);
      const { written, unplaced } = await this.#write(client, batch.rows, batch.complete ?? {});
      await recordSideEffects(client, batch.rows, written);
      await keepUsage(client, [...gone, ...written]);
      await recordChanges(client, [...gone.map((row) => change(row, "deleted")), ...written.map(toChange)]);
      return unplaced;
    });
  }

  /** Buries what a complete list does not have. */
  async buryAbsent(epoch: string, list: FullList): Promise<void> {
    await this.#inEpoch(epoch, async (client) => {
      const { rows } = await client.query<Changed>(sql.BURY_ABSENT, [list.kind, list.resourceVersion, list.uids]);
      if (rows.length > 0) await client.query(sql.RELEASE_NAMES, [rows.map((row) => row.id)]);
      await client.query(sql.NOTE_LISTED, [list.kind, list.resourceVersion]);
      await keepUsage(client, rows);
      await recordChanges(
        client,
        rows.map((row) => change(row, "deleted")),
      );
    });
  }

  /**
   * Reads which version of each object was mirrored last, so that a restart renders and sends only what moved. Of what
   * shows as Unprojectable it says none: nobody would know of it after a restart, and it may be projectable by now.
   */
  async mirroredVersions(uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#pool.query<{ uid: string; version: string }>(
      `SELECT uid, mirrored_version::text AS version FROM resources WHERE uid = ANY($1::text[]) AND deleted_at IS NULL
        AND body ->> 'status_reason' IS DISTINCT FROM $2`,
      [uids, UNPROJECTABLE],
    );
    return new Map(rows.map((row) => [row.uid, row.version]));
  }

  /** Reads the oldest owner of each organization. */
  async oldestOwners(organizationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#pool.query<{ organization_id: string; user_id: string }>(
      `SELECT DISTINCT ON (organization_id) organization_id, user_id FROM memberships
        WHERE organization_id = ANY($1::uuid[]) AND role = 'owner' ORDER BY organization_id, created_at, user_id`,
      [organizationIds],
    );
    return new Map(rows.map((row) => [row.organization_id, row.user_id]));
  }

  async #write(client: pg.PoolClient, rows: readonly ResourceRow[], complete: object): Promise<Written> {
    if (rows.length === 0) return { written: [], unplaced: [] };
    const values = [toStorableJson(rows.map(sql.toRecord)), true, JSON.stringify(complete)];
    const written = await client.query<Changed>({ name: "mirror-rows", text: this.#upsert, values });
    const left = rowsWithout(rows, written.rows);
    if (left.length === 0) return { written: written.rows, unplaced: [] };
    const keys = left.map(({ id, uid, resourceVersion }) => ({ id, uid, resource_version: resourceVersion }));
    const marked = await client.query<Changed>(sql.MARK_MIRRORED, [JSON.stringify(keys)]);
    const unplaced = await readUnplaced(client, rowsWithout(left, marked.rows));
    return { written: [...written.rows, ...marked.rows], unplaced };
  }

  async #inEpoch<T>(epoch: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, async (client) => {
      const stored = await lockAndReadEpoch(client);
      if (stored !== epoch) throw new EpochChangedError(`Rows belong to epoch ${stored ?? "(none)"}, not ${epoch}`);
      return work(client);
    });
  }
}

function rowsWithout(rows: readonly ResourceRow[], done: readonly Changed[]): readonly ResourceRow[] {
  const ids = new Set(done.map((row) => row.id));
  return rows.filter((row) => !ids.has(row.id));
}

async function readUnplaced(client: pg.PoolClient, rows: readonly ResourceRow[]): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const found = await client.query<{ id: string }>(sql.UNPLACED, [rows.map(({ id }) => id)]);
  return found.rows.map((row) => row.id);
}

async function lockAndReadEpoch(client: pg.PoolClient): Promise<string | undefined> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIRROR_LOCK]);
  return readEpoch(client);
}

async function readEpoch(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ value: string }>("SELECT value FROM platform_facts WHERE name = $1", [EPOCH]);
  return rows[0]?.value;
}

/** Has the mirror that leads write every row anew, as after a change of the management cluster. */
export async function requestRebuild(pool: pg.Pool): Promise<void> {
  await writeFact(pool, EPOCH, REBUILD);
}

/** Counts the rows that a rebuild has still to write; undefined while no mirror has taken it up. */
export async function readRebuild(pool: pg.Pool): Promise<Readonly<{ left: number; total: number }> | undefined> {
  if ((await readEpoch(pool)) === REBUILD) return undefined;
  const { rows } = await pool.query<{ left: number; total: number }>(
    `SELECT count(*) FILTER (WHERE mirrored_version = 0)::int AS left, count(*)::int AS total
      FROM resources WHERE deleted_at IS NULL`,
  );
  return rows[0];
}

/** Writes a small fact. */
export async function writeFact(db: Queryable, name: string, value: unknown): Promise<void> {
  await db.query(
    `INSERT INTO platform_facts (name, value, updated_at) VALUES ($1, $2, now())
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    [name, JSON.stringify(value)],
  );
}

async function bury(client: pg.PoolClient, deleted: readonly ResourceRow[]): Promise<Changed[]> {
  if (deleted.length === 0) return [];
  const { rows } = await client.query<Changed>(sql.BURY, [toStorableJson(deleted.map(sql.toRecord))]);
  if (rows.length > 0) await client.query(sql.RELEASE_NAMES, [rows.map((row) => row.id)]);
  return rows;
}

async function recordSideEffects(
  client: pg.PoolClient,
  rows: readonly ResourceRow[],
  written: readonly Changed[],
): Promise<void> {
  const seen = new Set(written.map((row) => row.id));
  const renamed = written.filter((row) => row.is_renamed).map((row) => row.id);
  if (renamed.length > 0) await client.query(sql.ENTER_NAMES, [renamed]);
  const current = rows.filter((row) => seen.has(row.id));
  const requests = current.flatMap(({ id, requestId, generation }) =>
    requestId === null ? [] : [{ id, request_id: requestId, generation }],
  );
  if (requests.length > 0) await client.query(sql.CLOSE_AUDITS, [JSON.stringify(requests)]);
  await recordRevisions(client, current);
}

async function recordRevisions(client: pg.PoolClient, rows: readonly ResourceRow[]): Promise<void> {
  const commits = rows.flatMap(({ id, revision }) => (revision === null ? [] : [toRevision(id, revision)]));
  if (commits.length === 0) return;
  const added = await client.query<{ resource_id: string }>(sql.RECORD_REVISIONS, [toStorableJson(commits)]);
  const ids = added.rows.map((row) => row.resource_id);
  if (ids.length > 0) await client.query(sql.TRIM_REVISIONS, [ids, REVISIONS_MAX]);
}

function toRevision(id: string, observed: NonNullable<ResourceRow["revision"]>): object {
  const { requestId: request_id, committedAt: committed_at, ...rest } = observed;
  return { id, request_id, committed_at, ...rest };
}

function change(row: Changed, type: ChangeRecord["type"]): ChangeRecord {
  return { kind: row.kind, id: row.id, organization_id: row.organization_id, type };
}

function toChange(row: Changed): ChangeRecord {
  return change(row, row.is_new ? "created" : "updated");
}
