import type { ClusterStatus } from "../../../contract/resources/cluster.ts";
import { deriveConditions } from "../conditions.ts";
import { clusterConditions } from "./conditions.ts";
import type { ClusterObserved } from "./observe-types.ts";
import type { ClusterPhase, ClusterState } from "./state.ts";

/** Is what the status shows beside the machine's memory. */
export type ClusterFacts = Readonly<{
  handle: string;
  gitPath: string | undefined;
  endpoint: string | undefined;
  kubernetesVersion: string | undefined;
  nodeCount: number | undefined;
  serverType: string | undefined;
  requestId: string | undefined;
}>;

/** Reads the machine's memory out of a status. */
export function parseClusterState(status: ClusterStatus | undefined, nowMs: number): ClusterState {
  const { git } = status ?? {};
  return {
    phase: (status?.phase ?? "pending") as ClusterPhase,
    phaseSinceMs: parseTime(status?.phaseSince) ?? nowMs,
    observedGeneration: status?.observedGeneration ?? 0,
    attemptStartedAtMs: parseTime(status?.attemptStartedAt),
    retryAttempt: status?.retryAttempt ?? 0,
    git:
      git?.commit === undefined || git.contentHash === undefined
        ? undefined
        : { commit: git.commit, contentHash: git.contentHash, committedAtMs: parseTime(git.committedAt) ?? nowMs },
    readyAtMs: parseTime(status?.readyAt),
    clusterUid: status?.clusterUid,
    reason: status?.statusReason ?? "Accepted",
    message: status?.errorMessage ?? "",
    stalled: status?.conditions?.find((condition) => condition.type === "Stalled")?.status === "True",
    step: status?.step ?? "",
  };
}

/** Derives the status to store. */
export function deriveClusterStatus(
  status: ClusterStatus | undefined,
  state: ClusterState,
  observed: ClusterObserved,
  context: Readonly<{ facts: ClusterFacts; nowMs: number }>,
): ClusterStatus {
  const { facts, nowMs } = context;
  return {
    observedGeneration: state.observedGeneration,
    handle: status?.handle ?? facts.handle,
    phase: state.phase,
    phaseSince: formatTime(state.phaseSinceMs),
    statusReason: state.reason,
    errorMessage: state.message === "" ? undefined : state.message,
    conditions: deriveConditions(
      status?.conditions ?? [],
      clusterConditions(state, observed),
      observed.generation,
      nowMs,
    ),
    git: state.git && {
      path: facts.gitPath,
      commit: state.git.commit,
      contentHash: state.git.contentHash,
      committedAt: formatTime(state.git.committedAtMs),
    },
    requestId: facts.requestId ?? status?.requestId,
    endpoint: facts.endpoint ?? status?.endpoint,
    kubernetesVersion: facts.kubernetesVersion ?? status?.kubernetesVersion,
    nodeCount: facts.nodeCount ?? status?.nodeCount,
    serverType: facts.serverType ?? status?.serverType,
    upgradeAvailable: status?.upgradeAvailable,
    clusterUid: state.clusterUid,
    step: state.step === "" ? undefined : state.step,
    attemptStartedAt: formatOptional(state.attemptStartedAtMs),
    retryAttempt: state.retryAttempt === 0 ? undefined : state.retryAttempt,
    readyAt: formatOptional(state.readyAtMs),
  };
}

/** Is the part of a status whose change is worth a write; what else moved is written along with it. */
export function clusterSignificance(status: ClusterStatus | undefined): string {
  if (status === undefined) return "";
  const {
    phase,
    observedGeneration,
    errorMessage,
    handle,
    retryAttempt,
    clusterUid,
    serverType,
    nodeCount,
    kubernetesVersion,
  } = status;
  const rests = phase === "running" || phase === "degraded";
  const shown = rests ? [clusterUid, serverType, nodeCount, kubernetesVersion, status.git?.contentHash] : [];
  return JSON.stringify([phase, observedGeneration, errorMessage, handle, retryAttempt, ...shown]);
}

function formatOptional(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatTime(ms);
}

function parseTime(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}
