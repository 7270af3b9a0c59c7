import { expect } from "chai";
import type { DeploymentStatus } from "../../../../contract/resources/deployment.ts";
import type { DeploymentObserved } from "../../../../operator/machines/deployment/observe-types.ts";
import type { DeploymentState } from "../../../../operator/machines/deployment/state.ts";
import {
  deriveDeploymentStatus,
  isForeseeable,
  isTellableLater,
  parseDeploymentState,
  significance,
  type DeploymentFacts,
} from "../../../../operator/machines/deployment/status.ts";
import { APPLICATION, DELIVERED, deploymentIn, NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldStatus, toldWorth } from "../../../support/told-decision.ts";

const at = (ms: number): string => new Date(NOW + ms).toISOString();

const OBSERVED: DeploymentObserved = {
  ...DELIVERED,
  spec: { cluster: "one", appType: "web_app", dockerImage: "nginx" },
  imageUpdater: { kind: "none" },
  secrets: { kind: "none", leftover: false },
};
const FACTS: DeploymentFacts = {
  handle: "shop",
  clusterId: "c",
  gitPath: "g",
  endpointUrl: "https://shop.example.org",
  chartVersion: "1.0.0",
  requestId: "q",
  imageRunning: "nginx:1",
  imageChoice: "choice",
  imagesHeld: false,
  domain: undefined,
};
const READY = {
  type: "Ready",
  status: "True",
  reason: "Running",
  message: "",
  lastTransitionTime: at(-5_000),
} as const;
const REVIEW = { reviewedAt: at(-1_000), changes: [] } as unknown as DeploymentStatus["importReview"];
const BEFORE: DeploymentStatus = {
  observedGeneration: 2,
  handle: "shop",
  phase: "running",
  phaseSince: at(-2_000),
  statusReason: "Running",
  conditions: [READY, { ...READY, type: "Drifted", status: "False" }],
  git: { path: "g", commit: "c2", contentHash: "h2", syncedRevision: "r2", committedAt: at(-1_000) },
  requestId: "p",
  clusterId: "c",
  readyReplicas: 3,
  dockerImageRunning: "nginx:0",
  delivery: { application: "shop", version: "1.0.0", movedAt: at(-4_000), imageChoice: "before" },
};
const ADOPTION = { namespace: "live", kind: "Deployment", workloadName: "shop" } as const;

type Scene = Readonly<{
  before: DeploymentStatus | undefined;
  state: DeploymentState;
  observed: DeploymentObserved;
  facts: DeploymentFacts;
}>;
const WELL: Scene = { before: BEFORE, state: deploymentIn("running"), observed: OBSERVED, facts: FACTS };
const ILL = { unhealthySinceMs: NOW - 60_000, message: "Its health is Degraded", reason: "Unhealthy" } as const;

describe("deriveDeploymentStatus", () => {
  rememberDecisions("deployment-status", {
    answer: ({ before, state, observed, facts }: Scene) =>
      toldStatus(deriveDeploymentStatus(before, state, observed, { facts, nowMs: NOW })),
    scenes: {
      "it runs": WELL,
      "it was never seen": { ...WELL, before: undefined, state: deploymentIn("pending", { observedGeneration: 0 }) },
      "it is unhealthy": { ...WELL, state: deploymentIn("running", ILL) },
      "it has failed": {
        ...WELL,
        state: deploymentIn("failed", { stalled: true, message: "denied", reason: "SyncFailed" }),
      },
    },
    axes: {
      "before.handle": [undefined, "other"],
      "before.requestId": [undefined],
      "before.clusterId": [undefined, "old"],
      "before.observedGeneration": [1],
      "before.dockerImageRunning": [undefined],
      "before.delivery": [undefined],
      "before.delivery.version": ["0.9.0", undefined],
      "before.importReview": [REVIEW],
      "before.conditions": [undefined],
      "state.phase": ["stopped", "provisioning"],
      "state.observedGeneration": [1],
      "state.git": [undefined],
      "state.unhealthySinceMs": [undefined, NOW - 1_000],
      "state.message": ["Told", ""],
      "state.stalled": [true, false],
      "state.reason": [
        "GitUnavailable",
        "NameTaken",
        "WorkloadTaken",
        "ClusterNotFound",
        "ChartHostRefused",
        "StagedForImport",
      ],
      "state.drifted": [true],
      "observed.spec.replicas": [2],
      "observed.spec.config": { "that autoscales": { autoscaling: { max_replicas: 5 } } },
      "observed.spec.adoption": [ADOPTION],
      "observed.spec.syncRequestedAt": [at(0)],
      "observed.spec.imageUpdateStrategy": ["none", "semver"],
      "observed.imageUpdater": [
        { kind: "uninstalled" },
        { kind: "current", checked: true },
        { kind: "current", checked: false },
      ],
      "observed.rendered": [
        { kind: "refused", message: "must be a map" },
        { kind: "refused", reason: "TooBig", message: "big" },
        { kind: "unknown" },
      ],
      "observed.git": [
        { kind: "absent" },
        { kind: "unavailable", sinceMs: NOW },
        { kind: "refused", message: "protected" },
      ],
      "observed.application": {
        absent: { kind: "absent" },
        "incomparable for a while": {
          ...APPLICATION,
          sync: "Unknown",
          error: { type: "ComparisonError", message: "no", sinceMs: NOW - 119_999 },
        },
        "incomparable for long": {
          ...APPLICATION,
          sync: "Unknown",
          error: { type: "ComparisonError", message: "no", sinceMs: NOW - 120_000 },
        },
        "an error, but compared": {
          ...APPLICATION,
          error: { type: "ComparisonError", message: "no", sinceMs: NOW - 120_000 },
        },
        "sync failed": { ...APPLICATION, sync: "OutOfSync", lastOperation: "failed", operationMessage: "denied" },
        "sync retried": { ...APPLICATION, sync: "OutOfSync", lastOperation: "retried", operationMessage: "denied" },
        "synced after a failure": {
          ...APPLICATION,
          current: false,
          lastOperation: "failed",
          operationMessage: "denied",
        },
      },
      "observed.application.current": [false],
      "observed.application.compared": [false],
      "observed.application.revision": ["behind", "unknown"],
      "observed.application.operationRunning": [true],
      "observed.application.sync": ["OutOfSync", "Unknown"],
      "observed.application.health": ["Degraded", "Unknown", ""],
      "observed.application.drift": [
        { objects: ["Service shop"], count: 1 },
        { objects: ["Service shop", "Deployment shop"], count: 2 },
        { objects: ["Service shop", "Deployment shop"], count: 3 },
      ],
      "facts.readyPods": [4],
      "facts.requestId": [undefined],
      "facts.chartVersion": [undefined, "1.1.0"],
      "facts.imageRunning": [undefined],
      "facts.importReview": [{ ...REVIEW, changes: ["one"] }],
      "facts.imagesHeld": [true],
      "facts.domain": [
        {
          memory: { name: "shop.example.org", provenAt: at(-9) },
          conditions: [{ ...READY, type: "DomainVerified" }],
          recheckMs: 1,
        },
      ],
      "facts.ports": [
        {
          memory: [{ port: 25, publicPort: 2525, claimedAt: at(-9) }],
          condition: { ...READY, type: "PortsPublic" },
          recheckMs: 1,
        },
      ],
    },
    nowMs: NOW,
    alone: ["it was never seen", "it is unhealthy", "it has failed"],
  });
});

describe("parseDeploymentState", () => {
  rememberDecisions("deployment-memory", {
    answer: ({ status, spec }: Readonly<{ status: DeploymentStatus; spec: { promotion?: { sourceId: string } } }>) =>
      parseDeploymentState(status, NOW, spec),
    scenes: { "it runs": { status: BEFORE, spec: {} }, "nothing is known": { status: {}, spec: {} } },
    axes: {
      status: [undefined],
      spec: [undefined],
      "spec.promotion": [{ sourceId: "s" }],
      "status.phase": [undefined, "failed"],
      "status.phaseSince": [undefined, "yesterday"],
      "status.observedGeneration": [undefined],
      "status.git": [undefined, { commit: "c1" }, { contentHash: "h1" }, { commit: "c1", contentHash: "h1" }],
      "status.statusReason": [undefined],
      "status.errorMessage": ["denied"],
      "status.secretsRevision": ["r1"],
      "status.unhealthySince": [at(-3)],
      "status.conditions": [
        [{ ...READY, type: "Stalled" }],
        [{ ...READY, type: "Drifted" }],
        [
          { ...READY, type: "Drifted", status: "Unknown" },
          { ...READY, type: "Stalled", status: "False" },
        ],
      ],
    },
    nowMs: NOW,
  });
});

describe("The significance of a deployment's status", () => {
  const condition = (type: string, status: string, reason = "R", message = ""): unknown[] => [
    { ...READY, type: "Accepted" },
    ...(type === "Ready" ? [] : [READY]),
    { ...READY, type, status, reason, message },
  ];
  const scenes: Readonly<Record<string, DeploymentStatus>> = {
    "it runs": BEFORE,
    "it is stalled": { ...BEFORE, conditions: [{ ...READY, type: "Stalled" }] },
    "its domain was seen": { ...BEFORE, conditions: [{ ...READY, type: "DomainVerified" }] },
    "it was backed up": { ...BEFORE, conditions: [{ ...READY, type: "BackedUp" }] },
    "newer images are watched": { ...BEFORE, conditions: [{ ...READY, type: "ImageUpdates" }] },
  };
  rememberDecisions("deployment-significance", {
    answer: toldWorth(significance, scenes),
    scenes,
    alone: true,
    axes: {
      observedGeneration: [3],
      phase: ["failed"],
      phaseSince: [at(0)],
      statusReason: ["Other"],
      errorMessage: ["denied"],
      requestId: ["q"],
      clusterId: ["d"],
      readyReplicas: [1],
      dockerImageRunning: ["nginx:2"],
      endpointUrl: ["https://other.example.org"],
      secretsRevision: ["r2"],
      unhealthySince: [at(0)],
      importReview: [REVIEW],
      customDomain: [{ name: "shop.example.org", provenAt: at(0) }],
      git: [undefined],
      "git.commit": ["c3"],
      "git.contentHash": ["h3"],
      "git.committedAt": [at(0)],
      "git.syncedRevision": [undefined, "r3"],
      delivery: [undefined],
      "delivery.movedAt": [at(0), undefined],
      "delivery.version": ["1.1.0"],
      "delivery.imageChoice": ["after"],
      conditions: [
        undefined,
        [],
        condition("Ready", "False"),
        condition("Ready", "True", "Other"),
        condition("Drifted", "True", "LiveChange", "Service shop"),
        condition("Drifted", "True", "LiveChange", "Service other"),
        condition("Drifted", "False", "AsCommitted", "Service other"),
        condition("Synced", "False", "SyncFailed"),
        condition("Synced", "False", "Syncing"),
        condition("Synced", "Unknown", "ComparisonError"),
        condition("Stalled", "True"),
        [...condition("Rendered", "False"), ...condition("Stalled", "True")],
        [...condition("Rendered", "Unknown"), ...condition("Stalled", "True")],
        condition("Rendered", "False"),
        condition("DomainVerified", "True"),
        condition("DomainVerified", "False"),
        condition("DomainVerified", "False", "Other"),
        condition("CertificateReady", "False"),
        condition("ImageUpdates", "True"),
        condition("ImageUpdates", "False"),
        condition("BackedUp", "True", "Running", "of today"),
        condition("BackedUp", "False"),
        condition("Healthy", "False"),
      ],
    },
  });
});

describe("What passes by", () => {
  const passed: DeploymentStatus = {
    ...BEFORE,
    phase: "provisioning",
    statusReason: "Committing",
    observedGeneration: 3,
  };

  it("can be told with the commit that follows: phase, reason and generation", () => {
    expect(isTellableLater(BEFORE, passed)).to.equal(true);
    expect(isTellableLater(undefined, { phase: "pending", observedGeneration: 1 })).to.equal(true);
  });

  it("cannot where another process might not find it again", () => {
    const kept: readonly DeploymentStatus[] = [
      { secretsRevision: "r9" },
      { customDomain: { name: "shop.example.org", provenAt: at(0) } },
      { importReview: REVIEW },
      { conditions: [{ ...READY, type: "DomainVerified" }] },
      { conditions: [{ ...READY, type: "Drifted", message: "1 object: Service/shop" }] },
    ];
    for (const more of kept)
      expect(isTellableLater(BEFORE, { ...passed, ...more }), JSON.stringify(more)).to.equal(false);
  });
});

describe("What a write leaves to be looked at", () => {
  it("is the same where only the machine's memory moved, and what people are told", () => {
    const moved: DeploymentStatus = { phase: "provisioning", phaseSince: at(9), observedGeneration: 9, conditions: [] };
    expect(isForeseeable(BEFORE, { ...BEFORE, ...moved })).to.equal(true);
    expect(isForeseeable(BEFORE, { ...BEFORE, errorMessage: "no", unhealthySince: at(1), readyReplicas: 3 })).to.equal(
      true,
    );
  });

  it("is another where anything else of it is, a member that nobody has thought of among them", () => {
    const kept: readonly object[] = [
      { handle: "another" },
      { clusterId: "another" },
      { endpointUrl: "https://another.example.org" },
      { secretsRevision: "r9" },
      { customDomain: { name: "shop.example.org", provenAt: at(0) } },
      { publicPorts: [] },
      { delivery: { version: "9.9.9" } },
      { sleep: { wakesAt: at(9) } },
      { importReview: REVIEW },
      { unheardOf: 1 },
    ];
    for (const more of kept)
      expect(isForeseeable(BEFORE, { ...BEFORE, ...more }), JSON.stringify(more)).to.equal(false);
    expect(isForeseeable(undefined, BEFORE), "the first").to.equal(false);
  });
});
