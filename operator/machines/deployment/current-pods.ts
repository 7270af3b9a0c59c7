import type { PodsSeen, SeenPod, SeenWorkload } from "./pods-seen.ts";

const REVISION = "deployment.kubernetes.io/revision";
const HASH = "controller-revision-hash";

/** Lists the pods of the newest template: how those of an older one fare says nothing of what was delivered last. */
export function currentPods(seen: PodsSeen): readonly SeenPod[] {
  const workloads = new Map(seen.workloads.map((workload) => [workload.metadata.uid, workload]));
  const newest = newestReplicaSets(seen);
  const staying = seen.pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return staying.filter((pod) => {
    const owner = pod.metadata.ownerReferences?.[0];
    if (owner?.kind === "ReplicaSet") return newest.has(owner.uid);
    return owner?.kind !== "StatefulSet" || isOfNewest(pod, workloads.get(owner.uid));
  });
}

function isOfNewest({ metadata }: SeenPod, set: SeenWorkload | undefined): boolean {
  return set !== undefined && isFollowed(set) && metadata.labels?.[HASH] === set.status?.updateRevision;
}

/** Without its Deployment, or one whose newest template nobody has acted on yet, a ReplicaSet is of no account. */
function newestReplicaSets({ replicaSets, workloads }: PodsSeen): ReadonlySet<string | undefined> {
  const byOwner = Map.groupBy(replicaSets, ({ metadata }) => metadata.ownerReferences?.[0]?.uid);
  const followed = workloads.filter(isFollowed);
  return new Set(
    followed.map(({ metadata }) => {
      const sets = (byOwner.get(metadata.uid) ?? []).toSorted((one, other) => revisionOf(other) - revisionOf(one));
      return sets[0]?.metadata.uid;
    }),
  );
}

function revisionOf({ metadata }: PodsSeen["replicaSets"][number]): number {
  return Number(metadata.annotations?.[REVISION] ?? 0);
}

function isFollowed({ metadata, status }: SeenWorkload): boolean {
  return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 1);
}
