import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { connectCloud } from "../support/stack-cloud.ts";
import { callKube } from "../../local/cluster/kube-access.ts";
import { startStack, type Stack } from "../../local/stack.ts";
import { readMysql, readPostgresql } from "../../operator/machines/database/engine-view.ts";
import { eventually } from "../support/eventually.ts";
import {
  enginePath,
  postgresCluster,
  primaryAddress,
  query,
  startEngineCluster,
  type EngineCluster,
} from "../support/local-databases.ts";

const HEALTHY = { phase: "Cluster in healthy state", readyInstances: 1 };
const CLUSTER = enginePath("orders", "clusters", "postgres");

describe("databases of the simulated cloud", function () {
  this.timeout(900_000);
  let home: string;
  let stack: Stack;
  let cluster: EngineCluster;
  let login: { host: string; port: number; password: string };

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "berth-databases-"));
    stack = await startStack({ homeDir: home, nodes: "simulated", only: ["cloud"], restartPauseMsMax: 1_000 });
    cluster = await startEngineCluster(stack, "data");
  });

  after(async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  });

  const conditionOf = async (type: string): Promise<Record<string, string> | undefined> => {
    const status = (await cluster.get(CLUSTER))?.status as { conditions?: Record<string, string>[] } | undefined;
    return status?.conditions?.find((condition) => condition["type"] === type);
  };

  it("are asked for once while there are none, not each second: the API server tells of the first", async () => {
    const counted = async (resource: string, verb: string): Promise<number> => {
      const { body } = await callKube(cluster.access, { path: "/metrics" });
      const of = new RegExp(`^apiserver_request_total\\{.*resource="${resource}".*verb="${verb}".* (\\d+)$`, "gm");
      return [...String(body).matchAll(of)].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const [lists, renewals] = [await counted("mysqlclusters", "LIST"), await counted("leases", "PUT")];
    expect(lists).to.be.greaterThan(0);
    // Each of the cluster's own parts renews its lease in some ten seconds: a clock that is there anyway.
    await eventually(async () => expect(await counted("leases", "PUT")).to.be.at.least(renewals + 3));
    expect((await counted("mysqlclusters", "LIST")) - lists).to.be.at.most(2);
  });

  it("says what it waits for while there are no credentials, and starts once they are there", async () => {
    const create = enginePath("waiting", "clusters");
    await cluster.namespace("waiting", "irrelevant");
    await cluster.remove("/api/v1/namespaces/waiting/secrets/credentials");
    await cluster.create(create, postgresCluster());
    const waits = await cluster.becomes(`${create}/postgres`, {
      phaseReason: "The Secret credentials has no password",
    });
    expect(waits.status).to.include({ readyInstances: 0 });
    await cluster.create("/api/v1/namespaces/waiting/secrets", {
      kind: "Secret",
      metadata: { name: "credentials" },
      stringData: { username: "app", password: "late" },
    });
    await cluster.becomes(`${create}/postgres`, HEALTHY);
    await cluster.remove(`${create}/postgres`);
  });

  it("serves whoever has the credentials, and nobody else", async () => {
    await cluster.namespace("orders", "first");
    await cluster.create(enginePath("orders", "clusters"), postgresCluster());
    await cluster.becomes(CLUSTER, HEALTHY);
    login = { ...(await primaryAddress(cluster, "orders")), password: "first" };
    await query(login, "CREATE TABLE rows (n int)", "INSERT INTO rows VALUES (1)");
    const wrong = await query({ ...login, password: "wrong" }, "SELECT 1").catch((error: unknown) => String(error));
    expect(wrong).to.match(/password authentication failed/);
    await eventually(async () => expect(await conditionOf("Initialized")).to.include({ status: "True" }));
    expect(await conditionOf("Simulated")).to.equal(undefined);
    for (const kind of ["pods", "persistentvolumeclaims"])
      await eventually(async () =>
        expect(await cluster.get(`/api/v1/namespaces/orders/${kind}/postgres-1`), kind).to.have.property("spec"),
      );
  });

  it("takes a new password over from the Secret", async () => {
    await cluster.patch("/api/v1/namespaces/orders/secrets/credentials", { stringData: { password: "second" } });
    login = { ...login, password: "second" };
    await eventually(() => query(login, "SELECT 1"));
    const old = await query({ ...login, password: "first" }, "SELECT 1").catch((error: unknown) => String(error));
    expect(old).to.match(/password authentication failed/);
  });

  it("installs extensions, and says which one this build lacks", async () => {
    const spec = { cluster: { name: "postgres" }, name: "orders", owner: "app" };
    const database = (name: string, extensions: object[]) => ({
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "Database",
      metadata: { name },
      spec: { ...spec, extensions },
    });
    const folder = enginePath("orders", "databases");
    await cluster.create(folder, database("good", [{ name: "hstore" }, { name: "pg_trgm" }]));
    await cluster.becomes(`${folder}/good`, { applied: true, observedGeneration: 1 });
    expect(await query(login, "SELECT 'a=>1'::hstore -> 'a' AS a")).to.deep.equal([{ a: "1" }]);
    await cluster.create(folder, database("bad", [{ name: "citext" }, { name: "vector" }]));
    const { status } = await cluster.becomes(`${folder}/bad`, { applied: false });
    expect(status?.["message"]).to.match(/extension "vector" is not available/);
    const applied = status?.["extensions"] as { name: string; applied: boolean }[];
    expect(applied.map(({ name, applied: done }) => [name, done])).to.deep.equal([
      ["citext", true],
      ["vector", false],
    ]);
    await cluster.remove(`${folder}/bad`);
  });

  it("restarts for other settings, and grows the claim", async () => {
    const spec = { postgresql: { parameters: { max_connections: "37" } }, storage: { size: "2Gi" } };
    await cluster.patch(CLUSTER, { spec });
    await eventually(async () =>
      expect(await query(login, "SHOW max_connections")).to.deep.equal([{ max_connections: "37" }]),
    );
    await cluster.becomes(CLUSTER, HEALTHY);
    await cluster.becomes("/api/v1/namespaces/orders/persistentvolumeclaims/postgres-1", {
      capacity: { storage: "2Gi" },
    });
    expect(await query(login, "SELECT n FROM rows")).to.deep.equal([{ n: 1 }]);
  });

  it("opens its server to outside at an address of its own, and closes it", async () => {
    const path = "/api/v1/namespaces/orders/services/postgres-external";
    const serviceTemplate = { metadata: { name: "postgres-external" }, spec: { type: "LoadBalancer" } };
    const additional = [{ selectorType: "rw", updateStrategy: "patch", serviceTemplate }];
    await cluster.patch(CLUSTER, { spec: { managed: { services: { additional } } } });
    const service = await eventually(async () => {
      const found = await cluster.get(path);
      const { ingress = [] } = (found?.status?.["loadBalancer"] ?? {}) as { ingress?: { ip: string }[] };
      expect(ingress.map(({ ip }) => ip)).to.deep.equal(["127.0.0.1"]);
      return found;
    });
    const [{ port } = { port: 0 }] = service?.spec?.["ports"] as { port: number }[];
    expect(await query({ ...login, host: "127.0.0.1", port }, "SELECT n FROM rows")).to.deep.equal([{ n: 1 }]);
    await cluster.patch(CLUSTER, { spec: { managed: null } });
    await eventually(async () => expect(await cluster.get(path)).to.equal(undefined));
  });

  it("is said to be down when the server dies, and comes back by itself", async () => {
    const [folder = ""] = await readdir(join(home, "cloud", "databases"));
    const killed = new Set<number>();
    await eventually(async () => {
      // It comes back as fast as it can, and is killed again until it was told to be down.
      const pidFile = await readFile(join(home, "cloud", "databases", folder, "data", "postmaster.pid"), "utf8");
      const pid = Number(pidFile.split("\n")[0]);
      if (!killed.has(pid)) process.kill(pid, "SIGKILL");
      killed.add(pid);
      const down = { phase: "Waiting for the instances to become active", readyInstances: 0 };
      expect((await cluster.get(CLUSTER))?.status).to.deep.include(down);
    });
    // What is read may be of before the last kill.
    await eventually(async () => {
      expect(await query(login, "SELECT n FROM rows")).to.deep.equal([{ n: 1 }]);
      expect((await cluster.get(CLUSTER))?.status).to.include(HEALTHY);
    });
  });

  it("outlives the cloud's own death, with the same address and no second server", async () => {
    const before = stack.pid("cloud");
    stack.kill("cloud", "SIGKILL");
    // Until the next one has the cluster again, what answers is what is about to go.
    await eventually(async () => {
      expect([undefined, before]).to.not.include(stack.pid("cloud"));
      expect((await connectCloud(stack.cloud).getCluster("data"))?.state).to.equal("running");
    });
    await eventually(async () => {
      expect(await query(login, "SELECT n FROM rows")).to.deep.equal([{ n: 1 }]);
      expect((await cluster.get(CLUSTER))?.status).to.include(HEALTHY);
    });
    expect(await primaryAddress(cluster, "orders")).to.deep.equal({ host: login.host, port: login.port });
  });

  it("sleeps while it is hibernated and keeps its data", async () => {
    await cluster.patch(CLUSTER, { metadata: { annotations: { "cnpg.io/hibernation": "on" } } });
    await cluster.becomes(CLUSTER, { readyInstances: 0 });
    await eventually(async () => expect(await conditionOf("cnpg.io/hibernation")).to.include({ status: "True" }));
    await eventually(async () => {
      const answer = await query(login, "SELECT 1").catch((error: unknown) => String(error));
      expect(answer).to.match(/ECONNREFUSED/);
    });
    await cluster.patch(CLUSTER, { metadata: { annotations: { "cnpg.io/hibernation": "off" } } });
    await cluster.becomes(CLUSTER, HEALTHY);
    expect(await query(login, "SELECT n FROM rows")).to.deep.equal([{ n: 1 }]);
  });

  it("tells where the server is not what was asked for", async () => {
    await cluster.patch(CLUSTER, {
      spec: { instances: 3, imageName: "ghcr.io/cloudnative-pg/postgresql:17.6-system-trixie" },
    });
    await cluster.becomes(CLUSTER, { ...HEALTHY, readyInstances: 3 });
    await eventually(async () =>
      expect((await conditionOf("Simulated"))?.["message"]).to.equal(
        "PostgreSQL 18.4 stands for 17.6; one server stands for 3",
      ),
    );
    const { status } = (await cluster.get(CLUSTER))!;
    expect(readPostgresql(status, 3), "so REST says").to.include({ health: "running", reason: "Simulated", ready: 3 });
  });

  it("plays MOCO's status for MySQL, and says that nothing runs", async () => {
    const container = { name: "mysqld", image: "ghcr.io/cybozu-go/moco/mysql:8.4.8" };
    const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    const folder = "/apis/moco.cybozu.com/v1beta2/namespaces/orders/mysqlclusters";
    await cluster.create(folder, {
      apiVersion: "moco.cybozu.com/v1beta2",
      kind: "MySQLCluster",
      metadata: { name: "db-1" },
      spec: {
        replicas: 3,
        podTemplate: { spec: { containers: [container] } },
        volumeClaimTemplates: [{ metadata: { name: "mysql-data" }, spec: claim }],
      },
    });
    const { status } = await cluster.becomes(`${folder}/db-1`, { syncedReplicas: 3, currentPrimaryIndex: 0 });
    expect(readMysql(status, 3)).to.include({ health: "running", reason: "Simulated" });
    expect(await cluster.get("/api/v1/namespaces/orders/services/moco-db-1-primary")).to.have.property("spec");
    expect(await cluster.get("/api/v1/namespaces/orders/secrets/moco-db-1")).to.have.nested.property(
      "data.ADMIN_PASSWORD",
    );
    await cluster.remove(`${folder}/db-1`);
  });

  it("leaves nothing behind when the Cluster goes", async () => {
    await cluster.remove(CLUSTER);
    await eventually(async () => {
      expect(await readdir(join(home, "cloud", "databases"))).to.deep.equal([]);
      expect(await cluster.get("/api/v1/namespaces/orders/services/postgres-rw")).to.equal(undefined);
    });
    const answer = await query(login, "SELECT 1").catch((error: unknown) => String(error));
    expect(answer).to.match(/ECONNREFUSED/);
  });
});
