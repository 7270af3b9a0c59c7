import type { ClusterStatus } from "../../../../contract/resources/cluster-status.ts";
import type { ClusterObserved } from "../../../../operator/machines/cluster/observe-types.ts";
import type { ClusterState } from "../../../../operator/machines/cluster/state.ts";
import {
  clusterSignificance,
  deriveClusterStatus,
  parseClusterState,
  type ClusterFacts,
} from "../../../../operator/machines/cluster/status.ts";
import { CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";
import { NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldStatus, toldWorth } from "../../../support/told-decision.ts";

const at = (ms: number): string => new Date(NOW + ms).toISOString();
const NODE = { name: "n", ready: true } as unknown as NonNullable<ClusterStatus["nodes"]>[number];
const FACTS: ClusterFacts = {
  handle: "c",
  gitPath: "g",
  endpoint: "https://one",
  kubernetesVersion: "1.36.0",
  upgradeAvailable: false,
  nodes: [NODE],
  nodeCount: 1,
  serverType: "small",
  requestId: "q",
};
const UNSEEN: ClusterFacts = {
  ...FACTS,
  endpoint: undefined,
  kubernetesVersion: undefined,
  upgradeAvailable: undefined,
  nodes: undefined,
  nodeCount: undefined,
  serverType: undefined,
  requestId: undefined,
};
const READY = { type: "Ready", status: "True", reason: "Running", message: "", lastTransitionTime: at(-5) } as const;
const BEFORE: ClusterStatus = {
  observedGeneration: 2,
  handle: "b",
  phase: "running",
  phaseSince: at(-2_000),
  conditions: [READY],
  requestId: "p",
  endpoint: "https://was",
  kubernetesVersion: "1.35.0",
  upgradeAvailable: true,
  nodes: [],
  nodeCount: 0,
  serverType: "large",
  host: "h",
};
const ROLLOVER = { serverType: "medium", attempt: 0, step: "AddPool", incomplete: false } as const;
const report = (changes: object = {}): unknown => ({
  component: "traefik",
  version: "1",
  sync: "Synced",
  health: "Healthy",
  ...changes,
});
const wanted = (changes: object = {}, version = "1"): unknown => ({
  component: "traefik",
  version,
  report: report(changes),
});

type Scene = Readonly<{
  before: ClusterStatus | undefined;
  state: ClusterState;
  observed: ClusterObserved;
  facts: ClusterFacts;
}>;
const RUNNING: Scene = { before: BEFORE, state: clusterIn("running"), observed: CLUSTER_WELL, facts: FACTS };

describe("deriveClusterStatus", () => {
  rememberDecisions("cluster-status", {
    answer: ({ before, state, observed, facts }: Scene) =>
      toldStatus(deriveClusterStatus(before, state, observed, { facts, nowMs: NOW })),
    scenes: {
      "it runs": RUNNING,
      "nothing of it can be seen": { ...RUNNING, facts: UNSEEN },
      "nothing is known": { ...RUNNING, before: undefined, state: clusterIn("pending"), facts: UNSEEN },
    },
    alone: ["nothing of it can be seen", "nothing is known"],
    axes: {
      "before.handle": [undefined],
      "before.gatewayAddress": ["203.0.113.7"],
      "facts.gatewayAddress": ["lb.example.net", null],
      "state.phase": ["provisioning", "error"],
      "state.observedGeneration": [1],
      "state.stalled": [true],
      "state.message": ["Told"],
      "state.step": ["Starting"],
      "state.retryAttempt": [1],
      "state.attemptStartedAtMs": [undefined],
      "state.readyAtMs": [NOW - 9],
      "state.rollover": [
        { ...ROLLOVER, node: undefined, sinceMs: NOW - 3 },
        { ...ROLLOVER, node: "n", sinceMs: NOW - 3 },
      ],
      "observed.provider": [
        { kind: "unreachable", message: "timeout" },
        { kind: "absent" },
        { kind: "creating", step: "Starting" },
        { kind: "failed", message: "sold out" },
      ],
      "observed.registration": [{ kind: "absent" }],
      "observed.orphans": [[], ["deployment a"], ["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e", "f"]],
      "observed.bundle.released": [["own"]],
      "observed.bundle.channel": [{ kind: "absent" }, { kind: "unknown", word: "odd" }],
      "observed.bundle.surplus": [["old"], ["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e", "f"]],
      "observed.bundle.wanted": {
        "without a report": [{ component: "traefik", version: "1", report: undefined }],
        "as it should be": [wanted()],
        "another version": [wanted({}, "2")],
        "out of sync": [wanted({ sync: "OutOfSync" })],
        progressing: [wanted({ health: "Progressing" })],
        degraded: [wanted({ health: "Degraded" })],
        "with a fault": [wanted(), wanted({ message: "no such chart" })],
      },
    },
    nowMs: NOW,
  });
});

describe("parseClusterState", () => {
  rememberDecisions("cluster-memory", {
    answer: ({ status }: Readonly<{ status: ClusterStatus | undefined }>) => parseClusterState(status, NOW),
    scenes: { "it runs": { status: BEFORE } },
    axes: {
      status: [undefined],
      "status.attemptStartedAt": [at(-9)],
      "status.retryAttempt": [1],
      "status.readyAt": [at(-9)],
      "status.clusterUid": ["u"],
      "status.step": ["Starting"],
      "status.rollover": [
        { ...ROLLOVER, since: at(-9) },
        { ...ROLLOVER, since: "soon", node: "n" },
      ],
    },
    nowMs: NOW,
    alone: true,
  });
});

describe("The significance of a cluster's status", () => {
  const scenes: Readonly<Record<string, ClusterStatus>> = {
    "it runs": BEFORE,
    "it is degraded": { ...BEFORE, phase: "degraded" },
    "it upgrades": { ...BEFORE, phase: "upgrading" },
    "it is made": { ...BEFORE, phase: "provisioning" },
    "its server type changes": { ...BEFORE, phase: "updating", rollover: { ...ROLLOVER, since: at(0) } },
  };
  const told = (type: string, reason: string, message = ""): unknown[] => [
    { ...READY, type: "Provisioned" },
    { ...READY, type, reason, message },
  ];
  rememberDecisions("cluster-significance", {
    answer: toldWorth(clusterSignificance, scenes),
    scenes,
    axes: {
      observedGeneration: [3],
      phase: [undefined],
      phaseSince: [at(0)],
      statusReason: ["Other"],
      errorMessage: ["denied"],
      git: [{ contentHash: "h" }, { commit: "c" }],
      conditions: [
        undefined,
        told("BundleApplied", "Applied"),
        told("Orphans", "OrphansFound", "one"),
        told("Ready", "Other"),
      ],
      rollover: [undefined, { ...ROLLOVER, since: at(1) }],
      "rollover.step": ["WaitReady"],
      "rollover.node": ["n"],
      "rollover.attempt": [1],
      "rollover.incomplete": [true],
      step: ["Starting"],
      kubernetesVersion: ["1.36.0"],
      nodes: [[NODE]],
      nodeCount: [1],
      upgradeAvailable: [false],
      endpoint: ["https://two"],
      host: ["i"],
    },
    alone: true,
  });
});
