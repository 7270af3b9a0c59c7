import { isPublished, publishChart, type PlatformChart } from "../delivery/platform-charts.ts";
import type { GitWriter } from "../git/git-writer.ts";
import { SETTLED, wait, type Outcome } from "../machines/decision.ts";
import type { Projects } from "./projects.ts";
import { PROJECT_PREFIX } from "./routes.ts";

/** Holds what the platform's own upkeep works with. */
export type PlatformContext = Readonly<{ writer: GitWriter; chart: PlatformChart; projects: Projects }>;

const PUBLISH_RETRY_MS = 2_000;

/** Keeps the platform's charts in Git and its projects in Argo CD; other keys name an organization's project. */
export async function reconcilePlatform(context: PlatformContext, key: string): Promise<Outcome> {
  if (key.startsWith(PROJECT_PREFIX)) {
    await context.projects.apply(key.slice(PROJECT_PREFIX.length));
    return SETTLED;
  }
  await context.projects.applyPlatform();
  if (isPublished(context.writer, context.chart)) return SETTLED;
  await publishChart(context.writer, context.chart);
  return wait(PUBLISH_RETRY_MS, "ChartUnpublished");
}
