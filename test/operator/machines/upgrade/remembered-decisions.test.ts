import type { UpgradeFinding, UpgradeStatus } from "../../../../contract/resources/upgrade-request.ts";
import { nextUpgrade } from "../../../../operator/machines/upgrade/next.ts";
import type { UpgradeObserved } from "../../../../operator/machines/upgrade/observe-types.ts";
import { judgePreflight, type PreflightFacts } from "../../../../operator/machines/upgrade/preflight.ts";
import {
  PREFLIGHT_MAX_MS,
  REQUEST_MAX_MS,
  STUCK,
  type UpgradeState,
} from "../../../../operator/machines/upgrade/state.ts";
import {
  deriveUpgradeStatus,
  parseUpgradeState,
  upgradeSignificance,
} from "../../../../operator/machines/upgrade/status.ts";
import { NOW } from "../../../support/delivered.ts";
import {
  finding,
  looked,
  UPGRADE_OBSERVED,
  UPGRADE_ORDERED,
  UPGRADED_RUNNING,
  upgradeIn,
} from "../../../support/upgrade-scene.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldDecision, toldStatus, toldWorth } from "../../../support/told-decision.ts";

const at = (ms: number): string => new Date(NOW + ms).toISOString();
const around = (ms: number): number[] => [NOW - ms, NOW - ms + 1];

const DONE = { ...UPGRADED_RUNNING, ordered: true, version: "1.36.3" } as const;
const STOPPED = { ...UPGRADE_ORDERED, phase: "degraded", reason: `${STUCK}Workers`, message: "stuck" } as const;
type Scene = Readonly<{ state: UpgradeState; observed: UpgradeObserved }>;

describe("nextUpgrade", () => {
  const phases = ["pending", "approved", "scheduled", "preflight", "in_progress", "completed"] as const;
  rememberDecisions("upgrade-next", {
    answer: ({ state, observed }: Scene) => toldDecision(nextUpgrade(state, observed, NOW)),
    scenes: Object.fromEntries(phases.map((phase) => [phase, { state: upgradeIn(phase), observed: UPGRADE_OBSERVED }])),
    alone: ["completed"],
    axes: {
      "state.phaseSinceMs": [...around(PREFLIGHT_MAX_MS), NOW - REQUEST_MAX_MS],
      "state.clusterId": [undefined],
      "state.fromVersion": [undefined],
      "state.startedAtMs": [undefined, ...around(REQUEST_MAX_MS)],
      "state.git": [undefined],
      "state.message": ["Told"],
      "state.stalled": [true],
      "state.step": ["Before"],
      "observed.decision": [undefined, "rejected", "cancelled"],
      "observed.rival": ["first"],
      "observed.scheduledAtMs": [NOW, NOW + 1, NOW + 599_999, NOW + 600_001],
      "observed.cluster": {
        absent: { kind: "absent" },
        deleting: { kind: "deleting" },
        "not ready yet": { ...UPGRADED_RUNNING, phase: "provisioning", version: undefined },
        ordered: UPGRADE_ORDERED,
        "ordered, in many words": { ...UPGRADE_ORDERED, step: "x".repeat(130) },
        "has a step that is not of this": { ...UPGRADED_RUNNING, step: "Other" },
        done: DONE,
        "done, not settled": { ...DONE, settled: false },
        "done, still upgrading": { ...DONE, phase: "upgrading" },
        "done, ordered by nobody": { ...DONE, ordered: false },
        "of another version": { ...DONE, version: "1.36.2" },
        stuck: STOPPED,
        "stuck, not ordered": { ...STOPPED, ordered: false },
        "stuck by its word, upgrading": { ...STOPPED, phase: "upgrading" },
        "degraded by something else": { ...STOPPED, reason: "ClusterUnreachable" },
      },
      "observed.preflight": {
        unasked: { kind: "unasked" },
        unreachable: { kind: "unreachable" },
        "a budget in the way": looked(finding("budget_blocks"), finding("node_not_ready")),
        "a version that may not follow": looked(finding("budget_blocks"), finding("version_skew")),
        "only a word": looked(finding("single_control_plane", "info")),
        "a final code, told as a word": looked(finding("version_skew", "info")),
      },
      "observed.git": [
        { kind: "absent" },
        { kind: "pushing" },
        { kind: "unavailable", sinceMs: NOW },
        { kind: "present", commit: "d", committedAtMs: NOW - 1 },
      ],
    },
    nowMs: NOW,
  });
});

describe("judgePreflight", () => {
  const node = { name: "n", ready: true, kubeletVersion: "v1.35.4" };
  const budget = { namespace: "shop", name: "web", allowed: 1, pods: 2 };
  const facts: PreflightFacts = {
    clusterName: "one",
    spec: { provider: "local", tier: "production" },
    phase: "running",
    version: "1.35.4",
    toVersion: "1.36.3",
    nodes: [node],
    budgets: [budget],
  };
  rememberDecisions("upgrade-preflight", {
    answer: (scene: PreflightFacts) => ({
      ...judgePreflight(scene).map(({ severity, code, kind, name, message, remedy }) =>
        [severity, code, kind, name, message, remedy].join(" | "),
      ),
    }),
    scenes: { "nothing stands in the way": facts },
    axes: {
      "spec.imported": [{ kubeconfigSecret: "s" }],
      "spec.tier": ["dedicated"],
      phase: ["degraded"],
      version: [undefined, "1.34.0", "1.36.4", "odd"],
      toVersion: ["1.99.0", "odd", "1.35.5"],
      nodes: {
        none: [],
        "one that is not ready": [{ ...node, ready: false }],
        "three behind": [{ ...node, kubeletVersion: "v1.33.0" }],
        "four behind": [{ ...node, kubeletVersion: "v1.32.9" }],
        "of no version": [{ ...node, kubeletVersion: "odd" }],
        "sixty that are not ready": Array.from({ length: 60 }, (_, index) => ({
          ...node,
          name: `n${index}`,
          ready: false,
        })),
      },
      budgets: {
        none: [],
        "one that blocks": [{ ...budget, allowed: 0 }],
        "one that blocks nobody": [{ ...budget, allowed: 0, pods: 0 }],
      },
    },
    alone: true,
  });
});

const BEFORE: UpgradeStatus = {
  requestId: "p",
  phase: "in_progress",
  clusterId: "c",
  fromVersion: "1.35.4",
  approvedAt: at(-9),
  startedAt: at(-8),
  completedAt: at(-7),
  step: "Workers",
};

describe("The status of an upgrade request", () => {
  type Shown = Readonly<{ before: UpgradeStatus | undefined; state: UpgradeState; requestId: string | undefined }>;
  rememberDecisions("upgrade-status", {
    answer: ({ before, state, requestId }: Shown) => ({
      read: parseUpgradeState(before, NOW),
      written: toldStatus(
        deriveUpgradeStatus(before, state, UPGRADE_OBSERVED, { facts: { gitPath: "g", requestId }, nowMs: NOW }),
      ),
    }),
    scenes: {
      "it is under way": { before: BEFORE, state: upgradeIn("in_progress", { step: "Workers" }), requestId: "q" },
      "it is new": { before: undefined, state: upgradeIn("pending"), requestId: undefined },
    },
    axes: {
      "state.phase": ["completed", "failed"],
      "state.message": ["Told"],
      "state.stalled": [true],
      "state.git": [undefined],
      "state.step": [""],
      "state.approvedAtMs": [NOW],
      requestId: [undefined],
    },
    nowMs: NOW,
  });
  const scenes: Readonly<Record<string, UpgradeStatus>> = { "it is under way": BEFORE };
  const report = (checkedAt: string, ...findings: UpgradeFinding[]): UpgradeStatus["preflight"] => ({
    checkedAt,
    nodeCount: 1,
    findings,
  });
  rememberDecisions("upgrade-significance", {
    answer: toldWorth<UpgradeStatus>(upgradeSignificance, {
      ...scenes,
      "it looked": { ...BEFORE, preflight: report(at(0)) },
    }),
    scenes,
    axes: {
      phaseSince: [at(0)],
      statusReason: ["Other"],
      step: ["Other"],
      git: [{ contentHash: "h" }, { commit: "c" }],
      preflight: [report(at(1)), report(at(0), finding("version_skew"))],
    },
    alone: true,
  });
});
