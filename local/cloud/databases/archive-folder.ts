/*
 * The archive of one server, as barman lays it out, in a folder that stands for a bucket:
 * <bucket>/<path>/<serverName>/base/<backupId>/{data.tar,backup_label,backup.info} and …/wals/<segment>.
 * backup.info is written last: what has none is no backup.
 */
import { readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const backupInfo = z.strictObject({
  backupId: z.string(),
  beginTime: z.string(),
  endTime: z.string(),
  beginWal: z.string(),
  endWal: z.string(),
  beginLsn: z.string(),
  endLsn: z.string(),
  sizeBytes: z.number(),
  maxConnections: z.number(),
});

/** What a base backup is. */
export type BackupInfo = Readonly<z.infer<typeof backupInfo>>;

/** The archive of one server. */
export class ArchiveFolder {
  readonly root: string;
  readonly dir: string;

  /** Finds the folder of a server below the one that holds all buckets. */
  constructor(bucketsDir: string, destinationPath: string, serverName: string) {
    const parts = /^s3:\/\/(.+?)\/*$/.exec(destinationPath)?.[1]?.split("/") ?? [];
    const segments = [...parts, serverName];
    if (parts.length === 0 || !segments.every(isPlain))
      throw new Error(`The simulated cloud has no bucket for ${destinationPath} and ${serverName}`);
    this.root = bucketsDir;
    this.dir = join(bucketsDir, ...segments);
  }

  get walDir(): string {
    return join(this.dir, "wals");
  }

  baseDir(backupId: string): string {
    return join(this.dir, "base", backupId);
  }

  /** Lists the base backups, oldest first. */
  async list(): Promise<readonly BackupInfo[]> {
    const ids = await readdir(join(this.dir, "base")).catch((): string[] => []);
    const read = ids.sort().map((id) => readFile(join(this.baseDir(id), "backup.info"), "utf8").catch(() => undefined));
    return (await Promise.all(read))
      .filter((text) => text !== undefined)
      .map((text) => backupInfo.parse(JSON.parse(text)));
  }

  /** Asks whether any WAL is archived here. */
  async hasWal(): Promise<boolean> {
    return (await this.#segments()).length > 0;
  }

  /** Removes what nobody needs to go back to any moment since another: the newest backup before it stays. */
  async expire(keepSinceMs: number): Promise<void> {
    const backups = await this.list();
    const before = backups.filter(({ endTime }) => Date.parse(endTime) <= keepSinceMs);
    for (const { backupId } of before.slice(0, -1)) await rm(this.baseDir(backupId), { recursive: true, force: true });
    const oldest = before.at(-1) ?? backups[0];
    if (oldest === undefined) return;
    // The first eight digits are the timeline.
    const needed = oldest.beginWal.slice(8);
    for (const file of await this.#segments())
      if (file.slice(8, 24) < needed) await rm(join(this.walDir, file), { force: true });
  }

  async #segments(): Promise<readonly string[]> {
    const files = await readdir(this.walDir).catch((): string[] => []);
    return files.filter((file) => /^[0-9A-F]{24}/.test(file));
  }
}

/** Derives since when a policy such as 7d, 2w or 1m keeps everything. */
export function deriveKeepSince(policy: string, nowMs: number): number | undefined {
  const [, count = "", unit = ""] = /^([1-9][0-9]*)([dwm])$/.exec(policy) ?? [];
  const days = { d: 1, w: 7, m: 31 }[unit];
  return days === undefined ? undefined : nowMs - Number(count) * days * 86_400_000;
}

function isPlain(segment: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(segment) && !/^\.+$/.test(segment);
}
