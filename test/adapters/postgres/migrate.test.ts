import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import pg from "pg";
import { sharedPostgres } from "../../support/postgres.ts";
import { applyMigrations } from "../../../adapters/postgres/apply-migrations.ts";
import { readMigrations } from "../../../adapters/postgres/schema/migration-list.ts";
import { diffMigrations } from "../../../adapters/postgres/schema/schema-diff.ts";

const SCRIPT = fileURLToPath(new URL("../../../adapters/postgres/migrate.ts", import.meta.url));

async function appliedIn(url: string): Promise<{ migration_name: string; finished_at: Date | null }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('SELECT * FROM "_prisma_migrations" ORDER BY started_at')).rows as never;
  } finally {
    await client.end();
  }
}

describe("migrate", () => {
  it("applies every migration once, also when it is run twice", async function () {
    this.timeout(300_000);
    const url = await (await sharedPostgres()).createEmptyDatabase();
    const names = (await readMigrations()).migrationDirectories.map((directory) => directory.path);
    expect(await applyMigrations(url)).to.deep.equal(names);
    expect(await applyMigrations(url)).to.deep.equal([]);
    const rows = await appliedIn(url);
    expect(rows.map((row) => row.migration_name)).to.deep.equal(names);
    expect(rows.every((row) => row.finished_at !== null)).to.equal(true);
  });

  it("lets only one of several processes apply, the others wait and find nothing to do", async function () {
    this.timeout(300_000);
    const url = await (await sharedPostgres()).createEmptyDatabase();
    const env = { ...process.env, BERTH_POSTGRES_URL: url };
    const runs = [1, 2, 3].map(() => promisify(execFile)(process.execPath, [SCRIPT], { env }));
    const outputs = (await Promise.all(runs)).map((run) => run.stdout.split(" ")[0]);
    expect(outputs.sort()).to.deep.equal(["Applied", "The", "The"]);
  });

  it("leaves a newer database alone: an older release that is brought back runs on it", async function () {
    this.timeout(300_000);
    const url = await (await sharedPostgres()).createEmptyDatabase();
    await applyMigrations(url);
    const newest = await appliedIn(url);
    const all = await readMigrations();
    const older = { ...all, migrationDirectories: all.migrationDirectories.slice(0, -1) };
    expect(await applyMigrations(url, older)).to.deep.equal([]);
    expect(await appliedIn(url)).to.deep.equal(newest);
  });

  it("only ever adds to what older replicas use", async () => {
    const takesAway = /\b(DROP (TABLE|COLUMN|TYPE)|RENAME|TRUNCATE|SET NOT NULL|ALTER COLUMN \S+ (SET DATA )?TYPE)\b/i;
    expect('ALTER TABLE "users" DROP COLUMN "name"').to.match(takesAway);
    const { migrationDirectories } = await readMigrations();
    const found = migrationDirectories.filter(({ migrationFile: { content } }) => takesAway.test(content.value));
    expect(found.map(({ path }) => path)).to.deep.equal([]);
  });

  it("finds a schema that the migrations do not lead to", async function () {
    this.timeout(300_000);
    const { url } = await sharedPostgres();
    expect(await diffMigrations(url)).to.equal(undefined);
    const schema = 'datasource db {\n provider = "postgresql"\n}\nmodel Other {\n id Int @id\n}\n';
    expect(await diffMigrations(url, schema)).to.contain('CREATE TABLE "Other"');
  });
});
