import { expect } from "chai";
import { nextBackupDeletion } from "../../../operator/machines/backup/next-deletion.ts";
import { nextClusterDeletion } from "../../../operator/machines/cluster/next-deletion.ts";
import type { ClusterDeletionObserved } from "../../../operator/machines/cluster/observe-types.ts";
import { nextDeploymentDeletion } from "../../../operator/machines/deployment/next-deletion.ts";
import type { DeploymentDeletionObserved } from "../../../operator/machines/deployment/observe-types.ts";
import { CLUSTER_GONE, CLUSTER_READY } from "../../support/cluster-scene.ts";
import { DEPLOYMENT_GONE, NOW } from "../../support/delivered.ts";

const CLUSTER_REST: Readonly<Record<string, Partial<ClusterDeletionObserved>>> = {
  "a deployment": { users: [{ name: "shop", deleting: false }] },
  "a deployment that goes": { users: [{ name: "shop", deleting: true }] },
  "a shared cluster": { hosted: ["org-a/one"] },
  "its files": { files: { kind: "present" } },
  "files that nobody can look for": { files: { kind: "unavailable", message: "away" } },
  "a child Application": { children: 1 },
  "its root": { root: { kind: "present", deleting: true } },
  "its place in the project": { projectCovers: true },
  "its Secret": { secret: "present" },
  "what is left of its bundle": { bundle: { applications: 1, released: true, fault: "" } },
  "its machines": { provider: CLUSTER_READY },
  "machines that go": { provider: { kind: "removing" } },
  "machines that nobody can ask for": { provider: { kind: "unreachable", message: "away" } },
  "machines of a provider that nobody serves": { provider: { kind: "unsupported", message: "none" } },
};

const GOING = { kind: "present", deleting: true, sinceMs: NOW, heldUp: false, cascades: true, message: "" } as const;
const DEPLOYMENT_REST: Readonly<Record<string, Partial<DeploymentDeletionObserved>>> = {
  "its files": { files: { kind: "pushing" } },
  "a root that has not compared without it": { root: { kind: "present", revision: "behind", operationRunning: false } },
  "a root that syncs": { root: { kind: "present", revision: "reached", operationRunning: true } },
  "its Application": { application: GOING },
  "a namespace that nobody has asked for": { namespace: { kind: "unasked" } },
  "its namespace": { namespace: { kind: "present", deleting: false, claims: 0, labelledKept: false } },
  "volumes whose namespace is not marked yet": {
    namespace: { kind: "present", deleting: false, claims: 1, labelledKept: false },
  },
  "a namespace on a cluster that does not answer": { namespace: { kind: "unreachable", message: "away" } },
  "a route that nobody has asked for": { route: "unasked" },
  "a route on its host": { route: "present" },
  "a host that does not answer": { route: "unreachable" },
  "a Schedule that nobody has asked for": { schedule: "unasked" },
  "the Schedule of its backups": { schedule: "present" },
  "secrets that nobody has asked for": { secrets: { kind: "unasked" } },
  "a secret of its own": { secrets: { kind: "asked", own: 1, onCluster: false } },
  "secrets on the cluster": { secrets: { kind: "asked", own: 0, onCluster: true } },
  "a store that does not answer": { secrets: { kind: "unreachable" } },
};

const goes = (decision: Readonly<{ effects: readonly Readonly<{ kind: string }>[] }>): boolean =>
  decision.effects.some(({ kind }) => kind === "removeFinalizer");

describe("A finalizer", () => {
  it("goes when nothing is left", () => {
    expect(goes(nextClusterDeletion(CLUSTER_GONE))).to.equal(true);
    expect(goes(nextDeploymentDeletion(DEPLOYMENT_GONE, NOW))).to.equal(true);
    expect(goes(nextBackupDeletion({ files: undefined, engine: { kind: "gone" } }))).to.equal(true);
  });

  for (const [what, rest] of Object.entries(CLUSTER_REST))
    it(`of a cluster stays while there is ${what}`, () => {
      expect(goes(nextClusterDeletion({ ...CLUSTER_GONE, ...rest }))).to.equal(false);
    });

  for (const [what, rest] of Object.entries(DEPLOYMENT_REST))
    it(`of a deployment stays while there is ${what}`, () => {
      expect(goes(nextDeploymentDeletion({ ...DEPLOYMENT_GONE, ...rest }, NOW))).to.equal(false);
    });

  it("of a forced deletion goes without machines that nobody can remove only once they are written down", () => {
    for (const provider of [
      { kind: "unreachable", message: "away" },
      { kind: "unsupported", message: "none" },
    ] as const) {
      const forced = { ...CLUSTER_GONE, options: { ...CLUSTER_GONE.options, force: true }, provider };
      expect(nextClusterDeletion(forced).effects).to.deep.equal([{ kind: "rememberLeftover" }]);
      expect(goes(nextClusterDeletion({ ...forced, leftover: true }))).to.equal(true);
    }
  });
});
