import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { listIfServed } from "../../../adapters/kubernetes/list-if-served.ts";
import { VELERO_BACKUPS, VELERO_LOCATIONS, VELERO_SCHEDULES } from "../../../adapters/kubernetes/resource-types.ts";
import { VELERO } from "../../../render/bundle/velero-component.ts";
import type { BackupsView, EndedBackup, FoundBackups } from "../../machines/deployment/backed-up.ts";
import { parseTime } from "../../machines/status-time.ts";
import type { Clock } from "../../runtime/clock.ts";
import { Looks } from "../shared/looks.ts";

/** Whose backups are looked at; the stamp changes with what was delivered, the stage with what brings Velero. */
type BackupSubject = Readonly<{ handle: string; stamp: string; stage?: string | undefined }>;

/** Asks tenant clusters how the backups of deployments are. */
export type BackupLooks = Looks<BackupSubject, FoundBackups>;

type Location = KubeObject &
  Readonly<{ spec?: Readonly<{ default?: boolean }>; status?: Readonly<{ phase?: string; message?: string }> }>;
type Schedule = KubeObject & Readonly<{ status?: Readonly<{ phase?: string; validationErrors?: readonly string[] }> }>;
type Backup = KubeObject &
  Readonly<{
    status?: Readonly<{
      phase?: string;
      startTimestamp?: string;
      failureReason?: string;
      validationErrors?: readonly string[];
      errors?: number;
      warnings?: number;
    }>;
  }>;

const { namespace: NAMESPACE } = VELERO;
const FRESH_MS = 4 * 60_000;
const CALL = { timeoutMs: 10_000 } as const;
/** What stands on a cluster is its people's to write, and may be long. */
const MESSAGE_MAX = 500;
const ENDS: ReadonlyMap<string | undefined, EndedBackup["end"]> = new Map([
  ["Completed", "complete"],
  ["PartiallyFailed", "partial"],
  ["Failed", "failed"],
  ["FailedValidation", "failed"],
]);

/** Creates the looks at backups; what was seen stands while a cluster does not answer. */
export function createDeploymentBackupLooks(clock: Clock, onNews: (handle: string) => void): BackupLooks {
  return new Looks({ clock, freshMs: FRESH_MS, ask, isAwaited, onNews, outlasts: "always" });
}

/** What is awaited is a place for them that Velero reaches, and what makes them. */
function isAwaited({ kind }: Pick<BackupsView, "kind">): boolean {
  return kind !== "scheduled" && kind !== "refused";
}

async function ask(client: KubeClient, { handle }: BackupSubject): Promise<FoundBackups> {
  const locations = await listOf<Location>(client, VELERO_LOCATIONS, { namespace: NAMESPACE });
  const location = locations.find(({ spec, metadata }) => spec?.default === true || metadata.name === "default");
  if (location === undefined) return { kind: "nowhere" };
  const { phase, message = "" } = location.status ?? {};
  if (phase === "Unavailable") return { kind: "cut", message: cut(message) };
  return askForSchedule(client, handle);
}

async function askForSchedule(client: KubeClient, handle: string): Promise<FoundBackups> {
  const schedule = await client.get<Schedule>(VELERO_SCHEDULES, { namespace: NAMESPACE, name: handle }, CALL);
  if (schedule === undefined) return { kind: "unscheduled" };
  const { validationErrors = [] } = schedule.status ?? {};
  if (schedule.status?.phase === "FailedValidation")
    return { kind: "refused", message: cut(validationErrors.join("; ")) };
  const backups = await listOf<Backup>(client, VELERO_BACKUPS, {
    namespace: NAMESPACE,
    labelSelector: `velero.io/schedule-name=${handle}`,
    slim: ({ metadata: { name }, status }) => ({ metadata: { name }, status: status ?? {} }),
  });
  return { kind: "scheduled", sinceMs: parseTime(schedule.metadata.creationTimestamp) ?? 0, ...endsOf(backups) };
}

/** A backup without a time is none. */
function endsOf(backups: readonly Backup[]): Pick<Extract<FoundBackups, { kind: "scheduled" }>, "newest" | "goodAtMs"> {
  const ended = backups.flatMap(({ status = {} }): EndedBackup[] => {
    const end = ENDS.get(status.phase);
    const atMs = parseTime(status.startTimestamp);
    return end === undefined || atMs === undefined ? [] : [{ atMs, end, message: cut(saidOf(status)) }];
  });
  ended.sort((one, other) => other.atMs - one.atMs);
  return { newest: ended[0], goodAtMs: ended.find(({ end }) => end !== "failed")?.atMs };
}

/** One that is complete may have left volumes out: of those that lie at a path of the host Velero only warns. */
function saidOf({ phase, failureReason, validationErrors = [], ...counts }: NonNullable<Backup["status"]>): string {
  const { errors = 0, warnings = 0 } = counts;
  if (phase === "Completed") return warnings === 0 ? "" : `${warnings} warnings are in its log`;
  if (failureReason !== undefined) return failureReason;
  return validationErrors.length > 0 ? validationErrors.join("; ") : `${errors} errors are in its log`;
}

const cut = (text: string): string => text.slice(0, MESSAGE_MAX);

/** A cluster without Velero has no such kinds. */
async function listOf<T extends KubeObject>(
  client: KubeClient,
  type: ResourceType,
  options: ListOptions<T>,
): Promise<readonly T[]> {
  return (await listIfServed<T>(client, type, { ...CALL, ...options })) ?? [];
}
