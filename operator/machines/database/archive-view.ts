/** Reads between which moments an archive can be restored. */
type Status = Readonly<Record<string, unknown>>;

/** Says what an archive holds; times as the engine wrote them, in whole ISO form. */
export type ArchiveView = Readonly<{
  from: string | undefined;
  /** Set only while archiving stands still. */
  until: string | undefined;
  lastBackupAt: string | undefined;
}>;

/** Reads the plugin's ObjectStore, and whether CloudNativePG says that archiving stands still. */
export function readPostgresqlArchive(
  cluster: Status | undefined,
  store: Status | undefined,
  server: string,
): ArchiveView {
  const windows = store?.["serverRecoveryWindow"] as Readonly<Record<string, Status>> | undefined;
  const conditions = (cluster?.["conditions"] ?? []) as readonly Readonly<Record<string, string>>[];
  const stopped = conditions.find(({ type, status }) => type === "ContinuousArchiving" && status === "False");
  return {
    from: iso(windows?.[server]?.["firstRecoverabilityPoint"]),
    until: iso(stopped?.["lastTransitionTime"]),
    lastBackupAt: iso(windows?.[server]?.["lastSuccessfulBackupTime"]),
  };
}

/** Reads MOCO's last backup: changes after it come into the archive with the next one. Where it begins, MOCO does not say. */
export function readMysqlArchive(cluster: Status | undefined): ArchiveView {
  const at = iso((cluster?.["backup"] as Status | undefined)?.["time"]);
  return { from: undefined, until: at, lastBackupAt: at };
}

function iso(value: unknown): string | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
