import { expect } from "chai";
import pg from "pg";
import { listAuditRows, type AuditFilter } from "../../../../adapters/postgres/requests/audit-reads.ts";
import type { PageRange } from "../../../../adapters/postgres/page-range.ts";
import { listAudit } from "../../../../contract/rest/audit.ts";
import { createDatabase } from "../../../support/postgres.ts";
import { planOf, type QueryPlan } from "../../../support/query-plan.ts";
import { AUDIT_FILTERS, auditFilters, seedAudit, type SeededAudit } from "../../../support/seeded-audit.ts";

const ENTRIES = 60_000;
const PAGE = 51;
/** Entries of one moment are put in order together, some moments at a time; where most entries fit, the rest may be read and passed over. */
const READ_MAX = 5 * PAGE;
/** Of some 2,100 of the table and 950 of each index. */
const PAGES_MAX = 500;

const MIDDLE = new Date(Date.UTC(2026, 0, 1) + (ENTRIES / 6) * 1_000);
const PAGES: readonly PageRange[] = [
  { limit: PAGE },
  { limit: PAGE, after: { createdAt: MIDDLE, id: "88888888-8888-8888-8888-888888888888" } },
];

/** Says what is wrong with how a page was read: nothing, where its cost is that of the page and not of the log. */
function faultOf({ steps, read, sorted, pages }: QueryPlan): string | undefined {
  if (steps.includes("Seq Scan")) return "scans the table";
  if (read > READ_MAX) return `reads ${read} rows for a page of ${PAGE}`;
  if (sorted > READ_MAX) return `sorts ${sorted} rows for a page of ${PAGE}`;
  return pages > PAGES_MAX ? `touches ${pages} pages` : undefined;
}

describe("The audit log's list", function () {
  this.timeout(300_000);
  let client: pg.Client;
  let seeded: SeededAudit;

  before(async () => {
    client = new pg.Client({ connectionString: await createDatabase() });
    await client.connect();
    seeded = await seedAudit(client, ENTRIES);
    await client.query("VACUUM audit_entries");
  });
  after(() => client.end());

  /** Reads both pages of each filter, and tells what is wrong by filter. */
  const faults = async (filters: Iterable<readonly [string, AuditFilter]>): Promise<string[]> => {
    const found: string[] = [];
    for (const [name, filter] of filters)
      for (const range of PAGES) {
        const plan = await planOf(client, (db) => listAuditRows(db, filter, range));
        const fault = faultOf(plan);
        if (fault !== undefined) found.push(`${name}: ${fault} (${plan.steps.join(", ")})`);
      }
    return found;
  };

  it("is tried with every filter that REST has", () => {
    const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const paging = ["limit", "cursor", "count"];
    const offered = Object.keys(listAudit.parameters.query.shape).filter((name) => !paging.includes(name));
    expect(AUDIT_FILTERS.map(toColumn)).to.have.members(offered);
  });

  it("reads a page and not the log, whatever is filtered by: all 31 choices of filters and none, with values that many, few and no entries have, or many but none together", async () => {
    const filters = auditFilters(seeded);
    expect(filters.length).to.be.greaterThan(32);
    expect(await faults(filters)).to.deep.equal([]);
  });

  const INDEXES = {
    by_actor: "actor_user_id",
    by_action: "action",
    by_target_kind: "target_kind",
    by_target: "target_id",
    by_outcome: "outcome",
  };
  const faultsAfter = async (...changes: readonly string[]): Promise<string[]> => {
    await client.query("BEGIN");
    try {
      for (const change of changes) await client.query(change);
      return await faults(auditFilters(seeded));
    } finally {
      await client.query("ROLLBACK");
    }
  };
  const dropping = (index: string): string => `DROP INDEX audit_entries_${index}`;

  for (const index of Object.keys(INDEXES))
    it(`would be told from one without the index ${index} (known bad)`, async () => {
      expect(await faultsAfter(dropping(index))).to.not.deep.equal([]);
    });

  it("would be told from one whose indexes know one filter each (known bad)", async () => {
    const plain = Object.entries(INDEXES).flatMap(([index, column]) => [
      dropping(index),
      `CREATE INDEX ON audit_entries (organization_id, ${column}, created_at DESC)`,
    ]);
    expect(await faultsAfter(...plain)).to.not.deep.equal([]);
  });

  it("would be told from one that puts all in order after it was found (known bad)", async () => {
    const sorting = {
      query: (text: string, values: unknown[]) =>
        client.query(text.replace("BY created_at", "BY created_at + interval '0'"), values),
    };
    const filter = { organizationId: seeded.organizationId, outcome: seeded.values.outcome.many };
    const plan = await planOf(sorting as never, (db) => listAuditRows(db, filter, PAGES[0]!));
    expect(faultOf(plan)).to.match(/^(scans|reads|sorts)/);
  });
});
