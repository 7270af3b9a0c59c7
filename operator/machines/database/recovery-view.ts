/**
 * Reads why the job that fills a database from its archive has failed. CloudNativePG says only that it did, and only once the job is
 * given up, after six more tries of the whole restore; versions before 1.30 never say it. MOCO does not look at its own.
 */

/** Why an archive could not be restored, and what to do. */
export type RecoveryFault = Readonly<{ reason: string; message: string; remedy: string }>;

type Condition = Readonly<{ type?: string; status?: string }>;

/** Reads the status of MOCO's Job: it is tried once, and where it failed MOCO waits for ever, and says nothing. */
export function readRestoreJob(
  job: string,
  status: Readonly<{ conditions?: readonly Condition[] }> = {},
): RecoveryFault | undefined {
  const hasFailed =
    status.conditions?.some(({ type, status: holds }) => type === "Failed" && holds === "True") === true;
  if (!hasFailed) return undefined;
  return {
    reason: "RecoveryFailed",
    message: `its restore from the archive failed, as the log of the Job ${job} says, and MOCO tries none twice`,
    remedy: "Delete this database, and restore another moment or backup",
  };
}

const UNREACHED = "recovery ended before configured recovery target was reached";
const LAST_CHANGE = /^last completed transaction was at log time (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+\d\d)$/;
const LINE_MAX = 4_000;

/** Reads the end of the log of a pod whose recovery failed: lines of JSON, those of PostgreSQL with a record. */
export function readRecoveryFault(log: string): RecoveryFault {
  const records = log.split("\n").flatMap(recordOf);
  const fatal = records.findLast(({ severity }) => severity === "FATAL" || severity === "PANIC")?.message;
  if (fatal === UNREACHED)
    return unreached(records.flatMap(({ message }) => LAST_CHANGE.exec(message)?.[1] ?? []).at(-1));
  const message = `its recovery from the archive failed: ${fatal ?? "the log of its job says why"}`;
  return {
    reason: "RecoveryFailed",
    message,
    remedy: "It is tried some more times; else restore another moment or backup",
  };
}

function unreached(lastChange: string | undefined): RecoveryFault {
  const last = lastChange === undefined ? "" : `, its last one is of ${new Date(lastChange).toISOString()}`;
  return {
    reason: "RecoveryTargetNotReached",
    message: `the archive holds no change after the moment that was asked for${last}`,
    remedy: "Restore an earlier moment, or make a backup of the source and restore that",
  };
}

type Record = Readonly<{ severity: unknown; message: string }>;

function recordOf(line: string): readonly Record[] {
  if (line.length > LINE_MAX || !line.startsWith("{")) return [];
  try {
    const { record } = JSON.parse(line) as { record?: { error_severity?: unknown; message?: unknown } };
    return typeof record?.message === "string" ? [{ severity: record.error_severity, message: record.message }] : [];
  } catch {
    return [];
  }
}
