import { expect } from "chai";
import type { DatabaseStatus } from "../../../../contract/resources/database-instance.ts";
import type { DeploymentStatus } from "../../../../contract/resources/deployment.ts";
import { ReleaseWaves, type ReleaseProgress } from "../../../../operator/controllers/platform/release-waves.ts";
import type { Caches } from "../../../../operator/resources/caches.ts";
import type { DatabaseObject, DeploymentObject } from "../../../../operator/resources/objects.ts";
import { createCapturedLogger } from "../../../support/captured-logger.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

const NEW = "0.2.0";
const MINUTE_MS = 60_000;
const clock = createFakeClock();
const NOW = clock.nowMs();
const ago = (minutes: number): string => new Date(NOW - minutes * MINUTE_MS).toISOString();
/** Each has an organization of its own, so that two failures stop everybody. */
const metadata = (at: number) => ({ name: `one-${at}`, namespace: `org-${at}`, uid: `u${at}`, generation: 1 });
const git = { path: "", commit: "c", contentHash: "h", committedAt: ago(30), syncedRevision: "r" };

const database = (at: number, status: DatabaseStatus): DatabaseObject => ({
  metadata: metadata(at),
  spec: { cluster: "a", engine: "postgresql" },
  status: { observedGeneration: 1, chartVersion: NEW, chartMovedAt: ago(30), git, ...status },
});
const deployment = (at: number, status: DeploymentStatus): DeploymentObject => ({
  metadata: metadata(at),
  spec: { cluster: "a", appType: "api" },
  status: { observedGeneration: 1, delivery: { version: NEW, movedAt: ago(30) }, git, ...status },
});
const ready = (status: "True" | "False", minutes: number): Pick<DatabaseStatus, "conditions"> => ({
  conditions: [{ type: "Ready", status, reason: "R", message: "", lastTransitionTime: ago(minutes) }],
});

const listed = <T>(objects: readonly T[]) => ({ list: () => objects, get: () => undefined });

type Held = Readonly<{ deployments?: readonly DeploymentObject[]; databases?: readonly DatabaseObject[] }>;

/** Plans the waves over what is there, and says how each chart's release stands. */
function progressOf({ deployments = [], databases = [] }: Held): Record<string, ReleaseProgress> {
  const seen: Record<string, ReleaseProgress> = {};
  const clusters = { get: () => ({ spec: {}, status: { phase: "running" } }) };
  const caches = { clusters, deployments: listed(deployments), databases: listed(databases) };
  const { logger } = createCapturedLogger();
  const waves = new ReleaseWaves({
    caches: caches as unknown as Caches,
    settings: { chartVersion: NEW, databaseChartVersion: NEW },
    events: { record: () => undefined },
    clock,
    logger,
    requeue: () => undefined,
    observe: (progress) => (seen[progress.chart] = progress),
  });
  waves.reconcile();
  return seen;
}

const WAITS = { chartVersion: "0.1.0", chartMovedAt: undefined, phase: "running", ...ready("True", 60) } as const;

describe("A release of the database chart", () => {
  const stops = (...ill: readonly DatabaseStatus[]): boolean => {
    const fine = Array.from({ length: 8 }, (_, at) => database(at, { phase: "running", ...ready("True", 29) }));
    const left = [database(20, WAITS), database(21, WAITS)];
    const databases = [...fine, ...left, ...ill.map((status, at) => database(30 + at, status))];
    return progressOf({ databases })["database"]?.stopped === true;
  };

  it("is stopped by errors, and servers that stay away, which began within 20 minutes of their move", () => {
    const error = { phase: "error", statusReason: "InvalidClusterDefinition" } as const;
    expect(stops({ ...error, ...ready("False", 11) }, { ...error, ...ready("False", 29) })).to.equal(true);
    const away = { phase: "degraded", ...ready("False", 29) } as const;
    expect(stops(away, away)).to.equal(true);
  });

  it("is not stopped by what went wrong later, nor by a cluster that broke down with all that it carries", () => {
    const error = { phase: "error", statusReason: "ClusterIsUnrecoverable" } as const;
    expect(stops({ ...error, ...ready("False", 10) }, { ...error, ...ready("False", 9) })).to.equal(false);
    const away = { phase: "degraded", ...ready("False", 9) } as const;
    expect(stops(away, away)).to.equal(false);
    const broken = { phase: "error", statusReason: "ClusterFailed", ...ready("False", 29) } as const;
    expect(stops(broken, broken)).to.equal(false);
  });
});

describe("A release of the workload chart", () => {
  const stops = (...ill: readonly DeploymentStatus[]): boolean => {
    const fine = Array.from({ length: 8 }, (_, at) => deployment(at, { phase: "running", phaseSince: ago(29) }));
    const left = [20, 21].map((at) => deployment(at, { phase: "running", delivery: { version: "0.1.0" } }));
    const deployments = [...fine, ...left, ...ill.map((status, at) => deployment(30 + at, status))];
    return progressOf({ deployments })["workload"]?.stopped === true;
  };

  it("is stopped by what failed within 20 minutes of its move, and not by what failed later", () => {
    const failed = (minutes: number) => ({ phase: "failed", phaseSince: ago(minutes) }) as const;
    expect(stops(failed(29), failed(11))).to.equal(true);
    expect(stops(failed(10), failed(9))).to.equal(false);
    const unhealthy = (minutes: number) => ({ phase: "running", unhealthySince: ago(minutes) }) as const;
    expect(stops(unhealthy(29), unhealthy(28)), "never well with it").to.equal(true);
    expect(stops(unhealthy(5), unhealthy(4))).to.equal(false);
  });
});
