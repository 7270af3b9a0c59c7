/**
 * Follows the release command of what is being delivered (docs/adr/0080): a Job that Argo CD waits for before it changes the
 * pods. Argo CD's further tries meet the same Job and do not run it again; who asks for a sync has it run again.
 */
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { isReleased } from "../../../contract/resources/deployment-spec.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentEffect, DeploymentObserved } from "./observe-types.ts";
import { plain } from "./last-lines.ts";
import { judgePods } from "./pod-trouble.ts";
import type { ContainerState, PodsSeen, PodTrouble } from "./pods-seen.ts";

/** The Job of a release command, as far as it is judged. */
export type SeenJob = Readonly<{
  status?: Readonly<{ conditions?: readonly Readonly<{ type: string; status: string; reason?: string }>[] }>;
  spec?: Readonly<{ activeDeadlineSeconds?: number }>;
  /** Whether somebody had it ended. */
  isEnded: boolean;
}>;

const FAILED = "ReleaseFailed";
const REMEDY = "Nothing was rolled out. Mend it, or ask for a sync to run it again.";
const UNTOLD = `The release command failed. ${REMEDY}`;
const AGAIN = { kind: "again", mayStart: false } as const;

type Seen = Pick<DeploymentObserved, "application" | "release">;
type Step =
  | Readonly<{ kind: "underWay"; message: string }>
  | Readonly<{ kind: "again"; mayStart: boolean }>
  | Readonly<{ kind: "failed"; reason: string; message: string; why: string }>;

/** Derives where the release command of our commit stands; undefined when none is under way and none has failed. */
export function releaseStep({ application, release = { kind: "unknown" } }: Seen): Step | undefined {
  if (application.kind === "absent" || application.release === undefined) return undefined;
  const { hasFailed } = application.release;
  if (release.kind === "seen") return hasFailed && release.isAskedAgain ? AGAIN : stepOf(release.trouble);
  if (!hasFailed) return stepOf(undefined);
  if (release.kind === "unknown") return { kind: "underWay", message: "Reading why the release command failed" };
  if (release.kind === "absent") return { ...AGAIN, mayStart: application.lastOperation === "failed" };
  return { kind: "failed", reason: FAILED, message: UNTOLD, why: UNTOLD };
}

/** One that was made anew runs, though Argo CD still shows how the one before it ended. */
function stepOf(trouble: PodTrouble | undefined): Step {
  if (trouble?.isFinal !== true) return { kind: "underWay", message: trouble?.message ?? "The release command runs" };
  const { reason, message, why = message } = trouble;
  return { kind: "failed", reason, message, why };
}

/** A Job of a release command, with the request for a sync that was known when it was first seen. */
type Noted = DeploymentStatus["release"];

/**
 * Tells whether a sync was asked for since a Job was seen. Which of the two came first is not read off times: they would be
 * of two machines' clocks.
 */
export function isAskedAgain(noted: Noted, uid: string, syncRequestedAt: string | undefined): boolean {
  return noted?.jobUid === uid && syncRequestedAt !== undefined && syncRequestedAt !== noted.syncRequestedAt;
}

/** Derives what a status notes of a release command: once a Job is seen, which request came before it does not change. */
export function noteRelease(noted: Noted, { spec, release }: Pick<DeploymentObserved, "spec" | "release">): Noted {
  if (!isReleased(spec)) return undefined;
  if (release?.kind !== "seen" || release.uid === noted?.jobUid) return noted;
  const { syncRequestedAt } = spec;
  return { jobUid: release.uid, ...(syncRequestedAt !== undefined && { syncRequestedAt }) };
}

/** Ends a release that can never start, and has one that failed run again for whoever asks for a sync. */
export function tendRelease(decision: DeploymentDecision, { application, release }: Seen): DeploymentDecision {
  if (application.kind === "absent" || application.release === undefined || release?.kind !== "seen") return decision;
  const { hasFailed } = application.release;
  if (!hasFailed && isStuck(release.trouble)) return also(decision, { kind: "endRelease" });
  return hasFailed && release.isAskedAgain ? also(decision, { kind: "repeatRelease" }) : decision;
}

/** What has ended already, which Argo CD shows a moment later, keeps saying how. */
function isStuck(trouble: PodTrouble | undefined): boolean {
  return trouble?.isFinal === true && trouble.reason !== FAILED;
}

function also(decision: DeploymentDecision, effect: DeploymentEffect): DeploymentDecision {
  return { ...decision, effects: [...decision.effects, effect] };
}

/** Judges why a release command failed, or does not start; undefined while nothing is wrong. */
export function judgeRelease(job: SeenJob, pods: PodsSeen, nowMs: number): PodTrouble | undefined {
  const end = job.status?.conditions?.find(({ type, status }) => type === "Failed" && status === "True");
  if (end === undefined) return judgePods(pods, nowMs);
  const said = job.isEnded ? "was ended before it was through" : howItFailed(job, end.reason, pods);
  const message = plain(`The release command ${said}. ${REMEDY}`);
  return { reason: FAILED, message, isFinal: true, ...runOf(pods) };
}

function howItFailed({ spec }: SeenJob, reason: string | undefined, pods: PodsSeen): string {
  const { exitCode, reason: why } = endOf(pods) ?? {};
  if (exitCode === undefined && reason === "DeadlineExceeded")
    return `did not end within its ${spec?.activeDeadlineSeconds ?? 0} seconds`;
  if (exitCode === undefined) return "failed, and its pod is gone";
  return why === "OOMKilled"
    ? `used more memory than it may and was killed (exit code ${exitCode})`
    : `failed with exit code ${exitCode}`;
}

function endOf({ pods }: PodsSeen): ContainerState["terminated"] {
  return pods.flatMap(({ status }) => status?.containerStatuses?.[0]?.state?.terminated ?? [])[0];
}

function runOf({ pods }: PodsSeen): Pick<PodTrouble, "run"> {
  const ended = pods.find(({ status }) => status?.containerStatuses?.[0]?.state?.terminated !== undefined);
  const [container] = ended?.spec?.containers ?? [];
  if (ended === undefined || container === undefined) return {};
  return {
    run: { pod: ended.metadata.name, container: container.name, image: container.image ?? "", isPrevious: false },
  };
}
