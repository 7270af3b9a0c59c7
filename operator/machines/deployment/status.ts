import type { DeploymentSpec, DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { deriveConditions } from "../conditions.ts";
import { deploymentConditions } from "./conditions.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { DeploymentPhase, DeploymentState } from "./state.ts";

/** Is what the status shows beside the machine's memory. */
export type DeploymentFacts = Readonly<{
  handle: string;
  clusterId: string | undefined;
  gitPath: string | undefined;
  endpointUrl: string | undefined;
  chartVersion: string | undefined;
  requestId: string | undefined;
  imageRunning: string | undefined;
}>;

/** Reads the machine's memory out of a status; an object without one has never been acted on. */
export function parseDeploymentState(status: DeploymentStatus | undefined, nowMs: number): DeploymentState {
  const { git } = status ?? {};
  const stalled = status?.conditions?.find((condition) => condition.type === "Stalled")?.status === "True";
  return {
    phase: (status?.phase ?? "pending") as DeploymentPhase,
    phaseSinceMs: parseTime(status?.phaseSince) ?? nowMs,
    observedGeneration: status?.observedGeneration ?? 0,
    git:
      git?.commit === undefined || git.contentHash === undefined
        ? undefined
        : {
            commit: git.commit,
            contentHash: git.contentHash,
            committedAtMs: parseTime(git.committedAt) ?? nowMs,
            syncedRevision: git.syncedRevision,
          },
    unhealthySinceMs: parseTime(status?.unhealthySince),
    reason: status?.statusReason ?? "Accepted",
    message: status?.errorMessage ?? "",
    stalled,
  };
}

/** Derives the status to store. */
export function deriveDeploymentStatus(
  before: Readonly<{ status: DeploymentStatus | undefined; spec: DeploymentSpec }>,
  state: DeploymentState,
  observed: DeploymentObserved,
  context: Readonly<{ facts: DeploymentFacts; nowMs: number }>,
): DeploymentStatus {
  const { facts, nowMs } = context;
  const { status, spec } = before;
  const wanted = deploymentConditions(state, observed);
  return {
    observedGeneration: state.observedGeneration,
    handle: status?.handle ?? facts.handle,
    phase: state.phase,
    phaseSince: formatTime(state.phaseSinceMs),
    statusReason: state.reason,
    errorMessage: isFault(state) ? state.message : undefined,
    conditions: deriveConditions(status?.conditions ?? [], wanted, observed.generation, nowMs),
    git: gitStatus(state, facts),
    requestId: facts.requestId ?? status?.requestId,
    clusterId: status?.clusterId ?? facts.clusterId,
    endpointUrl: facts.endpointUrl,
    readyReplicas: readyReplicas(state, spec, status),
    dockerImageRunning: facts.imageRunning ?? status?.dockerImageRunning,
    delivery: { application: status?.handle ?? facts.handle, version: facts.chartVersion ?? status?.delivery?.version },
    unhealthySince: state.unhealthySinceMs === undefined ? undefined : formatTime(state.unhealthySinceMs),
  };
}

/** Is the part of a status whose change is worth a write; what else moved is written along with it. */
export function significance(status: DeploymentStatus | undefined): string {
  if (status === undefined) return "";
  const stalled = status.conditions?.find((condition) => condition.type === "Stalled")?.status ?? "";
  const ready = status.conditions?.find((condition) => condition.type === "Ready")?.status ?? "";
  const { phase, observedGeneration, git, errorMessage, unhealthySince, clusterId, handle } = status;
  return JSON.stringify([
    phase,
    observedGeneration,
    git?.commit,
    git?.contentHash,
    errorMessage,
    unhealthySince,
    clusterId,
    handle,
    stalled,
    ready,
  ]);
}

/** Waiting for a cluster is no error, and must cost no write when it ends. */
function isFault(state: DeploymentState): boolean {
  if (state.message === "") return false;
  return state.stalled || state.unhealthySinceMs !== undefined || state.reason === "GitUnavailable";
}

function gitStatus(state: DeploymentState, facts: DeploymentFacts): DeploymentStatus["git"] {
  if (state.git === undefined) return undefined;
  const { commit, contentHash, committedAtMs, syncedRevision } = state.git;
  return { path: facts.gitPath, commit, contentHash, syncedRevision, committedAt: formatTime(committedAtMs) };
}

/** Argo CD calls an Application Healthy only when all wanted pods are ready. */
function readyReplicas(
  state: DeploymentState,
  spec: DeploymentSpec,
  status: DeploymentStatus | undefined,
): number | undefined {
  if (state.phase === "stopped") return 0;
  if (state.phase === "running" && state.unhealthySinceMs === undefined) return spec.replicas ?? 1;
  return state.phase === "running" ? status?.readyReplicas : undefined;
}

function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}
