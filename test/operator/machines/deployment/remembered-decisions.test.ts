import { REGISTRY_KEY } from "../../../../contract/identity.ts";
import type { DeploymentSpec } from "../../../../contract/resources/deployment-spec.ts";
import { HEALTH_DEADLINE_MS, nextDeployment } from "../../../../operator/machines/deployment/next.ts";
import { UNHEALTHY_MAX_MS } from "../../../../operator/machines/deployment/watch-health.ts";
import { decideDomain, type DomainTold, type DomainView } from "../../../../operator/machines/deployment/domain.ts";
import type { WantedCondition } from "../../../../operator/machines/conditions.ts";
import { CASCADE_MAX_MS, nextDeploymentDeletion } from "../../../../operator/machines/deployment/next-deletion.ts";
import type {
  DeploymentDeletionObserved,
  DeploymentObserved,
} from "../../../../operator/machines/deployment/observe-types.ts";
import type { DeploymentState } from "../../../../operator/machines/deployment/state.ts";
import { APPLICATION, DELIVERED, DEPLOYMENT_GONE, deploymentIn, NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldConditions, toldDecision, toldDeletion } from "../../../support/told-decision.ts";

const SPEC: DeploymentSpec = { cluster: "one", appType: "web_app", dockerImage: "nginx" };
const OBSERVED: DeploymentObserved = {
  ...DELIVERED,
  spec: SPEC,
  imageUpdater: { kind: "none" },
  secrets: { kind: "none", leftover: false },
};
const PROMOTED = { sourceId: "s" } as const;

type Scene = Readonly<{ state: DeploymentState; observed: DeploymentObserved }>;

const PHASES = [
  "pending",
  "provisioning",
  "promoting",
  "migrating",
  "running",
  "stopped",
  "failed",
  "error",
  "deleting",
] as const;
const INCOMPARABLE = { ...APPLICATION, sync: "Unknown" } as const;
const OUT = { ...APPLICATION, sync: "OutOfSync" } as const;
const EOF = { type: "ComparisonError", message: "EOF", sinceMs: NOW - 1_000 };
const error = (message: string, forMs: number): unknown => ({
  ...INCOMPARABLE,
  error: { type: "ComparisonError", message, sinceMs: NOW - forMs },
});
const around = (ms: number): number[] => [NOW - ms - 1, NOW - ms, NOW - ms + 1];

const AXES = {
  "state.phaseSinceMs": around(HEALTH_DEADLINE_MS),
  "state.observedGeneration": [1],
  "state.git": [undefined, { commit: "c1", contentHash: "h1", committedAtMs: NOW - HEALTH_DEADLINE_MS }],
  "state.git.committedAtMs": [NOW - HEALTH_DEADLINE_MS],
  "state.git.syncedRevision": [undefined],
  "state.secretsRevision": ["r1"],
  "state.unhealthySinceMs": [NOW - 1_000, ...around(UNHEALTHY_MAX_MS)],
  "state.drifted": [true],
  "state.reason": ["ClusterDegraded", "DeliveryStuck", "SecretMissing", "SecretsUndelivered", "GitUnavailable"],
  "state.message": ["It was told"],
  "state.stalled": [true],
  "observed.spec.stopped": [true],
  "observed.spec.promotion": [PROMOTED, { ...PROMOTED, deleteSource: true }],
  "observed.cluster": [
    { kind: "missing", wasKnown: false },
    { kind: "missing", wasKnown: true },
    { kind: "present", readiness: "coming" },
    { kind: "present", readiness: "failed" },
    { kind: "present", readiness: "usable", trouble: "NodesNotReady" },
  ],
  "observed.nameTakenBy": ["older"],
  "observed.adoptedBy": ["other"],
  "observed.secrets": [
    { kind: "none", leftover: true },
    { kind: "unknown" },
    { kind: "missing", names: ["TOKEN"] },
    { kind: "missing", names: [REGISTRY_KEY] },
    { kind: "missing", names: ["TOKEN", REGISTRY_KEY] },
    { kind: "stale" },
    { kind: "unreachable", message: "no answer" },
    { kind: "current", revision: "r2", verified: true },
    { kind: "current", revision: "r2", verified: false, recheckMs: 30_000 },
  ],
  "observed.rendered": [
    { kind: "refused", message: "must be a map" },
    { kind: "refused", reason: "TooBig", message: "too big" },
    { kind: "unknown" },
  ],
  "observed.git": [
    { kind: "absent" },
    { kind: "pushing" },
    { kind: "unavailable", sinceMs: NOW - 4_999 },
    { kind: "unavailable", sinceMs: NOW - 5_000 },
    { kind: "refused", message: "protected" },
    { kind: "present", commit: "c3", committedAtMs: NOW - HEALTH_DEADLINE_MS },
  ],
  "observed.application": {
    absent: { kind: "absent" },
    "manifest at fault": error("no chart version", 119_999),
    "manifest at fault for long": error("no chart version", 120_000),
    "source away for long": error("connection refused", 120_000),
    "sync failed": { ...OUT, lastOperation: "failed", operationMessage: "denied" },
    "sync failed outside": { ...OUT, lastOperation: "failed", operationMessage: "i/o timeout" },
    "sync failed outside, kicked": { ...OUT, lastOperation: "failed", operationMessage: "i/o timeout", kicked: true },
    "differs for 2.999 s": { ...OUT, outOfSyncSinceMs: NOW - 2_999 },
    "differs for 3 s": { ...OUT, outOfSyncSinceMs: NOW - 3_000 },
    "differs for 9.999 s": { ...OUT, outOfSyncSinceMs: NOW - 9_999 },
    "differs for 10 s": { ...OUT, outOfSyncSinceMs: NOW - 10_000 },
    "differs for 10 s, kicked": { ...OUT, outOfSyncSinceMs: NOW - 10_000, kicked: true },
    "unhealthy for 9.999 s": { ...APPLICATION, health: "Degraded", healthSinceMs: NOW - 9_999 },
    "unhealthy for 10 s": { ...APPLICATION, health: "Degraded", healthSinceMs: NOW - 10_000 },
    "unhealthy for 1 ms less than ten minutes": {
      ...APPLICATION,
      health: "Degraded",
      healthSinceMs: NOW - UNHEALTHY_MAX_MS + 1,
    },
    "unhealthy for ten minutes": { ...APPLICATION, health: "Degraded", healthSinceMs: NOW - UNHEALTHY_MAX_MS },
    "not compared": { ...INCOMPARABLE, health: "Missing" },
    "incomparable, missing": { ...INCOMPARABLE, health: "Missing", error: EOF },
    "incomparable, degraded": { ...INCOMPARABLE, health: "Degraded", error: EOF },
  },
  "observed.application.current": [false],
  "observed.application.compared": [false],
  "observed.application.revision": ["behind", "unknown"],
  "observed.application.sync": ["OutOfSync", "Unknown"],
  "observed.application.health": ["Progressing", "", "Missing", "Unknown"],
  "observed.application.operationRunning": [true],
  "observed.application.lastOperation": ["outdated", "retried", "failed"],
  "observed.root": [{ kind: "absent" }],
  "observed.root.revision": ["behind", "unknown"],
  "observed.root.operationRunning": [true],
  "observed.root.error": ["no permission"],
  "observed.imageUpdater": [{ kind: "uninstalled" }, { kind: "missing" }, { kind: "unwanted" }],
  "observed.chartHost": ["unknown", "allowed", "refused", "unresolved"],
  "observed.podTrouble": [
    { reason: "CrashLoop", message: "It ends again and again.", isFinal: true },
    { reason: "Unschedulable", message: "No node takes its pods.", isFinal: false },
  ],
  "observed.promotion": [
    { secretsCopied: false, source: "present", marked: false },
    { secretsCopied: true, source: "present", marked: true },
    { secretsCopied: true, source: "deleting", marked: false },
  ],
};

const OLD_MS = NOW - HEALTH_DEADLINE_MS;
/** What is left of its time hangs on what happened last. */
const LATE: Scene = {
  state: deploymentIn("provisioning", {
    phaseSinceMs: OLD_MS,
    git: { commit: "c2", contentHash: "h2", committedAtMs: OLD_MS },
  }),
  observed: {
    ...OBSERVED,
    git: { kind: "present", commit: "c2", committedAtMs: OLD_MS },
    application: { ...APPLICATION, health: "Progressing" },
  },
};

const decide = ({ state, observed }: Scene): unknown => toldDecision(nextDeployment(state, observed, NOW));

describe("nextDeployment", () => {
  const scenes = PHASES.map((phase): [string, Scene] => [phase, { state: deploymentIn(phase), observed: OBSERVED }]);
  rememberDecisions("deployment-next", {
    answer: decide,
    scenes: { ...Object.fromEntries(scenes), "provisioning, late": LATE },
    axes: AXES,
    nowMs: NOW,
    alone: ["promoting", "migrating", "provisioning, late"],
  });
});

const ADOPTION = { namespace: "live", kind: "Deployment", workloadName: "shop" } as const;
const STAGED: DeploymentObserved = {
  ...OBSERVED,
  spec: { cluster: "one", appType: "container", dockerImage: "nginx", adoption: ADOPTION },
  git: { kind: "present", commit: "c2", committedAtMs: NOW - 60_000 },
  application: { ...OUT, lastOperation: "none" },
  review: { kind: "accepted", atMs: NOW },
};

describe("nextDeployment of a staged import", () => {
  const memory = { phaseSinceMs: NOW - 60_000, observedGeneration: 1, git: undefined } as const;
  const scenes = ["pending", "running", "error"] as const;
  rememberDecisions("deployment-staged", {
    answer: decide,
    scenes: Object.fromEntries(
      scenes.map((phase) => [phase, { state: deploymentIn(phase, memory), observed: STAGED }]),
    ),
    axes: {
      "state.phaseSinceMs": around(15_000),
      "state.git": [
        { commit: "c2", contentHash: "h2", committedAtMs: NOW - 15_000 },
        { commit: "c2", contentHash: "h2", committedAtMs: NOW - 14_999 },
      ],
      "state.unhealthySinceMs": [NOW - 1_000],
      "state.reason": ["StagedForImport"],
      "state.message": ["It was told"],
      "state.stalled": [true],
      "observed.review": [
        undefined,
        { kind: "unneeded" },
        { kind: "unknown" },
        { kind: "unreachable" },
        { kind: "accepted", atMs: NOW - 59_999 },
        { kind: "accepted", atMs: NOW - 60_000 },
        { kind: "refused", atMs: NOW - 59_999, message: "quota" },
        { kind: "refused", atMs: NOW - 60_000, message: "quota" },
      ],
      "observed.git": [
        { kind: "absent" },
        { kind: "pushing" },
        { kind: "unavailable", sinceMs: NOW - 5_000 },
        { kind: "refused", message: "protected" },
        { kind: "present", commit: "c2", committedAtMs: NOW - 14_999 },
      ],
      "observed.spec.syncRequestedAt": [new Date(NOW).toISOString()],
      "observed.application": {
        absent: { kind: "absent" },
        "not compared for long": error("no chart version", 120_000),
        "not comparable for long": error("EOF", 120_000),
      },
      "observed.application.current": [false],
      "observed.application.compared": [false],
      "observed.application.revision": ["behind", "unknown"],
      "observed.application.sync": ["Synced", "Unknown"],
      "observed.application.health": ["Degraded", "Missing", "Progressing", ""],
      "observed.application.operationRunning": [true],
    },
    nowMs: NOW,
  });
});

const DELETING = {
  kind: "present",
  deleting: true,
  sinceMs: NOW - CASCADE_MAX_MS + 1,
  heldUp: false,
  cascades: true,
  message: "",
} as const;
const NAMESPACE = { kind: "present", deleting: false, claims: 1, labelledKept: false } as const;

describe("nextDeploymentDeletion", () => {
  rememberDecisions("deployment-deletion", {
    answer: (observed: DeploymentDeletionObserved) => toldDeletion(nextDeploymentDeletion(observed, NOW)),
    scenes: {
      "everything is gone": DEPLOYMENT_GONE,
      "forced, nobody answers": {
        ...DEPLOYMENT_GONE,
        options: { ...DEPLOYMENT_GONE.options, force: true },
        cluster: "unreachable",
      },
    },
    axes: {
      "options.force": [true],
      "options.orphan": [true],
      "options.deleteVolumes": [true],
      "options.keepSecrets": [true],
      cluster: ["unreachable", "gone"],
      files: [
        { kind: "present" },
        { kind: "pushing" },
        { kind: "unavailable", message: "away" },
        { kind: "refused", message: "protected" },
      ],
      root: [{ kind: "absent" }],
      "root.revision": ["behind", "unknown"],
      "root.operationRunning": [true],
      application: [
        DELETING,
        { ...DELETING, deleting: false },
        { ...DELETING, deleting: false, cascades: false },
        { ...DELETING, cascades: false },
        { ...DELETING, sinceMs: NOW - CASCADE_MAX_MS },
        { ...DELETING, heldUp: true },
        { ...DELETING, message: "denied" },
        { ...DELETING, deleting: false, sinceMs: NOW - CASCADE_MAX_MS },
      ],
      namespace: [
        { kind: "unasked" },
        { kind: "foreign" },
        { kind: "unreachable", message: "away" },
        NAMESPACE,
        { ...NAMESPACE, deleting: true },
        { ...NAMESPACE, claims: 0 },
        { ...NAMESPACE, labelledKept: true },
      ],
      secrets: [
        { kind: "unasked" },
        { kind: "unreachable" },
        { kind: "asked", own: 1, onCluster: false },
        { kind: "asked", own: 0, onCluster: true },
        { kind: "asked", own: 1, onCluster: true },
      ],
    },
    nowMs: NOW,
  });
});

const VIEW: DomainView = {
  domain: "shop.example.org",
  record: { name: "_berth.shop.example.org", value: "org=o" },
  published: true,
  proof: "ours",
  taken: false,
  certificate: { kind: "present", ready: "True", reason: "Ready", message: "" },
  points: { kind: "found", verdict: "points", published: { hosts: [], addresses: ["203.0.113.7"] } },
  route: { kind: "found", verdict: "taken" },
};
const KNOWN = { name: VIEW.domain, provenAt: new Date(NOW - 1_000).toISOString() };
const told = (type: string, reason: string): WantedCondition => ({ type, status: "False", reason, message: "as told" });

describe("decideDomain", () => {
  rememberDecisions("deployment-domain", {
    answer: ({ view, before }: Readonly<{ view: DomainView; before: DomainTold }>) => {
      const { memory, conditions, recheckMs } = decideDomain(view, before, NOW);
      return { memory, recheckMs, ...toldConditions(conditions) };
    },
    scenes: {
      "proven now": { view: VIEW, before: { memory: undefined, conditions: [] } },
      "proven before": { view: { ...VIEW, proof: "unasked" }, before: { memory: KNOWN, conditions: [] } },
    },
    axes: {
      "view.published": [false],
      "view.proof": ["unasked", "missing", "foreign", "unavailable"],
      "view.taken": [true],
      "view.certificate": [
        { kind: "unasked" },
        { kind: "absent" },
        { kind: "unreachable" },
        { kind: "present", ready: "False", reason: "Pending", message: "challenge" },
      ],
      "view.points": [
        { kind: "unasked" },
        { kind: "untold" },
        { kind: "unavailable" },
        { kind: "found", verdict: "nowhere", published: { hosts: ["lb.example.net"], addresses: [] } },
        { kind: "found", verdict: "elsewhere", published: { hosts: [], addresses: ["2001:db8::7"] } },
      ],
      "view.route": [
        { kind: "none" },
        { kind: "unasked" },
        { kind: "unreachable" },
        { kind: "absent" },
        { kind: "found", verdict: "waiting" },
        { kind: "found", verdict: "uncertified" },
        { kind: "found", verdict: "refused", reason: "NotAllowedByListeners" },
      ],
      "before.memory": [undefined, { ...KNOWN, name: "other.example.org" }],
      "before.conditions": [
        [told("DomainVerified", "RecordMissing"), told("CertificateReady", "DomainUnverified")],
        [told("DomainVerified", "RecordForeign"), told("CertificateReady", "Issuing")],
        [told("DomainVerified", "DnsUnavailable")],
        [told("DomainVerified", "NotPublished")],
        [told("DomainPoints", "PointsElsewhere")],
        [told("DomainPoints", "NotPublished")],
        [told("Routed", "Pending")],
        [told("Routed", "DomainUnverified")],
      ],
    },
    nowMs: NOW,
  });
});
