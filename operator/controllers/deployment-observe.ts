import type { DeploymentFacts } from "../machines/deployment/status.ts";
import type { DeploymentObserved } from "../machines/deployment/observe-types.ts";
import type { ApplicationView, ClusterView, RootView } from "../machines/deployment/state.ts";
import type { ArgoApplication } from "../delivery/argo-application.ts";
import { rootApplicationName } from "../../render/delivery-names.ts";
import { idOf, requestIdOf } from "./adoption.ts";
import { isOperating } from "./application-tracker.ts";
import { nameKeyOf, type ClusterObject, type DeploymentObject } from "./caches.ts";
import {
  deploymentHandle,
  deploymentKey,
  findCluster,
  recordedDelivery,
  renderTarget,
  type DeploymentContext,
} from "./deployment-context.ts";
import type { RenderTarget, RenderedSummary } from "./deployment-renderer.ts";

/** Is one look at a deployment, with what its effects will need. */
export type DeploymentLook = Readonly<{
  observed: DeploymentObserved;
  facts: DeploymentFacts;
  target: RenderTarget | undefined;
  summary: RenderedSummary | undefined;
  application: ArgoApplication | undefined;
}>;

const USABLE = new Set(["running", "updating", "upgrading", "degraded"]);
const UNRENDERED = { kind: "unknown" } as const;

/** Looks at everything that decides about a live deployment; reads memory only. */
export function observeDeployment(context: DeploymentContext, object: DeploymentObject): DeploymentLook {
  const cluster = findCluster(context, object);
  const view = clusterView(cluster, object);
  const mayRender =
    cluster !== undefined &&
    ((view.kind === "present" && view.readiness === "usable") || object.status?.git !== undefined);
  const target = mayRender ? renderTarget(context, object, cluster) : undefined;
  const result = target === undefined ? UNRENDERED : context.renderer.summary(target);
  const summary = result.kind === "rendered" ? result.summary : undefined;
  const application = context.argo.find(deploymentHandle(object));
  const recorded = recordedDelivery(object);
  const observed: DeploymentObserved = {
    generation: object.metadata.generation ?? 1,
    cluster: view,
    nameTakenBy: findOlderNamesake(context, object),
    rendered:
      summary === undefined
        ? (result as Exclude<typeof result, { kind: "rendered" }>)
        : { kind: "rendered", contentHash: summary.contentHash },
    git: summary === undefined ? { kind: "absent" } : context.desk.view(deploymentKey(object), summary, recorded),
    application: applicationView(context, object, { application, summary }),
    root: rootView(context, object, {
      clusterHandle: cluster?.status?.handle,
      contentHash: summary?.contentHash ?? "",
    }),
  };
  return {
    observed,
    facts: deriveFacts(object, { cluster, summary, target, application }),
    target,
    summary,
    application,
  };
}

function clusterView(cluster: ClusterObject | undefined, object: DeploymentObject): ClusterView {
  if (cluster === undefined) return { kind: "missing", wasKnown: object.status?.clusterId !== undefined };
  const phase = cluster.status?.phase ?? "pending";
  if (phase === "error") return { kind: "present", readiness: "failed" };
  // A cluster that is being deleted carries what it carries until that has gone.
  const usable = USABLE.has(phase) || (phase === "deleting" && object.status?.git !== undefined);
  return { kind: "present", readiness: usable && cluster.status?.handle !== undefined ? "usable" : "coming" };
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

function applicationView(
  context: DeploymentContext,
  object: DeploymentObject,
  { application, summary }: Delivered,
): ApplicationView {
  if (application === undefined || application.metadata.deletionTimestamp !== undefined) return { kind: "absent" };
  const nowMs = context.clock.nowMs();
  const contentHash = summary?.contentHash ?? "";
  const place = (revision: string): "reached" | "behind" | "unknown" => {
    // A chart's revision is a version: that it was compared with our manifest is all there is to know.
    if (application.fromChart) return revision === "" ? "behind" : "reached";
    return context.desk.place(deploymentKey(object), contentHash, revision, recordedDelivery(object));
  };
  const { error, operation } = application;
  const ended = operation?.phase === "Failed" || operation?.phase === "Error";
  return {
    kind: "present",
    current: application.specPrint === summary?.specPrint,
    compared: application.comparedPrint === summary?.sourcePrint,
    revision: place(application.revision),
    revisionId: application.revision,
    sync: application.sync === "Synced" || application.sync === "OutOfSync" ? application.sync : "Unknown",
    outOfSyncSinceMs: context.tracker.outOfSyncSince(application, nowMs),
    health: application.health,
    healthSinceMs: parseTime(application.healthSince),
    operationRunning: isOperating(application),
    lastOperation:
      operation?.phase === "Succeeded"
        ? "succeeded"
        : ended && place(operation.revision) === "reached"
          ? "failed"
          : "none",
    operationMessage: operation?.message ?? "",
    error:
      error === undefined
        ? undefined
        : { type: error.type, message: error.message, sinceMs: parseTime(error.since) ?? nowMs },
    kicked: context.tracker.wasKicked(application, contentHash),
  };
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
  const images = application?.images ?? [];
  return {
    handle: deploymentHandle(object),
    clusterId: cluster === undefined ? undefined : idOf(cluster),
    gitPath: summary?.gitPath ?? object.status?.git?.path,
    endpointUrl: summary === undefined ? object.status?.endpointUrl : summary.endpointUrl,
    chartVersion: target?.chartVersion,
    requestId: requestIdOf(object),
    imageRunning: images.find((image) => image === object.spec.dockerImage) ?? images[0],
  };
}

function parseTime(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
