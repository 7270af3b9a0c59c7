import { ANNOTATIONS } from "../../../contract/identity.ts";
import { applicationsFolder, rootApplicationName } from "../../../render/delivery-names.ts";
import type { FilesView, Outcome } from "../../machines/decision.ts";
import { nextDeploymentDeletion } from "../../machines/deployment/next-deletion.ts";
import type { DeletionDecision } from "../../machines/deletion-decision.ts";
import type {
  DeletedSecretsView,
  DeploymentDeletionEffect,
  DeploymentDeletionObserved,
  LeftView,
  NamespaceView,
} from "../../machines/deployment/observe-types.ts";
import type { SecretUse } from "../../delivery/tenant-secrets.ts";
import type { ArgoApplication } from "../../delivery/argo-application.ts";
import { deleteSchedule, hasSchedule } from "../../delivery/left-schedule.ts";
import { deleteTenantNamespace, keepTenantNamespace, observeTenantNamespace } from "../../delivery/tenant-namespace.ts";
import type { WriteRequest } from "../../git/write-request.ts";
import type { HostGuards } from "../../provisioners/vcluster/host-guards.ts";
import type { HostedRoute } from "../../provisioners/vcluster/host-routes.ts";
import { hasOption, withoutFinalizer } from "../../resources/adoption.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { clusterReach } from "./cluster-reach.ts";
import { readCluster, type DeliveredObject, type DeliveryContext } from "./target.ts";
import { clusterHandle as handleOf, ORPHAN_KIND } from "../../resources/handles.ts";
import { goingView, observeLeft } from "./deletion-views.ts";
import { removalRequest } from "./effects.ts";
import { rootView } from "./views.ts";
import { recordedDelivery, REMOVED } from "../shared/git-desk.ts";
import { deletionShown } from "../shared/deletion-shown.ts";
import { takeApart } from "../shared/take-apart.ts";

const ROOT_REFRESH_MS = 3_000;

/** What a kind of delivered objects has of its own. */
type Subject<T extends DeliveredObject> = Readonly<{
  kind: string;
  key: (object: T) => string;
  handle: (object: T) => string;
  folder: (clusterHandle: string, handle: string) => string;
  use: (object: T, clusterHandle: string) => SecretUse;
  /** Whether we made its namespace. */
  isOurs: (object: T) => boolean;
  /** Whether what runs on the cluster was never ours: it stays, whatever was asked for. */
  isUntouched: (object: T) => boolean;
  /** Whether its volumes go without being asked for. */
  losesVolumes: (object: T) => boolean;
  /** Where its route is, if that is on the host of its cluster. */
  routeOnHost?: (object: T, cluster: ClusterObject) => HostedRoute | undefined;
  /** Whether it asked for backups, by a Schedule that is in Velero's namespace. */
  hasSchedule?: (object: T) => boolean;
  significance: (status: DeliveredObject["status"]) => string;
  /** Forgets what is remembered of it. */
  forget: (object: T) => void;
}>;

/** What a deletion works with. */
export type DeletionContext<T extends DeliveredObject> = Pick<
  DeliveryContext,
  "client" | "caches" | "desk" | "writer" | "argo" | "tenants" | "probes" | "secrets" | "tracker" | "clock" | "logger"
> &
  Readonly<{
    guards: Pick<HostGuards, "hasRoutes" | "removeRoutes">;
    subject: Subject<T>;
    status: Readonly<{
      write: (object: T, before: unknown, after: unknown) => Promise<T>;
      metadata: (object: T, changes: Readonly<{ finalizers: readonly string[] }>) => Promise<T>;
    }>;
  }>;

/** Takes an object apart in the machine's order; the finalizer goes when everything was seen gone. */
export async function reconcileDeletion<T extends DeliveredObject>(
  context: DeletionContext<T>,
  object: T,
): Promise<Outcome> {
  const look = await observeDeletion(context, object);
  const decision = nextDeploymentDeletion(look.observed, context.clock.nowMs());
  const after = deletionStatus(context, object, decision);
  const isNews = isTold(context, object.status, after);
  return takeApart(context, object, { look, decision, after, isNews, perform: PERFORM });
}

/** Each step is told: whoever waits for a deletion looks where it stands. */
function isTold<T extends DeliveredObject>(
  { subject: { significance } }: DeletionContext<T>,
  before: DeliveredObject["status"],
  after: DeliveredObject["status"],
): boolean {
  return before?.statusReason !== after?.statusReason || significance(before) !== significance(after);
}

/** Takes apart what is left of a deployment that has no object any more; `standIn` says where to look. */
export async function reconcileOrphan<T extends DeliveredObject>(
  context: DeletionContext<T>,
  standIn: T,
): Promise<Outcome> {
  const look = await observeDeletion(context, standIn);
  const decision = nextDeploymentDeletion(look.observed, context.clock.nowMs());
  for (const effect of decision.effects) {
    if (effect.kind !== "removeFinalizer") await PERFORM[effect.kind](context, standIn, look);
  }
  if (decision.outcome.kind === "settled") context.desk.forget(context.subject.key(standIn));
  return decision.outcome;
}

type Look = Readonly<{
  observed: DeploymentDeletionObserved;
  clusterHandle: string | undefined;
  application: ArgoApplication | undefined;
  route: HostedRoute | undefined;
}>;

/** Looks in the order of the machine, and no further than it has come: what lies beyond costs requests. */
async function observeDeletion<T extends DeliveredObject>(context: DeletionContext<T>, object: T): Promise<Look> {
  const { subject } = context;
  const cluster = await readCluster(context, object);
  const clusterHandle = clusterHandleOf(cluster, object);
  const reach = await clusterReach(context, cluster);
  const files = clusterHandle === undefined ? REMOVED_FILES : context.desk.removal(subject.key(object));
  const removed = files.kind === "removed";
  const application = removed ? await context.argo.read(subject.handle(object)) : undefined;
  const gone = removed && application === undefined;
  const route = routeOf(subject, object, cluster);
  const mayBeThere = gone && reach !== "gone";
  const routeView = route && (await observeLeft(mayBeThere, () => context.guards.hasRoutes(route.host, route)));
  const schedule = await observeSchedule(context, object, { clusterHandle, mayAsk: mayBeThere });
  const isLeft = [routeView, schedule].includes("present");
  const namespace: NamespaceView =
    mayBeThere && !isLeft ? await observeNamespace(context, object, clusterHandle) : { kind: "unasked" };
  const desk = { key: subject.key(object), recorded: recordedDelivery(object) };
  return {
    clusterHandle,
    application,
    route,
    observed: {
      options: optionsOf(object, subject),
      cluster: reach,
      files,
      root: rootView(context, desk, { clusterHandle, contentHash: REMOVED }),
      application: goingView(application, context.clock.nowMs()),
      route: routeView,
      schedule,
      namespace,
      secrets: gone ? await observeSecrets(context, object, { clusterHandle, reach, namespace }) : { kind: "unasked" },
    },
  };
}

async function observeSchedule<T extends DeliveredObject>(
  { subject, tenants }: DeletionContext<T>,
  object: T,
  { clusterHandle = "", mayAsk }: Readonly<{ clusterHandle: string | undefined; mayAsk: boolean }>,
): Promise<LeftView | undefined> {
  if (subject.hasSchedule?.(object) !== true) return undefined;
  return observeLeft(mayAsk, () => hasSchedule(tenants.client(clusterHandle), subject.handle(object)));
}

function routeOf<T extends DeliveredObject>(
  { routeOnHost }: Subject<T>,
  object: T,
  cluster: ClusterObject | undefined,
): HostedRoute | undefined {
  return cluster && routeOnHost?.(object, cluster);
}

const REMOVED_FILES: FilesView = { kind: "removed" };

/** A cluster that is gone has left its handle in the path of the deployment's files. */
function clusterHandleOf(cluster: ClusterObject | undefined, { status }: DeliveredObject): string | undefined {
  return cluster === undefined ? /^clusters\/([^/]+)\//.exec(status?.git?.path ?? "")?.[1] : handleOf(cluster);
}

function optionsOf<T extends DeliveredObject>(
  object: T,
  { losesVolumes, isUntouched }: Pick<Subject<T>, "losesVolumes" | "isUntouched">,
): DeploymentDeletionObserved["options"] {
  return {
    force: hasOption(object, ANNOTATIONS.force),
    orphan: hasOption(object, ANNOTATIONS.orphan) || isUntouched(object),
    deleteVolumes: losesVolumes(object) || hasOption(object, ANNOTATIONS.deleteVolumes),
    keepSecrets: hasOption(object, ANNOTATIONS.keepSecrets),
  };
}

async function observeNamespace<T extends DeliveredObject>(
  context: DeletionContext<T>,
  object: T,
  clusterHandle: string | undefined,
): Promise<NamespaceView> {
  const client = clusterHandle === undefined ? undefined : context.tenants.client(clusterHandle);
  if (client === undefined) return { kind: "unreachable", message: "The cluster is not registered" };
  const { subject } = context;
  return observeTenantNamespace(client, subject.handle(object), subject.isOurs(object));
}

type Around = Readonly<{
  clusterHandle: string | undefined;
  reach: DeploymentDeletionObserved["cluster"];
  namespace: NamespaceView;
}>;

/** On the cluster they go with their namespace; only one that stays is looked into. */
async function observeSecrets<T extends DeliveredObject>(
  context: DeletionContext<T>,
  object: T,
  { clusterHandle = "", reach, namespace }: Around,
): Promise<DeletedSecretsView> {
  // Of one that has no object any more nobody knows whether its secrets are wanted.
  if (object.kind === ORPHAN_KIND) return { kind: "asked", own: 0, onCluster: false };
  const { secrets } = context;
  const use = context.subject.use(object, clusterHandle);
  const stays = namespace.kind === "foreign" || (namespace.kind === "present" && namespace.labelledKept);
  try {
    const mayLie = secrets.outlivesNamespace || (reach === "usable" && stays);
    const onCluster = mayLie && (await secrets.isAnyThere(use));
    return { kind: "asked", own: await secrets.countOwn(use), onCluster };
  } catch {
    return { kind: "unreachable" };
  }
}

type Perform = <T extends DeliveredObject>(context: DeletionContext<T>, object: T, look: Look) => Promise<void> | void;

const PERFORM: Readonly<Record<DeploymentDeletionEffect["kind"], Perform>> = {
  // Which files there are nobody knows before the branch was read.
  removeFiles: (context, object, { clusterHandle = "" }) =>
    context.writer.isRead ? context.desk.write(removalOf(context, object, clusterHandle), REMOVED) : undefined,
  placeCommit: ({ writer }) => writer.refresh().catch(() => undefined),
  refreshRoot: ({ argo, writer }, _object, { clusterHandle = "" }) =>
    argo.refresh(rootApplicationName(clusterHandle), ROOT_REFRESH_MS, writer.head()?.id ?? ""),
  deleteApplication: ({ argo }, _object, { application }) => application && argo.delete(application),
  stripApplication: ({ argo }, _object, { application }) => application && argo.strip(application),
  deleteRoute: ({ guards }, _object, { route }) => route && guards.removeRoutes(route.host, route),
  deleteSchedule: ({ tenants, subject }, object, { clusterHandle = "" }) => {
    const client = tenants.client(clusterHandle);
    return client && deleteSchedule(client, subject.handle(object));
  },
  deleteNamespace: ({ tenants, subject }, object, { clusterHandle = "" }) => {
    const client = tenants.client(clusterHandle);
    return client && deleteTenantNamespace(client, subject.handle(object));
  },
  keepNamespace: ({ tenants, subject }, object, { clusterHandle = "" }) => {
    const client = tenants.client(clusterHandle);
    return client && keepTenantNamespace(client, subject.handle(object));
  },
  withdrawSecrets: ({ secrets, subject }, object, { clusterHandle = "" }) =>
    secrets.withdraw(subject.use(object, clusterHandle)),
  deleteSecrets: ({ secrets, subject }, object) => secrets.deleteOwn(subject.use(object, "")),
  removeFinalizer: (context, object) => removeFinalizer(context, object),
};

async function removeFinalizer<T extends DeliveredObject>(context: DeletionContext<T>, object: T): Promise<void> {
  const { subject } = context;
  await context.status.metadata(object, withoutFinalizer(object));
  const { name, namespace, uid } = object.metadata;
  subject.forget(object);
  context.secrets.forget(uid ?? "");
  context.tracker.forget(subject.handle(object));
  context.logger.info(`${subject.kind} gone`, { object: { kind: subject.kind, namespace, name, uid } });
}

function removalOf<T extends DeliveredObject>(
  { subject, writer }: DeletionContext<T>,
  object: T,
  clusterHandle: string,
): WriteRequest {
  const handle = subject.handle(object);
  const folder = subject.folder(clusterHandle, handle);
  const known = [
    `${folder}/values.yaml`,
    `${folder}/resource.yaml`,
    `${applicationsFolder(clusterHandle)}/${handle}.yaml`,
  ];
  // Image automation has a file of its own beside ours.
  const paths = new Set([...known, ...writer.listPaths(`${folder}/`)]);
  return { ...removalRequest(subject.key(object), object, { folder, paths }), removesApplication: true };
}

/** Derives what the status of a deletion shows. */
export function deletionStatus<T extends DeliveredObject>(
  { subject, clock }: Pick<DeletionContext<T>, "subject" | "clock">,
  object: T,
  decision: DeletionDecision<unknown>,
): DeliveredObject["status"] {
  const handle = subject.handle(object);
  return { ...object.status, handle, ...deletionShown(object, decision, clock.nowMs()) };
}
