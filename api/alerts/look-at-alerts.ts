/*
 * Looks at everything that has alert rules, cluster by cluster:
 * 1. What is in Postgres says how things are; one look at each cluster (the one that serves metrics) says what its pods are,
 *    one query of the store of metrics what all of it was asked.
 * 2. Rules are judged, and what follows is written for each cluster in one transaction.
 * 3. What is deleted, or not to be told of any more, ends its alerts.
 * A cluster that does not answer keeps the alerts that need its pods as they are.
 */
import type { RouteRates } from "../../adapters/history/history-client.ts";
import {
  applySteps,
  listLostWatches,
  listWatched,
  listWatchedClusters,
  type WatchedCluster,
  type WatchedRow,
  type WatchStep,
} from "../../adapters/postgres/alerts/alert-watch-store.ts";
import type { AlertKind } from "../../contract/alert-rules.ts";
import { effectiveRules } from "../../contract/alert-rules.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { findPlaceOn } from "../deployments/tenant-place.ts";
import { describeFault } from "../http/describe-fault.ts";
import type { Services } from "../services.ts";
import { podsAt } from "../usage/look-at-cluster.ts";
import type { ClusterUsage } from "../usage/read-cluster-usage.ts";
import { deriveSteps } from "./derive-steps.ts";
import type { WatchedBody, WatchedResource } from "./watched-resource.ts";

/** What a look works with. */
export type LookParts = Pick<
  Services,
  | "pool"
  | "log"
  | "kube"
  | "config"
  | "tenantReader"
  | "usageLooks"
  | "metricsHistory"
  | "mailbox"
  | "webhooks"
  | "stopping"
>;
type Routes = ReadonlyMap<string, RouteRates>;

const PARALLEL = 4;
const LOST_PAGE = 200;
/** Whose looks they are; people's are counted apart. */
const LOOKER = "alerts";

/** Looks at everything once; `isHeld` says before each cluster whether this gateway still is the one that looks. */
export async function lookAtAlerts(
  parts: LookParts,
  isHeld: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  const clusters = await listWatchedClusters(parts.pool);
  const workers = Array.from({ length: PARALLEL }, async () => {
    for (let next = clusters.shift(); next !== undefined && (await isHeld()); next = clusters.shift())
      await lookAtOne(parts, next);
  });
  await Promise.all(workers);
  if (await isHeld()) await endLost(parts);
}

/** What fails at one cluster holds up no other. */
async function lookAtOne(parts: LookParts, cluster: WatchedCluster): Promise<void> {
  try {
    const [usage, routes] = await Promise.all([lookAtPods(parts, cluster), lookAtRoutes(parts, cluster)]);
    if (parts.stopping.aborted) return;
    const rows = await listWatched(parts.pool, cluster.id);
    const nowMs = Date.now();
    const steps = await Promise.all(
      rows.map(async (row) => {
        const resource = {
          id: row.id,
          kind: row.kind as AlertKind,
          name: row.name,
          objectName: row.objectName,
          body: row.body as WatchedBody,
          rules: effectiveRules(row.rules ?? {}),
          watches: new Map(row.watches.map((watch) => [watch.rule, watch])),
          ...(await seenAt(parts, row, { usage, routes })),
          hasArchive: parts.config.archive !== undefined,
        };
        return deriveSteps({ ...resource, clusterId: row.clusterId }, nowMs);
      }),
    );
    const [{ organizationId } = { organizationId: "" }] = rows;
    await write(parts, organizationId, steps.flat());
  } catch (error) {
    parts.log.info("The alerts of a cluster are looked at later", {
      clusterId: cluster.id,
      fault: describeFault(error),
    });
  }
}

async function lookAtPods(parts: LookParts, cluster: WatchedCluster): Promise<ClusterUsage | undefined> {
  const open = () => parts.tenantReader.open(cluster);
  const look = parts.usageLooks.look({ clusterId: cluster.id, userId: LOOKER, open }).catch(() => undefined);
  return unlessStopped(parts, look);
}

/** One query of the store for everything on the cluster. */
async function lookAtRoutes(parts: LookParts, { id, objectName }: WatchedCluster): Promise<Routes | undefined> {
  const look = parts.metricsHistory.readRoutes(deriveHandle("Cluster", objectName, id)).catch(() => undefined);
  return unlessStopped(parts, look);
}

/** A gateway that stops waits for no cluster. */
async function unlessStopped<T>({ stopping }: LookParts, look: Promise<T>): Promise<T | undefined> {
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  stopping.addEventListener("abort", stop);
  if (stopping.aborted) stop();
  return Promise.race([look, stopped]).finally(() => stopping.removeEventListener("abort", stop));
}

type Looks = Readonly<{ usage: ClusterUsage | undefined; routes: Routes | undefined }>;
type SeenParts = Pick<WatchedResource, "pods" | "requests">;
const NOTHING: SeenParts = { pods: undefined, requests: undefined };

/** What was seen of one thing; of what its cluster did not say, nothing is known. */
function seenAt(parts: LookParts, row: WatchedRow, looks: Looks): Promise<SeenParts> | SeenParts {
  const { usage, routes } = looks;
  if (usage === undefined && routes === undefined) return NOTHING;
  if (row.kind === "Deployment") return seenOfDeployment(parts, row, looks);
  const handle = deriveHandle("DatabaseInstance", row.objectName, row.id);
  return { ...NOTHING, pods: usage && (usage.pods.get(handle) ?? []) };
}

async function seenOfDeployment({ kube }: LookParts, row: WatchedRow, { usage, routes }: Looks): Promise<SeenParts> {
  const place = await findPlaceOn(kube, { ...row, displayName: row.name }).catch(() => undefined);
  if (place === undefined) return NOTHING;
  // In a namespace that is shared nothing says whose the requests are.
  const isOwn = place.namePrefix === undefined;
  return {
    pods: usage && podsAt(usage, place),
    requests: routes && isOwn ? (routes.get(place.namespace) ?? null) : undefined,
  };
}

async function endLost(parts: LookParts): Promise<void> {
  const lost = await listLostWatches(parts.pool, LOST_PAGE);
  for (const [organizationId, watches] of Map.groupBy(lost, (one) => one.organizationId)) {
    const steps = watches.map(({ resourceId, rule, version, alertId, reason }): WatchStep => ({
      resourceId,
      rule,
      version,
      watch: undefined,
      ...(alertId !== null && { ended: { alertId, reason } }),
    }));
    await write(parts, organizationId, steps);
  }
}

async function write(parts: LookParts, organizationId: string, steps: readonly WatchStep[]): Promise<void> {
  if (steps.length === 0) return;
  const { pool, mailbox, webhooks } = parts;
  const told = await applySteps(pool, organizationId, steps, { isMailed: mailbox !== undefined });
  if (told.started.length + told.ended.length === 0) return;
  webhooks.wake();
  mailbox?.wake();
}
