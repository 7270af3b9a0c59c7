import {
  APPLICATIONS,
  CLUSTERS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { unlessGone } from "../../../adapters/kubernetes/kube-error.ts";
import { ANNOTATIONS, FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import type { ClusterStatus } from "../../../contract/resources/cluster-status.ts";
import { BUNDLE_NONE } from "../../../render/bundle/component.ts";
import { clusterFolder, rootApplicationName } from "../../../render/delivery-names.ts";
import { isOfBundle, slimApplication, type ArgoApplication } from "../../delivery/argo-application.ts";
import { secretNameOf } from "../../delivery/cluster-secret.ts";
import { observeTraces, withdrawAccess } from "../../delivery/withdraw-access.ts";
import { nextClusterDeletion } from "../../machines/cluster/next-deletion.ts";
import type { DeletionDecision } from "../../machines/deletion-decision.ts";
import type {
  ClusterDeletionEffect,
  ClusterDeletionObserved,
  ProviderView,
} from "../../machines/cluster/observe-types.ts";
import { clusterSignificance } from "../../machines/cluster/status.ts";
import type { Outcome } from "../../machines/decision.ts";
import type { WriteRequest } from "../../git/write-request.ts";
import { hasOption, withoutFinalizer } from "../../resources/adoption.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { keyOf } from "../../runtime/object-store.ts";
import { observeBalancers, releaseBalancers } from "./balancers.ts";
import { removeBundle } from "./bundle.ts";
import { orderOf, provisionerOf, type ClusterContext } from "./context.ts";
import { clusterKey, clusterHandle } from "../../resources/handles.ts";
import { observeNames, withdrawNames } from "./names.ts";
import { observeProvider, viewOf } from "./observe.ts";
import { observeWildcard, withdrawWildcard } from "./wildcard.ts";
import { removalRequest } from "../delivered/effects.ts";
import { REMOVED } from "../shared/git-desk.ts";
import type { Handlers } from "../shared/handlers.ts";
import { deletionShown } from "../shared/deletion-shown.ts";
import { takeApart } from "../shared/take-apart.ts";

const SLOW_MS = 30 * 60_000;

/** Takes a cluster apart in the machine's order; the finalizer goes when everything was seen gone. */
export async function reconcileClusterDeletion(context: ClusterContext, object: ClusterObject): Promise<Outcome> {
  const observed = await observeDeletion(context, object);
  const decision = nextClusterDeletion(observed);
  const after = deletionStatus(object, decision, context.clock.nowMs());
  const isNews = clusterSignificance(object.status) !== clusterSignificance(after);
  return takeApart(context, object, { look: clusterHandle(object), decision, after, isNews, perform: PERFORM });
}

/** Believes the API server, not a copy, that something is gone; looks no further than the deletion has come. */
async function observeDeletion(context: ClusterContext, object: ClusterObject): Promise<ClusterDeletionObserved> {
  const handle = clusterHandle(object);
  const users = await listUsers(context, object);
  const hosted = await listHosted(context, object);
  const files = users.length > 0 ? ({ kind: "present" } as const) : context.desk.removal(clusterKey(object));
  const argo = files.kind === "removed" ? await observeArgo(context, handle) : NOT_LOOKED;
  const detached =
    files.kind === "removed" && argo.children === 0 && argo.root.kind === "absent" && argo.secret === "absent";
  const seen = detached ? await observeProvider(context, object) : ABSENT;
  const provider: ProviderView = viewOf(seen);
  return {
    hosted,
    ...(await observeLeftTraces(context, object, argo)),
    options: {
      cascade: hasOption(object, ANNOTATIONS.cascade),
      force: hasOption(object, ANNOTATIONS.force),
      // What was created here goes as a whole.
      removeBundle: hasOption(object, ANNOTATIONS.removeBundle) && object.spec.imported !== undefined,
    },
    users: users.map(({ metadata }) => ({ name: metadata.name, deleting: isLeaving(metadata) })),
    files,
    ...(files.kind === "removed" ? await observeDomain(context, object) : {}),
    ...argo,
    projectCovers: context.projects.covers(namespaceOf(object), handle),
    balancers: await observeBalancers(context, object, seen),
    provider,
    begun: isBegun(object),
    leftover: isAway(provider) && (await context.leftovers.isRemembered(handle)),
  };
}

async function observeDomain(
  context: ClusterContext,
  object: ClusterObject,
): Promise<Pick<ClusterDeletionObserved, "named" | "certified">> {
  return { ...(await observeNames(context, object)), ...(await observeWildcard(context, object)) };
}

/** Nothing was made of what is imported, and nothing before the first attempt. */
function isBegun({ spec, status }: ClusterObject): boolean {
  const { attemptStartedAt, readyAt, git } = status ?? {};
  return spec.imported === undefined && (attemptStartedAt ?? readyAt ?? git) !== undefined;
}

function isAway({ kind }: ProviderView): boolean {
  return kind === "unreachable" || kind === "unsupported";
}

/** Only an imported cluster is there afterwards; it is asked when nothing else is left to be done. */
async function observeLeftTraces(
  { tenants }: ClusterContext,
  object: ClusterObject,
  { children, root, secret }: ArgoView,
): Promise<Pick<ClusterDeletionObserved, "traces">> {
  const isDue = children === 0 && root.kind === "absent" && secret === "present";
  const client = isDue && object.spec.imported !== undefined ? tenants.client(clusterHandle(object)) : undefined;
  return client === undefined ? {} : { traces: await observeTraces(client) };
}

/** What is not asked yet counts as nothing. */
const ABSENT = { kind: "absent" } as const;

type ArgoView = Pick<ClusterDeletionObserved, "children" | "root" | "secret" | "bundle">;
const NOT_LOOKED: ArgoView = {
  children: 0,
  root: { kind: "absent" },
  secret: "absent",
  bundle: { applications: 0, released: true, fault: "" },
};

async function observeArgo(context: ClusterContext, handle: string): Promise<ArgoView> {
  const applications = await listApplications(context, handle);
  const root = applications.find(({ metadata }) => metadata.name === rootApplicationName(handle));
  const bundle = applications.filter(isOfBundle);
  const secret = await context.client.get(SECRETS, secretRef(context, handle));
  return {
    children: applications.filter((application) => application !== root && !isOfBundle(application)).length,
    bundle: {
      applications: bundle.length,
      released: secret?.metadata.labels?.[LABELS.bundleProfile] === BUNDLE_NONE,
      fault: bundle.find(({ deletionError }) => deletionError !== "")?.deletionError ?? "",
    },
    root: root === undefined ? { kind: "absent" } : { kind: "present", deleting: isLeaving(root.metadata) },
    secret: secret === undefined ? "absent" : "present",
  };
}

function isLeaving({ deletionTimestamp }: KubeObject["metadata"]): boolean {
  return deletionTimestamp !== undefined;
}

function namespaceOf({ metadata }: ClusterObject): string {
  return metadata.namespace ?? "";
}

type User = Readonly<{ type: ResourceType; metadata: KubeObject["metadata"] }>;

async function listUsers({ caches, client }: ClusterContext, { metadata }: ClusterObject): Promise<readonly User[]> {
  const { namespace, name } = metadata;
  const key = keyOf({ metadata });
  const typed = (type: ResourceType, objects: readonly KubeObject[]): User[] =>
    objects.map((object) => ({ type, metadata: object.metadata }));
  const cached = [
    ...typed(DEPLOYMENTS, caches.deployments.byIndex("cluster", key)),
    ...typed(DATABASE_INSTANCES, caches.databases.byIndex("cluster", key)),
  ];
  if (cached.length > 0) return cached;
  const listed = async (type: ResourceType): Promise<User[]> => {
    const { items } = await client.list(type, { namespace });
    return typed(
      type,
      items.filter((user) => (user["spec"] as { cluster?: string } | undefined)?.cluster === name),
    );
  };
  return (await Promise.all([listed(DEPLOYMENTS), listed(DATABASE_INSTANCES)])).flat();
}

/** Lists the shared clusters that a host carries, or is about to. */
async function listHosted(context: ClusterContext, object: ClusterObject): Promise<readonly string[]> {
  if (object.spec.role !== "host") return [];
  const handle = clusterHandle(object);
  const { items } = await context.client.list<ClusterObject>(CLUSTERS);
  const hosted = items.filter(({ status }) => status?.host === handle);
  return hosted.map(keyOf);
}

async function listApplications(
  { client, settings }: ClusterContext,
  handle: string,
): Promise<readonly ArgoApplication[]> {
  const list = await client.list<ArgoApplication>(APPLICATIONS, {
    namespace: settings.argocdNamespace,
    labelSelector: `${LABELS.clusterHandle}=${handle}`,
  });
  return list.items.map(slimApplication);
}

const PERFORM: Handlers<ClusterContext, ClusterObject, string, ClusterDeletionEffect> = {
  deleteUsers: (context, object) => deleteUsers(context, object),
  // Which files there are nobody knows before the branch was read.
  removeFiles: (context, object, handle) =>
    context.writer.isRead ? context.desk.write(removalOf(context, object, handle), REMOVED) : undefined,
  withdrawNames: (context, object) => withdrawNames(context, object),
  withdrawWildcard: (context, object) => withdrawWildcard(context, object),
  deleteRoot: ({ argo }, _object, handle) => argo.deleteOwned(APPLICATIONS, rootApplicationName(handle)),
  applyProject: ({ projects }, object) => projects.apply(namespaceOf(object)),
  withdrawAccess: async ({ tenants }, _object, handle) => {
    const client = tenants.client(handle);
    if (client !== undefined) await withdrawAccess(client);
  },
  releaseBundle: ({ argo }, _object, handle) =>
    argo.label(secretNameOf(handle), { [LABELS.bundleProfile]: BUNDLE_NONE }),
  removeBundle: async (context, _object, handle, { cascade }) => {
    const applications = (await listApplications(context, handle)).filter(isOfBundle);
    await removeBundle(context, applications, cascade);
  },
  deleteSecret: async ({ argo, revokeSecrets }, _object, handle) => {
    await revokeSecrets(handle);
    await argo.deleteOwned(SECRETS, secretNameOf(handle));
  },
  releaseBalancers: async (context, object) => {
    const provider = await observeProvider(context, object);
    if (provider?.kind === "ready") await releaseBalancers(context, provider);
  },
  removeProvider: (context, object) => provisionerOf(context, object)?.remove(orderOf(object)),
  rememberLeftover: ({ leftovers }, object) => leftovers.remember(orderOf(object)),
  removeFinalizer: (context, object, handle) => removeFinalizer(context, object, handle),
};

/** Deletes what uses the cluster, passing on the options that its deletion was given. */
async function deleteUsers(context: ClusterContext, object: ClusterObject): Promise<void> {
  for (const { type, metadata } of await listUsers(context, object)) {
    const { deletionTimestamp, namespace, name, uid } = metadata;
    if (deletionTimestamp !== undefined) continue;
    if (hasOption(object, ANNOTATIONS.deleteVolumes)) await annotate(context, type, metadata);
    await context.client.delete(type, { namespace, name }, { uid });
  }
}

/** Of the version that is known: another one may have come under its name, whose volumes nobody gave up. */
async function annotate(
  { client }: ClusterContext,
  type: ResourceType,
  { namespace, name, resourceVersion }: KubeObject["metadata"],
): Promise<void> {
  const body = { metadata: { resourceVersion, annotations: { [ANNOTATIONS.deleteVolumes]: "true" } } };
  const by = { fieldManager: FIELD_MANAGERS.operator };
  await client.patch(type, { namespace, name }, { kind: "merge", body }, by).catch(unlessGone);
}

async function removeFinalizer(context: ClusterContext, object: ClusterObject, handle: string): Promise<void> {
  await context.status.metadata(object, withoutFinalizer(object));
  const { probes, drains, platformSecrets, backupKeys, gateways, gatewayKinds, wildcards, names } = context;
  const known = [probes, drains, platformSecrets, backupKeys, gateways, gatewayKinds, wildcards, names];
  for (const one of known) one.forget(handle);
  const { name, namespace, uid } = object.metadata;
  context.logger.info("Cluster gone", { object: { kind: "Cluster", namespace, name, uid } });
}

function removalOf({ writer }: ClusterContext, object: ClusterObject, handle: string): WriteRequest {
  const folder = clusterFolder(handle);
  const own = [`${folder}/resource.yaml`, `${folder}/applications/keep.txt`];
  const paths = new Set([...own, ...writer.listPaths(`${folder}/`)]);
  return removalRequest(clusterKey(object), object, { folder, paths });
}

function secretRef({ settings }: ClusterContext, handle: string): { namespace: string; name: string } {
  return { namespace: settings.argocdNamespace, name: secretNameOf(handle) };
}

function deletionStatus(object: ClusterObject, decision: DeletionDecision<unknown>, nowMs: number): ClusterStatus {
  const { status } = object;
  const { reason } = decision;
  const message = decision.message === "" ? slowMessage(status, reason, nowMs) : decision.message;
  return { ...status, handle: clusterHandle(object), ...deletionShown(object, { reason, message }, nowMs) };
}

/** A deletion that waits without a known cause says at least for what. */
function slowMessage(status: ClusterStatus | undefined, step: string, nowMs: number): string {
  const sinceMs = status?.phase === "deleting" ? Date.parse(status.phaseSince ?? "") : nowMs;
  if (nowMs - sinceMs < SLOW_MS) return "";
  return `The deletion takes unusually long; its step is ${step}. It goes on by itself.`;
}
