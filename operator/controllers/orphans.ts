/**
 * Removes what Git or Argo CD still hold of deployments and clusters that are no more: a force-push to an older tree
 * brings such back, and so can a copy that lagged behind at a restart.
 *
 * 1. Handles in the branch and in Argo CD without an object of ours are suspects.
 * 2. More of them than max(20, 5 %) of all, or no object of ours at all, mean that our own objects are missing: then
 *    nothing is touched.
 * 3. Each suspect is confirmed by the API server itself.
 * 4. It is taken apart in the order of the deletion machine, and volumes are kept.
 */
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import { databaseFolder, rootApplicationName } from "../../render/delivery-names.ts";
import type { WriteRequest } from "../git/write-request.ts";
import { SETTLED, wait, type Outcome } from "../machines/decision.ts";
import { isOfBundle, type ArgoApplication } from "../delivery/argo-application.ts";
import type { ClusterObject, DatabaseObject, DeploymentObject } from "./caches.ts";
import { removeBundle } from "./cluster-bundle.ts";
import { clusterHandle } from "./cluster-context.ts";
import { databaseHandle } from "./database-context.ts";
import { ORPHAN_KIND, deploymentHandle, type DeploymentContext } from "./deployment-context.ts";
import { reconcileOrphan } from "./delivered-deletion.ts";
import { deletionContext } from "./deployment-subject.ts";
import { REMOVED } from "./git-desk.ts";

/** Begins the keys of orphans in the platform's queue: `orphan/<cluster>/<deployment>`, or the cluster alone. */
export const ORPHAN_PREFIX = "orphan/";

const SUSPECTS_MIN = 20;
const SUSPECTS_SHARE = 0.05;
const GIT_POLL_MS = 1_000;
const FILE = /^clusters\/([^/]+)\/(?:(?:deployments|databases)\/([^/]+)\/|applications\/([^/]+)\.yaml$)/;

/** Lists the keys of suspects; none when there are so many that our own objects must be missing. */
export function findSuspects(context: DeploymentContext): readonly string[] {
  const { caches, logger } = context;
  const live = new Set([
    ...caches.deployments.list().map(deploymentHandle),
    ...caches.databases.list().map(databaseHandle),
  ]);
  const clusters = new Set(caches.clusters.list().map(clusterHandle));
  const suspects = new Set<string>();
  let known = 0;
  for (const [cluster, handle, isBundle] of deliveredHandles(context)) {
    if (handle === "" || isBundle ? clusters.has(cluster) : live.has(handle)) known += 1;
    else suspects.add(`${ORPHAN_PREFIX}${cluster}/${handle}`);
  }
  const isEmpty = live.size + clusters.size === 0;
  if (suspects.size === 0 || (!isEmpty && suspects.size <= Math.max(SUSPECTS_MIN, known * SUSPECTS_SHARE)))
    return [...suspects];
  logger.error(
    "Refused to remove orphans: so many mean that custom resources are missing; berthctl reapply-git makes them",
    {
      orphans: suspects.size,
      known,
    },
  );
  return [];
}

type Delivered = readonly [cluster: string, handle: string, isBundle: boolean];

/**
 * Yields cluster and deployment of everything that is delivered; the deployment is empty for a cluster's own files. The
 * bundle's Applications belong to their cluster: the ApplicationSet may bring one back just when its cluster goes.
 */
function* deliveredHandles({ caches, writer }: DeploymentContext): Generator<Delivered> {
  const seen = new Set<string>();
  for (const path of writer.listPaths("clusters/")) {
    const [cluster, handle] = ownerOf(path);
    const owner = `${cluster}/${handle}`;
    if (seen.has(owner)) continue;
    seen.add(owner);
    yield [cluster, handle, false];
  }
  for (const application of caches.applications.list()) {
    const { name, labels } = application.metadata;
    const cluster = labels?.[LABELS.clusterHandle] ?? "";
    if (labels?.[LABELS.virtualCluster] !== undefined) continue;
    if (name !== rootApplicationName(cluster)) yield [cluster, name, isOfBundle(application)];
  }
}

function ownerOf(path: string): readonly [string, string] {
  const [, cluster = ""] = path.split("/");
  const [, , folder, manifest] = FILE.exec(path) ?? [];
  return [cluster, folder ?? manifest ?? ""];
}

/** Takes one suspect apart, if it is an orphan. */
export async function removeOrphan(context: DeploymentContext, key: string): Promise<Outcome> {
  const [cluster = "", handle = ""] = key.slice(ORPHAN_PREFIX.length).split("/");
  if (handle === "") return removeClusterFiles(context, cluster);
  const application = context.argo.find(handle);
  if (application !== undefined && isOfBundle(application)) return removeStrayComponent(context, cluster, application);
  const { items } = await context.client.list<DeploymentObject>(DEPLOYMENTS);
  if (items.some((object) => deploymentHandle(object) === handle)) return SETTLED;
  const databases = await context.client.list<DatabaseObject>(DATABASE_INSTANCES);
  if (databases.items.some((object) => databaseHandle(object) === handle)) return SETTLED;
  context.logger.info("Removing an orphan", { cluster, handle });
  const deletion = deletionContext(context);
  const wasDatabase = context.writer.listPaths(`${databaseFolder(cluster, handle)}/`).length > 0;
  const subject = wasDatabase ? { ...deletion.subject, folder: databaseFolder } : deletion.subject;
  return reconcileOrphan({ ...deletion, subject }, standIn(context, cluster, handle));
}

async function removeClusterFiles(
  { client, writer, desk, logger }: DeploymentContext,
  cluster: string,
): Promise<Outcome> {
  const { items } = await client.list<ClusterObject>(CLUSTERS);
  const own = writer.listPaths(`clusters/${cluster}/`).filter((path) => !FILE.test(path));
  if (own.length === 0 || items.some((object) => clusterHandle(object) === cluster)) return SETTLED;
  logger.info("Removing the files of an orphaned cluster", { cluster });
  const key = `${ORPHAN_KIND}/${cluster}`;
  const request: WriteRequest = {
    key,
    files: own.map((path) => ({ path, content: null })),
    trailers: { resource: key, generation: 1 },
  };
  desk.write(request, REMOVED);
  return wait(GIT_POLL_MS, "RemovingFiles");
}

/** With its cluster the component itself is out of reach, or was left there on purpose. */
async function removeStrayComponent(
  { client, argo, logger }: DeploymentContext,
  cluster: string,
  application: ArgoApplication,
): Promise<Outcome> {
  const { items } = await client.list<ClusterObject>(CLUSTERS);
  if (items.some((object) => clusterHandle(object) === cluster)) return SETTLED;
  logger.info("Removing a component whose cluster is gone", { cluster, application: application.metadata.name });
  await removeBundle({ argo }, [application], false);
  return SETTLED;
}

/** Stands in for the object that is no more, with all that its deletion needs to know. */
function standIn({ caches }: DeploymentContext, cluster: string, handle: string): DeploymentObject {
  const found = caches.clusters.byIndex("handle", cluster)[0];
  return {
    kind: ORPHAN_KIND,
    metadata: { name: handle, namespace: found?.metadata.namespace ?? "orphan" },
    spec: { cluster: found?.metadata.name ?? cluster, appType: "container" },
    status: { handle, git: { path: `clusters/${cluster}/deployments/${handle}/values.yaml` } },
  };
}
