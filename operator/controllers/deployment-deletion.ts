import { ANNOTATIONS, FINALIZER } from "../../contract/identity.ts";
import {
  ARGO_FINALIZER,
  applicationsFolder,
  deploymentFolder,
  rootApplicationName,
} from "../../render/delivery-names.ts";
import { conditionOf, deriveConditions } from "../machines/conditions.ts";
import type { FilesView, Outcome } from "../machines/decision.ts";
import { nextDeploymentDeletion } from "../machines/deployment/next-deletion.ts";
import type { DeletionDecision } from "../machines/deletion-decision.ts";
import type {
  DeletedSecretsView,
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
import {
  ORPHAN_KIND,
  deploymentHandle,
  deploymentKey,
  readCluster,
  secretUse,
  type DeploymentContext,
} from "./deployment-context.ts";
import { rootView } from "./deployment-observe.ts";
import { REMOVED } from "./git-desk.ts";

const ROOT_REFRESH_MS = 3_000;
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
  for (const effect of decision.effects) await PERFORM[effect.kind](context, current, look);
  return decision.outcome;
}

/** Takes apart what is left of a deployment that has no object any more; `standIn` says where to look. */
export async function reconcileOrphan(context: DeploymentContext, standIn: DeploymentObject): Promise<Outcome> {
  const look = await observeDeletion(context, standIn);
  const decision = nextDeploymentDeletion(look.observed);
  for (const effect of decision.effects) {
    if (effect.kind !== "removeFinalizer") await PERFORM[effect.kind](context, standIn, look);
  }
  if (decision.outcome.kind === "settled") context.desk.forget(deploymentKey(standIn));
  return decision.outcome;
}

type Look = Readonly<{
  observed: DeploymentDeletionObserved;
  clusterHandle: string | undefined;
  application: ArgoApplication | undefined;
}>;

/** Looks in the order of the machine, and no further than it has come: what lies beyond costs requests. */
async function observeDeletion(context: DeploymentContext, object: DeploymentObject): Promise<Look> {
  const cluster = await readCluster(context, object);
  const clusterHandle = clusterHandleOf(cluster, object);
  const reach = clusterReach(context, cluster);
  const files = clusterHandle === undefined ? REMOVED_FILES : context.desk.removal(deploymentKey(object));
  const removed = files.kind === "removed";
  const application = removed ? await context.argo.read(deploymentHandle(object)) : undefined;
  const gone = removed && application === undefined;
  const namespace: NamespaceView =
    gone && reach !== "gone" ? await observeNamespace(context, object, clusterHandle) : { kind: "unasked" };
  return {
    clusterHandle,
    application,
    observed: {
      options: optionsOf(object),
      cluster: reach,
      files,
      root: rootView(context, object, { clusterHandle, contentHash: REMOVED }),
      application: applicationView(application),
      namespace,
      secrets: gone ? await observeSecrets(context, object, { clusterHandle, reach, namespace }) : { kind: "unasked" },
    },
  };
}

const REMOVED_FILES: FilesView = { kind: "removed" };

/** A cluster that is gone has left its handle in the path of the deployment's files. */
function clusterHandleOf(cluster: ClusterObject | undefined, { status }: DeploymentObject): string | undefined {
  return cluster?.status?.handle ?? /^clusters\/([^/]+)\//.exec(status?.git?.path ?? "")?.[1];
}

function optionsOf(object: DeploymentObject): DeploymentDeletionObserved["options"] {
  return {
    force: hasOption(object, ANNOTATIONS.force),
    orphan: hasOption(object, ANNOTATIONS.orphan),
    deleteVolumes: hasOption(object, ANNOTATIONS.deleteVolumes),
    keepSecrets: hasOption(object, ANNOTATIONS.keepSecrets),
  };
}

function applicationView(application: ArgoApplication | undefined): DeploymentDeletionObserved["application"] {
  if (application === undefined) return { kind: "absent" };
  const { deletionTimestamp, finalizers = [] } = application.metadata;
  const cascades = finalizers.some((finalizer) => finalizer.startsWith(ARGO_FINALIZER));
  return { kind: "present", deleting: deletionTimestamp !== undefined, cascades, message: application.deletionError };
}

function clusterReach(
  context: DeploymentContext,
  cluster: ClusterObject | undefined,
): DeploymentDeletionObserved["cluster"] {
  if (cluster?.status === undefined || hasOption(cluster, ANNOTATIONS.force)) return "gone";
  const { phase = "pending", handle = "", statusReason, readyAt } = cluster.status;
  // A cluster that never ran carries nothing.
  if (!REGISTERED.has(phase) && readyAt === undefined) return "gone";
  const answers = statusReason !== "ClusterUnreachable" && context.tenants.client(handle) !== undefined;
  return answers ? "usable" : "unreachable";
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

type Around = Readonly<{
  clusterHandle: string | undefined;
  reach: DeploymentDeletionObserved["cluster"];
  namespace: NamespaceView;
}>;

/** On the cluster they go with their namespace; only one that stays is looked into. */
async function observeSecrets(
  context: DeploymentContext,
  object: DeploymentObject,
  { clusterHandle = "", reach, namespace }: Around,
): Promise<DeletedSecretsView> {
  // Of one that has no object any more nobody knows whether its secrets are wanted.
  if (object.kind === ORPHAN_KIND) return { kind: "asked", own: 0, onCluster: false };
  const { secrets } = context;
  const use = secretUse(context, object, clusterHandle);
  const stays = namespace.kind === "foreign" || (namespace.kind === "present" && namespace.labelledKept);
  try {
    const mayLie = secrets.outlivesNamespace || (reach === "usable" && stays);
    const onCluster = mayLie && (await secrets.isAnyThere(use));
    return { kind: "asked", own: await secrets.countOwn(use), onCluster };
  } catch {
    return { kind: "unreachable" };
  }
}

type Perform = (context: DeploymentContext, object: DeploymentObject, look: Look) => Promise<void> | void;

const PERFORM: Readonly<Record<DeploymentDeletionEffect["kind"], Perform>> = {
  removeFiles: (context, object, { clusterHandle = "" }) =>
    context.desk.write(removalRequest(context, object, clusterHandle), REMOVED),
  placeCommit: ({ writer }) => writer.refresh().catch(() => undefined),
  refreshRoot: ({ argo, writer }, _object, { clusterHandle = "" }) =>
    argo.refresh(rootApplicationName(clusterHandle), ROOT_REFRESH_MS, writer.head()?.id ?? ""),
  deleteApplication: ({ argo }, object, { application }) =>
    argo.delete(deploymentHandle(object), application?.metadata.uid),
  stripApplication: ({ argo }, _object, { application }) => application && argo.strip(application),
  deleteNamespace: ({ tenants }, object, { clusterHandle = "" }) => {
    const client = tenants.client(clusterHandle);
    return client && deleteTenantNamespace(client, deploymentHandle(object));
  },
  keepNamespace: ({ tenants }, object, { clusterHandle = "" }) => {
    const client = tenants.client(clusterHandle);
    return client && keepTenantNamespace(client, deploymentHandle(object));
  },
  withdrawSecrets: (context, object, { clusterHandle = "" }) =>
    context.secrets.withdraw(secretUse(context, object, clusterHandle)),
  deleteSecrets: (context, object) => context.secrets.deleteOwn(secretUse(context, object, "")),
  removeFinalizer: (context, object) => removeFinalizer(context, object),
};

async function removeFinalizer(context: DeploymentContext, object: DeploymentObject): Promise<void> {
  const finalizers = (object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
  await context.status.metadata(object, { finalizers });
  const { name, namespace, uid } = object.metadata;
  context.renderer.forget(uid ?? "");
  context.secrets.forget(uid ?? "");
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
  decision: DeletionDecision<unknown>,
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
