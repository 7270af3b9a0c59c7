import { deploymentStatus, type DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { isJob, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { isAutoscaled } from "../../../contract/asked.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import { significanceOf } from "../significance.ts";
import { isTrue } from "../conditions.ts";
import { deriveMovedAt } from "../release/moved-at.ts";
import { formatOptionalTime, parseSince } from "../status-time.ts";
import { formatBaseState, parseBaseState } from "../base-state.ts";
import { driftOf } from "./drift.ts";
import { backupConditions } from "./backed-up.ts";
import { isOfRequest } from "./certificate-renewal.ts";
import { deploymentConditions } from "./conditions.ts";
import type { DomainDecision } from "./domain.ts";
import { imageConditions } from "./image-updates.ts";
import type { PortsDecision } from "./public-ports.ts";
import { noteRelease } from "./release.ts";
import { reachableCondition, type AddressFacts } from "./reachable.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { DeploymentPhase, DeploymentState } from "./state.ts";

/** What the status shows beside the machine's memory. */
export type DeploymentFacts = Readonly<{
  handle: string;
  clusterId: string | undefined;
  gitPath: string | undefined;
  endpointUrl: string | undefined;
  chartVersion: string | undefined;
  requestId: string | undefined;
  imageRunning: string | undefined;
  /** Undefined for what is not staged. */
  importReview?: DeploymentStatus["importReview"];
  /** Of what chooses the image now. */
  imageChoice: string;
  imagesHeld: boolean;
  /** Undefined without a domain of its own. */
  domain: DomainDecision | undefined;
  /** Undefined without public ports. */
  ports?: PortsDecision | undefined;
  /** Counted where an autoscaler says how many there are; undefined elsewhere, and until then. */
  readyPods?: number | undefined;
  /** Undefined without a public address. */
  address?: AddressFacts | undefined;
}>;

const NO_STATUS: DeploymentStatus = {};
const NOTHING_TOLD = { memory: undefined, conditions: [] } as const;
/** Conditions whose every change is news; the others come with what they tell of. */
const TOLD = new Set([
  "DomainVerified",
  "CertificateReady",
  "CertificateRenewed",
  "DomainPoints",
  "Routed",
  "PortsPublic",
  "ImageUpdates",
  "BackedUp",
]);

/** Reads the machine's memory out of a status; an object without one has never been acted on. */
export function parseDeploymentState(
  status: DeploymentStatus | undefined,
  nowMs: number,
  spec: Pick<DeploymentSpec, "promotion"> = {},
): DeploymentState {
  const found = status ?? NO_STATUS;
  const first = spec.promotion === undefined ? "pending" : "promoting";
  return {
    ...parseBaseState<DeploymentPhase>(found, first, nowMs),
    secretsRevision: found.secretsRevision,
    unhealthySinceMs: parseSince(found.unhealthySince, nowMs),
    drifted: isTrue(found.conditions, "Drifted"),
  };
}

/** Derives the status to store. */
export function deriveDeploymentStatus(
  before: DeploymentStatus | undefined,
  state: DeploymentState,
  observed: DeploymentObserved,
  { facts, nowMs }: Readonly<{ facts: DeploymentFacts; nowMs: number }>,
): DeploymentStatus {
  const { spec } = observed;
  const status = before ?? NO_STATUS;
  const handle = status.handle ?? facts.handle;
  const { memory: customDomain, conditions: ofDomain } = facts.domain ?? NOTHING_TOLD;
  const { memory: publicPorts, conditions: ofPorts } = portsTold(facts);
  const ofImages = imageConditions(spec, facts.imagesHeld, observed.imageUpdater);
  const ofAddress = reachableCondition(facts.address, state, status);
  const wanted = [
    ...deploymentConditions(state, observed, facts.requestId, nowMs),
    ...ofDomain,
    ...ofPorts,
    ...ofImages,
    ...backupConditions(spec, observed.backups, { told: status.conditions, nowMs }),
    ...(ofAddress === undefined ? [] : [ofAddress]),
  ];
  return {
    ...formatBaseState(state, {
      before: status.conditions,
      wanted,
      generation: observed.generation,
      gitPath: facts.gitPath,
      isTold: isFault(state),
      nowMs,
    }),
    handle,
    secretsRevision: state.secretsRevision,
    requestId: facts.requestId ?? status.requestId,
    clusterId: status.clusterId ?? facts.clusterId,
    endpointUrl: facts.endpointUrl,
    readyReplicas: readyReplicas(state, spec, facts.readyPods ?? status.readyReplicas),
    importReview: keptReview(spec, facts, status),
    dockerImageRunning: facts.imageRunning ?? status.dockerImageRunning,
    delivery: deliveryOf(handle, status, facts, { observed, nowMs }),
    customDomain,
    certificateRenewal: renewalOf(facts, spec, status),
    publicPorts,
    sleep: sleepSeen(observed),
    // What runs has passed its release: nobody asks for that again.
    release: state.phase === "running" ? undefined : noteRelease(status.release, observed),
    unhealthySince: formatOptionalTime(state.unhealthySinceMs),
  };
}

/** A domain that is not its own for a while is no reason to ask for another certificate once more. */
function renewalOf(
  { domain }: DeploymentFacts,
  { certificateRequestedAt }: DeploymentSpec,
  { certificateRenewal: before }: DeploymentStatus,
): DeploymentStatus["certificateRenewal"] {
  return domain?.renewal?.memory ?? (isOfRequest(before, certificateRequestedAt) ? before : undefined);
}

function portsTold({ ports }: DeploymentFacts): Readonly<{
  memory: DeploymentStatus["publicPorts"];
  conditions: readonly PortsDecision["condition"][];
}> {
  return ports === undefined ? NOTHING_TOLD : { memory: ports.memory, conditions: [ports.condition] };
}

function sleepSeen({ sleep, spec }: DeploymentObserved): DeploymentStatus["sleep"] {
  if (sleep === undefined) return undefined;
  const turnsAt = formatOptionalTime(sleep.turnsMs);
  const { switchedAt } = spec;
  return { ...(sleep.isDown ? { wakesAt: turnsAt } : { sleepsAt: turnsAt }), ...(switchedAt && { switchedAt }) };
}

function keptReview(
  spec: DeploymentSpec,
  { importReview }: DeploymentFacts,
  before: DeploymentStatus,
): DeploymentStatus["importReview"] {
  return isStaged(spec) ? (importReview ?? before.importReview) : undefined;
}

/** Answers the part of a status whose change is worth a write. */
export const significance = significanceOf<DeploymentStatus>(deploymentStatus, { also: newsOf });

function newsOf({ conditions, git, dockerImageRunning, delivery, readyReplicas }: DeploymentStatus): unknown[] {
  const told = (conditions ?? []).filter(({ type }) => TOLD.has(type));
  return [
    // What a wave lets go must be known before Git has it: who does not know it would take it back.
    [git?.commit, git?.contentHash, git?.syncedRevision !== undefined, delivery?.movedAt],
    [isTrue(conditions, "Ready"), driftOf(conditions), isSyncFailing(conditions), isComparable(conditions)],
    stallOf(conditions),
    told.map(({ type, status: holds, reason }) => [type, holds, reason]),
    reachOf(conditions),
    // An autoscaler changes their number without anybody changing the deployment.
    readyReplicas,
    // Image automation changes what runs without anybody changing the deployment.
    told.some(({ type }) => type === "ImageUpdates") ? dockerImageRunning : undefined,
    // Which backup is the newest is told by the message alone.
    told.find(({ type }) => type === "BackedUp")?.message,
  ];
}

/**
 * Tells whether what passes by can be told with its commit: phase and generation can, since another process would come to them
 * anew. What no later look might find again cannot.
 */
export function isTellableLater(before: DeploymentStatus | undefined, after: DeploymentStatus | undefined): boolean {
  return JSON.stringify(keptOf(before)) === JSON.stringify(keptOf(after));
}

function keptOf(status: DeploymentStatus = NO_STATUS): unknown[] {
  const { secretsRevision, customDomain, certificateRenewal, publicPorts, importReview, conditions } = status;
  const told = (conditions ?? []).filter(({ type }) => TOLD.has(type));
  return [
    [secretsRevision, customDomain, certificateRenewal, publicPorts, importReview, driftOf(conditions)],
    told.map(({ type, status: holds, reason }) => [type, holds, reason]),
  ];
}

/** What of a status the machine alone goes by, and people: what is looked at is the same whatever they say. */
const MEMORY = new Set<string>([
  "phase",
  "phaseSince",
  "statusReason",
  "errorMessage",
  "observedGeneration",
  "git",
  "conditions",
  "requestId",
  "dockerImageRunning",
  "readyReplicas",
  "unhealthySince",
] satisfies (keyof DeploymentStatus)[]);

/** Members that are unset are left out of JSON: only those that are there are compared, in whatever order they stand. */
function lookedAtOf(status: DeploymentStatus = NO_STATUS): unknown {
  const members = Object.entries(status).filter(([name]) => !MEMORY.has(name));
  return Object.fromEntries(members.toSorted(([one], [other]) => one.localeCompare(other)));
}

/** Tells whether a write leaves what is looked at as it was: then the next look can be foreseen. */
export function isForeseeable(before: DeploymentStatus | undefined, after: DeploymentStatus | undefined): boolean {
  return JSON.stringify(lookedAtOf(before)) === JSON.stringify(lookedAtOf(after));
}

/** Why a sync fails is told before the last try. */
function isSyncFailing(conditions: DeploymentStatus["conditions"]): boolean {
  return conditions?.find(({ type }) => type === "Synced")?.reason === "SyncFailed";
}

/** Whoever waits for the address wants to know of which change it was asked. */
function reachOf(conditions: DeploymentStatus["conditions"]): unknown[] {
  const told = conditions?.find(({ type }) => type === "Reachable");
  // That it is about to be asked, or never is, comes with what else is told.
  const isNews = told !== undefined && told.reason !== "Asking" && told.reason !== "NotAsked";
  return isNews ? [told.status, told.reason, told.observedGeneration] : [];
}

function isComparable(conditions: DeploymentStatus["conditions"]): boolean {
  return conditions?.find(({ type }) => type === "Synced")?.status !== "Unknown";
}

/** While it moves, other news take `Rendered` along; what stands still would tell for ever of a cluster that was not there. */
function stallOf(conditions: DeploymentStatus["conditions"]): unknown[] {
  if (!isTrue(conditions, "Stalled")) return [false];
  return [true, conditions?.find(({ type }) => type === "Rendered")?.status];
}

function isChanged({ observedGeneration }: DeploymentStatus, { generation }: DeploymentObserved): boolean {
  return observedGeneration !== generation;
}

function deliveryOf(
  application: string,
  status: DeploymentStatus,
  { chartVersion, imageChoice: chosen }: DeploymentFacts,
  { observed, nowMs }: Readonly<{ observed: DeploymentObserved; nowMs: number }>,
): DeploymentStatus["delivery"] {
  const { delivery: pin = {} } = status;
  const version = chartVersion ?? pin.version;
  const changed = isChanged(status, observed);
  // What was found for an earlier choice of the image is gone from Git once the head holds this one.
  const imageChoice = observed.git.kind === "present" ? chosen : pin.imageChoice;
  return { application, version, movedAt: deriveMovedAt(pin, version, { changed, nowMs }), imageChoice };
}

/** Waiting for a cluster is no error, and must cost no write when it ends. */
function isFault(state: DeploymentState): boolean {
  if (state.message === "") return false;
  return state.stalled || state.unhealthySinceMs !== undefined || state.reason === "GitUnavailable";
}

/** Argo CD calls an Application Healthy only when all wanted pods are ready; of what is autoscaled it does not know how many are. */
function readyReplicas(state: DeploymentState, spec: DeploymentSpec, seen: number | undefined): number | undefined {
  if (isJob(spec)) return undefined;
  if (state.phase === "stopped") return 0;
  if (state.phase === "running" && state.unhealthySinceMs === undefined && !isAutoscaled(spec))
    return spec.replicas ?? (spec.adoption === undefined ? 1 : undefined);
  return state.phase === "running" ? seen : undefined;
}
