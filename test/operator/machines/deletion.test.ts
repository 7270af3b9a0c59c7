import { expect } from "chai";
import { nextClusterDeletion } from "../../../operator/machines/cluster/next-deletion.ts";
import type { ClusterDeletionObserved } from "../../../operator/machines/cluster/observe-types.ts";
import { CASCADE_MAX_MS, nextDeploymentDeletion } from "../../../operator/machines/deployment/next-deletion.ts";
import type { DeploymentDeletionObserved } from "../../../operator/machines/deployment/observe-types.ts";

const DEPLOYMENT: DeploymentDeletionObserved = {
  options: { force: false, orphan: false, deleteVolumes: false, keepSecrets: false },
  cluster: "usable",
  files: { kind: "removed" },
  root: { kind: "present", revision: "reached", operationRunning: false },
  application: { kind: "absent" },
  namespace: { kind: "absent" },
  secrets: { kind: "asked", own: 0, onCluster: false },
};
const NOW = Date.UTC(2026, 0, 1);
const THERE = { kind: "present", deleting: false, sinceMs: NOW, heldUp: false, cascades: true, message: "" } as const;
const STUCK = { ...THERE, deleting: true, sinceMs: NOW - CASCADE_MAX_MS, message: "no answer" } as const;
const NAMESPACE = { kind: "present", deleting: false, claims: 0, labelledKept: false } as const;

const deployment = (change: Partial<DeploymentDeletionObserved>): string => {
  const { effects, reason } = nextDeploymentDeletion({ ...DEPLOYMENT, ...change }, NOW);
  return `${reason}: ${effects.map(({ kind }) => kind).join("+")}`;
};

const DEPLOYMENT_ROWS: readonly (readonly [string, Partial<DeploymentDeletionObserved>, string])[] = [
  ["files are in Git", { files: { kind: "present" }, application: THERE }, "RemovingFiles: removeFiles"],
  ["the removal is being pushed", { files: { kind: "pushing" }, application: THERE }, "RemovingFiles: "],
  ["Git is away", { files: { kind: "unavailable", message: "" }, application: THERE }, "GitUnavailable: removeFiles"],
  ["Git refuses", { files: { kind: "refused", message: "protected" }, application: THERE }, "GitRefused: removeFiles"],
  [
    "the root has not seen the removal",
    { root: { kind: "present", revision: "behind", operationRunning: false }, application: THERE },
    "RefreshingRoot: refreshRoot",
  ],
  [
    "the root's revision is unknown",
    { root: { kind: "present", revision: "unknown", operationRunning: false }, application: THERE },
    "RefreshingRoot: placeCommit+refreshRoot",
  ],
  [
    "the root still syncs",
    { root: { kind: "present", revision: "reached", operationRunning: true }, application: THERE },
    "RefreshingRoot: ",
  ],
  ["the root is absent", { root: { kind: "absent" }, application: THERE }, "DeletingApplication: deleteApplication"],
  ["the Application is there", { application: THERE }, "DeletingApplication: deleteApplication"],
  ["the Application is going", { application: { ...THERE, deleting: true } }, "DeletingApplication: "],
  [
    "the Application waits for the end of a sync",
    { application: { ...THERE, deleting: true, heldUp: true } },
    "DeletingApplication: deleteApplication",
  ],
  [
    "Argo CD cannot delete",
    { application: { ...THERE, deleting: true, message: "denied" } },
    "DeletionError: deleteApplication",
  ],
  [
    "the cluster is gone",
    { cluster: "gone", application: THERE },
    "DeletingApplication: stripApplication+deleteApplication",
  ],
  [
    "the cluster is gone, and Argo CD waits for it",
    { cluster: "gone", application: { ...THERE, deleting: true } },
    "DeletingApplication: stripApplication",
  ],
  [
    "the cluster does not answer",
    { cluster: "unreachable", application: THERE },
    "ClusterUnreachable: deleteApplication",
  ],
  [
    "the cluster does not answer, forced",
    { cluster: "unreachable", application: THERE, options: { ...DEPLOYMENT.options, force: true } },
    "DeletingApplication: stripApplication+deleteApplication",
  ],
  ["Argo CD has not deleted for long", { application: STUCK }, "DeletionError: deleteApplication"],
  [
    "Argo CD has not deleted for long, forced",
    { application: STUCK, options: { ...DEPLOYMENT.options, force: true } },
    "DeletionError: stripApplication+deleteApplication",
  ],
  [
    "Argo CD has not deleted yet, forced",
    { application: { ...STUCK, sinceMs: NOW - CASCADE_MAX_MS + 1 }, options: { ...DEPLOYMENT.options, force: true } },
    "DeletionError: deleteApplication",
  ],
  [
    "what runs is to stay",
    { application: THERE, options: { ...DEPLOYMENT.options, orphan: true } },
    "DeletingApplication: stripApplication+deleteApplication",
  ],
  ["the namespace was not looked at", { namespace: { kind: "unasked" } }, "DeletingNamespace: "],
  ["the namespace is there", { namespace: NAMESPACE }, "DeletingNamespace: deleteNamespace"],
  ["the namespace is going", { namespace: { ...NAMESPACE, deleting: true } }, "DeletingNamespace: "],
  ["the namespace holds volumes", { namespace: { ...NAMESPACE, claims: 1 } }, "KeepingVolumes: keepNamespace"],
  [
    "the namespace is marked as kept",
    { namespace: { ...NAMESPACE, claims: 1, labelledKept: true } },
    "Deleted: removeFinalizer",
  ],
  [
    "its volumes are to go too",
    { namespace: { ...NAMESPACE, claims: 1 }, options: { ...DEPLOYMENT.options, deleteVolumes: true } },
    "DeletingNamespace: deleteNamespace",
  ],
  ["the namespace is somebody else's", { namespace: { kind: "foreign" } }, "Deleted: removeFinalizer"],
  ["the namespace cannot be seen", { namespace: { kind: "unreachable", message: "" } }, "ClusterUnreachable: "],
  [
    "the namespace cannot be seen, forced",
    { namespace: { kind: "unreachable", message: "" }, options: { ...DEPLOYMENT.options, force: true } },
    "Deleted: removeFinalizer",
  ],
  [
    "the namespace of an orphaned workload stays",
    { namespace: NAMESPACE, options: { ...DEPLOYMENT.options, orphan: true } },
    "Deleted: removeFinalizer",
  ],
  ["the secrets were not looked at", { secrets: { kind: "unasked" } }, "DeletingSecrets: "],
  ["the secret store is away", { secrets: { kind: "unreachable" } }, "SecretStoreUnavailable: "],
  [
    "its secrets are there",
    { secrets: { kind: "asked", own: 2, onCluster: true } },
    "DeletingSecrets: withdrawSecrets+deleteSecrets",
  ],
  [
    "its secrets are to be kept",
    { secrets: { kind: "asked", own: 2, onCluster: true }, options: { ...DEPLOYMENT.options, keepSecrets: true } },
    "DeletingSecrets: withdrawSecrets",
  ],
  [
    "the pods that stay need their secrets",
    { secrets: { kind: "asked", own: 1, onCluster: true }, options: { ...DEPLOYMENT.options, orphan: true } },
    "DeletingSecrets: deleteSecrets",
  ],
  ["everything was seen gone", {}, "Deleted: removeFinalizer"],
];

const CLUSTER: ClusterDeletionObserved = {
  options: { cascade: false, force: false, removeBundle: false },
  users: [],
  children: 0,
  files: { kind: "removed" },
  root: { kind: "absent" },
  projectCovers: false,
  secret: "absent",
  bundle: { applications: 0, released: false, fault: "" },
  provider: { kind: "absent" },
  begun: true,
  leftover: false,
};
const ALL: Partial<ClusterDeletionObserved> = {
  children: 1,
  root: { kind: "present", deleting: false },
  projectCovers: true,
  secret: "present",
  bundle: { applications: 2, released: false, fault: "" },
};
const REMOVING: Partial<ClusterDeletionObserved> = {
  ...ALL,
  children: 0,
  root: { kind: "absent" },
  options: { cascade: false, force: false, removeBundle: true },
};

const cluster = (change: Partial<ClusterDeletionObserved>): string => {
  const { effects, reason } = nextClusterDeletion({ ...CLUSTER, ...change });
  const named = effects.map((effect) =>
    "cascade" in effect && effect.cascade ? `${effect.kind} cascading` : effect.kind,
  );
  return `${reason}: ${named.join("+")}`;
};

const CLUSTER_ROWS: readonly (readonly [string, Partial<ClusterDeletionObserved>, string])[] = [
  ["it is in use", { users: [{ name: "shop", deleting: false }], ...ALL }, "ClusterInUse: "],
  ["it carries shared clusters", { hosted: ["org-acme/a"], ...ALL }, "HostInUse: "],
  [
    "it carries shared clusters, cascading and forced",
    { hosted: ["org-acme/a"], options: { cascade: true, force: true, removeBundle: false } },
    "HostInUse: ",
  ],
  [
    "it is in use, cascading",
    { users: [{ name: "shop", deleting: false }], options: { cascade: true, force: false, removeBundle: false } },
    "DeletingDeployments: deleteUsers",
  ],
  ["its last users are going", { users: [{ name: "shop", deleting: true }] }, "DeletingDeployments: "],
  ["its files are in Git", { files: { kind: "present" }, ...ALL }, "RemovingFiles: removeFiles"],
  ["the removal is being pushed", { files: { kind: "pushing" } }, "RemovingFiles: "],
  ["Git is away", { files: { kind: "unavailable", message: "" } }, "GitUnavailable: removeFiles"],
  ["Git refuses", { files: { kind: "refused", message: "" } }, "GitRefused: removeFiles"],
  ["a child is left", ALL, "AwaitingApplications: "],
  ["the root is left", { ...ALL, children: 0 }, "DeletingRoot: deleteRoot"],
  ["the root is going", { ...ALL, children: 0, root: { kind: "present", deleting: true } }, "DeletingRoot: "],
  ["the project names it", { projectCovers: true, secret: "present" }, "LeavingProject: applyProject"],
  ["Argo CD knows it", { secret: "present" }, "Unregistering: deleteSecret"],
  ["our account is on it", { secret: "present", traces: "present" }, "WithdrawingAccess: withdrawAccess"],
  ["our account is off it", { secret: "present", traces: "none" }, "Unregistering: deleteSecret"],
  ["its account cannot be removed", { secret: "present", traces: "unreachable" }, "ClusterUnreachable: "],
  [
    "it is given up",
    { secret: "present", traces: "unreachable", options: { cascade: false, force: true, removeBundle: false } },
    "Unregistering: deleteSecret",
  ],
  ["its bundle is to go", REMOVING, "ReleasingBundle: releaseBundle"],
  [
    "its bundle is generated no more",
    { ...REMOVING, bundle: { applications: 2, released: true, fault: "" } },
    "RemovingBundle: removeBundle cascading",
  ],
  [
    "Argo CD cannot remove its bundle",
    { ...REMOVING, bundle: { applications: 1, released: true, fault: "a webhook refuses" } },
    "BundleBlocked: removeBundle cascading",
  ],
  [
    "its bundle is gone",
    { ...REMOVING, bundle: { applications: 0, released: true, fault: "" } },
    "LeavingProject: applyProject",
  ],
  [
    "its bundle is to go, but it is given up",
    { ...REMOVING, projectCovers: false, options: { cascade: false, force: true, removeBundle: true } },
    "Unregistering: deleteSecret",
  ],
  [
    "its bundle may stay",
    { ...ALL, children: 0, root: { kind: "absent" }, projectCovers: false },
    "Unregistering: deleteSecret",
  ],
  [
    "Argo CD cannot reach it and still holds its bundle",
    { bundle: { applications: 2, released: false, fault: "" } },
    "LeavingBundle: removeBundle",
  ],
  ["the provider has it", { provider: { kind: "creating", step: "" } }, "RemovingCluster: removeProvider"],
  ["the provider failed it", { provider: { kind: "failed", message: "" } }, "RemovingCluster: removeProvider"],
  ["the provider removes it", { provider: { kind: "removing" } }, "RemovingCluster: "],
  ["the provider is away", { provider: { kind: "unreachable", message: "" } }, "ProviderUnavailable: "],
  [
    "the provider is away, forced",
    { provider: { kind: "unreachable", message: "" }, options: { cascade: false, force: true, removeBundle: false } },
    "RememberingLeftover: rememberLeftover",
  ],
  [
    "the provider is away, forced, and it is written down",
    {
      provider: { kind: "unreachable", message: "" },
      options: { cascade: false, force: true, removeBundle: false },
      leftover: true,
    },
    "Deleted: removeFinalizer",
  ],
  ["nobody serves its provider", { provider: { kind: "unsupported", message: "" } }, "ProviderUnsupported: "],
  [
    "nobody serves its provider, and nothing was begun there",
    { provider: { kind: "unsupported", message: "" }, begun: false },
    "Deleted: removeFinalizer",
  ],
  [
    "nobody serves its provider, forced",
    { provider: { kind: "unsupported", message: "" }, options: { cascade: false, force: true, removeBundle: false } },
    "RememberingLeftover: rememberLeftover",
  ],
  ["everything was seen gone", {}, "Deleted: removeFinalizer"],
];

describe("The deletion machines", () => {
  for (const [name, observed, expected] of DEPLOYMENT_ROWS) {
    it(`of a deployment, when ${name}`, () => expect(deployment(observed)).to.equal(expected));
  }
  for (const [name, observed, expected] of CLUSTER_ROWS) {
    it(`of a cluster, when ${name}`, () => expect(cluster(observed)).to.equal(expected));
  }

  it("name who is in the way of a cluster's deletion, and bound the list", () => {
    const users = Array.from({ length: 12 }, (_, index) => ({ name: `d${index}`, deleting: false }));
    expect(nextClusterDeletion({ ...CLUSTER, users }).message)
      .to.contain("d0, d1")
      .and.to.contain("and 2 more");
  });
});
