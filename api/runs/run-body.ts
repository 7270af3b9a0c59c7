import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import type { RunResponse, RunStatus } from "../../contract/rest/deployment-runs.ts";
import { toRestTime } from "../../render/projection/rest-time.ts";
import { spoken } from "./run-job.ts";
import { scheduledRunId } from "./scheduled-run.ts";
import { CANONICAL_UUID } from "../../contract/rest/formats.ts";

type Time = string | null;
type Condition = Readonly<{ type: string; status: string; reason?: string; lastTransitionTime?: Time }>;
type ContainerState = Readonly<{
  waiting?: Readonly<{ reason?: string }>;
  running?: Readonly<{ startedAt?: Time }>;
  terminated?: Readonly<{ exitCode?: number; reason?: string; startedAt?: Time; finishedAt?: Time }>;
}>;
type Container = Readonly<{ image?: string; command?: readonly string[]; args?: readonly string[] }>;

/** The Job of a run, as far as it is shown. */
export type Job = KubeObject &
  Readonly<{
    spec: Readonly<{
      activeDeadlineSeconds?: number;
      ttlSecondsAfterFinished?: number;
      template: Readonly<{ spec: Readonly<{ containers: readonly Container[] }> }>;
    }>;
    status: Readonly<{ conditions?: readonly Condition[] }>;
  }>;

/** The pod of a run, as far as it is shown. */
export type RunPod = KubeObject &
  Readonly<{
    status: Readonly<{
      phase?: string;
      reason?: string;
      conditions?: readonly Condition[];
      containerStatuses?: readonly Readonly<{ state?: ContainerState }>[];
    }>;
  }>;

/** What is known of the pod of a run, of several tries the newest; nothing of one that is not there. */
type Seen = Readonly<{
  name: string | null;
  status: RunPod["status"];
  state: ContainerState;
  /** When the command began, the first time. */
  startedMs: number;
}>;

/** Tells whether a run has ended. */
export function isOver(job: Job): boolean {
  return endOf(job) !== undefined;
}

/** Makes the body of a run of what its cluster has of it. */
export function runBody(
  job: Job,
  pods: readonly RunPod[],
  { organizationId, nowMs }: Readonly<{ organizationId: string; nowMs: number }>,
): RunResponse {
  const { labels = {}, creationTimestamp } = job.metadata;
  const seen = newestOf(pods);
  const status = statusOf(job, seen);
  return {
    id: runIdOf(job),
    deployment_id: labels[LABELS.id] ?? "",
    organization_id: organizationId,
    user_id: labels[LABELS.userId] ?? null,
    trigger: triggerOf(job),
    status,
    status_reason: reasonOf(job, seen, status),
    // What ended may be tried again: until the Job has ended nobody knows that it was the last.
    exit_code: (isOver(job) ? seen.state.terminated?.exitCode : undefined) ?? null,
    ...commandOf(job.spec.template.spec.containers[0]),
    pod: seen.name,
    timeout_seconds: isEndAsked(job) ? null : (job.spec.activeDeadlineSeconds ?? null),
    created_at: toRestTime(creationTimestamp) ?? "",
    ...timesOf(job, seen, nowMs),
  };
}

/** Those of a schedule are made of one template, and share its labels: each is known by when it was due, or by its Job's own id. */
function runIdOf(job: Job): string {
  const { labels = {}, name, uid = "" } = job.metadata;
  const id = labels[LABELS.run] ?? "";
  if (CANONICAL_UUID.test(id)) return id;
  const of = { deploymentId: labels[LABELS.id] ?? "", cronJob: cronJobOf(job) ?? "", job: name };
  return scheduledRunId(of) ?? uid;
}

function triggerOf(job: Job): RunResponse["trigger"] {
  if (job.metadata.labels?.[LABELS.release] !== undefined) return "release";
  return cronJobOf(job) === undefined ? "request" : "schedule";
}

function cronJobOf({ metadata: { ownerReferences = [] } }: Job): string | undefined {
  return ownerReferences.find(({ kind }) => kind === "CronJob")?.name;
}

function newestOf(pods: readonly RunPod[]): Seen {
  const [pod] = pods.toSorted((left, right) => (ageOf(left) < ageOf(right) ? 1 : -1));
  if (pod === undefined) return { name: null, status: {}, state: {}, startedMs: NaN };
  const { metadata, status } = pod;
  return { name: metadata.name, status, state: stateOf(pod), startedMs: firstStartMs(pods) };
}

function stateOf({ status }: RunPod): ContainerState {
  return status.containerStatuses?.[0]?.state ?? {};
}

function firstStartMs(pods: readonly RunPod[]): number {
  const starts = pods.map(stateOf).map(({ running, terminated }) => toMs((running ?? terminated)?.startedAt));
  const known = starts.filter((startMs) => !Number.isNaN(startMs));
  return known.length === 0 ? NaN : Math.min(...known);
}

function ageOf({ metadata }: RunPod): string {
  return `${metadata.creationTimestamp ?? ""} ${metadata.name}`;
}

function commandOf({ image, command, args }: Container = {}): Pick<RunResponse, "image" | "command" | "args"> {
  return { image: image ?? null, command: command?.map(spoken) ?? null, args: args?.map(spoken) ?? null };
}

function endOf({ status: { conditions = [] } }: Job): Condition | undefined {
  return conditions.find(({ type, status }) => (type === "Complete" || type === "Failed") && status === "True");
}

function statusOf(job: Job, { status: { phase = "Pending" } }: Seen): RunStatus {
  const end = endOf(job);
  if (end === undefined) return phase === "Pending" ? "pending" : "running";
  if (end.type === "Complete") return "succeeded";
  // What failed by itself before its end was asked for has failed.
  return isEndAsked(job) && end.reason === "DeadlineExceeded" ? "cancelled" : "failed";
}

function isEndAsked({ metadata }: Job): boolean {
  return metadata.annotations?.[ANNOTATIONS.cancelledAt] !== undefined;
}

function reasonOf(job: Job, { status: pod, state }: Seen, status: RunStatus): string | null {
  if (status === "pending") return waitsFor(state) ?? unscheduled(pod);
  if (status !== "failed") return null;
  const end = endOf(job)?.reason ?? null;
  // Of its one attempt Kubernetes says only that it was the last.
  return end === "BackoffLimitExceeded" ? (reasonOfPod(pod, state) ?? end) : end;
}

/** What every container waits for at first is no reason. */
const BEGINNINGS = new Set(["ContainerCreating", "PodInitializing"]);

function waitsFor({ waiting }: ContainerState): string | undefined {
  return BEGINNINGS.has(waiting?.reason ?? "") ? undefined : waiting?.reason;
}

function reasonOfPod({ reason }: RunPod["status"], { terminated }: ContainerState): string | undefined {
  return reason ?? terminated?.reason;
}

function unscheduled({ conditions = [] }: RunPod["status"]): string | null {
  const missing = conditions.find(({ type, status }) => type === "PodScheduled" && status === "False");
  return missing?.reason ?? null;
}

type Times = Pick<RunResponse, "started_at" | "finished_at" | "duration_seconds" | "expires_at">;

function timesOf(job: Job, { state: { terminated }, startedMs }: Seen, nowMs: number): Times {
  const overMs = toMs(endOf(job)?.lastTransitionTime);
  const endedMs = toMs(terminated?.finishedAt);
  // The container's own time is nearer to the truth than the Job's, which comes later.
  const finishedMs = Number.isNaN(overMs) || Number.isNaN(endedMs) ? overMs : endedMs;
  const keepMs = (job.spec.ttlSecondsAfterFinished ?? NaN) * 1_000;
  return {
    started_at: instant(startedMs),
    finished_at: instant(finishedMs),
    duration_seconds: secondsBetween(startedMs, Number.isNaN(overMs) ? nowMs : finishedMs),
    expires_at: instant(overMs + keepMs),
  };
}

function toMs(time: Time | undefined): number {
  return Date.parse(time ?? "");
}

function secondsBetween(fromMs: number, toMs: number): number | null {
  const ms = toMs - fromMs;
  return Number.isNaN(ms) ? null : Math.max(0, Math.round(ms / 1_000));
}

function instant(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
