/** Of every database; what else there is stands behind one fold. */
export const COMMON_MEMBERS = [
  "tier",
  "storage_size_gb",
  "engine_version",
  "backup_enabled",
  "backup_schedule",
  "backup_retention_days",
] as const;
