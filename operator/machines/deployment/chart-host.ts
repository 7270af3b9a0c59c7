import { RETRY_AFTER_MS } from "../../../contract/resources/deployment-retries.ts";
import { wait } from "../decision.ts";
import { stay } from "../moves.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { DeploymentState } from "./state.ts";

const JUDGING_MS = 200;
const REFUSED =
  "Charts are not fetched from the host in helm_repo_url: it is not public, or the platform's own. Correct it, or have the platform's administrators allow this host.";
const UNRESOLVED =
  "DNS names no address for the host in helm_repo_url; correct it, or its record; it is looked up again.";

/**
 * Decides while nobody knows whether Argo CD may go where a chart is to come from. Only what would be written is held: what runs
 * goes on, and where it may connect then is the network policy's.
 */
export function byChartHost(
  state: DeploymentState,
  { chartHost, generation }: DeploymentObserved,
): DeploymentDecision | undefined {
  if (chartHost === "unknown") return stay(state, "Looking up the chart's host", wait(JUDGING_MS, "JudgingChartHost"));
  // What is refused stands among the values that cannot be delivered.
  if (chartHost !== "unresolved") return undefined;
  // What runs still has the spec before: it has not seen this one.
  const seen = state.phase === "pending" ? { ...state, observedGeneration: generation } : state;
  const told = { ...seen, reason: "ChartHostUnresolved", message: UNRESOLVED, stalled: true };
  return stay(told, UNRESOLVED, wait(RETRY_AFTER_MS.ChartHostUnresolved, "ChartHostUnresolved"));
}

/** Says that the values cannot be delivered, where the chart's host is why. */
export function refusalOfChartHost({
  chartHost,
}: DeploymentObserved): Readonly<{ reason: string; message: string }> | undefined {
  return chartHost === "refused" ? { reason: "ChartHostRefused", message: REFUSED } : undefined;
}
