import { sumOf, type Metrics } from "./operator-process.ts";

/** What one rung of the ladder came to. */
export type Rung = Readonly<{
  deployments: number;
  clusters: number;
  /** Scrapes before and after, of the API server and the operator; the operator's begin with its start. */
  apiServer: Readonly<{ before: Metrics; after: Metrics }>;
  operator: Metrics;
  etcdMib: number;
  restartQuietSeconds: number;
  peakMib: number;
  /** How long single changes took until they were pushed, in ms. */
  singleMs: Readonly<{ p50: number; p99: number }>;
  /** The share of changes made at once that ran again in time. */
  converged: number;
  /** Looks at which the operator did not lead, after it had led. */
  leaderLost: number;
}>;

/** One thing that must hold at a rung. */
type Indicator = Readonly<{
  name: string;
  unit: string;
  limit: number;
  /** Whether the limit is the least that is good enough, rather than the most. */
  isLeast?: true;
  of: (rung: Rung) => number;
}>;

const WRITES = /verb="(POST|PUT|PATCH|DELETE|APPLY)"/;

/** What ends the climb: the goals of one operator and one API server, and what no platform may do at any size. */
export const INDICATORS: readonly Indicator[] = [
  { name: "answers 429 of the API server", unit: "", limit: 0, of: answered(/^429$/) },
  { name: "answers 5xx of the API server", unit: "", limit: 0, of: answered(/^5\d\d$/) },
  { name: "a write at the API server, p99", unit: "s", limit: 2, of: (rung) => writeSeconds(rung, 0.99) },
  { name: "resident, API server", unit: "MiB", limit: 12_288, of: ({ apiServer }) => residentMib(apiServer.after) },
  { name: "etcd's database", unit: "MiB", limit: 2_048, of: ({ etcdMib }) => etcdMib },
  { name: "looks without a leader", unit: "", limit: 0, of: ({ leaderLost }) => leaderLost },
  { name: "passes that failed", unit: "", limit: 0, of: ({ operator }) => passesWith(operator, "error") },
  {
    name: "pushes that failed",
    unit: "",
    limit: 0,
    of: ({ operator }) => sumOf(operator, "berth_git_push_failures_total"),
  },
  { name: "restart to quiet", unit: "s", limit: 30, of: ({ restartQuietSeconds }) => restartQuietSeconds },
  { name: "resident, operator, peak", unit: "MiB", limit: 1_024, of: ({ peakMib }) => peakMib },
  { name: "one change pushed, p50", unit: "ms", limit: 200, of: ({ singleMs }) => singleMs.p50 },
  { name: "one change pushed, p99", unit: "ms", limit: 2_000, of: ({ singleMs }) => singleMs.p99 },
  {
    name: "changes at once that run again in time",
    unit: "%",
    limit: 98,
    isLeast: true,
    of: ({ converged }) => converged * 100,
  },
];

/** Tells whether a rung keeps within an indicator's limit; what was not measured does not. */
export function holds({ limit, isLeast, of }: Indicator, rung: Rung): boolean {
  const value = of(rung);
  return isLeast === true ? value >= limit : value <= limit;
}

function answered(code: RegExp): (rung: Rung) => number {
  return ({ apiServer: { before, after } }) => {
    let sum = 0;
    for (const [key, value] of after) {
      if (!key.startsWith("apiserver_request_total{")) continue;
      if (code.test(/code="(\d+)"/.exec(key)?.[1] ?? "")) sum += value - (before.get(key) ?? 0);
    }
    return sum;
  };
}

function passesWith(metrics: Metrics, result: string): number {
  return sumOf(metrics, "berth_reconcile_seconds_count", `result="${result}"`);
}

function residentMib(metrics: Metrics): number {
  return sumOf(metrics, "process_resident_memory_bytes") / 2 ** 20;
}

/** Reads the bound of the bucket below which that share of all writes since the first scrape lies. */
function writeSeconds({ apiServer: { before, after } }: Rung, share: number): number {
  const buckets = new Map<number, number>();
  for (const [key, value] of after) {
    const bound = boundOf(key);
    if (bound !== undefined) buckets.set(bound, (buckets.get(bound) ?? 0) + value - (before.get(key) ?? 0));
  }
  const sorted = [...buckets].toSorted(([one], [other]) => one - other);
  const all = sorted.at(-1)?.[1] ?? 0;
  return sorted.find(([, below]) => below >= all * share)?.[0] ?? Number.NaN;
}

/** Returns the seconds up to which a bucket of writes counts. */
function boundOf(key: string): number | undefined {
  if (!key.startsWith("apiserver_request_duration_seconds_bucket{") || !WRITES.test(key)) return undefined;
  const bound = /le="([^"]+)"/.exec(key)?.[1];
  return bound === "+Inf" ? Infinity : Number(bound);
}
