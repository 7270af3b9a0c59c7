/*
 * Looks at everything that has alert rules:
 * 1. What is in Postgres says how things are: the rules that need nothing else are judged first, cluster by cluster. What is
 *    deleted, or not to be told of any more, ends its alerts.
 * 2. One look at each cluster (the one that serves metrics) says what its pods are, one query of the store of metrics what
 *    all of it was asked. Nobody is waited for long; who did not answer soon at the last look is asked after all others, for
 *    so long in all. What comes late is judged when it comes.
 * 3. What follows is written for each cluster in one transaction.
 * A cluster that does not answer keeps the alerts that need its pods as they are, and holds up nobody else's.
 */
import { forEachAtOnce } from "../../adapters/for-each-at-once.ts";
import {
  applySteps,
  listLostWatches,
  listWatched,
  listWatchedClusters,
  type WatchedCluster,
  type WatchedRow,
  type WatchStep,
} from "../../adapters/postgres/alerts/alert-watch-store.ts";
import { effectiveRules, type AlertKind, type AlertRule } from "../../contract/alert-rules.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { findPlaceOn } from "../deployments/tenant-place.ts";
import { describeFault } from "../http/describe-fault.ts";
import type { Services } from "../services.ts";
import { podsAt } from "../usage/look-at-cluster.ts";
import type { ClusterUsage } from "../usage/read-cluster-usage.ts";
import { askCluster, LATE, waitFor, type Asked, type Routes, type AskParts } from "./ask-cluster.ts";
import { deriveSteps } from "./derive-steps.ts";
import { RULES_OF_CLUSTERS, RULES_OF_ROWS } from "./judge-rules.ts";
import { ListedAdoptions } from "./listed-adoptions.ts";
import { SlowClusters } from "./slow-clusters.ts";
import type { WatchedResource } from "./watched-resource.ts";

/** What a look works with. */
export type LookParts = Pick<
  Services,
  "pool" | "log" | "kube" | "config" | "tenantReader" | "metricsHistory" | "mailbox" | "webhooks" | "stopping"
> &
  AskParts;

/** How a look is made. */
type LookOptions = Readonly<{
  /** Says before each cluster whether this gateway still is the one that looks. */
  isHeld?: () => Promise<boolean>;
  /** Who was slow at the looks before. */
  slow?: SlowClusters;
  patience?: LookPatience;
}>;
/** How long is waited: for the answer of one, for all that are slow, and in the end for what is late. */
type LookPatience = Readonly<{ soonMs: number; slowMs: number; lateMs: number }>;

/** A look at a cluster ends by itself after 15 s. */
const PATIENCE: LookPatience = { soonMs: 3_000, slowMs: 20_000, lateMs: 15_000 };
const PARALLEL = 4;
const LOST_PAGE = 200;
const NO_LOOKS: Looks = { usage: undefined, routes: undefined };

/** Looks at everything once. */
export async function lookAtAlerts(
  parts: LookParts,
  { isHeld = () => Promise.resolve(true), slow = new SlowClusters(), patience = PATIENCE }: LookOptions = {},
): Promise<void> {
  const clusters = await listWatchedClusters(parts.pool);
  const mayGoOn = async (): Promise<boolean> => !parts.stopping.aborted && (await isHeld());
  await forEachAtOnce(clusters, PARALLEL, (cluster) => judge(parts, cluster, RULES_OF_ROWS, NO_LOOKS), mayGoOn);
  if (await mayGoOn()) await endLost(parts);
  const late: Promise<void>[] = [];
  const ask = async (cluster: WatchedCluster): Promise<void> => {
    const asked = askCluster(parts, cluster);
    const soon = await waitForBoth(parts, asked, patience.soonMs);
    slow.note(cluster.id, soon.usage !== LATE);
    await judge(parts, cluster, RULES_OF_CLUSTERS, looksOf(soon));
    if (soon.usage === LATE || soon.routes === LATE) late.push(judgeWhatIsLate(parts, cluster, asked, patience.lateMs));
  };
  const divided = slow.divide(clusters);
  await forEachAtOnce(divided.soon, PARALLEL, ask, mayGoOn);
  const endMs = performance.now() + patience.slowMs;
  await forEachAtOnce(divided.slow, PARALLEL, ask, async () => performance.now() < endMs && (await mayGoOn()));
  await Promise.all(late);
}

type Answers = Readonly<{ usage: Looks["usage"] | typeof LATE; routes: Looks["routes"] | typeof LATE }>;

async function waitForBoth(parts: LookParts, asked: Asked, ms: number): Promise<Answers> {
  const [usage, routes] = await Promise.all([waitFor(parts, asked.usage, ms), waitFor(parts, asked.routes, ms)]);
  return { usage, routes };
}

function looksOf({ usage, routes }: Answers): Looks {
  return { usage: usage === LATE ? undefined : usage, routes: routes === LATE ? undefined : routes };
}

/** What comes late is judged as it comes, so that little of it is held. */
async function judgeWhatIsLate(parts: LookParts, cluster: WatchedCluster, asked: Asked, ms: number): Promise<void> {
  const looks = looksOf(await waitForBoth(parts, asked, ms));
  if (looks.usage !== undefined || looks.routes !== undefined) await judge(parts, cluster, RULES_OF_CLUSTERS, looks);
}

/** What fails at one cluster holds up no other. */
async function judge(
  parts: LookParts,
  cluster: WatchedCluster,
  rules: readonly AlertRule[],
  looks: Looks,
): Promise<void> {
  try {
    if (parts.stopping.aborted) return;
    const rows = await listWatched(parts.pool, cluster.id, rules);
    const nowMs = Date.now();
    const adoptions = new ListedAdoptions(parts.kube);
    const steps = await Promise.all(
      rows.map(async (row) => {
        const resource = {
          id: row.id,
          kind: row.kind as AlertKind,
          name: row.name,
          objectName: row.objectName,
          body: row.body,
          rules: effectiveRules(row.rules ?? {}),
          watches: new Map(row.watches.map((watch) => [watch.rule, watch])),
          ...(await seenAt(adoptions, row, looks)),
          hasArchive: parts.config.archive !== undefined,
        };
        return deriveSteps({ ...resource, clusterId: row.clusterId }, nowMs, rules);
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

type Looks = Readonly<{ usage: ClusterUsage | undefined; routes: Routes | undefined }>;
type AdoptedReader = Pick<ListedAdoptions, "read">;
type SeenParts = Pick<WatchedResource, "pods" | "requests">;
const NOTHING: SeenParts = { pods: undefined, requests: undefined };

/** What was seen of one thing; of what its cluster did not say, nothing is known. */
function seenAt(adoptions: AdoptedReader, row: WatchedRow, looks: Looks): Promise<SeenParts> | SeenParts {
  const { usage, routes } = looks;
  if (usage === undefined && routes === undefined) return NOTHING;
  if (row.kind === "Deployment") return seenOfDeployment(adoptions, row, looks);
  const handle = deriveHandle("DatabaseInstance", row.objectName, row.id);
  return { ...NOTHING, pods: usage && (usage.pods.get(handle) ?? []) };
}

async function seenOfDeployment(
  adoptions: AdoptedReader,
  row: WatchedRow,
  { usage, routes }: Looks,
): Promise<SeenParts> {
  const read = adoptions.read.bind(adoptions);
  const place = await findPlaceOn(read, { ...row, displayName: row.name }).catch(() => undefined);
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
