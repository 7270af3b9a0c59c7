import type { HistoryScope } from "../../adapters/history/history-queries.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { deriveHandle } from "../../contract/identity.ts";
import type { MetricsHistoryResponse } from "../../contract/rest/metrics-history.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Context } from "../http/context.ts";
import { deriveHistoryRange, type AskedRange } from "./history-range.ts";
import type { History } from "./metrics-history.ts";

const WHY = {
  none: {
    reason: "NoHistory",
    message: "This platform keeps no metrics: its operator names a store by BERTH_METRICS_HISTORY_URL.",
  },
  silent: {
    reason: "HistorySilent",
    message: "The store of the metrics does not answer now; repeat later. What things take now is told without it.",
  },
} as const;

/** Answers what pods of a cluster took over time: all, or those of a scope. */
export async function answerHistory(
  { services, principal }: Context,
  { cluster, ...within }: Omit<HistoryScope, "cluster"> & Readonly<{ cluster: StoredResource }>,
  asked: AskedRange,
): Promise<MetricsHistoryResponse> {
  const { userId } = assertUser(principal);
  const range = deriveHistoryRange(asked, Date.now());
  const scope = { cluster: deriveHandle("Cluster", cluster.objectName, cluster.id), ...within };
  const history = await services.metricsHistory.read(userId, scope, range);
  return {
    ...stateOf(history),
    from: timeOf(range.fromSeconds),
    to: timeOf(range.toSeconds),
    step_seconds: range.stepSeconds,
    series: history.kind === "kept" ? seriesOf(history) : [],
  };
}

function stateOf({ kind }: History): Pick<MetricsHistoryResponse, "state" | "reason" | "message"> {
  if (kind === "kept") return { state: "available", reason: null, message: null };
  return { state: "unavailable", ...WHY[kind] };
}

function seriesOf({ points }: Extract<History, { kind: "kept" }>): MetricsHistoryResponse["series"] {
  const kept = [...points].filter(([, some]) => some.length > 0);
  return kept.map(([metric, some]) => ({ metric, points: some.map(([at, value]) => ({ at: timeOf(at), value })) }));
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
