import { diffMigrations } from "../adapters/postgres/schema/schema-diff.ts";
import { startEmbeddedPostgres as startPostgres } from "../test/support/postgres.ts";

/** Fails when prisma/migrations do not lead to prisma/schema.prisma. */
const postgres = await startPostgres();
try {
  const missing = await diffMigrations(postgres.url);
  if (missing === undefined) {
    console.log("prisma/migrations lead to prisma/schema.prisma");
  } else {
    console.error(
      `prisma/schema.prisma is ahead of prisma/migrations; run: node scripts/migration.ts NAME\n${missing}`,
    );
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
}
