import { ANNOTATIONS, FINALIZER } from "../../contract/identity.ts";
import {
  ARGO_FINALIZER,
  applicationsFolder,
  deploymentFolder,
  rootApplicationName,
} from "../../render/delivery-names.ts";
import { conditionOf, deriveConditions } from "../machines/conditions.ts";
import { assertNever, type Outcome } from "../machines/decision.ts";
import { nextDeploymentDeletion, type DeploymentDeletionDecision } from "../machines/deployment/next-deletion.ts";
import type {
  DeploymentDeletionEffect,
  DeploymentDeletionObserved,
  NamespaceView,
} from "../machines/deployment/observe-types.ts";
import { significance } from "../machines/deployment/status.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { ArgoApplication } from "../delivery/argo-application.ts";
import { deleteTenantNamespace, keepTenantNamespace, observeTenantNamespace } from "../delivery/tenant-namespace.ts";
import type { WriteRequest } from "../git/write-request.ts";
import { hasOption } from "./adoption.ts";
import type { ClusterObject, DeploymentObject } from "./caches.ts";
import { deploymentHandle, deploymentKey, findCluster, type DeploymentContext } from "./deployment-context.ts";
import { rootView } from "./deployment-observe.ts";
import { REMOVED } from "./git-desk.ts";

const REGISTERED = new Set(["running", "updating", "upgrading", "degraded", "deleting"]);

/** Takes a deployment apart in the machine's order; the finalizer goes when everything was seen gone. */
export async function reconcileDeploymentDeletion(
  context: DeploymentContext,
  object: DeploymentObject,
): Promise<Outcome> {
  const look = await observeDeletion(context, object);
  const decision = nextDeploymentDeletion(look.observed);
  const finishing = decision.effects.some(({ kind }) => kind === "removeFinalizer");
  const after = deletionStatus(object, decision, context.clock.nowMs());
  let current = object;
  if (!finishing && significance(object.status) !== significance(after))
    current = await context.status.status(object, object.status, after);
  for (const effect of decision.effects) await perform(context, current, look, effect);
  return decision.outcome;
}

type Look = Readonly<{
  observed: DeploymentDeletionObserved;
  clusterHandle: string | undefined;
  application: ArgoApplication | undefined;
}>;

/** Looks in the order of the machine, and no further than it has come: what lies beyond costs requests. */
async function observeDeletion(context: DeploymentContext, object: DeploymentObject): Promise<Look> {
  const cluster = findCluster(context, object);
  const clusterHandle = cluster?.status?.handle ?? /^clusters\/([^/]+)\//.exec(object.status?.git?.path ?? "")?.[1];
  const reach = clusterReach(context, cluster);
  const files =
    clusterHandle === undefined ? ({ kind: "removed" } as const) : context.desk.removal(deploymentKey(object));
  const application = files.kind === "removed" ? await context.argo.read(deploymentHandle(object)) : undefined;
  const gone = files.kind === "removed" && application === undefined;
  const root = rootView(context, object, { clusterHandle, contentHash: REMOVED });
  return {
    clusterHandle,
    application,
    observed: {
      options: {
        force: hasOption(object, ANNOTATIONS.force),
        orphan: hasOption(object, ANNOTATIONS.orphan),
        deleteVolumes: hasOption(object, ANNOTATIONS.deleteVolumes),
      },
      cluster: reach,
      files,
      root,
      application:
        application === undefined
          ? { kind: "absent" }
          : {
              kind: "present",
              deleting: application.metadata.deletionTimestamp !== undefined,
              cascades: (application.metadata.finalizers ?? []).some((finalizer) =>
                finalizer.startsWith(ARGO_FINALIZER),
              ),
              message: application.deletionError,
            },
      namespace:
        gone && reach !== "gone" ? await observeNamespace(context, object, clusterHandle) : { kind: "unasked" },
    },
  };
}

function clusterReach(
  context: DeploymentContext,
  cluster: ClusterObject | undefined,
): DeploymentDeletionObserved["cluster"] {
  if (cluster === undefined || hasOption(cluster, ANNOTATIONS.force)) return "gone";
  const { phase = "pending", handle = "", statusReason } = cluster.status ?? {};
  // A cluster that never ran carries nothing.
  const everRan = cluster.status?.readyAt !== undefined;
  if (!REGISTERED.has(phase) && !everRan) return "gone";
  if (context.tenants.client(handle) === undefined || statusReason === "ClusterUnreachable") return "unreachable";
  return "usable";
}

async function observeNamespace(
  context: DeploymentContext,
  object: DeploymentObject,
  clusterHandle: string | undefined,
): Promise<NamespaceView> {
  const client = clusterHandle === undefined ? undefined : context.tenants.client(clusterHandle);
  if (client === undefined) return { kind: "unreachable", message: "The cluster is not registered" };
  return observeTenantNamespace(client, deploymentHandle(object), object.spec.adoption === undefined);
}

async function perform(
  context: DeploymentContext,
  object: DeploymentObject,
  look: Look,
  effect: DeploymentDeletionEffect,
): Promise<void> {
  const { argo, desk } = context;
  const handle = deploymentHandle(object);
  const { clusterHandle = "", application } = look;
  const client = context.tenants.client(clusterHandle);
  switch (effect.kind) {
    case "removeFiles":
      desk.write(removalRequest(context, object, clusterHandle), REMOVED);
      return;
    case "placeCommit":
      await context.writer.refresh().catch(() => undefined);
      return;
    case "refreshRoot":
      return argo.refresh(rootApplicationName(clusterHandle), effect.notWithinMs, context.writer.head()?.id ?? "");
    case "deleteApplication":
      return argo.delete(handle, application?.metadata.uid);
    case "stripApplication":
      if (application !== undefined) await argo.strip(application);
      return;
    case "deleteNamespace":
      if (client !== undefined) await deleteTenantNamespace(client, handle);
      return;
    case "keepNamespace":
      if (client !== undefined) await keepTenantNamespace(client, handle);
      return;
    case "removeFinalizer":
      await removeFinalizer(context, object);
      return;
    default:
      return assertNever(effect);
  }
}

async function removeFinalizer(context: DeploymentContext, object: DeploymentObject): Promise<void> {
  const finalizers = (object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
  await context.status.metadata(object, { finalizers });
  const { name, namespace, uid } = object.metadata;
  context.renderer.forget(uid ?? "");
  context.tracker.forget(deploymentHandle(object));
  context.logger.info("Deployment gone", { object: { kind: "Deployment", namespace, name, uid } });
}

function removalRequest(context: DeploymentContext, object: DeploymentObject, clusterHandle: string): WriteRequest {
  const handle = deploymentHandle(object);
  const folder = deploymentFolder(clusterHandle, handle);
  const known = [
    `${folder}/values.yaml`,
    `${folder}/resource.yaml`,
    `${applicationsFolder(clusterHandle)}/${handle}.yaml`,
  ];
  // Image automation has a file of its own beside ours.
  const paths = new Set([...known, ...context.writer.listPaths(`${folder}/`)]);
  const key = deploymentKey(object);
  return {
    key,
    files: [...paths].map((path) => ({ path, content: null })),
    trailers: { resource: key, generation: object.metadata.generation ?? 1 },
    removesApplication: true,
  };
}

function deletionStatus(
  object: DeploymentObject,
  decision: DeploymentDeletionDecision,
  nowMs: number,
): DeploymentStatus {
  const { reason, message } = decision;
  const { status } = object;
  const stalled = message !== "";
  const wanted = [
    conditionOf("Ready", "False", reason, message),
    conditionOf("Reconciling", stalled ? "False" : "True", reason),
    conditionOf("Stalled", stalled ? "True" : "False", reason, message),
  ];
  return {
    ...status,
    handle: deploymentHandle(object),
    phase: "deleting",
    phaseSince: status?.phase === "deleting" ? status.phaseSince : new Date(nowMs).toISOString(),
    statusReason: reason,
    errorMessage: stalled ? message : undefined,
    conditions: deriveConditions(status?.conditions ?? [], wanted, object.metadata.generation ?? 1, nowMs),
  };
}
