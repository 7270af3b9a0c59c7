import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { askDatabase } from "../support/database-login.ts";
import { eventually } from "../support/eventually.ts";
import { makeNewerPostgresImage, NEWER_VERSION } from "../support/newer-postgres-image.ts";
import { runningCluster, startPlatform, tenantClient } from "../support/platform.ts";
import { DISTRIBUTION_VERSION, ORDERS } from "../support/real-databases.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Database = Readonly<{
  id: string;
  status: string;
  status_reason: string | null;
  error_message: string | null;
  engine_version: string;
  restorable_until: string | null;
}>;
type Backup = Readonly<{ id: string; status: string }>;

const PATIENCE_MS = 10 * 60_000;
const soon = <T>(probe: () => T | Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS);
const WHOLE = "SELECT string_agg(n::text || coalesce((more -> 'a'), ''), ',' ORDER BY n) AS rows FROM rows";
const SERVER = "SELECT current_setting('server_version_num')::int / 10000 AS major";

/** Each step depends on the one before. */
describe("A major upgrade by the real CloudNativePG and pg_upgrade", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let orders: string;
  let servedAtMs: number;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await makeNewerPostgresImage();
    const { url, homeDir } = await startPlatform("real");
    berth = await registerAccount(url);
    clusterId = await runningCluster(berth, "majors");
    tenant = await tenantClient(berth, clusterId, homeDir);
  });
  after(async () => {
    await (tenant as KubeClient | undefined)?.close();
    if (clusterId !== undefined) await berth.call("DELETE", `/clusters/${clusterId}?cascade=true&wait=300`);
  });

  const ask = (id: string, ...statements: string[]) => askDatabase(berth, tenant, id, ...statements);
  const rowsOf = async (id: string): Promise<unknown> => (await ask(id, WHOLE))[0]?.["rows"];
  const majorOf = async (id: string): Promise<string> => String((await ask(id, SERVER))[0]?.["major"]);
  const shown = async (id: string): Promise<Database> => (await berth.call<Database>("GET", `/databases/${id}`)).body;
  const running = (id: string): Promise<Database> =>
    soon(async () => {
      const body = await shown(id);
      expect(body.status, JSON.stringify(body)).to.equal("running");
      return body;
    });
  const backUp = async (): Promise<string> => {
    const { status, body } = await berth.call<Backup>("POST", `/databases/${orders}/backups`, {});
    expect(status, JSON.stringify(body)).to.equal(201);
    return soon(async () => {
      const { body: made } = await berth.call<Backup>("GET", `/databases/${orders}/backups/${body.id}`);
      expect(made.status, JSON.stringify(made)).to.equal("completed");
      return made.id;
    });
  };

  it("begins with rows of the version before, and a backup of them", async () => {
    const made = await berth.call<Database>("POST", "/databases", { ...ORDERS, cluster_id: clusterId });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    orders = made.body.id;
    await running(orders);
    await soon(() => ask(orders, "SELECT 'a=>1'::hstore"));
    await ask(orders, "CREATE TABLE rows (n int PRIMARY KEY, more hstore)", "INSERT INTO rows VALUES (1, 'a=>x')");
    await ask(orders, "INSERT INTO rows VALUES (2), (3)");
    expect(await majorOf(orders)).to.equal(DISTRIBUTION_VERSION);
    await backUp();
  });

  it("is upgraded by one change, says so meanwhile, and serves its rows by the new version", async () => {
    const beganAtMs = performance.now();
    const wanted = { engine_version: NEWER_VERSION };
    const changed = await berth.call<Database>("PATCH", `/databases/${orders}`, wanted);
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    await soon(async () => expect((await shown(orders)).status).to.equal("upgrading"));
    const upgraded = await soon(async () => {
      const body = await shown(orders);
      expect(body.status, JSON.stringify(body)).to.be.oneOf(["running", "error"]);
      return body;
    });
    expect(upgraded, JSON.stringify(upgraded)).to.include({ status: "running", ...wanted });
    expect(await soon(() => majorOf(orders))).to.equal(NEWER_VERSION);
    servedAtMs = Date.now();
    expect(await rowsOf(orders)).to.equal("1x,2,3");
    console.log(`      served by ${NEWER_VERSION} after ${Math.round((performance.now() - beganAtMs) / 1000)} s`);
  });

  it("takes new rows, by the same credentials, and is not asked back to the version before", async () => {
    await ask(orders, "INSERT INTO rows VALUES (4, 'a=>y')");
    expect(await rowsOf(orders)).to.equal("1x,2,3,4y");
    const back = await berth.call("PATCH", `/databases/${orders}`, { engine_version: DISTRIBUTION_VERSION });
    expect(back.status, JSON.stringify(back.body)).to.equal(422);
  });

  it("can be restored once the new version has a backup of its own", async () => {
    const { restorable_until: until } = await shown(orders);
    expect(Date.parse(until ?? ""), "no backup of the version before leads beyond it").to.be.below(servedAtMs);
    const backup = await backUp();
    const { status, body } = await berth.call<Database>("POST", `/databases/${orders}/restore`, {
      new_name: "again",
      backup_id: backup,
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    expect((await berth.call("PATCH", `/databases/${body.id}`, { external_access: true })).status).to.be.lessThan(300);
    expect(await running(body.id)).to.include({ engine_version: NEWER_VERSION });
    expect(await soon(() => majorOf(body.id))).to.equal(NEWER_VERSION);
    expect(await rowsOf(body.id)).to.equal("1x,2,3,4y");
  });
});
