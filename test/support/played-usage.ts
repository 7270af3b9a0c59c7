import type { HistoryRange } from "../../adapters/history/history-client.ts";
import type { Services } from "../../api/services.ts";
import type { History } from "../../api/usage/metrics-history.ts";
import type { PodFacts } from "../../api/usage/pod-facts.ts";
import type { ClusterUsage } from "../../api/usage/read-cluster-usage.ts";
import type { HistorySeries } from "../../contract/rest/metrics-history.ts";

const MEBIBYTE = 2 ** 20;

/** What pods take as a test says it: the API server of the tests measures nothing. */
type PlayedUsage = Readonly<{
  /** What replaces the gateway's ways to metrics APIs and to the store of their history. */
  replace: () => Pick<Services, "usageLooks" | "metricsHistory">;
  /** Says which pods there are. */
  pods: (pods: readonly PodFacts[]) => void;
  /** Says what a metric was kept as, at each step; undefined is a platform without a store. */
  keep: (kept: Readonly<Partial<Record<HistorySeries, readonly number[]>>> | undefined) => void;
}>;

/** A pod that takes so much of half a processor and 256 MiB. */
export function playedPod(name: string, given: Partial<PodFacts> = {}): PodFacts {
  return {
    namespace: "any",
    name,
    labels: {},
    node: "node-1",
    containerNames: ["app"],
    phase: "Running",
    isReady: true,
    restarts: 0,
    lastRestart: undefined,
    cpu: { used: 120, requested: 100, limit: 500 },
    memory: { used: 96 * MEBIBYTE, requested: 64 * MEBIBYTE, limit: 256 * MEBIBYTE },
    measuredAt: new Date().toISOString(),
    ...given,
  };
}

/** Creates usage that a test says. */
export function playUsage(): PlayedUsage {
  let pods: readonly PodFacts[] = [];
  let kept: Readonly<Partial<Record<HistorySeries, readonly number[]>>> | undefined;
  const look = (): Promise<ClusterUsage> =>
    Promise.resolve({
      observedAt: new Date().toISOString(),
      unavailable: undefined,
      unread: new Set<string>(),
      isSimulated: false,
      pods: inEveryNamespace(pods),
      nodes: [
        {
          name: "node-1",
          isReady: true,
          podsMax: 110,
          cpu: { used: 400, limit: 2_000 },
          memory: { used: 900 * MEBIBYTE, limit: 4_096 * MEBIBYTE },
          measuredAt: new Date().toISOString(),
        },
      ],
    });
  const read = (_user: string, _scope: unknown, { fromSeconds, stepSeconds }: HistoryRange): Promise<History> => {
    if (kept === undefined) return Promise.resolve({ kind: "none" });
    const points = Object.entries(kept).map(
      ([metric, values]) =>
        [
          metric as HistorySeries,
          values.map((value, index) => [fromSeconds + index * stepSeconds, value] as const),
        ] as const,
    );
    return Promise.resolve({ kind: "kept", points: new Map(points) });
  };
  return {
    replace: () => ({
      usageLooks: { look, lookAtNamespace: look },
      metricsHistory: { read, readRoutes: () => Promise.resolve(undefined) },
    }),
    pods: (given) => (pods = given),
    keep: (given) => (kept = given),
  };
}

/** Which namespace a deployment has is not the test's to know. */
function inEveryNamespace(pods: readonly PodFacts[]): ReadonlyMap<string, readonly PodFacts[]> {
  const found = new Map([["any", pods]]);
  found.get = () => pods;
  return found;
}
