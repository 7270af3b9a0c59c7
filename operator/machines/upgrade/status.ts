import { upgradeStatus, type UpgradeStatus } from "../../../contract/resources/upgrade-request.ts";
import { significanceOf } from "../significance.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { formatOptionalTime, parseSince, parseTime } from "../status-time.ts";
import { formatBaseState, parseBaseState } from "../base-state.ts";
import type { UpgradeObserved } from "./observe-types.ts";
import { isOpen, type UpgradePhase, type UpgradeState } from "./state.ts";

/** What the status shows beside the machine's memory. */
export type UpgradeFacts = Readonly<{ gitPath: string | undefined; requestId: string | undefined }>;

const NO_STATUS: UpgradeStatus = {};

/** Reads the machine's memory out of a status. */
export function parseUpgradeState(status: UpgradeStatus | undefined, nowMs: number): UpgradeState {
  const found = status ?? NO_STATUS;
  return {
    ...parseBaseState<UpgradePhase>(found, "pending", nowMs),
    clusterId: found.clusterId,
    fromVersion: found.fromVersion,
    approvedAtMs: parseTime(found.approvedAt),
    startedAtMs: parseSince(found.startedAt, nowMs),
    completedAtMs: parseTime(found.completedAt),
    preflight: found.preflight,
    step: found.step ?? "",
  };
}

/** Derives the status to store. */
export function deriveUpgradeStatus(
  before: UpgradeStatus | undefined,
  state: UpgradeState,
  { generation }: UpgradeObserved,
  { facts, nowMs }: Readonly<{ facts: UpgradeFacts; nowMs: number }>,
): UpgradeStatus {
  const status = before ?? NO_STATUS;
  return {
    requestId: facts.requestId ?? status.requestId,
    ...formatBaseState(state, {
      before: status.conditions,
      wanted: upgradeConditions(state),
      generation,
      gitPath: facts.gitPath,
      nowMs,
    }),
    clusterId: state.clusterId,
    fromVersion: state.fromVersion,
    approvedAt: formatOptionalTime(state.approvedAtMs),
    startedAt: formatOptionalTime(state.startedAtMs),
    completedAt: formatOptionalTime(state.completedAtMs),
    step: state.step === "" ? undefined : state.step,
    preflight: state.preflight,
  };
}

/** Derives the conditions that a request should show; kstatus reads Ready, Reconciling and Stalled. */
function upgradeConditions(state: UpgradeState): WantedCondition[] {
  const { phase, reason, message, step, stalled } = state;
  return [
    conditionOf("Ready", phase === "completed" ? "True" : "False", reason, message),
    conditionOf("Reconciling", isOpen(phase) && !stalled ? "True" : "False", reason, step),
    conditionOf("Stalled", stalled ? "True" : "False", reason, stalled ? message : ""),
    conditionOf(
      "Committed",
      state.git === undefined ? "False" : "True",
      state.git === undefined ? "Pending" : "Committed",
    ),
  ];
}

/** Answers the part of a status whose change is worth a write; when a preflight looked again and found the same is not. */
export const upgradeSignificance = significanceOf<UpgradeStatus>(upgradeStatus, {
  also: ({ statusReason, git, preflight }) => [statusReason, git?.contentHash, preflight?.findings],
});
