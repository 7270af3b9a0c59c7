import { isPublished, publishChart, type PlatformChart } from "../../delivery/platform-charts.ts";
import type { ChartGate } from "../../delivery/chart-gate.ts";
import type { GitWriter } from "../../git/git-writer.ts";
import { SETTLED, wait, type Outcome } from "../../machines/decision.ts";
import type { KeyedQueue } from "../../runtime/keyed-queue.ts";
import type { BundleUpkeep } from "./bundle-upkeep.ts";
import { GUARD_PREFIX, type HostGuards } from "../../provisioners/vcluster/host-guards.ts";
import type { DeploymentContext } from "../deployment/context.ts";
import { ACCESS_PREFIX, LEFTOVERS_KEY, PROJECT_PREFIX, SWEEP_KEY, WAVES_KEY, ORPHAN_PREFIX } from "./keys.ts";
import type { Leftovers } from "../cluster/leftovers.ts";
import { orphanKey, parseOrphan, type Orphans } from "./orphans.ts";
import type { Projects } from "../shared/projects.ts";
import { removeOrphan } from "./remove-orphan.ts";
import type { ReleaseWaves } from "./release-waves.ts";

/** What the platform's own upkeep works with. */
export type PlatformContext = Readonly<{
  writer: GitWriter;
  charts: readonly PlatformChart[];
  gate: Pick<ChartGate, "open">;
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
const GIT_AWAY_MS = 5_000;

type Upkeep = (context: PlatformContext, name: string) => Promise<Outcome>;

/** By how a key begins: the upkeep of the one thing that the rest of it names. */
const BY_PREFIX: Readonly<Record<string, Upkeep>> = {
  [PROJECT_PREFIX]: async ({ projects }, namespace) => {
    await projects.apply(namespace);
    return SETTLED;
  },
  [ACCESS_PREFIX]: async ({ grantGateway }, namespace) => {
    await grantGateway(namespace);
    return SETTLED;
  },
  [GUARD_PREFIX]: ({ guards }, host) => guards.reconcile(host),
  [ORPHAN_PREFIX]: async ({ orphans, deployments }, key) => {
    const orphan = parseOrphan(key);
    return orphans.isOrphan(orphan) ? removeOrphan(deployments, orphan) : SETTLED;
  },
};

/** Keeps the platform's charts in Git and its projects in Argo CD, and nothing in either that was deleted. */
export async function reconcilePlatform(context: PlatformContext, key: string): Promise<Outcome> {
  const [prefix, upkeep] = Object.entries(BY_PREFIX).find(([one]) => key.startsWith(one)) ?? [];
  if (prefix !== undefined && upkeep !== undefined) return upkeep(context, key.slice(prefix.length));
  if (key === WAVES_KEY) return reconcileWaves(context);
  if (key === LEFTOVERS_KEY) return context.leftovers.sweep();
  if (key === SWEEP_KEY) {
    if (!context.writer.isRead) return wait(GIT_AWAY_MS, "GitUnavailable");
    for (const orphan of await context.orphans.sweep()) context.queue.add(ORPHAN_PREFIX + orphanKey(orphan), "resync");
    return SETTLED;
  }
  return reconcileCharts(context);
}

/** Nobody is let go to a chart that is not there yet. */
function reconcileWaves({ charts, writer, waves }: PlatformContext): Outcome {
  const isComplete = charts.every((chart) => isPublished(writer, chart));
  return isComplete ? waves.reconcile() : wait(PUBLISH_RETRY_MS, "ChartUnpublished");
}

async function reconcileCharts({ projects, charts, writer, bundle, gate }: PlatformContext): Promise<Outcome> {
  await projects.applyPlatform();
  if (!writer.isRead) return wait(GIT_AWAY_MS, "GitUnavailable");
  const unpublished = charts.filter((chart) => !isPublished(writer, chart));
  // One commit carries what is handed over together.
  await Promise.all(unpublished.map((chart) => publishChart(writer, chart)));
  if (charts.some((chart) => !isPublished(writer, chart))) return wait(PUBLISH_RETRY_MS, "ChartUnpublished");
  gate.open();
  await bundle.reconcile();
  return SETTLED;
}
