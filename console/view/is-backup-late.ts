/** What of a database says when its backups are due. */
export type BackedUp = Readonly<{
  backup_enabled: boolean;
  backup_schedule: string | null;
  last_backup_at: string | null;
  created_at: string;
}>;

const HOUR_MS = 3_600_000;
/** When a backup is late by its schedule; what is no such word is at least weekly, and a day more is late. */
const BACKUP_LATE_MS: Readonly<Record<string, number>> = { hourly: 3 * HOUR_MS, daily: 48 * HOUR_MS };
const LATEST_MS = 8 * 24 * HOUR_MS;

/** Tells whether a database should have had a backup by now. */
export function isBackupLate(
  { backup_enabled: isOn, backup_schedule: schedule, last_backup_at: last, created_at: made }: BackedUp,
  nowMs: number,
): boolean {
  return isOn && nowMs - Date.parse(last ?? made) > (BACKUP_LATE_MS[schedule ?? ""] ?? LATEST_MS);
}
