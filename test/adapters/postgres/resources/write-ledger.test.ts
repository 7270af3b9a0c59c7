import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { dropOldAudits } from "../../../../adapters/postgres/requests/audit-store.ts";
import { isNameHeld } from "../../../../adapters/postgres/resources/name-store.ts";
import { applyMigrations } from "../../../../adapters/postgres/apply-migrations.ts";
import { createPool, type Pool } from "../../../../adapters/postgres/pool.ts";
import { createWriteLedger, type WriteIntent } from "../../../../adapters/postgres/resources/write-ledger.ts";
import type { Queryable } from "../../../../adapters/postgres/queryable.ts";
import { newId } from "../../../../api/identity/new-id.ts";
import { startPostgres } from "../../../support/postgres.ts";

describe("the ledger of writes", function () {
  this.timeout(300_000);
  let pool: Pool;
  let stop: () => Promise<void>;

  before(async () => {
    const postgres = await startPostgres();
    const url = await postgres.createDatabase();
    await applyMigrations(url);
    pool = createPool(url, { max: 3 });
    stop = async () => {
      await pool.end();
      await postgres.stop();
    };
  });
  after(() => stop());

  const [clusterId, resourceId] = [randomUUID(), randomUUID()];
  const name = { clusterId, kind: "Deployment", name: "new", resourceId } as const;
  const rename = (requestId: string): WriteIntent => ({
    audit: {
      id: newId(),
      requestId,
      actorUserId: null,
      impersonatorId: null,
      principal: "user",
      organizationId: null,
      action: "updateDeployment",
      targetKind: "Deployment",
      targetId: resourceId,
      changes: null,
      sourceAddress: null,
    },
    reserve: name,
  });

  it("keeps a name that one of two changes at once got, whatever becomes of the other and when", async () => {
    const ledger = createWriteLedger(pool);
    const show = async (db: Queryable): Promise<void> => {
      await db.query(
        `INSERT INTO resources (id, uid, kind, namespace, object_name, display_name, cluster_id, user_id, organization_id,
           resource_version, generation, status, body, created_at, updated_at)
         VALUES ($1, 'u', 'Deployment', 'org-a', 'o', 'new', $2, $1, $1, 1, 1, 'running', '{}', now(), now())`,
        [resourceId, clusterId],
      );
    };
    const [early, won, late] = [rename("r1"), rename("r2"), rename("r3")];
    for (const intent of [early, won, late]) expect(await ledger.begin(intent)).to.equal("begun");
    await ledger.refuse(early);
    await ledger.succeed(won, { project: show, shows: name });
    expect(await isNameHeld(pool, name), "refused before the other was written").to.equal(true);
    await ledger.refuse(late);
    expect(await isNameHeld(pool, name), "refused after it").to.equal(true);
  });

  it("drops what the audit log has held long enough, and nothing that is under way", async () => {
    await pool.query("UPDATE audit_entries SET created_at = now() - interval '31 days'");
    await createWriteLedger(pool).begin(rename("young"));
    await createWriteLedger(pool).refuse(rename("young"));
    await createWriteLedger(pool).begin(rename("open"));
    await pool.query("UPDATE audit_entries SET created_at = now() - interval '31 days' WHERE request_id = 'open'");
    expect([
      await dropOldAudits(pool, 30, 2),
      await dropOldAudits(pool, 30),
      await dropOldAudits(pool, 30),
    ]).to.deep.equal([2, 1, 0]);
    const { rows } = await pool.query<{ request_id: string }>(
      "SELECT request_id FROM audit_entries ORDER BY request_id",
    );
    expect(rows.map((row) => row.request_id)).to.deep.equal(["open", "young"]);
  });
});
