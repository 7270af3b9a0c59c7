import { APPLICATIONS, DATABASE_INSTANCES, DEPLOYMENTS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import { isNotFound } from "../../adapters/kubernetes/kube-error.ts";
import { ANNOTATIONS, FIELD_MANAGERS, FINALIZER, LABELS } from "../../contract/identity.ts";
import type { ClusterStatus } from "../../contract/resources/cluster.ts";
import { rootApplicationName } from "../../render/delivery-names.ts";
import { secretNameOf } from "../delivery/cluster-secret.ts";
import { conditionOf, deriveConditions } from "../machines/conditions.ts";
import { nextClusterDeletion, type ClusterDeletionDecision } from "../machines/cluster/next-deletion.ts";
import type { ClusterDeletionEffect, ClusterDeletionObserved } from "../machines/cluster/observe-types.ts";
import { clusterSignificance } from "../machines/cluster/status.ts";
import { assertNever, type Outcome } from "../machines/decision.ts";
import type { FileChange } from "../git/write-request.ts";
import { hasOption } from "./adoption.ts";
import type { ClusterObject } from "./caches.ts";
import { clusterHandle, clusterKey, type ClusterContext } from "./cluster-context.ts";
import { observeProvider, viewOf } from "./cluster-observe.ts";
import { REMOVED } from "./git-desk.ts";

/** Takes a cluster apart in the machine's order; the finalizer goes when everything was seen gone. */
export async function reconcileClusterDeletion(context: ClusterContext, object: ClusterObject): Promise<Outcome> {
  const observed = await observeDeletion(context, object);
  const decision = nextClusterDeletion(observed);
  const finishing = decision.effects.some(({ kind }) => kind === "removeFinalizer");
  const after = deletionStatus(object, decision, context.clock.nowMs());
  let current = object;
  if (!finishing && clusterSignificance(object.status) !== clusterSignificance(after)) {
    current = await context.status.status(object, object.status, after);
  }
  for (const effect of decision.effects) await perform(context, current, effect);
  return decision.outcome;
}

/** Believes the API server, not a copy, that something is gone; looks no further than the deletion has come. */
async function observeDeletion(context: ClusterContext, object: ClusterObject): Promise<ClusterDeletionObserved> {
  const handle = clusterHandle(object);
  const users = await listUsers(context, object);
  const files = users.length > 0 ? ({ kind: "present" } as const) : context.desk.removal(clusterKey(object));
  const applications = files.kind === "removed" ? await listApplications(context, handle) : [];
  const root = applications.find(({ metadata }) => metadata.name === rootApplicationName(handle));
  const secret = files.kind === "removed" ? await context.client.get(SECRETS, secretRef(context, handle)) : undefined;
  const detached = files.kind === "removed" && applications.length === 0 && secret === undefined;
  return {
    options: { cascade: hasOption(object, ANNOTATIONS.cascade), force: hasOption(object, ANNOTATIONS.force) },
    users: users.map(({ metadata }) => ({ name: metadata.name, deleting: metadata.deletionTimestamp !== undefined })),
    children: applications.length - (root === undefined ? 0 : 1),
    files,
    root:
      root === undefined
        ? { kind: "absent" }
        : { kind: "present", deleting: root.metadata.deletionTimestamp !== undefined },
    projectCovers: context.projects.covers(object.metadata.namespace ?? "", handle),
    secret: secret === undefined ? "absent" : "present",
    provider: detached ? viewOf(await observeProvider(context, object)) : { kind: "absent" },
  };
}

async function listUsers(context: ClusterContext, object: ClusterObject): Promise<readonly KubeObject[]> {
  const key = `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
  const cached = [
    ...context.caches.deployments.byIndex("cluster", key),
    ...context.caches.databases.byIndex("cluster", key),
  ];
  if (cached.length > 0) return cached;
  const { namespace } = object.metadata;
  const lists = await Promise.all([
    context.client.list(DEPLOYMENTS, { namespace }),
    context.client.list(DATABASE_INSTANCES, { namespace }),
  ]);
  return lists
    .flatMap(({ items }) => items)
    .filter((user) => (user["spec"] as { cluster?: string } | undefined)?.cluster === object.metadata.name);
}

async function listApplications({ client, settings }: ClusterContext, handle: string): Promise<readonly KubeObject[]> {
  const list = await client.list(APPLICATIONS, {
    namespace: settings.argocdNamespace,
    labelSelector: `${LABELS.clusterHandle}=${handle}`,
  });
  return list.items;
}

async function perform(context: ClusterContext, object: ClusterObject, effect: ClusterDeletionEffect): Promise<void> {
  const handle = clusterHandle(object);
  const { argo, desk, projects } = context;
  switch (effect.kind) {
    case "deleteUsers":
      return deleteUsers(context, object);
    case "removeFiles":
      desk.write(
        {
          key: clusterKey(object),
          files: removals(context, handle),
          trailers: { resource: clusterKey(object), generation: object.metadata.generation ?? 1 },
        },
        REMOVED,
      );
      return;
    case "deleteRoot":
      return argo.deleteOwned(APPLICATIONS, rootApplicationName(handle));
    case "applyProject":
      return projects.apply(object.metadata.namespace ?? "");
    case "deleteSecret":
      return argo.deleteOwned(SECRETS, secretNameOf(handle));
    case "removeProvider":
      return context.provisioners[object.spec.provider]?.remove(handle);
    case "removeFinalizer":
      await removeFinalizer(context, object, handle);
      return;
    default:
      return assertNever(effect);
  }
}

/** Deletes what uses the cluster, passing on the options that its deletion was given. */
async function deleteUsers(context: ClusterContext, object: ClusterObject): Promise<void> {
  for (const user of await listUsers(context, object)) {
    if (user.metadata.deletionTimestamp !== undefined) continue;
    const type: ResourceType =
      context.caches.deployments.get(`${user.metadata.namespace ?? ""}/${user.metadata.name}`) === undefined
        ? DATABASE_INSTANCES
        : DEPLOYMENTS;
    const ref = { namespace: user.metadata.namespace, name: user.metadata.name };
    if (hasOption(object, ANNOTATIONS.deleteVolumes)) await annotate(context, type, ref);
    await context.client.delete(type, ref, user.metadata.uid === undefined ? {} : { uid: user.metadata.uid });
  }
}

async function annotate(
  { client }: ClusterContext,
  type: ResourceType,
  ref: { namespace: string | undefined; name: string },
): Promise<void> {
  const body = { metadata: { annotations: { [ANNOTATIONS.deleteVolumes]: "true" } } };
  try {
    await client.patch(type, ref, { kind: "merge", body }, { fieldManager: FIELD_MANAGERS.operator });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function removeFinalizer(context: ClusterContext, object: ClusterObject, handle: string): Promise<void> {
  const finalizers = (object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
  await context.status.metadata(object, { finalizers });
  context.probes.forget(handle);
  const { name, namespace, uid } = object.metadata;
  context.logger.info("Cluster gone", { object: { kind: "Cluster", namespace, name, uid } });
}

function removals({ writer }: ClusterContext, handle: string): FileChange[] {
  const own = [`clusters/${handle}/resource.yaml`, `clusters/${handle}/applications/keep.txt`];
  const paths = new Set([...own, ...writer.listPaths(`clusters/${handle}/`)]);
  return [...paths].map((path) => ({ path, content: null }));
}

function secretRef({ settings }: ClusterContext, handle: string): { namespace: string; name: string } {
  return { namespace: settings.argocdNamespace, name: secretNameOf(handle) };
}

function deletionStatus(object: ClusterObject, decision: ClusterDeletionDecision, nowMs: number): ClusterStatus {
  const { reason, message, stalled } = decision;
  const { status } = object;
  const wanted = [
    conditionOf("Ready", "False", reason, message),
    conditionOf("Reconciling", stalled ? "False" : "True", reason),
    conditionOf("Stalled", stalled ? "True" : "False", reason, message),
  ];
  return {
    ...status,
    handle: clusterHandle(object),
    phase: "deleting",
    phaseSince: status?.phase === "deleting" ? status.phaseSince : new Date(nowMs).toISOString(),
    statusReason: reason,
    errorMessage: message === "" ? undefined : message,
    conditions: deriveConditions(status?.conditions ?? [], wanted, object.metadata.generation ?? 1, nowMs),
  };
}
