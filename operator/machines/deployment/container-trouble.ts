import { parseTime } from "../status-time.ts";
import { judgeImage } from "./image-trouble.ts";
import type { ContainerState, ContainerStatus, PodTrouble, SeenContainer, SeenEvent } from "./pods-seen.ts";

/** One container of a pod, with all that was said of the pod. */
type SeenCase = Readonly<{
  pod: string;
  status: ContainerStatus;
  wanted: SeenContainer;
  isInit: boolean;
  /** Newest first. */
  events: readonly SeenEvent[];
  nowMs: number;
}>;

type Ended = NonNullable<ContainerState["terminated"]>;
type Probe = "startup" | "liveness" | "readiness";

const PULLS: ReadonlySet<string> = new Set(["ErrImagePull", "ImagePullBackOff", "InvalidImageName"]);
const CREATIONS: ReadonlySet<string> = new Set(["CreateContainerConfigError", "CreateContainerError"]);
const WORDS = {
  startup: { reason: "StartupProbeFailing", then: "is started anew again and again" },
  liveness: { reason: "LivenessProbeFailing", then: "is started anew again and again" },
  readiness: { reason: "ReadinessProbeFailing", then: "gets no requests until it passes" },
} as const;

/** Judges why a container is not ready; undefined while nothing is wrong with it. */
export function judgeContainer(one: SeenCase): PodTrouble | undefined {
  const { state = {}, ready } = one.status;
  if (ready === true) return undefined;
  const { reason = "", message = "" } = state.waiting ?? {};
  if (PULLS.has(reason)) return judgeImage(reason, one.wanted.image ?? "", message);
  if (CREATIONS.has(reason)) return judgeCreation(one, message);
  return judgeEnds(one) ?? judgeReadiness(one);
}

/** What a Secret lacks may still come; a user that the image has stays as it is. */
function judgeCreation(one: SeenCase, said: string): PodTrouble {
  const isRoot = said.includes("runAsNonRoot");
  const message = isRoot
    ? `The image ${one.wanted.image ?? ""} runs as root, which is forbidden here. Build it with a USER of its own.`
    : `${subjectOf(one)} cannot be created: ${said}.`;
  return { reason: isRoot ? "RunsAsRoot" : "ContainerRefused", message, isFinal: isRoot };
}

function judgeEnds(one: SeenCase): PodTrouble | undefined {
  const { state = {}, lastState = {} } = one.status;
  const ended = state.terminated ?? lastState.terminated;
  if (ended === undefined) return undefined;
  const probe = killedBy(one);
  if (!hasEndedForGood(one, ended, probe)) return undefined;
  return probe === undefined ? judgeEnd(one, ended) : failingProbe(one, probe);
}

/**
 * Twice: the first end may have been somebody else's, such as a database that was not there yet. A startup probe has had all
 * the time that it was given, and what cannot be started has no better second try.
 */
function hasEndedForGood({ status }: SeenCase, ended: Ended, probe: Probe | undefined): boolean {
  const { state = {}, restartCount = 0 } = status;
  if (probe === "startup" || ended.reason === "StartError") return true;
  const ends = restartCount + (state.terminated === undefined ? 0 : 1);
  return ends >= 2 || state.waiting?.reason === "CrashLoopBackOff";
}

function judgeEnd(one: SeenCase, ended: Ended): PodTrouble {
  if (ended.reason === "OOMKilled") return outOfMemory(one, ended);
  if (ended.reason === "StartError") {
    const message = `${subjectOf(one)} cannot be started: ${causeOf(ended.message ?? "")}.`;
    return { reason: "StartFailed", message, isFinal: true };
  }
  const { pod, wanted, isInit, status } = one;
  const hint = ended.exitCode === 0 && !isInit ? ", though it should go on" : "";
  const message = `${subjectOf(one)} ends again and again, with exit code ${ended.exitCode ?? 0}${hint}.`;
  const isPrevious = status.state?.running !== undefined;
  const run = { pod, container: wanted.name, image: wanted.image ?? "", isPrevious };
  return { reason: "CrashLoop", message, isFinal: true, run };
}

function outOfMemory(one: SeenCase, { exitCode = 137 }: Ended): PodTrouble {
  const limit = one.wanted.resources?.limits?.["memory"];
  const bound = limit === undefined ? "its node has" : `its limit of ${limit}`;
  const message = `${subjectOf(one)} used more memory than ${bound} and was killed (exit code ${exitCode}). Raise the limit, or make it use less.`;
  return { reason: "OutOfMemory", message, isFinal: true };
}

/** Names what runs in the owner's words: a deployment has one container, called app. */
function subjectOf({ wanted, isInit }: SeenCase): string {
  if (isInit) return `The init container ${wanted.name}`;
  return wanted.name === "app" ? "The application" : `The container ${wanted.name}`;
}

/** The runtime's own chain of who called whom is nobody's news. */
function causeOf(said: string): string {
  return /exec: .{0,300}$/s.exec(said)?.[0] ?? said;
}

/** Tells which probe had a container ended; one that ends by itself is told by no event. */
function killedBy({ events, status: { name } }: SeenCase): Probe | undefined {
  const killing = events.find(({ reason, message = "" }) => {
    return reason === "Killing" && message.startsWith(`Container ${name} failed `);
  });
  return /failed (startup|liveness) probe/.exec(killing?.message ?? "")?.[1] as Probe | undefined;
}

function failingProbe({ events, status }: SeenCase, probe: Probe): PodTrouble {
  const said = events.find(({ reason, message = "", involvedObject: { fieldPath = "" } }) => {
    return reason === "Unhealthy" && fieldPath.endsWith(`{${status.name}}`) && message.toLowerCase().startsWith(probe);
  });
  const got = said?.message?.replace(/^\w+ probe (failed|errored)[^:]{0,99}: /i, "") ?? "no answer";
  const { reason, then } = WORDS[probe];
  const message = `Its ${probe} probe fails, so that it ${then}: ${got}. Correct health_checks, or what answers there.`;
  return { reason, message, isFinal: probe !== "readiness" };
}

/** One that has not had its tries yet, or whose startup probe has not passed, is still starting. */
function judgeReadiness(one: SeenCase): PodTrouble | undefined {
  const { status, wanted, nowMs } = one;
  const sinceMs = parseTime(status.state?.running?.startedAt);
  const probe = wanted.readinessProbe;
  if (sinceMs === undefined || probe === undefined || status.started !== true) return undefined;
  return nowMs - sinceMs < allowedMsOf(probe) ? undefined : failingProbe(one, "readiness");
}

function allowedMsOf(probe: NonNullable<SeenContainer["readinessProbe"]>): number {
  const { initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 } = probe;
  return (initialDelaySeconds + periodSeconds * failureThreshold) * 1_000;
}
