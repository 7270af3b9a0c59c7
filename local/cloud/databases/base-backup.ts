/*
 * A base backup over PostgreSQL's low-level interface, as barman takes it:
 * 1. pg_backup_start;
 * 2. the data folder goes into a tar file while the server works on;
 * 3. pg_backup_stop waits until the last WAL is archived, and gives the label without which the copy is worth nothing;
 * 4. backup.info says that it is whole.
 */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { withServerSession, type Ask } from "../../../adapters/postgres/server-session.ts";
import type { ArchiveFolder, BackupInfo } from "./archive-folder.ts";
import type { PostgresServer } from "./postgres-server.ts";

const EXCLUDED = [
  "pg_wal/*",
  "pg_replslot/*",
  "pg_dynshmem/*",
  "pg_notify/*",
  "pg_serial/*",
  "pg_snapshots/*",
  "pg_stat_tmp/*",
  "pg_subtrans/*",
  "postmaster.pid",
  "postmaster.opts",
  "pgsql_tmp*",
];
/** As long as the last WAL may take to the archive. */
const STATEMENT_MS = 120_000;

/** Takes a base backup into the archive; what was begun and failed is removed. */
export async function takeBaseBackup(
  server: PostgresServer,
  archive: ArchiveFolder,
  backupId: string,
): Promise<BackupInfo> {
  const dir = archive.baseDir(backupId);
  await server.makeFolder(archive.root, dir);
  try {
    return await withServerSession(server.login(), (ask) => copy({ ask, server, dir, backupId }), STATEMENT_MS);
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

type Copy = Readonly<{ ask: Ask; server: PostgresServer; dir: string; backupId: string }>;

async function copy({ ask, server, dir, backupId }: Copy): Promise<BackupInfo> {
  const beginTime = new Date().toISOString();
  const [begin = {}] = await ask(
    "SELECT lsn::text AS lsn, pg_walfile_name(lsn) AS wal FROM pg_backup_start($1, true) AS lsn",
    [backupId],
  );
  const tar = join(dir, "data.tar");
  const excluded = EXCLUDED.map((pattern) => `--exclude=./${pattern}`);
  // Files that change or go while they are read are made good by the WAL: tar says 1 then.
  const script = '"$@"; code=$?; [ "$code" -le 1 ]';
  await server.run(["/bin/sh", "-c", script, "sh", "tar", "-cf", tar, "-C", server.dataDir, ...excluded, "."]);
  const [end = {}] = await ask(
    "SELECT lsn::text AS lsn, pg_walfile_name(lsn) AS wal, labelfile FROM pg_backup_stop(true)",
  );
  const [settings = {}] = await ask("SELECT current_setting('max_connections') AS connections");
  await server.writeOwned(join(dir, "backup_label"), String(end["labelfile"]));
  const info: BackupInfo = {
    backupId,
    beginTime,
    endTime: new Date().toISOString(),
    beginWal: String(begin["wal"]),
    endWal: String(end["wal"]),
    beginLsn: String(begin["lsn"]),
    endLsn: String(end["lsn"]),
    sizeBytes: (await stat(tar)).size,
    maxConnections: Number(settings["connections"]),
  };
  await server.writeOwned(join(dir, "backup.info"), `${JSON.stringify(info, null, 2)}\n`);
  return info;
}

/** Derives the engine's name of a backup from the second in which it begins. */
export function deriveBackupId(nowMs: number): string {
  return new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+Z/g, "");
}
