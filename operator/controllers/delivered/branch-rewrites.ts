import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import type { BranchMove } from "../../git/git-writer.ts";
import type { Caches } from "../../resources/caches.ts";
import type { EventRecorder } from "../shared/event-recorder.ts";

const SHORT = 12;

/** Tells the clusters whose files a force-push changed; that they are written again follows from their resources. */
export function tellRewrite(
  { clusters }: Pick<Caches, "clusters">,
  events: Pick<EventRecorder, "record">,
  paths: ReadonlySet<string>,
  { from, to, rewritten }: BranchMove,
): void {
  if (!rewritten) return;
  const what = `from ${shortOf(from)} to ${shortOf(to)}`;
  for (const [handle, count] of countByCluster(paths)) {
    const message = `Somebody moved the delivery branch by force, ${what}: ${count} files of this cluster differed and are written again from the resources`;
    for (const cluster of clusters.byIndex("handle", handle))
      events.record(CLUSTERS, cluster, { type: "Warning", reason: "BranchRewritten", message });
  }
}

function countByCluster(paths: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const [top, handle = ""] = path.split("/");
    if (top === "clusters") counts.set(handle, (counts.get(handle) ?? 0) + 1);
  }
  return counts;
}

function shortOf(commit: string | undefined): string {
  return commit?.slice(0, SHORT) ?? "nothing";
}
