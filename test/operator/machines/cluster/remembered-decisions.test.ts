import { GONE_MAX_MS, UNREACHABLE_MAX_MS } from "../../../../operator/machines/cluster/live.ts";
import { nextClusterDeletion } from "../../../../operator/machines/cluster/next-deletion.ts";
import { CREATION_DEADLINE_MS, nextCluster } from "../../../../operator/machines/cluster/next.ts";
import type { ClusterDeletionObserved, ClusterObserved } from "../../../../operator/machines/cluster/observe-types.ts";
import type { ClusterState } from "../../../../operator/machines/cluster/state.ts";
import { UPGRADE_MAX_MS } from "../../../../operator/machines/upgrade/state.ts";
import { CLUSTER_GONE, CLUSTER_READY, CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";
import { NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldDecision, toldDeletion } from "../../../support/told-decision.ts";

const around = (ms: number): number[] => [NOW - ms, NOW - ms + 1];
type Scene = Readonly<{ state: ClusterState; observed: ClusterObserved }>;
const decide = ({ state, observed }: Scene): unknown => toldDecision(nextCluster(state, observed, NOW));
const IMPORTED = { ...CLUSTER_READY, imported: true } as const;
const UPDATE_MAX_MS = 45 * 60_000;

describe("nextCluster", () => {
  const phases = [
    "pending",
    "provisioning",
    "registering",
    "running",
    "updating",
    "upgrading",
    "degraded",
    "error",
    "deleting",
  ] as const;
  rememberDecisions("cluster-next", {
    answer: decide,
    scenes: {
      ...Object.fromEntries(phases.map((phase) => [phase, { state: clusterIn(phase), observed: CLUSTER_WELL }])),
      "degraded for long": {
        state: clusterIn("degraded", { phaseSinceMs: NOW - GONE_MAX_MS, reason: "GoneAtProvider" }),
        observed: { ...CLUSTER_WELL, provider: { kind: "absent" } },
      },
    },
    alone: ["deleting"],
    axes: {
      "state.phaseSinceMs": [...around(UPDATE_MAX_MS), ...around(GONE_MAX_MS), ...around(UPGRADE_MAX_MS)],
      "state.observedGeneration": [1],
      "state.attemptStartedAtMs": [undefined, ...around(CREATION_DEADLINE_MS)],
      "state.readyAtMs": [NOW - 9_000],
      "state.clusterUid": [undefined, "other"],
      "state.git": [{ commit: "c", contentHash: "h", committedAtMs: NOW - 1_000 }],
      "state.reason": [
        "AlreadyRegistered",
        "UpdateIncomplete",
        "GoneAtProvider",
        "ProviderFailed",
        "ProviderUnhealthy",
        "UpgradeStuckAtWorkers",
        "ClusterUnreachable",
        "IdentityChanged",
      ],
      "state.message": ["It was told"],
      "state.stalled": [true],
      "state.step": ["Starting"],
      "state.rollover": [
        {
          serverType: "medium",
          attempt: 0,
          step: "AddPool",
          sinceMs: NOW - UPDATE_MAX_MS,
          node: undefined,
          incomplete: false,
        },
      ],
      "observed.retryAttempt": [1],
      "observed.provider": [
        { kind: "unsupported", message: "no such provider" },
        { kind: "unreachable", message: "timeout" },
        { kind: "absent" },
        { kind: "waiting", reason: "NoHostAvailable", message: "no room" },
        { kind: "creating", step: "Starting" },
        { kind: "creating", step: "x".repeat(70) },
        { kind: "removing" },
        { kind: "failed", message: "sold out" },
        IMPORTED,
        { ...IMPORTED, matches: false },
      ],
      "observed.provider.matches": [false],
      "observed.provider.healthy": [false],
      "observed.provider.step": ["Draining b"],
      "observed.regionMatches": [false],
      "observed.registration": [{ kind: "absent" }, { kind: "stale" }, { kind: "taken", by: "two" }],
      "observed.projectCovers": [false],
      "observed.root": ["absent", "stale"],
      "observed.rendered": [{ kind: "refused", message: "too big" }],
      "observed.git": [
        { kind: "absent" },
        { kind: "pushing" },
        { kind: "unavailable", sinceMs: NOW },
        { kind: "refused", message: "protected" },
      ],
      "observed.upgrade": [
        { step: "ControlPlane", done: 0, total: 3 },
        { step: "Workers", done: 1, total: 3 },
      ],
      "observed.rollover": [
        {
          serverType: "medium",
          attempt: 0,
          drainMaxMs: 60_000,
          nodes: [{ name: "old-1", serverType: "small", ready: true, schedulable: true, cordonedByUs: false }],
          leaving: undefined,
        },
      ],
      "observed.tenant": [
        { kind: "unasked" },
        { kind: "unreachable", sinceMs: NOW - UNREACHABLE_MAX_MS },
        { kind: "unreachable", sinceMs: NOW - UNREACHABLE_MAX_MS + 1 },
        { kind: "reachable", uid: "" },
      ],
      "observed.bundle.surplus": [["old"]],
      "observed.bundle.released": [["own"]],
    },
    nowMs: NOW,
  });
});

describe("nextCluster of one whose server type changes", () => {
  const OLD = { name: "old-1", serverType: "small", ready: true, schedulable: true, cordonedByUs: false };
  const NEW = { ...OLD, name: "new-1", serverType: "medium" };
  const CLOSED = { ...OLD, schedulable: false, cordonedByUs: true };
  const rollover = { serverType: "medium", attempt: 0, drainMaxMs: 60_000, nodes: [OLD, NEW], leaving: undefined };
  const observed: ClusterObserved = { ...CLUSTER_WELL, rollover };
  const memory = {
    serverType: "medium",
    attempt: 0,
    step: "DrainOne",
    sinceMs: NOW - 1_000,
    node: "old-1",
    incomplete: false,
  } as const;
  const nodes = { ...rollover, nodes: [CLOSED, NEW] };
  rememberDecisions("cluster-rollover", {
    answer: decide,
    scenes: {
      "it begins": { state: clusterIn("running"), observed },
      "a node is drained": {
        state: clusterIn("updating", { rollover: memory }),
        observed: { ...observed, rollover: nodes },
      },
      "it stopped": {
        state: clusterIn("degraded", {
          rollover: { ...memory, incomplete: true },
          message: "It waits for pod a/b to leave node old-1 (budget guard).",
          reason: "DrainOneIncomplete",
        }),
        observed: { ...observed, rollover: nodes },
      },
    },
    axes: {
      "state.rollover": { none: undefined, "the pool comes": { ...memory, step: "AddPool", node: undefined } },
      "state.rollover.sinceMs": [...around(30 * 60_000), ...around(60_000), ...around(31 * 60_000)],
      "state.rollover.attempt": [1, -1],
      "state.rollover.serverType": ["large"],
      "state.rollover.step": ["WaitReady", "CordonOld"],
      "state.rollover.node": [undefined, "new-1", "gone"],
      "state.rollover.incomplete": [true, false],
      "state.message": ["It waits for pod a/b to leave node old-1 (x)."],
      "observed.rollover": [undefined],
      "observed.rollover.nodes": {
        "old ones only": [OLD],
        "new ones only": [NEW],
        "a new one that was closed": [{ ...NEW, cordonedByUs: true, schedulable: false }],
        "an old one, and a new one that was closed": [CLOSED, { ...NEW, cordonedByUs: true, schedulable: false }],
        "a new one that is not ready": [CLOSED, { ...NEW, ready: false }],
        "one of no type": [CLOSED, { ...NEW, serverType: undefined }],
        "two open ones": [{ ...OLD, name: "old-2" }, OLD, NEW],
        "a closed one": [CLOSED, NEW],
      },
      "observed.rollover.leaving": [
        { node: "old-1", pods: [] },
        { node: "old-1", pods: [{ name: "a/b", heldBy: "" }] },
        { node: "old-1", pods: [{ name: "a/b", heldBy: "budget guard" }] },
      ],
    },
    nowMs: NOW,
  });
});

describe("nextClusterDeletion", () => {
  const users = (count: number): unknown[] =>
    Array.from({ length: count }, (_, index) => ({ name: `shop-${index}`, deleting: false }));
  rememberDecisions("cluster-deletion", {
    answer: (observed: ClusterDeletionObserved) => toldDeletion(nextClusterDeletion(observed)),
    scenes: {
      "everything is gone": CLUSTER_GONE,
      "its bundle is to go, too": {
        ...CLUSTER_GONE,
        options: { ...CLUSTER_GONE.options, removeBundle: true },
        secret: "present",
        bundle: { ...CLUSTER_GONE.bundle, applications: 2 },
      },
      "nobody answers": {
        ...CLUSTER_GONE,
        secret: "present",
        traces: "unreachable",
        provider: { kind: "unreachable", message: "away" },
      },
    },
    axes: {
      "options.cascade": [true],
      "options.force": [true],
      "options.removeBundle": [true, false],
      users: {
        one: users(1),
        ten: users(10),
        eleven: users(11),
        "one that goes": [{ name: "shop", deleting: true }],
        "one that goes, and one that does not": [{ name: "shop", deleting: true }, ...users(1)],
      },
      hosted: [["org-a/one"], Array.from({ length: 11 }, (_, index) => `org-a/c${index}`)],
      children: [1],
      files: [
        { kind: "present" },
        { kind: "pushing" },
        { kind: "unavailable", message: "away" },
        { kind: "refused", message: "protected" },
      ],
      root: [
        { kind: "present", deleting: false },
        { kind: "present", deleting: true },
      ],
      projectCovers: [true],
      secret: ["present", "absent"],
      traces: ["none", "present", "unreachable"],
      balancers: ["none", "present", "unreachable"],
      "bundle.applications": [1, 0],
      "bundle.released": [true],
      "bundle.fault": ["denied"],
      provider: [
        { kind: "waiting", reason: "NoHostAvailable", message: "no room" },
        { kind: "unsupported", message: "none" },
        { kind: "unreachable", message: "away" },
        { kind: "removing" },
        { kind: "creating", step: "" },
        { kind: "failed", message: "no" },
        CLUSTER_READY,
      ],
      begun: [false],
      leftover: [true],
    },
  });
});
