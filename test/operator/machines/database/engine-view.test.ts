import { expect } from "chai";
import { readMysql, readPostgresql } from "../../../../operator/machines/database/engine-view.ts";

type Condition = Readonly<{ type: string; status: string; reason?: string; message?: string }>;
const on = (...types: string[]): Condition[] => types.map((type) => ({ type, status: "True" }));
const READY = on("Ready", "Initialized");

describe("readPostgresql", () => {
  const rows: [string, object | undefined, number, string][] = [
    ["nothing yet", undefined, 1, "starting AwaitingEngine"],
    ["the primary comes", { phase: "Setting up primary" }, 1, "starting SettingUpPrimary"],
    ["all is well", { phase: "Cluster in healthy state", readyInstances: 3, conditions: READY }, 3, "running Running"],
    [
      "one server of the simulated cloud stands for three",
      {
        phase: "Cluster in healthy state",
        readyInstances: 3,
        conditions: [...READY, { type: "Simulated", status: "True", message: "one server stands for 3" }],
      },
      3,
      "running Simulated",
    ],
    [
      "one of three is missing",
      { phase: "Cluster in healthy state", readyInstances: 2, conditions: READY },
      3,
      "degraded ClusterInHealthyState",
    ],
    [
      "a replica is made again",
      { phase: "Creating a new replica", readyInstances: 1, conditions: READY },
      3,
      "degraded CreatingANewReplica",
    ],
    ["it fails over", { phase: "Failing over", readyInstances: 2, conditions: READY }, 3, "degraded FailingOver"],
    [
      "an image is rolled out",
      { phase: "Upgrading cluster", readyInstances: 2, conditions: READY },
      3,
      "upgrading UpgradingCluster",
    ],
    [
      "parameters are applied",
      { phase: "Applying configuration", readyInstances: 3, conditions: READY },
      3,
      "upgrading ApplyingConfiguration",
    ],
    [
      "a phase of another version",
      { phase: "Something new", readyInstances: 3, conditions: READY },
      3,
      "upgrading SomethingNew",
    ],
    [
      "the plugin is missing",
      { phase: "Cluster cannot proceed to reconciliation due to an unknown plugin being required", conditions: READY },
      1,
      "error ClusterCannotProceedToReconciliationDueToAnUnknownPluginBeingReq",
    ],
    [
      "nobody can help",
      { phase: "Cluster is unrecoverable and needs manual intervention" },
      1,
      "error ClusterIsUnrecoverableAndNeedsManualIntervention",
    ],
    [
      "it sleeps",
      { phase: "Cluster in healthy state", readyInstances: 0, conditions: [...READY, ...on("cnpg.io/hibernation")] },
      1,
      "degraded Hibernated",
    ],
  ];
  for (const [name, status, wanted, expected] of rows) {
    it(`says ${expected.split(" ")[0] ?? ""} when ${name}`, () => {
      const { health, reason } = readPostgresql(status as Record<string, unknown> | undefined, wanted);
      expect(`${health} ${reason}`).to.equal(expected);
    });
  }

  it("knows every phase of 1.30: of servers that serve, and of some that never did", () => {
    const read = (phase: string): string => {
      const serving = { phase, readyInstances: 3, conditions: READY };
      return [serving, { phase }].map((status) => readPostgresql(status, 3).health).join(", ");
    };
    const found = Object.fromEntries(Object.keys(PHASES).map((phase) => [phase, read(phase)]));
    expect(found).to.deep.equal(PHASES);
  });
});

/** As its api/v1/cluster_types.go writes them. */
const PHASES: Readonly<Record<string, string>> = {
  "Cluster in healthy state": "running, starting",
  "Setting up primary": "degraded, starting",
  "Creating a new replica": "degraded, starting",
  "Waiting for the instances to become active": "degraded, starting",
  "Failing over": "degraded, starting",
  "Switchover in progress": "degraded, starting",
  "Promoting to primary cluster": "upgrading, starting",
  "Upgrading cluster": "upgrading, upgrading",
  "Upgrading Postgres major version": "upgrading, upgrading",
  "Cluster upgrade delayed": "upgrading, upgrading",
  "Online upgrade in progress": "upgrading, upgrading",
  "Applying configuration": "upgrading, upgrading",
  "Primary instance is being restarted in-place": "upgrading, upgrading",
  "Primary instance is being restarted without a switchover": "upgrading, upgrading",
  "Waiting for user action": "upgrading, upgrading",
  "Cluster is unrecoverable and needs manual intervention": "error, error",
  "Invalid cluster definition": "error, error",
  "Cluster has incomplete or invalid image catalog": "error, error",
  "Unable to create required cluster objects": "error, error",
  "Cluster cannot proceed to reconciliation due to an unknown plugin being required": "error, error",
  "Cluster cannot proceed to reconciliation due to an error while interacting with plugins": "error, error",
  "Cluster cannot execute instance online upgrade due to missing architecture binary": "error, error",
};

describe("readMysql", () => {
  const rows: [string, object | undefined, number, string][] = [
    ["nothing yet", undefined, 1, "starting AwaitingEngine"],
    ["it was made, and serves nobody", { conditions: on("Initialized") }, 1, "degraded Unavailable"],
    [
      "replicas are missing",
      { conditions: on("Initialized", "Available", "Healthy"), syncedReplicas: 2 },
      3,
      "degraded ReplicasMissing",
    ],
    ["all is well", { conditions: on("Initialized", "Available", "Healthy"), syncedReplicas: 3 }, 3, "running Running"],
    [
      "the simulated cloud plays it",
      {
        conditions: [...on("Initialized", "Available"), { type: "Healthy", status: "True", reason: "Simulated" }],
        syncedReplicas: 1,
      },
      1,
      "running Simulated",
    ],
    [
      "nobody looks after it",
      { conditions: [{ type: "ReconciliationActive", status: "False" }] },
      1,
      "error ReconciliationStopped",
    ],
  ];
  for (const [name, status, wanted, expected] of rows) {
    it(`says ${expected.split(" ")[0] ?? ""} when ${name}`, () => {
      const { health, reason } = readMysql(status as Record<string, unknown> | undefined, wanted);
      expect(`${health} ${reason}`).to.equal(expected);
    });
  }
});
