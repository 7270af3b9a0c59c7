/*
 * Runs of a schedule have no label of their own: Kubernetes makes their Jobs of one template. Each is known by when it was due,
 * of which Kubernetes also makes its Job's name: so the id says the name, and what was kept of a run is found when its Job is gone.
 */
import { timeOfId } from "../identity/new-id.ts";
import { tellingId } from "./telling-id.ts";

const MINUTE_MS = 60_000;
/** 48 bits of milliseconds: what a UUID has room for. */
const DUE_MINUTES_MAX = Math.floor((2 ** 48 - 1) / MINUTE_MS);
const DUE_MINUTES = /^[1-9]\d{0,9}$/;

/** What of a Job says which CronJob made it, and for when. */
type ScheduledJob = Readonly<{ deploymentId: string; cronJob: string; job: string }>;

/** Makes the id of a run by a schedule: a UUID whose time is when it was due; undefined of a Job that no schedule has named. */
export function scheduledRunId({ deploymentId, cronJob, job }: ScheduledJob): string | undefined {
  const minutes = job.startsWith(`${cronJob}-`) ? job.slice(cronJob.length + 1) : "";
  if (!DUE_MINUTES.test(minutes) || Number(minutes) > DUE_MINUTES_MAX) return undefined;
  const time = (Number(minutes) * MINUTE_MS).toString(16).padStart(12, "0");
  return tellingId(time, { deploymentId, job });
}

/** Names the Job of a run by a deployment's schedule; undefined where no schedule of that deployment made such an id. */
export function scheduledJobName(of: Omit<ScheduledJob, "job">, runId: string): string | undefined {
  const job = `${of.cronJob}-${timeOfId(runId).getTime() / MINUTE_MS}`;
  return scheduledRunId({ ...of, job }) === runId ? job : undefined;
}
