import type { UpgradeFinding } from "../../contract/resources/upgrade-request.ts";
import type { UpgradedCluster, UpgradeObserved } from "../../operator/machines/upgrade/observe-types.ts";
import type { UpgradePhase, UpgradeState } from "../../operator/machines/upgrade/state.ts";
import { NOW } from "./delivered.ts";

/** A cluster that runs at the version before. */
export const UPGRADED_RUNNING: Extract<UpgradedCluster, { kind: "present" }> = {
  kind: "present",
  id: "c",
  phase: "running",
  reason: "Running",
  message: "",
  step: "",
  settled: true,
  version: "1.35.4",
  ordered: false,
};

/** The same when the upgrade is under way on it. */
export const UPGRADE_ORDERED = {
  ...UPGRADED_RUNNING,
  ordered: true,
  phase: "upgrading",
  step: "Workers 1 of 3",
} as const;

/** Makes a finding of the preflight, which by itself stops the upgrade. */
export const finding = (code: string, severity: UpgradeFinding["severity"] = "error"): UpgradeFinding => ({
  severity,
  code,
  kind: "Node",
  name: "n",
  message: `Found ${code}.`,
  remedy: "Mend it.",
});

/** Makes the view of a preflight that found something. */
export const looked = (...findings: UpgradeFinding[]): UpgradeObserved["preflight"] => ({
  kind: "looked",
  report: { checkedAt: new Date(NOW).toISOString(), nodeCount: 1, findings },
});

/** What is observed of an approved upgrade before it is ordered. */
export const UPGRADE_OBSERVED: UpgradeObserved = {
  generation: 2,
  toVersion: "1.36.3",
  decision: "approved",
  scheduledAtMs: undefined,
  cluster: UPGRADED_RUNNING,
  rival: undefined,
  preflight: looked(),
  contentHash: "h",
  git: { kind: "present", commit: "c", committedAtMs: NOW },
};

/** Makes the memory of an upgrade whose second generation was acted on. */
export function upgradeIn(phase: UpgradePhase, changes: Partial<UpgradeState> = {}): UpgradeState {
  return {
    phase,
    phaseSinceMs: NOW - 1_000,
    observedGeneration: 2,
    clusterId: "c",
    fromVersion: "1.35.4",
    approvedAtMs: undefined,
    startedAtMs: NOW - 1_000,
    completedAtMs: undefined,
    preflight: undefined,
    git: { commit: "c", contentHash: "h", committedAtMs: NOW },
    reason: "Test",
    message: "",
    stalled: false,
    step: "",
    ...changes,
  };
}
