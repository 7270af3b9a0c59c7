import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readMigrations } from "../adapters/postgres/schema/migration-list.ts";
import { diffMigrations } from "../adapters/postgres/schema/schema-diff.ts";
import { startEmbeddedPostgres as startPostgres } from "../test/support/postgres.ts";

/** Writes a new migration folder from the difference between prisma/migrations and prisma/schema.prisma. */
const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]{1,60}$/.test(name))
  throw new Error("Usage: node scripts/migration.ts NAME (a-z, 0-9, _)");
const postgres = await startPostgres();
try {
  const script = await diffMigrations(postgres.url);
  if (script === undefined) {
    console.log("Schema and migrations agree: nothing to write");
  } else {
    const { baseDir } = await readMigrations();
    const stamp = new Date()
      .toISOString()
      .replaceAll(/[^0-9]/g, "")
      .slice(0, 14);
    const folder = join(baseDir, `${stamp}_${name}`);
    await mkdir(folder);
    await writeFile(join(folder, "migration.sql"), script);
    console.log(
      `Wrote ${folder}/migration.sql (${(await readFile(join(folder, "migration.sql"))).length} bytes): read it before you commit`,
    );
  }
} finally {
  await postgres.stop();
}
