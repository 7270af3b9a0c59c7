import { expect } from "chai";
import { holds, INDICATORS, type Rung } from "../../../bench/ladder-indicators.ts";
import { parseMetrics } from "../../../bench/operator-process.ts";

const before = parseMetrics(
  [
    'apiserver_request_total{code="429",verb="PATCH"} 3',
    'apiserver_request_total{code="200",verb="PATCH"} 100',
    'apiserver_request_duration_seconds_bucket{verb="PATCH",le="1"} 100',
    'apiserver_request_duration_seconds_bucket{verb="PATCH",le="4"} 100',
    'apiserver_request_duration_seconds_bucket{verb="PATCH",le="+Inf"} 100',
  ].join("\n"),
);

/** Answers of the API server since `before`: how many took longer than a second, how many were turned away, how many failed. */
function apiServerAfter({ slow = 0, refused = 0, failed = 0, bytes = 2 ** 30 }): Rung["apiServer"]["after"] {
  return parseMetrics(
    [
      `apiserver_request_total{code="429",verb="PATCH"} ${3 + refused}`,
      'apiserver_request_total{code="200",verb="PATCH"} 300',
      `apiserver_request_total{code="503",verb="GET"} ${failed}`,
      `apiserver_request_duration_seconds_bucket{verb="PATCH",le="1"} ${300 - slow}`,
      'apiserver_request_duration_seconds_bucket{verb="PATCH",le="4"} 300',
      'apiserver_request_duration_seconds_bucket{verb="PATCH",le="+Inf"} 300',
      'apiserver_request_duration_seconds_bucket{verb="WATCH",le="1"} 0',
      'apiserver_request_duration_seconds_bucket{verb="WATCH",le="+Inf"} 900',
      `process_resident_memory_bytes ${bytes}`,
    ].join("\n"),
  );
}

const good: Rung = {
  deployments: 10,
  clusters: 1,
  apiServer: { before, after: apiServerAfter({}) },
  operator: parseMetrics('berth_reconcile_seconds_count{controller="deployments",result="settled"} 10'),
  etcdMib: 100,
  restartQuietSeconds: 5,
  peakMib: 300,
  singleMs: { p50: 80, p99: 200 },
  converged: 1,
  leaderLost: 0,
};

const failedPasses = parseMetrics('berth_reconcile_seconds_count{controller="deployments",result="error"} 1');

const BAD: Readonly<Record<string, Rung>> = {
  "answers 429 of the API server": { ...good, apiServer: { before, after: apiServerAfter({ refused: 1 }) } },
  "answers 5xx of the API server": { ...good, apiServer: { before, after: apiServerAfter({ failed: 1 }) } },
  "a write at the API server, p99": { ...good, apiServer: { before, after: apiServerAfter({ slow: 3 }) } },
  "resident, API server": { ...good, apiServer: { before, after: apiServerAfter({ bytes: 2 ** 34 }) } },
  "etcd's database": { ...good, etcdMib: 3_000 },
  "looks without a leader": { ...good, leaderLost: 1 },
  "passes that failed": { ...good, operator: failedPasses },
  "pushes that failed": { ...good, operator: parseMetrics("berth_git_push_failures_total 1") },
  "restart to quiet": { ...good, restartQuietSeconds: 31 },
  "resident, operator, peak": { ...good, peakMib: 1_100 },
  "one change pushed, p50": { ...good, singleMs: { p50: 201, p99: 300 } },
  "one change pushed, p99": { ...good, singleMs: { p50: 80, p99: 2_001 } },
  "changes at once that run again in time": { ...good, converged: 0.97 },
};

function brokenAt(rung: Rung): readonly string[] {
  return INDICATORS.filter((indicator) => !holds(indicator, rung)).map(({ name }) => name);
}

describe("The ladder's indicators", () => {
  it("are thirteen, and all hold at a rung that is well; what was before it does not count", () => {
    expect(INDICATORS).to.have.lengthOf(13);
    expect(brokenAt(good)).to.deep.equal([]);
  });

  for (const { name } of INDICATORS)
    it(`see a rung that breaks by: ${name}`, () => {
      expect(brokenAt(BAD[name]!)).to.deep.equal([name]);
    });

  it("do not hold where nothing was measured", () => {
    const silent = { ...good, apiServer: { before, after: before } };
    expect(brokenAt({ ...silent, singleMs: { p50: NaN, p99: NaN } })).to.deep.equal([
      "one change pushed, p50",
      "one change pushed, p99",
    ]);
  });
});
