import { isPublished, publishChart, type PlatformChart } from "../delivery/platform-charts.ts";
import type { GitWriter } from "../git/git-writer.ts";
import { SETTLED, wait, type Outcome } from "../machines/decision.ts";
import type { KeyedQueue } from "../runtime/keyed-queue.ts";
import type { BundleUpkeep } from "./bundle-upkeep.ts";
import { GUARD_PREFIX, type HostGuards } from "../provisioners/vcluster/host-guards.ts";
import type { DeploymentContext } from "./deployment-context.ts";
import { ACCESS_PREFIX } from "./gateway-access.ts";
import { LEFTOVERS_KEY, type Leftovers } from "./leftovers.ts";
import type { Orphans } from "./orphans.ts";
import type { Projects } from "./projects.ts";
import { ORPHAN_PREFIX, orphanKey, parseOrphanKey, removeOrphan } from "./remove-orphan.ts";
import { WAVES_KEY, type ReleaseWaves } from "./release-waves.ts";
import { PROJECT_PREFIX, SWEEP_KEY } from "./routes.ts";

/** Holds what the platform's own upkeep works with. */
export type PlatformContext = Readonly<{
  writer: GitWriter;
  charts: readonly PlatformChart[];
  bundle: BundleUpkeep;
  projects: Projects;
  leftovers: Leftovers;
  orphans: Pick<Orphans, "sweep" | "isOrphan">;
  guards: Pick<HostGuards, "reconcile">;
  waves: Pick<ReleaseWaves, "reconcile">;
  deployments: DeploymentContext;
  queue: Pick<KeyedQueue, "add">;
  /** Lets the gateway keep secrets in a namespace. */
  grantGateway: (namespace: string) => Promise<void>;
}>;

const PUBLISH_RETRY_MS = 2_000;

/** Keeps the platform's charts in Git and its projects in Argo CD, and nothing in either that was deleted. */
export async function reconcilePlatform(context: PlatformContext, key: string): Promise<Outcome> {
  if (key.startsWith(PROJECT_PREFIX)) {
    await context.projects.apply(key.slice(PROJECT_PREFIX.length));
    return SETTLED;
  }
  if (key.startsWith(ACCESS_PREFIX)) {
    await context.grantGateway(key.slice(ACCESS_PREFIX.length));
    return SETTLED;
  }
  if (key.startsWith(GUARD_PREFIX)) return context.guards.reconcile(key.slice(GUARD_PREFIX.length));
  if (key === WAVES_KEY) return context.waves.reconcile();
  if (key === LEFTOVERS_KEY) return context.leftovers.sweep();
  if (key.startsWith(ORPHAN_PREFIX)) {
    const orphan = parseOrphanKey(key);
    return context.orphans.isOrphan(orphan) ? removeOrphan(context.deployments, orphan) : SETTLED;
  }
  if (key === SWEEP_KEY) {
    for (const orphan of await context.orphans.sweep()) context.queue.add(orphanKey(orphan), "resync");
    return SETTLED;
  }
  await context.projects.applyPlatform();
  const unpublished = context.charts.filter((chart) => !isPublished(context.writer, chart));
  if (unpublished.length === 0) {
    await context.bundle.reconcile();
    return SETTLED;
  }
  // One commit carries what is handed over together.
  await Promise.all(unpublished.map((chart) => publishChart(context.writer, chart)));
  return wait(PUBLISH_RETRY_MS, "ChartUnpublished");
}
