/** What of a database says when its backups are due. */
export type BackedUp = Readonly<{
  backup_enabled: boolean;
  backup_schedule: string | null;
  last_backup_at: string | null;
  created_at: string;
}>;

const HOUR_MS = 3_600_000;
/** When a backup is late by its schedule. A cron line may be of once a year: what is late by one its alert tells. */
const LATE_MS: Readonly<Record<string, number>> = { hourly: 3 * HOUR_MS, daily: 48 * HOUR_MS, weekly: 192 * HOUR_MS };

/** Tells whether a database should have had a backup by now. */
export function isBackupLate(
  { backup_enabled: isOn, backup_schedule: schedule, last_backup_at: last, created_at: made }: BackedUp,
  nowMs: number,
): boolean {
  return isOn && nowMs - Date.parse(last ?? made) > (LATE_MS[schedule ?? "weekly"] ?? Infinity);
}
