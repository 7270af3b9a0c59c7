import { expect } from "chai";
import { nextClusterDeletion } from "../../../operator/machines/cluster/next-deletion.ts";
import type { ClusterDeletionObserved } from "../../../operator/machines/cluster/observe-types.ts";
import { CASCADE_MAX_MS, nextDeploymentDeletion } from "../../../operator/machines/deployment/next-deletion.ts";
import type { DeploymentDeletionObserved } from "../../../operator/machines/deployment/observe-types.ts";
import { CLUSTER_GONE, CLUSTER_READY } from "../../support/cluster-scene.ts";
import { DEPLOYMENT_GONE, NOW } from "../../support/delivered.ts";

const THERE = { kind: "present", deleting: false, sinceMs: NOW, heldUp: false, cascades: true, message: "" } as const;
const STUCK = { ...THERE, deleting: true, sinceMs: NOW - CASCADE_MAX_MS, message: "no answer" } as const;
const NAMESPACE = { kind: "present", deleting: false, claims: 0, labelledKept: false } as const;

const deployment = (change: Partial<DeploymentDeletionObserved>): string => {
  const { effects, reason } = nextDeploymentDeletion({ ...DEPLOYMENT_GONE, ...change }, NOW);
  return `${reason}: ${effects.map(({ kind }) => kind).join("+")}`;
};

const DEPLOYMENT_ROWS: readonly Readonly<{
  when: string;
  observed: Partial<DeploymentDeletionObserved>;
  does: string;
}>[] = [
  {
    when: "files are in Git",
    observed: { files: { kind: "present" }, application: THERE },
    does: "RemovingFiles: removeFiles",
  },
  {
    when: "the removal is being pushed",
    observed: { files: { kind: "pushing" }, application: THERE },
    does: "RemovingFiles: ",
  },
  {
    when: "Git is away",
    observed: { files: { kind: "unavailable", message: "" }, application: THERE },
    does: "GitUnavailable: removeFiles",
  },
  {
    when: "Git refuses",
    observed: { files: { kind: "refused", message: "protected" }, application: THERE },
    does: "GitRefused: removeFiles",
  },
  {
    when: "the root has not seen the removal",
    observed: { root: { kind: "present", revision: "behind", operationRunning: false }, application: THERE },
    does: "RefreshingRoot: refreshRoot",
  },
  {
    when: "the root's revision is unknown",
    observed: { root: { kind: "present", revision: "unknown", operationRunning: false }, application: THERE },
    does: "RefreshingRoot: placeCommit+refreshRoot",
  },
  {
    when: "the root still syncs",
    observed: { root: { kind: "present", revision: "reached", operationRunning: true }, application: THERE },
    does: "RefreshingRoot: ",
  },
  {
    when: "the root is absent",
    observed: { root: { kind: "absent" }, application: THERE },
    does: "DeletingApplication: deleteApplication",
  },
  {
    when: "the Application is there",
    observed: { application: THERE },
    does: "DeletingApplication: deleteApplication",
  },
  {
    when: "the Application is going",
    observed: { application: { ...THERE, deleting: true } },
    does: "DeletingApplication: ",
  },
  {
    when: "the Application waits for the end of a sync",
    observed: { application: { ...THERE, deleting: true, heldUp: true } },
    does: "DeletingApplication: deleteApplication",
  },
  {
    when: "Argo CD cannot delete",
    observed: { application: { ...THERE, deleting: true, message: "denied" } },
    does: "DeletionError: deleteApplication",
  },
  {
    when: "the cluster is gone",
    observed: { cluster: "gone", application: THERE },
    does: "DeletingApplication: stripApplication+deleteApplication",
  },
  {
    when: "the cluster is gone, and Argo CD waits for it",
    observed: { cluster: "gone", application: { ...THERE, deleting: true } },
    does: "DeletingApplication: stripApplication",
  },
  {
    when: "the cluster does not answer",
    observed: { cluster: "unreachable", application: THERE },
    does: "ClusterUnreachable: deleteApplication",
  },
  {
    when: "the cluster does not answer, forced",
    observed: { cluster: "unreachable", application: THERE, options: { ...DEPLOYMENT_GONE.options, force: true } },
    does: "DeletingApplication: stripApplication+deleteApplication",
  },
  {
    when: "Argo CD has not deleted for long",
    observed: { application: STUCK },
    does: "DeletionError: deleteApplication",
  },
  {
    when: "Argo CD has not deleted for long, forced",
    observed: { application: STUCK, options: { ...DEPLOYMENT_GONE.options, force: true } },
    does: "DeletionError: stripApplication+deleteApplication",
  },
  {
    when: "Argo CD has not deleted yet, forced",
    observed: {
      application: { ...STUCK, sinceMs: NOW - CASCADE_MAX_MS + 1 },
      options: { ...DEPLOYMENT_GONE.options, force: true },
    },
    does: "DeletionError: deleteApplication",
  },
  {
    when: "what runs is to stay",
    observed: { application: THERE, options: { ...DEPLOYMENT_GONE.options, orphan: true } },
    does: "DeletingApplication: stripApplication+deleteApplication",
  },
  { when: "its route on a host was not looked at", observed: { route: "unasked" }, does: "DeletingRoute: " },
  { when: "its route is on a host", observed: { route: "present" }, does: "DeletingRoute: deleteRoute" },
  { when: "its route is gone", observed: { route: "absent" }, does: "Deleted: removeFinalizer" },
  { when: "its host does not answer", observed: { route: "unreachable" }, does: "ClusterUnreachable: " },
  {
    when: "its host does not answer, forced",
    observed: { route: "unreachable", options: { ...DEPLOYMENT_GONE.options, force: true } },
    does: "Deleted: removeFinalizer",
  },
  { when: "its Schedule was not looked at", observed: { schedule: "unasked" }, does: "DeletingSchedule: " },
  { when: "its Schedule was left", observed: { schedule: "present" }, does: "DeletingSchedule: deleteSchedule" },
  { when: "its Schedule is gone", observed: { schedule: "absent" }, does: "Deleted: removeFinalizer" },
  {
    when: "its Schedule was left, and its cluster is gone",
    observed: { schedule: "present", cluster: "gone" },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "its route is on a host, and what runs is to stay",
    observed: { route: "present", options: { ...DEPLOYMENT_GONE.options, orphan: true } },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "its route is on a host, and its cluster is gone",
    observed: { route: "present", cluster: "gone" },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "the namespace was not looked at",
    observed: { namespace: { kind: "unasked" } },
    does: "DeletingNamespace: ",
  },
  { when: "the namespace is there", observed: { namespace: NAMESPACE }, does: "DeletingNamespace: deleteNamespace" },
  {
    when: "the namespace is going",
    observed: { namespace: { ...NAMESPACE, deleting: true } },
    does: "DeletingNamespace: ",
  },
  {
    when: "the namespace holds volumes",
    observed: { namespace: { ...NAMESPACE, claims: 1 } },
    does: "KeepingVolumes: keepNamespace",
  },
  {
    when: "the namespace is marked as kept",
    observed: { namespace: { ...NAMESPACE, claims: 1, labelledKept: true } },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "its volumes are to go too",
    observed: { namespace: { ...NAMESPACE, claims: 1 }, options: { ...DEPLOYMENT_GONE.options, deleteVolumes: true } },
    does: "DeletingNamespace: deleteNamespace",
  },
  {
    when: "the namespace is somebody else's",
    observed: { namespace: { kind: "foreign" } },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "the namespace cannot be seen",
    observed: { namespace: { kind: "unreachable", message: "" } },
    does: "ClusterUnreachable: ",
  },
  {
    when: "the namespace cannot be seen, forced",
    observed: { namespace: { kind: "unreachable", message: "" }, options: { ...DEPLOYMENT_GONE.options, force: true } },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "the namespace of an orphaned workload stays",
    observed: { namespace: NAMESPACE, options: { ...DEPLOYMENT_GONE.options, orphan: true } },
    does: "Deleted: removeFinalizer",
  },
  { when: "the secrets were not looked at", observed: { secrets: { kind: "unasked" } }, does: "DeletingSecrets: " },
  {
    when: "the secret store is away",
    observed: { secrets: { kind: "unreachable" } },
    does: "SecretStoreUnavailable: ",
  },
  {
    when: "its secrets are there",
    observed: { secrets: { kind: "asked", own: 2, onCluster: true } },
    does: "DeletingSecrets: withdrawSecrets+deleteSecrets",
  },
  {
    when: "its secrets are to be kept",
    observed: {
      secrets: { kind: "asked", own: 2, onCluster: true },
      options: { ...DEPLOYMENT_GONE.options, keepSecrets: true },
    },
    does: "DeletingSecrets: withdrawSecrets",
  },
  {
    when: "the pods that stay need their secrets",
    observed: {
      secrets: { kind: "asked", own: 1, onCluster: true },
      options: { ...DEPLOYMENT_GONE.options, orphan: true },
    },
    does: "DeletingSecrets: deleteSecrets",
  },
  { when: "everything was seen gone", observed: {}, does: "Deleted: removeFinalizer" },
];

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
  const { effects, reason } = nextClusterDeletion({ ...CLUSTER_GONE, ...change });
  const named = effects.map((effect) =>
    "cascade" in effect && effect.cascade ? `${effect.kind} cascading` : effect.kind,
  );
  return `${reason}: ${named.join("+")}`;
};

const CLUSTER_ROWS: readonly Readonly<{ when: string; observed: Partial<ClusterDeletionObserved>; does: string }>[] = [
  { when: "it is in use", observed: { users: [{ name: "shop", deleting: false }], ...ALL }, does: "ClusterInUse: " },
  { when: "it carries shared clusters", observed: { hosted: ["org-acme/a"], ...ALL }, does: "HostInUse: " },
  {
    when: "it carries shared clusters, cascading and forced",
    observed: { hosted: ["org-acme/a"], options: { cascade: true, force: true, removeBundle: false } },
    does: "HostInUse: ",
  },
  {
    when: "it is in use, cascading",
    observed: {
      users: [{ name: "shop", deleting: false }],
      options: { cascade: true, force: false, removeBundle: false },
    },
    does: "DeletingDeployments: deleteUsers",
  },
  {
    when: "its last users are going",
    observed: { users: [{ name: "shop", deleting: true }] },
    does: "DeletingDeployments: ",
  },
  {
    when: "its files are in Git",
    observed: { files: { kind: "present" }, ...ALL },
    does: "RemovingFiles: removeFiles",
  },
  { when: "the removal is being pushed", observed: { files: { kind: "pushing" } }, does: "RemovingFiles: " },
  {
    when: "Git is away",
    observed: { files: { kind: "unavailable", message: "" } },
    does: "GitUnavailable: removeFiles",
  },
  { when: "Git refuses", observed: { files: { kind: "refused", message: "" } }, does: "GitRefused: removeFiles" },
  { when: "a child is left", observed: ALL, does: "AwaitingApplications: " },
  { when: "the root is left", observed: { ...ALL, children: 0 }, does: "DeletingRoot: deleteRoot" },
  {
    when: "the root is going",
    observed: { ...ALL, children: 0, root: { kind: "present", deleting: true } },
    does: "DeletingRoot: ",
  },
  {
    when: "the project names it",
    observed: { projectCovers: true, secret: "present" },
    does: "LeavingProject: applyProject",
  },
  { when: "Argo CD knows it", observed: { secret: "present" }, does: "Unregistering: deleteSecret" },
  {
    when: "our account is on it",
    observed: { secret: "present", traces: "present" },
    does: "WithdrawingAccess: withdrawAccess",
  },
  {
    when: "our account is off it",
    observed: { secret: "present", traces: "none" },
    does: "Unregistering: deleteSecret",
  },
  {
    when: "its account cannot be removed",
    observed: { secret: "present", traces: "unreachable" },
    does: "ClusterUnreachable: ",
  },
  {
    when: "it is given up",
    observed: {
      secret: "present",
      traces: "unreachable",
      options: { cascade: false, force: true, removeBundle: false },
    },
    does: "Unregistering: deleteSecret",
  },
  {
    when: "its Services have load balancers",
    observed: { balancers: "present", provider: CLUSTER_READY },
    does: "ReleasingBalancers: releaseBalancers",
  },
  {
    when: "its load balancers are taken back",
    observed: { balancers: "none", provider: CLUSTER_READY },
    does: "RemovingCluster: removeProvider",
  },
  {
    when: "its load balancers cannot be taken back",
    observed: { balancers: "unreachable", provider: CLUSTER_READY },
    does: "ClusterUnreachable: ",
  },
  {
    when: "they may stay",
    observed: {
      balancers: "present",
      provider: CLUSTER_READY,
      options: { cascade: false, force: true, removeBundle: false },
    },
    does: "RemovingCluster: removeProvider",
  },
  { when: "its bundle is to go", observed: REMOVING, does: "ReleasingBundle: releaseBundle" },
  {
    when: "its bundle is generated no more",
    observed: { ...REMOVING, bundle: { applications: 2, released: true, fault: "" } },
    does: "RemovingBundle: removeBundle cascading",
  },
  {
    when: "Argo CD cannot remove its bundle",
    observed: { ...REMOVING, bundle: { applications: 1, released: true, fault: "a webhook refuses" } },
    does: "BundleBlocked: removeBundle cascading",
  },
  {
    when: "its bundle is gone",
    observed: { ...REMOVING, bundle: { applications: 0, released: true, fault: "" } },
    does: "LeavingProject: applyProject",
  },
  {
    when: "its bundle is to go, but it is given up",
    observed: { ...REMOVING, projectCovers: false, options: { cascade: false, force: true, removeBundle: true } },
    does: "Unregistering: deleteSecret",
  },
  {
    when: "its bundle may stay",
    observed: { ...ALL, children: 0, root: { kind: "absent" }, projectCovers: false },
    does: "Unregistering: deleteSecret",
  },
  {
    when: "Argo CD cannot reach it and still holds its bundle",
    observed: { bundle: { applications: 2, released: false, fault: "" } },
    does: "LeavingBundle: removeBundle",
  },
  {
    when: "the provider has it",
    observed: { provider: { kind: "creating", step: "" } },
    does: "RemovingCluster: removeProvider",
  },
  {
    when: "the provider failed it",
    observed: { provider: { kind: "failed", message: "" } },
    does: "RemovingCluster: removeProvider",
  },
  { when: "the provider removes it", observed: { provider: { kind: "removing" } }, does: "RemovingCluster: " },
  {
    when: "the provider is away",
    observed: { provider: { kind: "unreachable", message: "" } },
    does: "ProviderUnavailable: ",
  },
  {
    when: "the provider is away, forced",
    observed: {
      provider: { kind: "unreachable", message: "" },
      options: { cascade: false, force: true, removeBundle: false },
    },
    does: "RememberingLeftover: rememberLeftover",
  },
  {
    when: "the provider is away, forced, and it is written down",
    observed: {
      provider: { kind: "unreachable", message: "" },
      options: { cascade: false, force: true, removeBundle: false },
      leftover: true,
    },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "nobody serves its provider",
    observed: { provider: { kind: "unsupported", message: "" } },
    does: "ProviderUnsupported: ",
  },
  {
    when: "nobody serves its provider, and nothing was begun there",
    observed: { provider: { kind: "unsupported", message: "" }, begun: false },
    does: "Deleted: removeFinalizer",
  },
  {
    when: "nobody serves its provider, forced",
    observed: {
      provider: { kind: "unsupported", message: "" },
      options: { cascade: false, force: true, removeBundle: false },
    },
    does: "RememberingLeftover: rememberLeftover",
  },
  { when: "everything was seen gone", observed: {}, does: "Deleted: removeFinalizer" },
];

describe("The deletion machines", () => {
  for (const { when, observed, does } of DEPLOYMENT_ROWS) {
    it(`of a deployment, when ${when}`, () => expect(deployment(observed)).to.equal(does));
  }
  for (const { when, observed, does } of CLUSTER_ROWS) {
    it(`of a cluster, when ${when}`, () => expect(cluster(observed)).to.equal(does));
  }

  it("name who is in the way of a cluster's deletion, and bound the list", () => {
    const users = Array.from({ length: 12 }, (_, index) => ({ name: `d${index}`, deleting: false }));
    expect(nextClusterDeletion({ ...CLUSTER_GONE, users }).message)
      .to.contain("d0, d1")
      .and.to.contain("and 2 more");
  });
});
