/** The story of a database from its first row to its final backup, the same wherever its servers run. */
import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, PERSISTENT_VOLUME_CLAIMS } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "./berth-client.ts";
import { askDatabase, loginOf, passwordOf, type Connection } from "./database-login.ts";
import { eventually } from "./eventually.ts";
import { query } from "./local-databases.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "./platform.ts";
import { DISTRIBUTION_VERSION } from "./real-databases.ts";
import { stopAtFailure } from "./stop-at-failure.ts";

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
type Backup = Readonly<{ id: string; status: string; trigger: string; s3_path: string | null }>;

/** What the nodes decide. */
type Differences = Readonly<{
  /** What is asked for beside what the story tells of. */
  members: Readonly<Record<string, unknown>>;
  host: RegExp;
  externalHost: RegExp;
}>;

const DIFFERENCES: Readonly<Record<"simulated" | "real", Differences>> = {
  simulated: { members: {}, host: /^127\.0\.0\.1$/, externalHost: /^127\.0\.0\.1$/ },
  // This machine is no pod of the cluster: it reaches what is open to outside.
  real: {
    members: { engine_version: DISTRIBUTION_VERSION, external_access: true },
    host: /^postgres-rw\..+\.svc/,
    externalHost: /^10\./,
  },
};
const PATIENCE_MS = 10 * 60_000;
const soon = <T>(probe: () => T | Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS);

/** Tells it on the process's platform. Each step depends on the one before: rows come and go through a real server, its archive and a new server. */
export function tellDatabaseStory(suite: Mocha.Suite, nodes: "simulated" | "real"): void {
  const { members, host: hostPattern, externalHost } = DIFFERENCES[nodes];
  stopAtFailure(suite);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let orders: Database;
  let betweenTime: string;

  before(async () => {
    platform = await startPlatform(nodes);
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "data");
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
  });
  after(async () => {
    if (platform === undefined) return;
    await (tenant as KubeClient | undefined)?.close();
    await berth.call("DELETE", `/clusters/${clusterId}?cascade=true&wait=300`);
  });

  const running = (id: string): Promise<Database> =>
    soon(async () => {
      const { body } = await berth.call<Database>("GET", `/databases/${id}`);
      expect(body.status, JSON.stringify(body)).to.equal("running");
      return body;
    });

  const askAt = (client: KubeClient, id: string, ...statements: string[]) =>
    askDatabase(berth, client, id, ...statements);
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
    return opened(body.id);
  };
  /** One that was restored is closed to outside, whatever its source is. */
  const opened = async (id: string): Promise<Database> => {
    if (members["external_access"] === true)
      expect((await berth.call("PATCH", `/databases/${id}`, { external_access: true })).status).to.be.lessThan(300);
    const shown = await running(id);
    // The nodes' own rules come a moment after what the engine's operator says.
    await soon(() => ask(id, "SELECT 1"));
    return shown;
  };
  const backUp = async (): Promise<Backup> => {
    const { status, body } = await berth.call<Backup>("POST", `/databases/${orders.id}/backups`, {});
    expect(status, JSON.stringify(body)).to.equal(201);
    return soon(async () => {
      const { body: shown } = await berth.call<Backup>("GET", `/databases/${orders.id}/backups/${body.id}`);
      expect(shown, JSON.stringify(shown)).to.include({ status: "completed", trigger: "manual" });
      return shown;
    });
  };

  it("makes a database that this machine's clients reach", async () => {
    const created = await berth.call<Database>("POST", "/databases", {
      ...members,
      name: "orders",
      cluster_id: clusterId,
      engine: "postgresql",
      database_name: "orders",
      extensions: ["hstore"],
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    orders = await running(created.body.id);
    await soon(() => ask(orders.id, "SELECT 1"));
    await ask(orders.id, "CREATE TABLE rows (n int)", "INSERT INTO rows VALUES (1)");
    expect(orders.connection_host).to.match(hostPattern);
    expect(await soon(() => ask(orders.id, "SELECT 'a=>1'::hstore -> 'a' AS a"))).to.deep.equal([{ a: "1" }]);
  });

  it("backs it up, and restores it to before the rows that came later", async () => {
    const made = await backUp();
    await ask(orders.id, "INSERT INTO rows VALUES (2)");
    const [row] = await ask(orders.id, "SELECT clock_timestamp()::text AS now");
    betweenTime = new Date(String(row?.["now"])).toISOString();
    await ask(orders.id, "INSERT INTO rows VALUES (3)");
    const restored = await restore("again", { backup_id: made.id });
    expect(await rowsOf(restored.id)).to.deep.equal([1]);
    await ask(restored.id, "INSERT INTO rows VALUES (9)");
    expect(await rowsOf(orders.id)).to.deep.equal([1, 2, 3]);
    expect((await berth.call("DELETE", `/databases/${restored.id}`)).status).to.equal(200);
  });

  it("restores a moment between two rows, once the archive is known to hold it", async () => {
    const early = await berth.call("POST", `/databases/${orders.id}/restore`, {
      new_name: "soon",
      point_in_time: new Date().toISOString(),
    });
    expect([early.status, JSON.stringify(early.body)]).to.satisfy(
      ([status, body]: [number, string]) => status === 422 && body.includes("too late"),
    );
    await backUp();
    await soon(async () => {
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
      ...members,
      name: "orders-copy",
      cluster_id: other,
      engine: "postgresql",
      replication_source_id: orders.id,
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const { id } = await running(made.body.id);
    const copies = await tenantClient(berth, other, platform.homeDir);
    const askCopy = (...statements: string[]) => askAt(copies, id, ...statements);
    await soon(async () => {
      const { body } = await berth.call<Database>("GET", `/databases/${id}`);
      expect(body).to.include({ replication_role: "replica", replication_status: "following" });
      expect(body.replication_lag_bytes, "asked of both servers").to.be.a("number");
    });
    await soon(async () => expect(await askCopy("SELECT count(*)::int AS n FROM rows")).to.deep.equal([{ n: 3 }]));
    expect(await refusalOf(askCopy("INSERT INTO rows VALUES (4)"))).to.match(/read-only/);
    const promoted = await berth.call<Database>("POST", `/databases/${id}/promote?wait=300`, {});
    expect(promoted.body, JSON.stringify(promoted.body)).to.include({ status: "running", promoted: true });
    await soon(() => askCopy("INSERT INTO rows VALUES (4)"));
    expect(await rowsOf(orders.id), "its source goes on as it was").to.deep.equal([1, 2, 3]);
    await copies.close();
    expect((await berth.call("DELETE", `/clusters/${other}?cascade=true`)).status).to.equal(200);
  });

  it("gets another password, which its clients find in the Secret", async () => {
    const { body } = await berth.call<Connection>("GET", `/databases/${orders.id}/connection`);
    const old = await passwordOf(tenant, body);
    const rotated = await berth.call("POST", `/databases/${orders.id}/credentials/rotate`, {});
    expect(rotated.status).to.equal(200);
    await soon(async () => expect(await passwordOf(tenant, body)).to.not.equal(old));
    await soon(() => rowsOf(orders.id));
    const refused = query({ ...(await loginOf(tenant, body)), password: old }, "SELECT 1");
    expect(await refusalOf(refused)).to.match(/password authentication failed/);
  });

  it("shows the backups that its schedule makes", async () => {
    const scheduled = await soon(async () => {
      const { body } = await berth.call<{ backups: Backup[] }>("GET", `/databases/${orders.id}/backups`);
      const found = body.backups.find(({ trigger }) => trigger === "scheduled");
      expect(found, JSON.stringify(body)).to.include({ status: "completed" });
      return found;
    });
    expect(scheduled?.s3_path, "under its whole id").to.contain(`/${orders.id}/`);
  });

  it("grows, gets an address from outside, and loses it again", async () => {
    const wanted = { storage_size_gb: 20, external_access: true };
    const changed = await berth.call<Database>("PATCH", `/databases/${orders.id}`, wanted);
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    expect(await running(orders.id)).to.include(wanted);
    const { body } = await berth.call<Connection>("GET", `/databases/${orders.id}/connection`);
    const claim = { namespace: body.secret_namespace, name: "postgres-1" };
    await soon(async () => {
      const found = await tenant.get<KubeObject & { status?: { capacity?: object } }>(PERSISTENT_VOLUME_CLAIMS, claim);
      expect(found?.status?.capacity).to.deep.equal({ storage: "20Gi" });
    });
    const shows = (host: RegExp): Promise<void> =>
      soon(async () => {
        const { body: shown } = await berth.call<Database>("GET", `/databases/${orders.id}`);
        expect(String(shown.external_host), JSON.stringify(shown)).to.match(host);
      });
    await shows(externalHost);
    expect(await rowsOf(orders.id)).to.deep.equal([1, 2, 3]);
    expect((await berth.call("PATCH", `/databases/${orders.id}`, { external_access: null })).status).to.equal(200);
    await shows(/^null$/);
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
    await soon(async () => {
      const { body: shown } = await berth.call<Database>("GET", `/databases/${made.body.id}`);
      expect(shown).to.include({ status: "running", status_reason: "Simulated" });
    });
    const { body: connection } = await berth.call<Connection>("GET", `/databases/${made.body.id}/connection`);
    expect(await passwordOf(tenant, connection), "of the Secret on its cluster").to.have.length(32);
    expect(connection.host).to.contain(`moco-db-${made.body.id}-primary.`);
    expect((await berth.call("DELETE", `/databases/${made.body.id}`)).status).to.equal(200);
    await soon(async () => {
      expect((await berth.call("GET", `/databases/${made.body.id}`)).status).to.equal(404);
      expect(await tenant.get(NAMESPACES, { name: connection.secret_namespace }), "its namespace").to.equal(undefined);
    });
  });

  it("goes, and keeps the final backup that was asked for", async () => {
    const deleted = await berth.call("DELETE", `/databases/${orders.id}?final_backup=true&wait=300`);
    expect(deleted.status).to.equal(200);
    await soon(async () => expect((await berth.call("GET", `/databases/${orders.id}`)).status).to.equal(404));
    await soon(async () => {
      const { body } = await berth.call<{ backups: Backup[] }>("GET", `/databases/${orders.id}/backups`);
      const finals = body.backups.filter(({ trigger }) => trigger === "final");
      expect(finals.map(({ status }) => status)).to.deep.equal(["completed"]);
    });
  });
}
