/*
 * Fills a data folder from an archive, as CloudNativePG's recovery job does:
 * 1. the base backup that the target asks for is unpacked;
 * 2. a restore recovers up to the target and parts from the source; a follower goes on fetching WAL when it runs.
 */
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ArchiveFolder, BackupInfo } from "./archive-folder.ts";
import type { RecoveryTarget } from "./instance-plan.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { deriveRestoreCommand, type ServerSettings } from "./server-settings.ts";

/** Fills the data folder of a server that has none. */
export async function recoverServer(
  server: PostgresServer,
  archive: ArchiveFolder,
  { target, follows }: Readonly<{ target: RecoveryTarget; follows: boolean }>,
): Promise<void> {
  const base = chooseBase(await archive.list(), target);
  await unpack(server, archive.baseDir(base.backupId));
  const signal = follows ? "standby.signal" : "recovery.signal";
  await server.writeOwned(join(server.dataDir, signal), "");
  if (!follows) await server.recover(deriveRecoverySettings(archive, target));
}

/** Chooses the base backup as barman does: the one that is named, else the newest that ended before the moment. */
function chooseBase(backups: readonly BackupInfo[], { backupId, time }: RecoveryTarget): BackupInfo {
  const timeMs = time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time);
  const found =
    backupId === undefined
      ? backups.findLast(({ endTime }) => Date.parse(endTime) <= timeMs)
      : backups.find((backup) => backup.backupId === backupId);
  if (found === undefined) throw new Error(`no target backup found for ${backupId ?? time ?? "the newest state"}`);
  return found;
}

async function unpack(server: PostgresServer, baseDir: string): Promise<void> {
  const { dataDir } = server;
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  await server.own(dataDir);
  await server.run(["tar", "-xf", join(baseDir, "data.tar"), "-C", dataDir]);
  await copyFile(join(baseDir, "backup_label"), join(dataDir, "backup_label"));
  await server.own(join(dataDir, "backup_label"));
}

/** The new timeline's history goes to the server's own archive once it runs. */
function deriveRecoverySettings(archive: ArchiveFolder, { time, immediate }: RecoveryTarget): ServerSettings {
  return {
    shared_buffers: "16MB",
    listen_addresses: "",
    unix_socket_directories: "",
    // Nobody reads while it recovers, so that the source's own limits do not count.
    hot_standby: "off",
    restore_command: deriveRestoreCommand(archive.walDir),
    recovery_target_action: "promote",
    recovery_target_timeline: "latest",
    archive_mode: "on",
    ...(time === undefined ? {} : { recovery_target_time: toPostgresTime(time) }),
    ...(time === undefined && immediate === true ? { recovery_target: "immediate" } : {}),
  };
}

/** The letters of RFC 3339 are none of PostgreSQL's where it reads its settings. */
function toPostgresTime(time: string): string {
  return time.replace("T", " ").replace(/Z$/, "+00");
}
