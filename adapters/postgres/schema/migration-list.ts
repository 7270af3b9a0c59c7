import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MigrationList } from "@prisma/schema-engine-wasm";

const PRISMA_FOLDER = fileURLToPath(new URL("../../../prisma/", import.meta.url));
const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, "migrations");

/** Names the schema file that the migrations must lead to. */
export const SCHEMA_PATH = join(PRISMA_FOLDER, "schema.prisma");

/** Reads prisma/migrations as the schema engine wants it, oldest first. */
export async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (path) => ({
      path,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: await readFile(join(MIGRATIONS_FOLDER, path, "migration.sql"), "utf8") },
      },
    })),
  );
  const content = await readFile(join(MIGRATIONS_FOLDER, "migration_lock.toml"), "utf8").catch(() => null);
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: { path: "migration_lock.toml", content },
    shadowDbInitScript: "",
    migrationDirectories,
  };
}
