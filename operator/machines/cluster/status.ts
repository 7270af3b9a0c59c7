import { clusterStatus, type ClusterNode, type ClusterStatus } from "../../../contract/resources/cluster-status.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import { significanceOf } from "../significance.ts";
import { formatOptionalTime, formatTime, parseSince, parseTime } from "../status-time.ts";
import { formatBaseState, parseBaseState } from "../base-state.ts";
import { clusterConditions } from "./conditions.ts";
import { GATEWAY_LISTENS } from "./listening.ts";
import { NAMES_POINT } from "./names.ts";
import type { ClusterObserved } from "./observe-types.ts";
import type { ClusterPhase, ClusterState, RolloverState } from "./state.ts";
import { CERTIFICATE_READY } from "./wildcard.ts";

/** What the status shows beside the machine's memory. */
export type ClusterFacts = Readonly<{
  handle: string;
  gitPath: string | undefined;
  endpoint: string | undefined;
  /** Null where requests come in nowhere; undefined where nobody knows. */
  gatewayAddress?: string | null | undefined;
  /** How requests come in at its host; undefined for what has none. */
  routing?: ClusterStatus["routing"];
  /** Undefined where nothing was decided yet. */
  certifiesEachName?: boolean | undefined;
  kubernetesVersion: string | undefined;
  upgradeAvailable: boolean | undefined;
  nodes: readonly ClusterNode[] | undefined;
  nodeCount: number | undefined;
  serverType: string | undefined;
  requestId: string | undefined;
}>;

const NO_STATUS: ClusterStatus = {};

/** Reads the machine's memory out of a status. */
export function parseClusterState(status: ClusterStatus | undefined, nowMs: number): ClusterState {
  const found = status ?? NO_STATUS;
  return {
    ...parseBaseState<ClusterPhase>(found, "pending", nowMs),
    attemptStartedAtMs: parseSince(found.attemptStartedAt, nowMs),
    retryAttempt: found.retryAttempt ?? 0,
    readyAtMs: parseTime(found.readyAt),
    clusterUid: found.clusterUid,
    step: found.step ?? "",
    rollover: parseRollover(found.rollover, nowMs),
  };
}

function parseRollover(rollover: ClusterStatus["rollover"], nowMs: number): RolloverState | undefined {
  if (rollover === undefined) return undefined;
  const { since, node, ...rest } = rollover;
  return { ...rest, node, sinceMs: parseSince(since, nowMs) ?? nowMs };
}

function formatRollover(rollover: RolloverState | undefined): ClusterStatus["rollover"] {
  if (rollover === undefined) return undefined;
  const { sinceMs, node, ...rest } = rollover;
  return { ...rest, ...(node === undefined ? {} : { node }), since: formatTime(sinceMs) };
}

/** Derives the status to store. */
export function deriveClusterStatus(
  before: ClusterStatus | undefined,
  state: ClusterState,
  observed: ClusterObserved,
  { facts, nowMs }: Readonly<{ facts: ClusterFacts; nowMs: number }>,
): ClusterStatus {
  const status = before ?? NO_STATUS;
  const wanted = clusterConditions(state, observed, nowMs);
  return {
    ...shownFacts(status, facts),
    ...formatBaseState(state, {
      before: status.conditions,
      wanted,
      generation: observed.generation,
      gitPath: facts.gitPath,
      nowMs,
    }),
    clusterUid: state.clusterUid,
    step: orUndefined(state.step),
    rollover: formatRollover(state.rollover),
    attemptStartedAt: formatOptionalTime(state.attemptStartedAtMs),
    retryAttempt: state.retryAttempt === 0 ? undefined : state.retryAttempt,
    readyAt: formatOptionalTime(state.readyAtMs),
    bundle: observed.bundle.wanted.flatMap(({ report }) => report ?? []),
  };
}

/** What cannot be seen at the moment stays as it was last seen. */
function shownFacts(status: ClusterStatus, facts: ClusterFacts): ClusterStatus {
  return {
    handle: status.handle ?? facts.handle,
    requestId: facts.requestId ?? status.requestId,
    endpoint: facts.endpoint ?? status.endpoint,
    ...shownWay(status, facts),
    kubernetesVersion: facts.kubernetesVersion ?? status.kubernetesVersion,
    upgradeAvailable: facts.upgradeAvailable ?? status.upgradeAvailable,
    nodes: facts.nodes === undefined ? status.nodes : [...facts.nodes],
    nodeCount: facts.nodeCount ?? status.nodeCount,
    serverType: facts.serverType ?? status.serverType,
    host: status.host,
  };
}

/** Says how requests come to names of its deployments. */
function shownWay(
  status: ClusterStatus,
  facts: ClusterFacts,
): Pick<ClusterStatus, "gatewayAddress" | "routing" | "certifiesEachName"> {
  return {
    gatewayAddress: shownAddress(status, facts),
    routing: facts.routing ?? status.routing,
    certifiesEachName: facts.certifiesEachName ?? status.certifiesEachName,
  };
}

/** Says where requests come in as far as anybody knows. */
export function shownAddress(
  status: ClusterStatus,
  { gatewayAddress }: Pick<ClusterFacts, "gatewayAddress">,
): string | undefined {
  return gatewayAddress === undefined ? status.gatewayAddress : (gatewayAddress ?? undefined);
}

function orUndefined(text: string): string | undefined {
  return text === "" ? undefined : text;
}

/** Answers the part of a status whose change is worth a write. */
export const clusterSignificance = significanceOf<ClusterStatus>(clusterStatus, { also: newsOf, rests });

function rests({ phase }: ClusterStatus): boolean {
  const { live, moving } = traitsOf(CLUSTER_TRAITS, phase);
  return live && !moving;
}

function newsOf(status: ClusterStatus): unknown[] {
  const { step, node, attempt, incomplete } = status.rollover ?? {};
  const rollover = [step, node, attempt, incomplete];
  const told = (type: string) => status.conditions?.find((condition) => condition.type === type);
  if (rests(status)) {
    const ways = [NAMES_POINT, CERTIFICATE_READY, GATEWAY_LISTENS].flatMap((type) => {
      const { reason, message } = told(type) ?? {};
      return reason === undefined ? [] : [reason, message];
    });
    return [rollover, status.git?.contentHash, told("BundleApplied")?.reason, told("Orphans")?.message, ...ways];
  }
  if (status.phase !== "upgrading") return rollover;
  return [rollover, status.statusReason, status.step, status.kubernetesVersion, status.nodes];
}
