import type { Readable, Writable } from "node:stream";
import { applyMigrations } from "../adapters/postgres/apply-migrations.ts";
import {
  RestoreRefusedError,
  dumpPlatform,
  loadPlatform,
  readAppliedMigrations,
} from "../adapters/postgres/schema/platform-dump.ts";
import type { Pool } from "../adapters/postgres/pool.ts";
import { openBackup, sendBackup, writeBackup, type BackupHeader } from "./platform-backup.ts";

/** What a backup or a restore works with. */
export type MoveParts = Readonly<{
  pool: Pool;
  release: string;
  releaseMigrations: () => Promise<readonly string[]>;
  say: (text: string) => void;
}>;

/** Writes a backup of the platform's own rows, to a file or through a stream, and says what is in it. */
export async function backUpPlatform(to: string | Writable, { pool, release, say }: MoveParts): Promise<void> {
  const migrations = [...(await readAppliedMigrations(pool))];
  const header: BackupHeader = { release, createdAt: new Date().toISOString(), migrations };
  const dump = (sink: Parameters<typeof dumpPlatform>[1]): Promise<void> => dumpPlatform(pool, sink);
  const counts = await (typeof to === "string" ? writeBackup(to, header, dump) : sendBackup(to, header, dump));
  for (const [table, rows] of Object.entries(counts)) say(`${table.padEnd(24)}${String(rows).padStart(8)}`);
  say(
    `Wrote ${typeof to === "string" ? to : "the backup"}. It holds hashes of passwords and keys: keep it like a secret.`,
  );
}

/** Brings the schema into a new database, then the rows of a backup: all of them or none. */
export async function restorePlatform(
  from: string | Readable,
  parts: MoveParts & Readonly<{ url: string }>,
): Promise<void> {
  const { pool, url, releaseMigrations, say } = parts;
  const { header, rows, close } = await openBackup(from);
  try {
    assertSameSchema(header, await releaseMigrations());
    await applyMigrations(url);
    await loadPlatform(pool, rows);
  } finally {
    await close();
  }
  say(`Restored the backup of ${header.createdAt}. Start operator and gateway: the projection fills by itself.`);
}

function assertSameSchema({ release, migrations }: BackupHeader, ours: readonly string[]): void {
  if (migrations.length === ours.length && migrations.every((name, index) => name === ours[index])) return;
  throw new RestoreRefusedError(
    `The backup was made by release ${release}, whose schema is not this one: restore it with that release, then upgrade`,
  );
}
