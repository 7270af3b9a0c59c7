import { LABELS } from "../../../contract/identity.ts";
import { DATABASE_TRAITS } from "../../../contract/resources/database-instance.ts";
import { DEPLOYMENT_TRAITS } from "../../../contract/resources/deployment-spec.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import { rootApplicationName } from "../../../render/delivery-names.ts";
import { isAlike, isOfBundle, type ArgoApplication } from "../../delivery/argo-application.ts";
import { GUARD_PREFIX } from "../../provisioners/vcluster/host-guards.ts";
import type { Caches } from "../../resources/caches.ts";
import type { DatabaseObject, DeploymentObject } from "../../resources/objects.ts";
import { keyOf } from "../../runtime/object-store.ts";
import { SWEEP_KEY } from "../platform/keys.ts";
import { addAll } from "../shared/add-all.ts";
import { isStep, priorityOf } from "../shared/event-priority.ts";
import type { Change } from "../shared/on-change.ts";
import type { Queues } from "../shared/queues.ts";

const SWEEP_DELAY_MS = 5_000;
const STEP_WITHIN_MS = 1_000;

/** Says whom an Application concerns: the owner whose id it carries. */
export function routeApplication(caches: Caches, queues: Queues, event: Change<ArgoApplication>): void {
  if (event.kind === "upsert" && event.previous !== undefined && isAlike(event.previous, event.object)) return;
  const { labels = {}, name } = event.object.metadata;
  const owner = { id: labels[LABELS.id] ?? "", cluster: labels[LABELS.clusterHandle] ?? "" };
  if (labels[LABELS.virtualCluster] !== undefined) {
    addAll(queues.clusters, caches.clusters.byIndex("id", owner.id), priorityOf(event));
    // The namespace, on which the hosts are to stand, comes with it.
    queues.platform.add(GUARD_PREFIX + owner.cluster);
    return;
  }
  if (isOfBundle(event.object)) onComponent(caches, queues, event, owner.cluster);
  else if (name === rootApplicationName(owner.cluster)) onRoot(caches, queues, event, owner.id);
  else onChild(caches, queues, event, owner);
}

function onComponent(caches: Caches, queues: Queues, event: Change<ArgoApplication>, cluster: string): void {
  const clusters = caches.clusters.byIndex("handle", cluster);
  if (clusters.length === 0) queues.platform.addAfter(SWEEP_KEY, SWEEP_DELAY_MS);
  const { object, previous, kind } = event;
  if (kind === "upsert" && previous !== undefined && shownOf(previous) === shownOf(object)) return;
  addAll(queues.clusters, clusters, priorityOf(event));
}

/** What of a component shows in its cluster's status. */
function shownOf({ sync, health, foundVersion, error, operation, metadata }: ArgoApplication): string {
  return JSON.stringify([sync, health, foundVersion, error?.message, operation?.phase, metadata.deletionTimestamp]);
}

function onChild(
  caches: Caches,
  queues: Queues,
  event: Change<ArgoApplication>,
  owner: Readonly<{ id: string; cluster: string }>,
): void {
  const deployments = caches.deployments.byIndex("id", owner.id);
  const databases = caches.databases.byIndex("id", owner.id);
  for (const deployment of deployments) {
    if (isStep(event, deployment)) queues.deployments.addSoon(keyOf(deployment), STEP_WITHIN_MS);
    else queues.deployments.add(keyOf(deployment), priorityOf(event));
  }
  addAll(queues.databases, databases, priorityOf(event));
  if (event.kind === "delete") addAll(queues.clusters, caches.clusters.byIndex("handle", owner.cluster));
  else if (deployments.length === 0 && databases.length === 0) queues.platform.addAfter(SWEEP_KEY, SWEEP_DELAY_MS);
}

function onRoot(caches: Caches, queues: Queues, event: Change<ArgoApplication>, id: string): void {
  const clusters = caches.clusters.byIndex("id", id);
  const priority = priorityOf(event);
  if (event.kind === "delete" || event.source === "list") addAll(queues.clusters, clusters, priority);
  for (const cluster of clusters) {
    addAll(
      queues.deployments,
      caches.deployments.byIndex("cluster", keyOf(cluster)).filter(awaitsRoot(DEPLOYMENT_TRAITS)),
      priority,
    );
    addAll(
      queues.databases,
      caches.databases.byIndex("cluster", keyOf(cluster)).filter(awaitsRoot(DATABASE_TRAITS)),
      priority,
    );
  }
}

/** Those whose next step the root Application brings. */
function awaitsRoot(
  table: Readonly<Record<"pending", Readonly<{ coming: boolean }>>>,
): (object: DeploymentObject | DatabaseObject) => boolean {
  return ({ metadata, status }) =>
    metadata.deletionTimestamp !== undefined || (status !== undefined && traitsOf(table, status.phase).coming);
}
