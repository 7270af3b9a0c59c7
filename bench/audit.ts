/**
 * Measures the audit log's list with 1,000,000 entries (`node bench/audit.ts 100000` for a quick look):
 *
 * 1. A Postgres is filled: one organization has nine of ten entries; what is rare is old, some values are in many entries and
 *    never together (`test/support/seeded-audit.ts`).
 * 2. Each choice of filters that REST has, with all kinds of values, asks for its first page and for one in the middle, as
 *    the gateway asks; then for how many there are. Each twice, the second counts.
 * 3. The same, of every twentieth filter, without the indexes of the filters; and what an entry writes with them and without.
 */
import pg from "pg";
import { countAuditRows, listAuditRows, type AuditFilter } from "../adapters/postgres/requests/audit-reads.ts";
import { closeAudit, recordAudit } from "../adapters/postgres/requests/audit-store.ts";
import type { Queryable } from "../adapters/postgres/queryable.ts";
import { startEmbeddedPostgres as startPostgres } from "../test/support/postgres.ts";
import { planOf } from "../test/support/query-plan.ts";
import { auditFilters, seedAudit } from "../test/support/seeded-audit.ts";
import { printTable, quantile } from "./report.ts";

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const LIMIT = 51;
const MIDDLE = {
  createdAt: new Date(Date.UTC(2026, 0, 1) + (ENTRIES / 6) * 1_000),
  id: "88888888-8888-8888-8888-888888888888",
};
const WRITTEN = 2_000;
const FEW = 20;
const FILTERED_BY = ["actor", "action", "target_kind", "target", "outcome"];

type Filters = readonly (readonly [string, AuditFilter])[];
type Read = (db: Queryable, filter: AuditFilter) => Promise<unknown>;
const READS: Readonly<Record<string, Read>> = {
  "first page": (db, filter) => listAuditRows(db, filter, { limit: LIMIT }),
  "a page in the middle": (db, filter) => listAuditRows(db, filter, { limit: LIMIT, after: MIDDLE }),
  "how many": countAuditRows,
};

const postgres = await startPostgres();
const client = new pg.Client({ connectionString: await postgres.createDatabase() });
await client.connect();

/** Reads once to have the pages in memory, then once for the time. */
async function timed(read: Read, filter: AuditFilter): Promise<number> {
  await read(client, filter);
  const startedAtMs = performance.now();
  await read(client, filter);
  return performance.now() - startedAtMs;
}

/** Measures one read with all filters. */
async function measure(read: Read, filters: Filters): Promise<Record<string, string>> {
  const samples: { name: string; ms: number; pages: number }[] = [];
  for (const [name, filter] of filters) {
    const ms = await timed(read, filter);
    samples.push({ name, ms, pages: (await planOf(client, (db) => read(db, filter))).pages });
  }
  const all = samples.map(({ ms }) => ms);
  const slowest = samples.reduce((found, one) => (one.ms > found.ms ? one : found));
  return {
    Filters: String(samples.length),
    p50: `${quantile(all, 0.5).toFixed(1)} ms`,
    p99: `${quantile(all, 0.99).toFixed(1)} ms`,
    Slowest: `${slowest.ms.toFixed(1)} ms (${slowest.name})`,
    "Pages of 8 KiB at most": String(Math.max(...samples.map(({ pages }) => pages))),
  };
}

async function measureReads(when: string, filters: Filters): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  for (const [what, read] of Object.entries(READS))
    rows.push({ What: `${what}${when}`, ...(await measure(read, filters)) });
  return rows;
}

/** Writes entries and closes them, as a change does; the bytes of the write-ahead log for each. */
async function measureWrites(organizationId: string, prefix: string): Promise<string> {
  const place = async (): Promise<string> =>
    (await client.query<{ at: string }>("SELECT pg_current_wal_insert_lsn() AS at")).rows[0]!.at;
  const before = await place();
  for (let at = 0; at < WRITTEN; at += 1) {
    const [id, targetId] = [crypto.randomUUID(), crypto.randomUUID()];
    const requestId = `${prefix}-${at}`;
    const who = {
      actorUserId: id,
      impersonatorId: null,
      principal: "session",
      sourceAddress: null,
      changes: undefined,
    };
    const what = { action: "updateDeployment", targetKind: "Deployment", targetId };
    await recordAudit(client, { id, requestId, organizationId, ...who, ...what }, "attempted");
    await closeAudit(client, { requestId, targetId }, "succeeded");
  }
  const found = await client.query<{ bytes: string }>("SELECT pg_wal_lsn_diff($1, $2) AS bytes", [
    await place(),
    before,
  ]);
  return `${Math.round(Number(found.rows[0]!.bytes) / WRITTEN).toLocaleString("en")} bytes`;
}

const sizeOf = async (relations: string): Promise<string> => {
  const { rows } = await client.query<{ mib: string }>(
    `SELECT round(sum(pg_relation_size(oid)) / 1048576.0) AS mib FROM pg_class WHERE relname ${relations}`,
  );
  return `${rows[0]!.mib} MiB`;
};

try {
  const seeded = await seedAudit(client, ENTRIES);
  await client.query("VACUUM audit_entries");
  const filters = auditFilters(seeded);
  const sizes = {
    table: await sizeOf("= 'audit_entries'"),
    all: await sizeOf("~ '^audit_entries_.'"),
    filters: await sizeOf("~ '^audit_entries_by_'"),
  };
  const reads = await measureReads("", filters);
  const writes = { with: await measureWrites(seeded.organizationId, "with"), without: "" };
  for (const name of FILTERED_BY) await client.query(`DROP INDEX audit_entries_by_${name}`);
  await client.query("VACUUM ANALYZE audit_entries");
  const few = filters.filter((_, place) => place % FEW === 0);
  const without = await measureReads(", without the filters' indexes", few);
  writes.without = await measureWrites(seeded.organizationId, "without");
  printTable(`The audit log's list, ${ENTRIES.toLocaleString("en")} entries`, [...reads, ...without]);
  printTable("What that costs", [
    {
      What: "size of the table, of all its indexes, of the filters' among them",
      Figure: Object.values(sizes).join(", "),
    },
    {
      What: "write-ahead log of one entry, written and closed; without the filters' indexes",
      Figure: `${writes.with}; ${writes.without}`,
    },
  ]);
} finally {
  await client.end();
  await postgres.stop();
}
