/**
 * Views of what every delivered object depends on: its cluster, its namesakes, its own Application and the root that brings
 * it. They read memory only.
 */
import type { ClusterStatus } from "../../../contract/resources/cluster-status.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { GitDelivery } from "../../machines/git-delivery.ts";
import type { GitView, RevisionView } from "../../machines/decision.ts";
import type {
  ApplicationView,
  PresentApplication,
  ClusterView,
  RenderedView,
  RootView,
  SecretsView,
} from "../../machines/deployment/state.ts";
import { parseTime } from "../../machines/status-time.ts";
import {
  isAttempting,
  isOperating,
  type ArgoApplication,
  type ArgoOperation,
} from "../../delivery/argo-application.ts";
import type { SecretUse } from "../../delivery/tenant-secrets.ts";
import { rootApplicationName } from "../../../render/delivery-names.ts";
import type { ResourceCache } from "../../runtime/resource-cache.ts";
import {
  ageOf,
  nameKeyOf,
  workloadKeysOf,
  type ClusterObject,
  type DeploymentObject,
} from "../../resources/objects.ts";
import type { DeliveredObject, DeliveryContext } from "./target.ts";
import type { DeliveredContent } from "./content.ts";
import type { Content } from "../shared/git-desk.ts";

type Parts = Pick<DeliveryContext, "desk" | "argo" | "tracker" | "clock">;
/** An object at the Git desk, with what its status says of the last delivery. */
export type AtDesk = Readonly<{ key: string; recorded: GitDelivery | undefined }>;

/** Looks at the head for an object's content. */
export function gitView({ desk }: Pick<Parts, "desk">, at: AtDesk, content: Content | undefined): GitView {
  return content === undefined ? { kind: "absent" } : desk.view(at.key, content, at.recorded);
}

const NEVER_SEEN: ClusterStatus = {};
/** Reasons of a degraded cluster whose servers may be away. */
const TROUBLES = new Set(["ClusterUnreachable", "GoneAtProvider", "ProviderFailed", "ProviderUnhealthy"]);

function troubleOf({ phase, statusReason = "" }: ClusterStatus): Readonly<{ trouble?: string }> {
  return phase === "degraded" && TROUBLES.has(statusReason) ? { trouble: statusReason } : {};
}

function readinessOf({ handle, phase }: ClusterStatus, delivered: boolean): "usable" | "coming" | "failed" {
  if (phase === "error") return "failed";
  // A cluster that is being deleted carries what it carries until that has gone.
  const carries = phase === "deleting" && delivered;
  return handle !== undefined && (traitsOf(CLUSTER_TRAITS, phase).live || carries) ? "usable" : "coming";
}

/** Looks at the cluster that an object names. */
export function clusterView(cluster: ClusterObject | undefined, { status }: DeliveredObject): ClusterView {
  if (cluster === undefined) return { kind: "missing", wasKnown: status?.clusterId !== undefined };
  const seen = cluster.status ?? NEVER_SEEN;
  return { kind: "present", readiness: readinessOf(seen, status?.git !== undefined), ...troubleOf(seen) };
}

/** Tells whether a cluster takes what is brought to it. */
export function isUsable(view: ClusterView): boolean {
  return view.kind === "present" && view.readiness === "usable";
}

/** Before an object was first delivered nothing is rendered for a cluster that cannot take it yet. */
export function mayRender(view: ClusterView, { status }: DeliveredObject): boolean {
  return isUsable(view) || status?.git !== undefined;
}

type Rendering =
  | Readonly<{ kind: "rendered"; summary: Content }>
  | Readonly<{ kind: "refused"; reason?: string; message: string }>
  | Readonly<{ kind: "pending" }>
  | undefined;

/** Says what the values came to. */
export function renderedView(result: Rendering): RenderedView {
  if (result === undefined || result.kind === "pending") return { kind: "unknown" };
  return result.kind === "rendered" ? { kind: "rendered", contentHash: result.summary.contentHash } : result;
}

/** Looks at how a cluster stands to an object's secrets, and at the revision that its pods are to have. */
export function lookAtSecrets(
  { secrets }: Pick<DeliveryContext, "secrets">,
  use: SecretUse | undefined,
  known: string | undefined,
): Readonly<{ secrets: SecretsView; revision: string | undefined }> {
  // Without a use, on a cluster that cannot take any yet, nobody is asked: what was brought before is not forgotten.
  if (use === undefined)
    return { secrets: known === undefined ? { kind: "none", leftover: false } : { kind: "unknown" }, revision: known };
  const view = secrets.view(use, known);
  return { secrets: view, revision: view.kind === "current" ? view.revision : known };
}

/** Of two objects with one name on one cluster the older runs. */
export function findOlderNamesake<T extends DeliveredObject>(
  cache: Pick<ResourceCache<T>, "byIndex">,
  object: T,
): string | undefined {
  return findOlder(cache.byIndex("name", nameKeyOf(object)), object);
}

/** Of two deployments that take over one live workload the older has it. */
export function findOlderAdopter(
  cache: Pick<ResourceCache<DeploymentObject>, "byIndex">,
  object: DeploymentObject,
): string | undefined {
  const [key] = workloadKeysOf(object);
  return key === undefined ? undefined : findOlder(cache.byIndex("workload", key), object);
}

function findOlder(others: readonly DeliveredObject[], object: DeliveredObject): string | undefined {
  return others.find((other) => ageOf(other) < ageOf(object))?.metadata.name;
}

/** Looks at an object's own Application; `content` is what it renders to, when that is known. */
export function applicationView(
  context: Parts,
  at: AtDesk,
  application: ArgoApplication | undefined,
  content: DeliveredContent | undefined,
): ApplicationView {
  if (application === undefined || application.metadata.deletionTimestamp !== undefined) return { kind: "absent" };
  const nowMs = context.clock.nowMs();
  const contentHash = content?.contentHash ?? "";
  return {
    kind: "present",
    current: application.specPrint === content?.specPrint,
    compared: application.comparedPrint === content?.sourcePrint,
    revision: placeRevision(context, at, { application, contentHash }, application.revision),
    revisionId: application.revision,
    sync: isSyncWord(application.sync) ? application.sync : "Unknown",
    outOfSyncSinceMs: context.tracker.outOfSyncSince(application, nowMs),
    health: application.health,
    healthSinceMs: parseTime(application.healthSince),
    operationRunning: isOperating(application),
    ...operationView(context, at, { application, contentHash }),
    error: errorView(application, nowMs),
    drift: application.drift,
    kicked: context.tracker.wasKicked(application, contentHash, nowMs),
  };
}

/** Tells whether Argo CD has brought to the cluster what an object renders to. */
export function isDelivered(view: ApplicationView): boolean {
  return view.kind === "present" && view.current && view.sync === "Synced";
}

/**
 * Takes away what Jobs say where there is no release command: they are somebody's chart's, and of the last that it applies Argo CD,
 * which waits for none of those, never says that they are through.
 */
export function withoutRelease(view: ApplicationView): ApplicationView {
  return view.kind === "absent" ? view : { ...view, release: undefined };
}

type Compared = Readonly<{ application: ArgoApplication; contentHash: string }>;

function placeRevision(
  { desk }: Parts,
  { key, recorded }: AtDesk,
  { application, contentHash }: Compared,
  revision: string,
): RevisionView {
  // A chart's revision is a version: that it was compared with our manifest is all there is to know.
  if (application.fromChart) return revision === "" ? "behind" : "reached";
  return desk.place(key, contentHash, revision, recorded);
}

function operationView(
  context: Parts,
  at: AtDesk,
  compared: Compared,
): Pick<PresentApplication, "lastOperation" | "operationMessage" | "release"> {
  const { operation } = compared.application;
  if (operation === undefined) return { lastOperation: "none", operationMessage: "" };
  const { job, revision } = operation;
  const isOurs = job !== undefined && placeRevision(context, at, compared, revision) === "reached";
  const release = isOurs ? { release: { job: job.name, hasFailed: job.hasFailed } } : {};
  return { ...endView(context, at, compared, operation), ...release };
}

function endView(
  context: Parts,
  at: AtDesk,
  compared: Compared,
  operation: ArgoOperation,
): Pick<PresentApplication, "lastOperation" | "operationMessage"> {
  const { phase, message: operationMessage, revision, retrying, waiting } = operation;
  const place = (): RevisionView => placeRevision(context, at, compared, revision);
  if (phase === "Succeeded") return { lastOperation: "succeeded", operationMessage };
  if (retrying) {
    // From the second attempt on Argo CD may not say at which commit it was made.
    const outdated = waiting && revision !== "" && place() === "behind";
    return { lastOperation: outdated ? "outdated" : "retried", operationMessage };
  }
  // An older commit's failure says nothing about ours.
  const ours = (phase === "Failed" || phase === "Error") && place() === "reached";
  return { lastOperation: ours ? "failed" : "none", operationMessage };
}

function errorView(
  { error }: ArgoApplication,
  nowMs: number,
): { type: string; message: string; sinceMs: number } | undefined {
  return error && { type: error.type, message: error.message, sinceMs: parseTime(error.since) ?? nowMs };
}

function isSyncWord(word: string): word is "Synced" | "OutOfSync" {
  return word === "Synced" || word === "OutOfSync";
}

/** Stands for the content of a root Application, which is whatever its folder holds. */
export const ROOT_CONTENT = "root";

/** Looks at the root Application from the commit that holds an object's content. */
export function rootView(
  { argo, desk, tracker, clock }: Parts,
  { key, recorded }: AtDesk,
  { clusterHandle, contentHash }: Readonly<{ clusterHandle: string | undefined; contentHash: string }>,
): RootView {
  const root = clusterHandle === undefined ? undefined : argo.find(rootApplicationName(clusterHandle));
  if (root === undefined) return { kind: "absent" };
  const { operation, error } = root;
  const nowMs = clock.nowMs();
  const failed = operation?.phase === "Failed" || operation?.phase === "Error" ? operation.message : "";
  return {
    kind: "present",
    revision: desk.place(key, contentHash, root.revision, recorded),
    operationRunning: isAttempting(root),
    error: error?.message ?? failed,
    leftSinceMs: tracker.wasKicked(root, ROOT_CONTENT, nowMs) ? undefined : tracker.outOfSyncSince(root, nowMs),
  };
}
