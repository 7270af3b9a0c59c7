import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { startStack, type Stack } from "../../local/stack.ts";
import { readLagBytes } from "../../operator/controllers/database/replication-lag.ts";
import { eventually } from "../support/eventually.ts";
import {
  enginePath,
  objectStore,
  postgresCluster,
  primaryAddress,
  query,
  startEngineCluster,
  type EngineCluster,
} from "../support/local-databases.ts";

const HEALTHY = { phase: "Cluster in healthy state", readyInstances: 1 };
const STORES = (namespace: string): string => `/apis/barmancloud.cnpg.io/v1/namespaces/${namespace}/objectstores`;
const PLUGIN = "barman-cloud.cloudnative-pg.io";
/** Each ten seconds a server of the simulated cloud begins another segment. */
const SEGMENT_BYTES = 1_048_576;
const ARCHIVE = "s3://local-archive/org-acme/orders";

describe("backups, restores and replicas of the simulated cloud", function () {
  this.timeout(900_000);
  let home: string;
  let stack: Stack;
  let cluster: EngineCluster;
  let login: { host: string; port: number; password: string };
  let backupId: string;
  let betweenTime: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "berth-backups-"));
    stack = await startStack({ homeDir: home, nodes: "simulated", only: ["cloud"], restartPauseMsMax: 1_000 });
    cluster = await startEngineCluster(stack, "data");
  });

  after(async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  });

  const archiver = (serverName: string) => ({
    plugins: [{ name: PLUGIN, isWALArchiver: true, parameters: { barmanObjectName: "backups", serverName } }],
  });
  const method = { cluster: { name: "postgres" }, method: "plugin", pluginConfiguration: { name: PLUGIN } };
  const backup = (name: string) => ({
    apiVersion: "postgresql.cnpg.io/v1",
    kind: "Backup",
    metadata: { name },
    spec: method,
  });
  const from = (recovery: object, extra: object = {}) => ({
    bootstrap: {
      recovery: { source: "source", database: "orders", owner: "app", secret: { name: "credentials" }, ...recovery },
    },
    externalClusters: [
      { name: "source", plugin: { name: PLUGIN, parameters: { barmanObjectName: "source", serverName: "one" } } },
    ],
    ...extra,
  });
  const restoreInto = async (namespace: string, spec: Record<string, unknown>): Promise<string> => {
    await cluster.namespace(namespace, namespace);
    await cluster.create(STORES(namespace), objectStore("source", ARCHIVE));
    await cluster.create(enginePath(namespace, "clusters"), postgresCluster(spec));
    return enginePath(namespace, "clusters", "postgres");
  };
  const rowsOf = async (namespace: string, password = namespace): Promise<unknown[]> => {
    const at = await primaryAddress(cluster, namespace);
    return (await query({ ...at, password }, "SELECT n FROM rows ORDER BY n")).map(({ n }) => n);
  };

  it("archives WAL and takes a base backup on request", async () => {
    await cluster.namespace("orders", "secret");
    await cluster.create(STORES("orders"), objectStore("backups", ARCHIVE, "7d"));
    await cluster.create(enginePath("orders", "clusters"), postgresCluster(archiver("one")));
    await cluster.becomes(enginePath("orders", "clusters", "postgres"), HEALTHY);
    login = { ...(await primaryAddress(cluster, "orders")), password: "secret" };
    await query(login, "CREATE TABLE rows (n int)", "INSERT INTO rows VALUES (1)");
    await cluster.create(enginePath("orders", "backups"), backup("first"));
    const { status } = await cluster.becomes(enginePath("orders", "backups", "first"), { phase: "completed" });
    expect(status).to.include({ method: "plugin", online: true });
    expect(status?.["beginWal"]).to.match(/^[0-9A-F]{24}$/);
    const { uid } = (await cluster.get(enginePath("orders", "clusters", "postgres")))!.metadata;
    expect(status?.["pluginMetadata"], "as the plugin itself writes it").to.deep.equal({
      timeline: "1",
      version: "0.14.0",
      name: PLUGIN,
      displayName: "BarmanCloudInstance",
      clusterUID: uid,
      pluginName: PLUGIN,
    });
    backupId = String(status?.["backupId"]);
    const dir = join(home, "cloud/buckets/local-archive/org-acme/orders/one");
    expect(await readdir(join(dir, "base"))).to.deep.equal([backupId]);
    await eventually(async () => {
      expect(await readdir(join(dir, "wals"))).to.include(status?.["beginWal"]);
      const store = await cluster.get(`${STORES("orders")}/backups`);
      const { one } = store?.status?.["serverRecoveryWindow"] as Record<string, Record<string, string>>;
      expect(Date.parse(one!["firstRecoverabilityPoint"]!)).to.be.closeTo(Date.now(), 600_000);
      expect(one).to.have.property("lastSuccessfulBackupTime");
      const found = await cluster.get(enginePath("orders", "clusters", "postgres"));
      const conditions = found?.status?.["conditions"] as { type: string; status: string }[];
      expect(conditions.map(({ type, status: value }) => `${type}=${value}`)).to.include("ContinuousArchiving=True");
    });
  });

  it("takes scheduled ones, the first at once", async () => {
    const spec = { ...method, schedule: "*/5 * * * * *", immediate: true, backupOwnerReference: "none" };
    const scheduled = {
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "ScheduledBackup",
      metadata: { name: "often" },
      spec,
    };
    await cluster.create(enginePath("orders", "scheduledbackups"), scheduled);
    await eventually(async () => {
      const { items } = (await cluster.get(enginePath("orders", "backups"))) as unknown as {
        items: { metadata: { labels?: Record<string, string> }; status?: { phase?: string } }[];
      };
      const made = items.filter(({ metadata }) => metadata.labels?.["cnpg.io/scheduled-backup"] === "often");
      expect(made.filter(({ status }) => status?.phase === "completed")).to.have.length.greaterThan(1);
      expect(made.filter(({ metadata }) => metadata.labels?.["cnpg.io/immediateBackup"] === "true")).to.have.length(1);
    });
    await cluster.remove(enginePath("orders", "scheduledbackups", "often"));
  });

  it("refuses a backup by a method that is not played", async () => {
    await cluster.create(enginePath("orders", "backups"), {
      ...backup("odd"),
      spec: { ...method, method: "volumeSnapshot", pluginConfiguration: undefined },
    });
    const { status } = await cluster.becomes(enginePath("orders", "backups", "odd"), { phase: "failed" });
    expect(status?.["error"]).to.match(/Only the method plugin/);
  });

  it("restores a backup into a new server, with its own password, and leaves the source alone", async () => {
    await query(login, "INSERT INTO rows VALUES (2)");
    [{ now: betweenTime = "" } = {}] = (await query(login, "SELECT clock_timestamp()::text AS now")) as {
      now: string;
    }[];
    await query(login, "INSERT INTO rows VALUES (3)");
    const path = await restoreInto("restored", from({ recoveryTarget: { backupID: backupId, targetImmediate: true } }));
    await cluster.becomes(path, HEALTHY);
    expect(await rowsOf("restored")).to.deep.equal([1]);
    expect(await rowsOf("orders", "secret")).to.deep.equal([1, 2, 3]);
    const { host, port } = await primaryAddress(cluster, "restored");
    await query({ host, port, password: "restored" }, "INSERT INTO rows VALUES (9)");
    await cluster.remove(path);
  });

  it("restores a moment", async () => {
    const path = await restoreInto(
      "moment",
      from({ recoveryTarget: { targetTime: new Date(betweenTime).toISOString() } }),
    );
    await cluster.becomes(path, HEALTHY);
    expect(await rowsOf("moment")).to.deep.equal([1, 2]);
    await cluster.remove(path);
  });

  it("says why a restore is impossible, and gives it up", async () => {
    const early = await restoreInto("early", from({ recoveryTarget: { targetTime: "2020-01-01T00:00:00Z" } }));
    const phase = "Cluster is unrecoverable and needs manual intervention";
    const { status } = await cluster.becomes(early, { phase });
    expect(status?.["phaseReason"]).to.match(/full-recovery.*no target backup found/);
    await cluster.remove(early);
  });

  it("does not write into the archive of another server", async () => {
    const path = await restoreInto("thief", {
      ...archiver("one"),
      plugins: [{ name: PLUGIN, isWALArchiver: true, parameters: { barmanObjectName: "source", serverName: "one" } }],
    });
    await eventually(async () => {
      expect((await cluster.get(path))?.status?.["phaseReason"]).to.match(/Expected empty archive/);
    });
    await cluster.remove(path);
  });

  it("follows the source, refuses writes, and takes them once it is promoted", async () => {
    const path = await restoreInto("follower", from({}, { replica: { enabled: true, source: "source" } }));
    await cluster.becomes(path, HEALTHY);
    await query(login, "INSERT INTO rows VALUES (4)");
    await eventually(async () => expect(await rowsOf("follower", "secret")).to.deep.equal([1, 2, 3, 4]));
    await eventually(async () => {
      const { server, caPem, token = "" } = cluster.access;
      const client = createKubeClient({ server, caData: Buffer.from(caPem).toString("base64"), token });
      const lag = await readLagBytes({ client, namespace: "orders" }, { client, namespace: "follower" });
      await client.close();
      expect(lag, "by the status ports of both").to.be.within(0, 2 * SEGMENT_BYTES);
    });
    const at = { ...(await primaryAddress(cluster, "follower")), password: "secret" };
    const refused = await query(at, "INSERT INTO rows VALUES (5)").catch((error: unknown) => String(error));
    expect(refused).to.match(/read-only transaction/);
    await cluster.patch(path, { spec: { replica: { enabled: false } } });
    await eventually(() => query({ ...at, password: "follower" }, "INSERT INTO rows VALUES (5)"));
    expect(await rowsOf("orders", "secret")).to.deep.equal([1, 2, 3, 4]);
  });

  it("removes what is older than the retention and not needed for it, with its Backup object", async () => {
    const dir = join(home, "cloud/buckets/local-archive/org-acme/orders/one/base");
    const ids = (await readdir(dir)).sort();
    expect(ids[0]).to.equal(backupId);
    const age = async (id: string, days: number): Promise<string> => {
      const path = join(dir, id, "backup.info");
      const info = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
      const endTime = new Date(Date.now() - days * 86_400_000).toISOString();
      await writeFile(path, JSON.stringify({ ...info, endTime }));
      return endTime;
    };
    await age(ids[0]!, 9);
    const oldest = await age(ids[1]!, 8);
    await cluster.patch(`${STORES("orders")}/backups`, {
      spec: { instanceSidecarConfiguration: { retentionPolicyIntervalSeconds: 1 } },
    });
    await eventually(async () => {
      expect(await readdir(dir), "the last before the window stays").to.have.members(ids.slice(1));
      expect(await cluster.get(enginePath("orders", "backups", "first"))).to.equal(undefined);
    });
    await eventually(async () => {
      const store = await cluster.get(`${STORES("orders")}/backups`);
      const { one } = store?.status?.["serverRecoveryWindow"] as Record<string, Record<string, string>>;
      expect(Date.parse(one!["firstRecoverabilityPoint"]!)).to.be.closeTo(Date.parse(oldest), 2_000);
    });
    expect((await cluster.get(enginePath("orders", "backups", "odd")))?.status?.phase).to.equal("failed");
  });
});
