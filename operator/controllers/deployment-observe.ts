import type { ClusterStatus } from "../../contract/resources/cluster.ts";
import type { DeploymentFacts } from "../machines/deployment/status.ts";
import type { DeploymentObserved } from "../machines/deployment/observe-types.ts";
import type {
  ApplicationView,
  ClusterView,
  RenderedView,
  RootView,
  SecretsView,
} from "../machines/deployment/state.ts";
import type { GitView, RevisionView } from "../machines/decision.ts";
import type { ArgoApplication } from "../delivery/argo-application.ts";
import { rootApplicationName } from "../../render/delivery-names.ts";
import type { SecretUse } from "../delivery/tenant-secrets.ts";
import { idOf, requestIdOf } from "./adoption.ts";
import { isOperating } from "./application-tracker.ts";
import { nameKeyOf, type ClusterObject, type DeploymentObject } from "./caches.ts";
import {
  deploymentHandle,
  deploymentKey,
  findCluster,
  recordedDelivery,
  renderTarget,
  secretUse,
  type DeploymentContext,
} from "./deployment-context.ts";
import type { RenderResult, RenderTarget, RenderedSummary } from "./deployment-renderer.ts";

/** Is one look at a deployment, with what its effects will need. */
export type DeploymentLook = Readonly<{
  observed: DeploymentObserved;
  facts: DeploymentFacts;
  target: RenderTarget | undefined;
  summary: RenderedSummary | undefined;
  application: ArgoApplication | undefined;
  /** Undefined while the cluster cannot take secrets. */
  use: SecretUse | undefined;
}>;

const USABLE = new Set(["running", "updating", "upgrading", "degraded"]);

/** Looks at everything that decides about a live deployment; reads memory only. */
export function observeDeployment(context: DeploymentContext, object: DeploymentObject): DeploymentLook {
  const cluster = findCluster(context, object);
  const view = clusterView(cluster, object);
  const { use, secrets, revision } = lookAtSecrets(context, object, { view, cluster });
  const target = targetOf(context, object, { view, cluster, revision });
  const result = target === undefined ? undefined : context.renderer.summary(target);
  const summary = result?.kind === "rendered" ? result.summary : undefined;
  const application = context.argo.find(deploymentHandle(object));
  const at = { clusterHandle: cluster?.status?.handle, contentHash: contentOf(summary) };
  const observed: DeploymentObserved = {
    generation: object.metadata.generation ?? 1,
    cluster: view,
    nameTakenBy: findOlderNamesake(context, object),
    secrets,
    rendered: renderedView(result),
    git: gitView(context, object, summary),
    application: applicationView(context, object, { application, summary }),
    root: rootView(context, object, at),
  };
  return {
    observed,
    facts: deriveFacts(object, { cluster, summary, target, application }),
    target,
    summary,
    application,
    use,
  };
}

const NO_SECRETS = { kind: "none", leftover: false } as const;
type OnCluster = Readonly<{ view: ClusterView; cluster: ClusterObject | undefined }>;

/** A cluster that cannot take anything yet is not asked. */
function lookAtSecrets(
  context: DeploymentContext,
  object: DeploymentObject,
  { view, cluster }: OnCluster,
): Readonly<{ use: SecretUse | undefined; secrets: SecretsView; revision: string | undefined }> {
  const known = object.status?.secretsRevision;
  const handle = cluster?.status?.handle;
  if (view.kind !== "present" || view.readiness !== "usable" || handle === undefined)
    return { use: undefined, secrets: NO_SECRETS, revision: known };
  const use = secretUse(context, object, handle);
  const secrets = context.secrets.view(use, known);
  return { use, secrets, revision: secrets.kind === "current" ? secrets.revision : known };
}

function targetOf(
  context: DeploymentContext,
  object: DeploymentObject,
  { view, cluster, revision }: OnCluster & Readonly<{ revision: string | undefined }>,
): RenderTarget | undefined {
  return mayRender(view, object) && cluster !== undefined
    ? renderTarget(context, object, cluster, revision)
    : undefined;
}

/** Before a deployment was first delivered nothing is rendered for a cluster that cannot take it yet. */
function mayRender(view: ClusterView, { status }: DeploymentObject): boolean {
  return (view.kind === "present" && view.readiness === "usable") || status?.git !== undefined;
}

function renderedView(result: RenderResult | undefined): RenderedView {
  if (result === undefined) return { kind: "unknown" };
  return result.kind === "rendered" ? { kind: "rendered", contentHash: result.summary.contentHash } : result;
}

function gitView({ desk }: DeploymentContext, object: DeploymentObject, summary: RenderedSummary | undefined): GitView {
  return summary === undefined
    ? { kind: "absent" }
    : desk.view(deploymentKey(object), summary, recordedDelivery(object));
}

function contentOf(summary: RenderedSummary | undefined): string {
  return summary?.contentHash ?? "";
}

const NEVER_SEEN: ClusterStatus = {};

function readinessOf({ handle, phase = "pending" }: ClusterStatus, delivered: boolean): "usable" | "coming" | "failed" {
  if (phase === "error") return "failed";
  // A cluster that is being deleted carries what it carries until that has gone.
  const carries = phase === "deleting" && delivered;
  return handle !== undefined && (USABLE.has(phase) || carries) ? "usable" : "coming";
}

function clusterView(cluster: ClusterObject | undefined, { status }: DeploymentObject): ClusterView {
  if (cluster === undefined) return { kind: "missing", wasKnown: status?.clusterId !== undefined };
  return { kind: "present", readiness: readinessOf(cluster.status ?? NEVER_SEEN, status?.git !== undefined) };
}

/** Of two objects with one name on one cluster the older runs. */
function findOlderNamesake({ caches }: DeploymentContext, object: DeploymentObject): string | undefined {
  const namesakes = caches.deployments.byIndex("name", nameKeyOf(object));
  const older = namesakes.find((other) => other.metadata.uid !== object.metadata.uid && ageOf(other) < ageOf(object));
  return older?.metadata.name;
}

function ageOf({ metadata }: DeploymentObject): string {
  return `${metadata.creationTimestamp ?? ""} ${metadata.uid ?? ""}`;
}

type Delivered = Readonly<{ application: ArgoApplication | undefined; summary: RenderedSummary | undefined }>;

function applicationView(context: DeploymentContext, object: DeploymentObject, found: Delivered): ApplicationView {
  const { application, summary } = found;
  if (application === undefined || application.metadata.deletionTimestamp !== undefined) return { kind: "absent" };
  const nowMs = context.clock.nowMs();
  const contentHash = contentOf(summary);
  return {
    kind: "present",
    current: application.specPrint === summary?.specPrint,
    compared: application.comparedPrint === summary?.sourcePrint,
    revision: placeRevision(context, object, { application, contentHash }, application.revision),
    revisionId: application.revision,
    sync: isSyncWord(application.sync) ? application.sync : "Unknown",
    outOfSyncSinceMs: context.tracker.outOfSyncSince(application, nowMs),
    health: application.health,
    healthSinceMs: parseTime(application.healthSince),
    operationRunning: isOperating(application),
    ...operationView(context, object, { application, contentHash }),
    error: errorView(application, nowMs),
    kicked: context.tracker.wasKicked(application, contentHash),
  };
}

type Compared = Readonly<{ application: ArgoApplication; contentHash: string }>;

function placeRevision(
  context: DeploymentContext,
  object: DeploymentObject,
  at: Compared,
  revision: string,
): RevisionView {
  // A chart's revision is a version: that it was compared with our manifest is all there is to know.
  if (at.application.fromChart) return revision === "" ? "behind" : "reached";
  return context.desk.place(deploymentKey(object), at.contentHash, revision, recordedDelivery(object));
}

function operationView(
  context: DeploymentContext,
  object: DeploymentObject,
  at: Compared,
): Readonly<{ lastOperation: "none" | "succeeded" | "failed"; operationMessage: string }> {
  const { operation } = at.application;
  if (operation === undefined) return { lastOperation: "none", operationMessage: "" };
  const { phase, message, revision } = operation;
  if (phase === "Succeeded") return { lastOperation: "succeeded", operationMessage: message };
  const ended = phase === "Failed" || phase === "Error";
  // An older commit's failure says nothing about ours.
  const ours = ended && placeRevision(context, object, at, revision) === "reached";
  return { lastOperation: ours ? "failed" : "none", operationMessage: message };
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

/** Looks at the root Application from the commit that holds an object's content. */
export function rootView(
  context: DeploymentContext,
  object: DeploymentObject,
  at: Readonly<{ clusterHandle: string | undefined; contentHash: string }>,
): RootView {
  const root = at.clusterHandle === undefined ? undefined : context.argo.find(rootApplicationName(at.clusterHandle));
  if (root === undefined) return { kind: "absent" };
  const { operation, error } = root;
  const failed = operation?.phase === "Failed" || operation?.phase === "Error" ? operation.message : "";
  return {
    kind: "present",
    revision: context.desk.place(deploymentKey(object), at.contentHash, root.revision, recordedDelivery(object)),
    operationRunning: isOperating(root),
    error: error?.message ?? failed,
  };
}

function deriveFacts(
  object: DeploymentObject,
  found: Delivered & Readonly<{ cluster: ClusterObject | undefined; target: RenderTarget | undefined }>,
): DeploymentFacts {
  const { cluster, summary, target, application } = found;
  const { status } = object;
  return {
    handle: deploymentHandle(object),
    clusterId: cluster && idOf(cluster),
    gitPath: summary?.gitPath ?? status?.git?.path,
    endpointUrl: summary === undefined ? status?.endpointUrl : summary.endpointUrl,
    chartVersion: target?.chartVersion,
    requestId: requestIdOf(object),
    imageRunning: imageRunning(object, application),
  };
}

function imageRunning({ spec }: DeploymentObject, application: ArgoApplication | undefined): string | undefined {
  const images = application?.images ?? [];
  return images.find((image) => image === spec.dockerImage) ?? images[0];
}

function parseTime(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
