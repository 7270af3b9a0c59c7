import { expect } from "chai";
import {
  JOBS,
  MYSQL_CLUSTERS,
  OBJECT_STORES,
  PODS,
  POSTGRESQL_CLUSTERS,
  SERVICES,
} from "../../../../adapters/kubernetes/resource-types.ts";
import type { DatabaseEngine } from "../../../../contract/resources/database-engines.ts";
import type { DatabaseSpec } from "../../../../contract/resources/database-instance.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient, type FakeKubeClientOptions } from "../../../support/fake-kube-client.ts";
import type { EngineView } from "../../../../operator/machines/database/engine-view.ts";
import { createEngineLooks } from "../../../../operator/controllers/database/engine-looks.ts";

const HANDLE = "orders-abcdefghij";
const ID = "1b2c3d4e-0000-4000-8000-000000000000";
const WRITER = { fieldManager: "test" } as const;
const ENGINES = {
  postgresql: { type: POSTGRESQL_CLUSTERS, name: "postgres", service: "postgres-external" },
  mysql: { type: MYSQL_CLUSTERS, name: `db-${ID}`, service: `moco-db-${ID}-primary` },
} as const;
const STATUS = { phase: "Cluster in healthy state", readyInstances: 1, conditions: [] };

async function startCluster(engine: DatabaseEngine, options?: FakeKubeClientOptions): Promise<FakeKubeClient> {
  const client = new FakeKubeClient(options);
  const { type, name } = ENGINES[engine];
  await client.create(type, { metadata: { namespace: HANDLE, name } }, WRITER);
  await client.patch(type, { namespace: HANDLE, name }, { kind: "merge", body: { status: STATUS } }, WRITER);
  return client;
}

/** Plays a load balancer that has given a Service its addresses, or has not yet. */
async function open(client: FakeKubeClient, engine: DatabaseEngine, ingress: readonly object[]): Promise<void> {
  const ref = { namespace: HANDLE, name: ENGINES[engine].service };
  await client.create(SERVICES, { metadata: ref, spec: { type: "LoadBalancer" } }, WRITER);
  const body = { status: { loadBalancer: { ingress } } };
  await client.patch(SERVICES, ref, { kind: "merge", body }, WRITER);
}

type Members = Partial<DatabaseSpec> & Pick<DatabaseSpec, "engine">;

/** Looks until it was answered. */
async function look(client: FakeKubeClient, members: Members, archives = false): Promise<EngineView> {
  const spec = { cluster: "one", ...members };
  const subject = { handle: HANDLE, id: ID, spec, archives, leader: undefined };
  const told = Promise.withResolvers<string>();
  const looks = createEngineLooks(createFakeClock(), told.resolve);
  expect(looks.look(client, subject)).to.deep.equal({ kind: "unasked" });
  await told.promise;
  return looks.look(client, subject);
}

describe("A look at a database's engine", () => {
  for (const engine of ["postgresql", "mysql"] as const)
    it(`reads the address from outside of ${engine}: the name before the number, and only where it is asked for`, async () => {
      const asked = { engine, externalAccess: true } as const;
      const address = async (ingress: readonly object[], members: Members = asked): Promise<unknown> => {
        const client = await startCluster(engine);
        await open(client, engine, ingress);
        const view = await look(client, members);
        return view.kind === "present" ? [view.externalHost, view.moves] : view.kind;
      };
      const hostname = "db.eu.example.net";
      expect(await address([{ ip: "203.0.113.7" }])).to.deep.equal(["203.0.113.7", false]);
      expect(await address([{ hostname, ip: "203.0.113.7" }])).to.deep.equal([hostname, false]);
      expect(await address([]), "looked at soon again").to.deep.equal([undefined, true]);
      expect(await address([{ hostname }], { engine })).to.deep.equal([undefined, false]);
    });

  it("waits for an address also where there is no Service yet", async () => {
    const view = await look(await startCluster("postgresql"), { engine: "postgresql", externalAccess: true });
    expect(view).to.include({ kind: "present", externalHost: undefined, moves: true });
  });

  it("finds nothing before the engine's resource is there", async () => {
    expect(await look(new FakeKubeClient(), { engine: "mysql" })).to.deep.equal({ kind: "absent" });
  });

  it("reads the window of this server's archive, where there are archives", async () => {
    const client = await startCluster("postgresql");
    const ref = { namespace: HANDLE, name: "backups" };
    const from = "2026-11-20T10:00:00Z";
    const serverRecoveryWindow = { [ID]: { firstRecoverabilityPoint: from, lastSuccessfulBackupTime: from } };
    await client.create(OBJECT_STORES, { metadata: ref }, WRITER);
    await client.patch(OBJECT_STORES, ref, { kind: "merge", body: { status: { serverRecoveryWindow } } }, WRITER);
    const read = async (archives: boolean): Promise<unknown> => {
      const view = await look(client, { engine: "postgresql" }, archives);
      return view.kind === "present" ? view.archive?.from : view.kind;
    };
    expect(Date.parse(String(await read(true)))).to.equal(Date.parse(from));
    expect(await read(false)).to.equal(undefined);
  });

  it("ends the window with the last WAL that the primary says it archived", async () => {
    const lastArchivedWALTime = "2026-11-20T11:30:00Z";
    const client = await startCluster("postgresql", { onRequest: () => ({ lastArchivedWALTime }) });
    await client.create(PODS, { metadata: { namespace: HANDLE, name: "postgres-1" } }, WRITER);
    const body = { status: { currentPrimary: "postgres-1" } };
    await client.patch(POSTGRESQL_CLUSTERS, { namespace: HANDLE, name: "postgres" }, { kind: "merge", body }, WRITER);
    const view = await look(client, { engine: "postgresql" }, true);
    expect(view.kind === "present" && view.archive?.until).to.equal("2026-11-20T11:30:00.000Z");
  });

  describe("of a database that is filled from an archive", () => {
    const MOMENT = { sourceId: ID, pointInTime: "2026-11-20T10:00:00Z" };
    const message = "recovery ended before configured recovery target was reached";
    const LOG = JSON.stringify({ record: { error_severity: "FATAL", message } });

    async function fills(phases: readonly string[], onStream?: (path: string) => string): Promise<FakeKubeClient> {
      const client = await startCluster("postgresql", onStream && { onStream });
      const body = { status: { phase: "Setting up primary", readyInstances: 0 } };
      await client.patch(POSTGRESQL_CLUSTERS, { namespace: HANDLE, name: "postgres" }, { kind: "merge", body }, WRITER);
      const labels = { "cnpg.io/cluster": "postgres", "cnpg.io/jobRole": "full-recovery" };
      for (const [at, phase] of phases.entries()) {
        const metadata = { namespace: HANDLE, name: `postgres-1-full-recovery-${at}`, labels };
        await client.create(PODS, { metadata, status: { phase } }, WRITER);
      }
      return client;
    }

    it("says why its recovery failed, while CloudNativePG still says that it is being set up", async () => {
      const asked: string[] = [];
      const client = await fills(["Failed", "Running"], (path) => (asked.push(path), LOG));
      const view = await look(client, { engine: "postgresql", restore: MOMENT });
      expect(view).to.include({ health: "error", reason: "RecoveryTargetNotReached" });
      expect(asked).to.deep.equal([
        `/api/v1/namespaces/${HANDLE}/pods/postgres-1-full-recovery-0/log?container=full-recovery&tailLines=200&limitBytes=131072`,
      ]);
    });

    it("says so also where the log is gone, and reads no more of one than was asked for", async () => {
      const gone = await look(await fills(["Failed"]), { engine: "postgresql", restore: MOMENT });
      expect(gone).to.include({ health: "error", reason: "RecoveryFailed" });
      const endless = await fills(["Failed"], () => `${"x".repeat(131_072)}\n${LOG}`);
      const view = await look(endless, { engine: "postgresql", restore: MOMENT });
      expect(view).to.include({ health: "error", reason: "RecoveryFailed" });
    });

    it("says that MOCO's Job has failed, which MOCO itself never tells", async () => {
      const client = await startCluster("mysql");
      const { name } = ENGINES.mysql;
      const starts = { conditions: [{ type: "Initialized", status: "False" }] };
      await client.patch(
        MYSQL_CLUSTERS,
        { namespace: HANDLE, name },
        { kind: "merge", body: { status: starts } },
        WRITER,
      );
      const job = `moco-restore-${name}`;
      await client.create(JOBS, { metadata: { namespace: HANDLE, name: job }, status: { active: 1 } }, WRITER);
      expect(await look(client, { engine: "mysql", restore: MOMENT })).to.include({ health: "starting" });
      const failed = { conditions: [{ type: "Failed", status: "True", reason: "BackoffLimitExceeded" }] };
      await client.patch(JOBS, { namespace: HANDLE, name: job }, { kind: "merge", body: { status: failed } }, WRITER);
      const view = await look(client, { engine: "mysql", restore: MOMENT });
      expect(view).to.include({ health: "error", reason: "RecoveryFailed" });
      expect(view.kind === "present" && view.message).to.contain(job);
      expect(await look(client, { engine: "mysql" }), "it fills itself from nothing").to.include({
        health: "starting",
      });
    });

    it("lets one start that is on its way, or that fills itself from nothing", async () => {
      const under = await look(await fills(["Running"]), { engine: "postgresql", restore: MOMENT });
      expect(under).to.include({ health: "starting" });
      const empty = await look(await fills(["Failed"]), { engine: "postgresql" });
      expect(empty).to.include({ health: "starting" });
    });
  });

  describe("of a database whose major version is raised", () => {
    const UPGRADING = {
      phase: "Upgrading Postgres major version",
      readyInstances: 0,
      pgDataImageInfo: { majorVersion: 15 },
    };
    const labels = { "cnpg.io/cluster": "postgres", "cnpg.io/jobRole": "major-upgrade" };
    const LOG = ["Your installation contains a view that cannot be restored.", "Failure, exiting"]
      .map((msg) => JSON.stringify({ level: "info", msg, pipe: "stdout" }))
      .join("\n");

    async function upgrades(pod: object | undefined, onStream?: (path: string) => string): Promise<FakeKubeClient> {
      const client = await startCluster("postgresql", onStream && { onStream });
      const ref = { namespace: HANDLE, name: "postgres" };
      await client.patch(POSTGRESQL_CLUSTERS, ref, { kind: "merge", body: { status: UPGRADING } }, WRITER);
      const metadata = { namespace: HANDLE, name: "postgres-1-major-upgrade-a", labels };
      if (pod !== undefined) await client.create(PODS, { metadata, status: pod }, WRITER);
      return client;
    }
    const lookAt = (client: FakeKubeClient): Promise<EngineView> => look(client, { engine: "postgresql" });

    it("lets one be that is under way", async () => {
      expect(await lookAt(await upgrades({ phase: "Running" }))).to.include({ health: "upgrading" });
      expect(await lookAt(await upgrades(undefined))).to.include({ health: "upgrading" });
    });

    it("says what pg_upgrade ended with and how to go back, while CloudNativePG says that it upgrades for ever", async () => {
      const asked: string[] = [];
      const view = await lookAt(await upgrades({ phase: "Failed" }, (path) => (asked.push(path), LOG)));
      expect(view).to.include({
        health: "error",
        reason: "MajorUpgradeFailed",
        message: "its major upgrade failed: Your installation contains a view that cannot be restored.",
        remedy: "Set engine_version to 15 again: its servers start with their data as before",
      });
      expect(asked[0]).to.contain("/pods/postgres-1-major-upgrade-a/log?container=major-upgrade&");
    });

    it("says that the image of the new version cannot be pulled", async () => {
      const waiting = { reason: "ImagePullBackOff", message: "Back-off pulling image postgresql:17" };
      const view = await lookAt(await upgrades({ phase: "Pending", containerStatuses: [{ state: { waiting } }] }));
      expect(view).to.include({ health: "error", reason: "MajorUpgradeFailed" });
      expect(view.kind === "present" && view.message).to.contain("cannot be pulled: Back-off pulling image");
    });

    it("says so where only the Job is left, whose pod went with its node", async () => {
      const client = await upgrades(undefined);
      const status = { conditions: [{ type: "Failed", status: "True" }] };
      await client.create(
        JOBS,
        { metadata: { namespace: HANDLE, name: "postgres-1-major-upgrade", labels }, status },
        WRITER,
      );
      const view = await lookAt(client);
      expect(view.kind === "present" && view.message).to.contain("its pod is gone");
    });
  });
});
