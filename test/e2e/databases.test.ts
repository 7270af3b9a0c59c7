import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { query } from "../support/local-databases.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Database = Readonly<{
  id: string;
  status: string;
  status_reason: string | null;
  error_message: string | null;
  connection_host: string;
  connection_port: number;
  external_host: string | null;
  storage_size_gb: number;
  restorable_until: string | null;
  replication_lag_bytes: number | null;
}>;
type Connection = Readonly<{
  host: string;
  port: number;
  user: string;
  database: string;
  secret_name: string;
  secret_namespace: string;
}>;
type Backup = Readonly<{ id: string; status: string; trigger: string; s3_path: string | null }>;
type Secret = KubeObject & Readonly<{ data: Readonly<Record<string, string>> }>;

const CLAIMS = {
  group: "",
  version: "v1",
  plural: "persistentvolumeclaims",
  kind: "PersistentVolumeClaim",
  namespaced: true,
};

/** Each step depends on the one before: rows come and go through a real server, its archive and a new server. */
describe("databases: from rows to a backup and back", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let orders: Database;
  let betweenTime: string;

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "data");
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
  });
  after(async () => {
    await (tenant as KubeClient | undefined)?.close();
    await berth.call("DELETE", `/clusters/${clusterId}?cascade=true&wait=300`);
  });

  const running = (id: string): Promise<Database> =>
    eventually(async () => {
      const { body } = await berth.call<Database>("GET", `/databases/${id}`);
      expect(body.status, JSON.stringify(body)).to.equal("running");
      return body;
    });

  const passwordOf = async (client: KubeClient, { secret_namespace: namespace, secret_name: name }: Connection) => {
    const secret = await client.get<Secret>(SECRETS, { namespace, name });
    return Buffer.from(secret?.data["password"] ?? "", "base64").toString();
  };
  const askAt = async (client: KubeClient, id: string, ...statements: string[]): Promise<Record<string, unknown>[]> => {
    const { body } = await berth.call<Connection>("GET", `/databases/${id}/connection`);
    const { host, port, user, database } = body;
    return query({ host, port, user, database, password: await passwordOf(client, body) }, ...statements);
  };
  const refusalOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.message : ""),
    );
  const ask = (id: string, ...statements: string[]) => askAt(tenant, id, ...statements);
  const rowsOf = async (id: string): Promise<unknown[]> =>
    (await ask(id, "SELECT n FROM rows ORDER BY n")).map(({ n }) => n);

  const restore = async (name: string, target: Record<string, string>): Promise<Database> => {
    const { status, body } = await berth.call<Database>("POST", `/databases/${orders.id}/restore`, {
      new_name: name,
      ...target,
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    return running(body.id);
  };

  it("makes a database that this machine's clients reach", async () => {
    const created = await berth.call<Database>("POST", "/databases?wait=300", {
      name: "orders",
      cluster_id: clusterId,
      engine: "postgresql",
      database_name: "orders",
      extensions: ["hstore"],
    });
    expect(created.body.status, JSON.stringify(created.body)).to.equal("running");
    orders = created.body;
    await ask(orders.id, "CREATE TABLE rows (n int)", "INSERT INTO rows VALUES (1)");
    expect(orders.connection_host).to.equal("127.0.0.1");
    expect(await eventually(() => ask(orders.id, "SELECT 'a=>1'::hstore -> 'a' AS a"))).to.deep.equal([{ a: "1" }]);
  });

  it("backs it up, and restores it to before the rows that came later", async () => {
    const made = await berth.call<Backup>("POST", `/databases/${orders.id}/backups?wait=300`, {});
    expect(made.body, JSON.stringify(made.body)).to.include({ status: "completed", trigger: "manual" });
    await ask(orders.id, "INSERT INTO rows VALUES (2)");
    const [row] = await ask(orders.id, "SELECT clock_timestamp()::text AS now");
    betweenTime = new Date(String(row?.["now"])).toISOString();
    await ask(orders.id, "INSERT INTO rows VALUES (3)");
    const restored = await restore("again", { backup_id: made.body.id });
    expect(await rowsOf(restored.id)).to.deep.equal([1]);
    await ask(restored.id, "INSERT INTO rows VALUES (9)");
    expect(await rowsOf(orders.id)).to.deep.equal([1, 2, 3]);
    expect((await berth.call("DELETE", `/databases/${restored.id}`)).status).to.equal(200);
  });

  it("restores a moment between two rows, once the archive is known to hold it", async () => {
    const soon = await berth.call("POST", `/databases/${orders.id}/restore`, {
      new_name: "soon",
      point_in_time: new Date().toISOString(),
    });
    expect([soon.status, JSON.stringify(soon.body)]).to.satisfy(
      ([status, body]: [number, string]) => status === 422 && body.includes("too late"),
    );
    await berth.call("POST", `/databases/${orders.id}/backups?wait=300`, {});
    await eventually(async () => {
      const { body } = await berth.call<Database>("GET", `/databases/${orders.id}`);
      expect(Date.parse(body.restorable_until ?? "")).to.be.greaterThan(Date.parse(betweenTime));
    });
    const restored = await restore("moment", { point_in_time: betweenTime });
    expect(await rowsOf(restored.id)).to.deep.equal([1, 2]);
    expect((await berth.call("DELETE", `/databases/${restored.id}`)).status).to.equal(200);
  });

  it("has a replica in another cluster, which says how far it is behind, and takes writes once it is promoted", async () => {
    const other = await runningCluster(berth, "copies");
    const made = await berth.call<Database>("POST", "/databases", {
      name: "orders-copy",
      cluster_id: other,
      engine: "postgresql",
      replication_source_id: orders.id,
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const { id } = await running(made.body.id);
    const copies = await tenantClient(berth, other, platform.homeDir);
    const askCopy = (...statements: string[]) => askAt(copies, id, ...statements);
    await eventually(async () => {
      const { body } = await berth.call<Database>("GET", `/databases/${id}`);
      expect(body).to.include({ replication_role: "replica", replication_status: "following" });
      expect(body.replication_lag_bytes, "asked of both servers").to.be.a("number");
    });
    await eventually(async () =>
      expect(await askCopy("SELECT count(*)::int AS n FROM rows")).to.deep.equal([{ n: 3 }]),
    );
    expect(await refusalOf(askCopy("INSERT INTO rows VALUES (4)"))).to.match(/read-only/);
    const promoted = await berth.call<Database>("POST", `/databases/${id}/promote?wait=300`, {});
    expect(promoted.body, JSON.stringify(promoted.body)).to.include({ status: "running", promoted: true });
    await eventually(() => askCopy("INSERT INTO rows VALUES (4)"));
    expect(await rowsOf(orders.id), "its source goes on as it was").to.deep.equal([1, 2, 3]);
    await copies.close();
    expect((await berth.call("DELETE", `/clusters/${other}?cascade=true`)).status).to.equal(200);
  });

  it("gets another password, which its clients find in the Secret", async () => {
    const { body } = await berth.call<Connection>("GET", `/databases/${orders.id}/connection`);
    const old = await passwordOf(tenant, body);
    const rotated = await berth.call("POST", `/databases/${orders.id}/credentials/rotate`, {});
    expect(rotated.status).to.equal(200);
    await eventually(async () => expect(await passwordOf(tenant, body)).to.not.equal(old));
    await eventually(() => rowsOf(orders.id));
    const { host, port, user, database } = body;
    const refused = query({ host, port, user, database, password: old }, "SELECT 1");
    expect(await refusalOf(refused)).to.match(/password authentication failed/);
  });

  it("shows the backups that its schedule makes", async () => {
    const scheduled = await eventually(async () => {
      const { body } = await berth.call<{ backups: Backup[] }>("GET", `/databases/${orders.id}/backups`);
      const found = body.backups.find(({ trigger }) => trigger === "scheduled");
      expect(found, JSON.stringify(body)).to.include({ status: "completed" });
      return found;
    });
    expect(scheduled?.s3_path, "under its whole id").to.contain(`/${orders.id}/`);
  });

  it("grows, gets an address from outside, and loses it again", async () => {
    const wanted = { storage_size_gb: 20, external_access: true };
    const changed = await berth.call<Database>("PATCH", `/databases/${orders.id}?wait=300`, wanted);
    expect(changed.body, JSON.stringify(changed.body)).to.include({ status: "running", ...wanted });
    const { body } = await berth.call<Connection>("GET", `/databases/${orders.id}/connection`);
    const claim = { namespace: body.secret_namespace, name: "postgres-1" };
    await eventually(async () => {
      const found = await tenant.get<KubeObject & { status?: { capacity?: object } }>(CLAIMS, claim);
      expect(found?.status?.capacity).to.deep.equal({ storage: "20Gi" });
    });
    const shows = (host: string | null): Promise<void> =>
      eventually(async () => {
        const { body: shown } = await berth.call<Database>("GET", `/databases/${orders.id}`);
        expect(shown.external_host, JSON.stringify(shown)).to.equal(host);
      });
    await shows("127.0.0.1");
    expect(await rowsOf(orders.id)).to.deep.equal([1, 2, 3]);
    expect((await berth.call("PATCH", `/databases/${orders.id}`, { external_access: null })).status).to.equal(200);
    await shows(null);
  });

  it("makes MySQL of three servers and takes it away, and says that they are only played", async () => {
    const made = await berth.call<Database>("POST", "/databases?wait=300", {
      name: "shop",
      cluster_id: clusterId,
      engine: "mysql",
      tier: "ha",
      max_connections: 300,
    });
    expect(made.body, JSON.stringify(made.body)).to.include({ status: "running", replicas: 3 });
    await eventually(async () => {
      const { body: shown } = await berth.call<Database>("GET", `/databases/${made.body.id}`);
      expect(shown).to.include({ status: "running", status_reason: "Simulated" });
    });
    const { body: connection } = await berth.call<Connection>("GET", `/databases/${made.body.id}/connection`);
    expect(await passwordOf(tenant, connection), "of the Secret on its cluster").to.have.length(32);
    expect(connection.host).to.contain(`moco-db-${made.body.id}-primary.`);
    expect((await berth.call("DELETE", `/databases/${made.body.id}`)).status).to.equal(200);
    await eventually(async () => {
      expect((await berth.call("GET", `/databases/${made.body.id}`)).status).to.equal(404);
      expect(await tenant.get(NAMESPACES, { name: connection.secret_namespace }), "its namespace").to.equal(undefined);
    });
  });

  it("goes, and keeps the final backup that was asked for", async () => {
    const deleted = await berth.call("DELETE", `/databases/${orders.id}?final_backup=true&wait=300`);
    expect(deleted.status).to.equal(200);
    await eventually(async () => expect((await berth.call("GET", `/databases/${orders.id}`)).status).to.equal(404));
    await eventually(async () => {
      const { body } = await berth.call<{ backups: Backup[] }>("GET", `/databases/${orders.id}/backups`);
      const finals = body.backups.filter(({ trigger }) => trigger === "final");
      expect(finals.map(({ status }) => status)).to.deep.equal(["completed"]);
    });
  });
});
