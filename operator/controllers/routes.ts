/**
 * Says whom a change concerns. A watch gives keys, never decisions:
 *
 * - an object concerns itself;
 * - an Application of which something is news concerns the deployment or cluster whose id it carries, soon where it has but come
 *   a step closer; a root also those who wait for it, one of the bundle its cluster, when what is shown of it changed;
 * - the Application of a virtual cluster concerns that cluster, and the guard of its host;
 * - a cluster concerns the deployments that wait for it, and its organization's project;
 * - a deployment that goes concerns its namesakes and its cluster; its hosts and its route concern the guard of its cluster's host;
 * - a database stands as a deployment does;
 * - previews and their databases stand in database/route-previews.ts;
 * - backups stand in backup/routes.ts;
 * - an ImageUpdater concerns the deployment whose image it watches;
 * - a secret concerns the deployments that mean its name, or the database whose password it is;
 * - an upgrade request concerns the other requests for its cluster, and a cluster its requests;
 * - projects, cluster Secrets and namespaces concern the clusters that they belong to;
 * - namespaces and their bindings concern what the gateway may do there.
 */
import { RESOURCES } from "../../contract/resources/all.ts";
import { cacheOf, type Caches } from "../resources/caches.ts";
import { LABELS, SECRET_ANNOTATIONS, databaseSecret } from "../../contract/identity.ts";
import { namespaceOfProject } from "../../render/argocd/organization-projects.ts";
import { namesPrint } from "../../render/cluster/host-names.ts";
import { routePrint } from "../../render/cluster/host-routes.ts";
import { ALREADY_REGISTERED } from "../machines/cluster/next.ts";
import { GUARD_PREFIX } from "../provisioners/vcluster/host-guards.ts";
import type { KeyedQueue } from "../runtime/keyed-queue.ts";
import { keyOf } from "../runtime/object-store.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";
import { ACCESS_PREFIX, LEFTOVERS_KEY, PLATFORM_KEY, SWEEP_KEY, PROJECT_PREFIX } from "./platform/keys.ts";
import { routeBackups } from "./backup/routes.ts";
import { routeApplication } from "./delivered/route-applications.ts";
import { addAll } from "./shared/add-all.ts";
import { routePreviews } from "./database/route-previews.ts";
import { isOwnWrite, orderPriorityOf, priorityOf } from "./shared/event-priority.ts";
import { onChange, type Change } from "./shared/on-change.ts";
import {
  clusterKeyOf,
  nameKeyOf,
  type ClusterObject,
  type DatabaseObject,
  type DeploymentObject,
  isProjectMember,
} from "../resources/objects.ts";
import type { Queues } from "./shared/queues.ts";

const DATABASE_SECRET = new RegExp(`^${databaseSecret("(.+)")}$`);

/** Subscribes the queues to the caches; call it before these run. */
export function routeEvents(caches: Caches, queues: Queues): void {
  for (const { collection } of RESOURCES)
    onChange(cacheOf(caches, collection), (event) => {
      if (isOwnWrite(event)) queues[collection].addWritten(event.key, orderPriorityOf(event));
      else queues[collection].add(event.key, orderPriorityOf(event));
    });
  onChange(caches.deployments, (event) => onDeployment(caches, queues, event));
  onChange(caches.clusters, (event) => onCluster(caches, queues, event));
  onChange(caches.upgrades, (event) => {
    if (event.source === "list") return;
    addAll(queues.upgrades, caches.upgrades.byIndex("cluster", clusterKeyOf(event.object)));
  });
  routeBackups(caches, queues);
  onChange(caches.applications, (event) => routeApplication(caches, queues, event));
  onChange(caches.databases, (event) => onDatabase(caches, queues, event));
  routePreviews(caches, queues);
  onChange(caches.projects, ({ object }) => onProject(caches, queues, object.metadata.name));
  onChange(caches.sets, () => queues.platform.add(PLATFORM_KEY));
  onChange(caches.secrets, ({ object }) => {
    addAll(queues.clusters, caches.clusters.byIndex("id", object.metadata.labels?.[LABELS.id] ?? ""));
  });
  onChange(caches.secretVersions, ({ object }) => {
    const { namespace = "", annotations = {} } = object.metadata;
    const name = annotations[SECRET_ANNOTATIONS.name] ?? "";
    addAll(queues.deployments, caches.deployments.byIndex("secret", `${namespace}/${name}`));
    const [, database] = DATABASE_SECRET.exec(name) ?? [];
    if (database !== undefined) addAll(queues.databases, caches.databases.byIndex("id", database));
  });
  const { imageUpdaters } = caches;
  if (imageUpdaters !== undefined)
    onChange(imageUpdaters, ({ object }) => {
      addAll(queues.deployments, caches.deployments.byIndex("handle", object.metadata.name));
    });
  onChange(caches.roleBindings, ({ object }) => {
    queues.platform.add(ACCESS_PREFIX + (object.metadata.namespace ?? ""));
  });
  onChange(caches.namespaces, ({ object }) => {
    queues.platform.add(ACCESS_PREFIX + object.metadata.name);
    const clusters = caches.clusters.byIndex("namespace", object.metadata.name);
    addAll(queues.clusters, clusters);
    for (const cluster of clusters) {
      addAll(queues.deployments, caches.deployments.byIndex("cluster", keyOf(cluster)));
      addAll(queues.databases, caches.databases.byIndex("cluster", keyOf(cluster)));
    }
  });
}

function onProject(caches: Caches, queues: Queues, name: string): void {
  queues.platform.add(PLATFORM_KEY);
  const namespace = namespaceOfProject(name);
  const clusters = caches.clusters.byIndex("namespace", namespace);
  addAll(queues.clusters, clusters);
  // One that shows only after its organization's last cluster has gone has nobody else to look at it.
  if (clusters.length === 0 && namespace.startsWith("org-")) queues.platform.add(PROJECT_PREFIX + namespace);
}

/** Queues the owners of files that somebody else moved. */
export function routePaths(caches: Caches, queues: Queues, paths: ReadonlySet<string>): void {
  queues.platform.add(SWEEP_KEY);
  for (const path of paths) {
    const [top, cluster = "", folder, file = ""] = path.split("/");
    if (top === "platform") queues.platform.add(PLATFORM_KEY);
    if (top !== "clusters") continue;
    const handle = file.replace(/\.yaml$/, "");
    if (folder === "deployments" || folder === "applications")
      addAll(queues.deployments, caches.deployments.byIndex("handle", handle));
    if (folder === "databases" || folder === "applications")
      addAll(queues.databases, caches.databases.byIndex("handle", handle));
    addCluster(caches, queues, cluster);
  }
}

function addCluster(caches: Caches, queues: Queues, handle: string): void {
  const clusters = caches.clusters.byIndex("handle", handle);
  addAll(queues.clusters, clusters);
  for (const one of clusters) addAll(queues.upgrades, caches.upgrades.byIndex("cluster", keyOf(one)));
}

function onDeployment(caches: Caches, queues: Queues, event: Change<DeploymentObject>): void {
  const { object, previous } = event;
  const namespace = object.metadata.namespace ?? "";
  addNamesakes(queues.deployments, caches.deployments, event);
  if (event.kind === "delete") queues.clusters.add(clusterKeyOf(object));
  if (ofProject(previous) !== ofProject(object) || event.kind === "delete")
    queues.platform.add(PROJECT_PREFIX + namespace);
  if (namesOf(previous) !== namesOf(object) || event.kind === "delete" || isRouteNew(previous, object))
    addGuard(queues, caches.clusters.get(clusterKeyOf(object)));
}

/** Who waited for a name takes it once it is free. */
function addNamesakes<T extends DeploymentObject | DatabaseObject>(
  queue: KeyedQueue,
  cache: Pick<ResourceCache<T>, "byIndex">,
  { kind, object, previous = object }: Change<T>,
): void {
  const freed = nameKeyOf(kind === "delete" ? object : previous);
  if (kind === "delete" || freed !== nameKeyOf(object)) addAll(queue, cache.byIndex("name", freed));
}

/** What of a deployment its route is made of is a dozen members of its spec; how it fares is none of them. */
function isRouteNew(previous: DeploymentObject | undefined, { metadata, spec }: DeploymentObject): boolean {
  if (previous?.metadata.generation === metadata.generation) return false;
  return previous === undefined || routePrint(previous.spec) !== routePrint(spec);
}

/** What of a deployment bears on the guard of a host. */
function namesOf(object: DeploymentObject | undefined): string {
  return object === undefined ? "" : namesPrint(object);
}

function addGuard(queues: Queues, cluster: ClusterObject | undefined): void {
  const host = cluster?.spec.role === "host" ? cluster.status?.handle : cluster?.status?.host;
  if (host !== undefined) queues.platform.add(GUARD_PREFIX + host);
}

function hostedBy(caches: Caches, { status }: ClusterObject): readonly ClusterObject[] {
  return caches.clusters.byIndex("host", status?.handle ?? "");
}

function onDatabase(caches: Caches, queues: Queues, event: Change<DatabaseObject>): void {
  addNamesakes(queues.databases, caches.databases, event);
  if (event.kind === "delete") queues.clusters.add(clusterKeyOf(event.object));
}

/** What of a deployment bears on its organization's projects. */
function ofProject(object: DeploymentObject | undefined): string {
  if (object === undefined || !isProjectMember(object)) return "";
  const { helmRepoUrl, clusterWideRights, adoption } = object.spec;
  return JSON.stringify([object.status?.handle, helmRepoUrl, clusterWideRights, adoption?.namespace]);
}

function onCluster(caches: Caches, queues: Queues, event: Change<ClusterObject>): void {
  const { object, previous } = event;
  addAll(queues.upgrades, caches.upgrades.byIndex("cluster", event.key), priorityOf(event));
  if (event.kind === "delete") {
    queues.platform.add(LEFTOVERS_KEY);
    addAll(
      queues.clusters,
      caches.clusters.list().filter(({ status }) => status?.statusReason === ALREADY_REGISTERED),
    );
  }
  if (event.kind === "upsert" && previous !== undefined && bearing(previous) === bearing(object)) return;
  queues.platform.add(PROJECT_PREFIX + (object.metadata.namespace ?? ""));
  queues.platform.add(PLATFORM_KEY);
  addGuard(queues, object);
  // To what lies on a host requests come as the host says.
  if (object.spec.role === "host") addAll(queues.clusters, hostedBy(caches, object));
  addAll(queues.deployments, caches.deployments.byIndex("cluster", event.key), priorityOf(event));
  addAll(queues.databases, caches.databases.byIndex("cluster", event.key), priorityOf(event));
}

/** What of a cluster bears on its deployments and databases. */
function bearing({ metadata, spec, status }: ClusterObject): string {
  return JSON.stringify([
    // By it databases get their minor versions.
    spec.componentBundleVersion,
    // By it deployments are published.
    spec.routing,
    status?.routing,
    status?.certifiesEachName,
    status?.phase,
    status?.handle,
    status?.statusReason === "ClusterUnreachable",
    metadata.deletionTimestamp,
    metadata.annotations,
  ]);
}
