import { expect } from "chai";
import { deriveShownStatus } from "../../../render/projection/derive-status.ts";

type Row = Readonly<{
  name: string;
  kind: Parameters<typeof deriveShownStatus>[0];
  deleting?: boolean;
  generation?: number;
  observed?: number;
  phase?: string;
  spec?: object;
  expect: readonly [status: string, settled: boolean];
}>;

const ROWS: readonly Row[] = [
  {
    name: "deletion comes before all",
    kind: "Deployment",
    deleting: true,
    observed: 1,
    phase: "running",
    expect: ["deleting", false],
  },
  { name: "deletion of what was never observed", kind: "Cluster", deleting: true, expect: ["deleting", false] },
  { name: "never observed", kind: "Deployment", expect: ["pending", false] },
  {
    name: "never observed, with a source",
    kind: "Deployment",
    spec: { promotion: { sourceId: "x" } },
    expect: ["promoting", false],
  },
  {
    name: "a phase without a generation is not observed",
    kind: "Cluster",
    phase: "running",
    expect: ["pending", false],
  },
  {
    name: "newer spec of a deployment",
    kind: "Deployment",
    generation: 2,
    observed: 1,
    phase: "running",
    expect: ["provisioning", false],
  },
  {
    name: "newer spec of a failed deployment",
    kind: "Deployment",
    generation: 2,
    observed: 1,
    phase: "failed",
    expect: ["provisioning", false],
  },
  {
    name: "newer spec of a cluster",
    kind: "Cluster",
    generation: 2,
    observed: 1,
    phase: "running",
    expect: ["updating", false],
  },
  {
    name: "newer spec of a database",
    kind: "DatabaseInstance",
    generation: 2,
    observed: 1,
    phase: "running",
    expect: ["running", false],
  },
  {
    name: "newer spec of an upgrade",
    kind: "UpgradeRequest",
    generation: 2,
    observed: 1,
    phase: "completed",
    expect: ["completed", false],
  },
  { name: "running", kind: "Deployment", observed: 1, phase: "running", expect: ["running", true] },
  {
    name: "stopped, also a staged import",
    kind: "Deployment",
    observed: 1,
    phase: "stopped",
    expect: ["stopped", true],
  },
  { name: "failed", kind: "Deployment", observed: 1, phase: "failed", expect: ["failed", true] },
  { name: "error", kind: "Deployment", observed: 1, phase: "error", expect: ["error", true] },
  { name: "under way", kind: "Deployment", observed: 1, phase: "provisioning", expect: ["provisioning", false] },
  { name: "accepted but pending", kind: "Deployment", observed: 1, phase: "pending", expect: ["pending", false] },
  { name: "degraded cluster", kind: "Cluster", observed: 1, phase: "degraded", expect: ["degraded", true] },
  { name: "registering cluster", kind: "Cluster", observed: 1, phase: "registering", expect: ["registering", false] },
  { name: "finished backup", kind: "DatabaseBackup", observed: 1, phase: "completed", expect: ["completed", true] },
  { name: "running backup", kind: "DatabaseBackup", observed: 1, phase: "running", expect: ["running", false] },
  { name: "rejected upgrade", kind: "UpgradeRequest", observed: 1, phase: "rejected", expect: ["rejected", true] },
  { name: "approved upgrade", kind: "UpgradeRequest", observed: 1, phase: "approved", expect: ["approved", false] },
];

describe("deriveShownStatus", () => {
  for (const row of ROWS) {
    it(row.name, () => {
      const shown = deriveShownStatus(row.kind, {
        metadata: {
          name: "a",
          generation: row.generation ?? 1,
          ...(row.deleting === true ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {}),
        },
        spec: row.spec ?? {},
        status: { observedGeneration: row.observed, phase: row.phase },
      });
      expect([shown.status, shown.settled]).to.deep.equal(row.expect);
    });
  }
});
