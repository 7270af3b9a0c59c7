import { expect } from "chai";
import { DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import { databaseUpdatable } from "../../contract/resources/database-instance.ts";
import { restName } from "../../contract/rest-case.ts";
import { eventually } from "../support/eventually.ts";
import { clientOf, newAccount, newCluster, newDatabase, newKey, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { type FoundObject, findObject } from "./find-object.ts";

type Body = Record<string, unknown>;
type Faults = { detail: { type: string; loc: (string | number)[]; msg: string }[] };
type PlannedObject = { kind: string; action: string; restart: boolean; namespace: string | null; name: string };
type Planned = Body & {
  plan: {
    values_diff: string;
    git_path: string;
    objects: PlannedObject[];
    objects_complete: boolean;
    warnings: string[];
  };
};
const actions = ({ plan }: Planned): string[] =>
  plan.objects.map(({ action, kind, restart }) => `${action} ${kind}${restart ? " restart" : ""}`);

/** One value of each member that PATCH takes, none of them its default. */
const MEMBERS: Body = {
  storage_size_gb: 30,
  cpu_request: 0.5,
  memory_request_mb: 512,
  max_connections: 250,
  extensions: ["citext", "vector"],
  backup_enabled: false,
  backup_schedule: "15 3 * * MON",
  backup_retention_days: 30,
  external_access: true,
  engine_version: "18",
};

describe("databases", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let clusterId: string;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_ARCHIVE_URL: "s3://archive/berth" } });
    account = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call, { tier: "dedicated" });
  });
  after(() => gateway.stop());

  const find = (id: string): Promise<FoundObject> => findObject(gateway, DATABASE_INSTANCES, id);
  async function auditsOf(id: string): Promise<unknown[]> {
    const { rows } = await gateway.services.pool.query<Body>(
      "SELECT action, outcome, actor_user_id FROM audit_entries WHERE target_id = $1 ORDER BY created_at",
      [id],
    );
    return rows;
  }
  const refusals = (answer: { body: Faults }): unknown[] => answer.body.detail.map(({ loc, msg }) => [loc.at(-1), msg]);

  it("creates the object with its finalizer, id, owners and a handle of its own; all members are answered", async () => {
    const made = await newDatabase(call, clusterId, { name: "orders" });
    const { metadata, spec } = await find(made.id);
    expect(metadata.name).to.match(/^orders-[a-z2-7]{10}$/);
    expect(metadata["finalizers"]).to.deep.equal(["hosting.berth.dev/delivery"]);
    expect(metadata["labels"]).to.deep.equal({
      "hosting.berth.dev/id": made.id,
      "hosting.berth.dev/user-id": account.userId,
      "hosting.berth.dev/organization-id": account.organizationId,
    });
    expect(spec).to.deep.include({ name: "orders", engine: "postgresql" });
    expect(made).to.include({
      status: "pending",
      engine_version: "18",
      tier: "single",
      replicas: 1,
      storage_size_gb: 10,
      database_name: `orders_${metadata.name.slice(-10)}`,
      backup_enabled: true,
      backup_schedule: "daily",
      backup_retention_days: 7,
      external_access: false,
      restorable_from: null,
      promoted: false,
    });
    expect(await auditsOf(made.id)).to.deep.equal([
      { action: "createDatabase", outcome: "succeeded", actor_user_id: account.userId },
    ]);
  });

  it("answers members as they were sent, and changes each alone: to a value, and back to none", async () => {
    expect(Object.keys(MEMBERS)).to.have.members(
      Object.entries(databaseUpdatable).map(([name, schema]) => restName(name, schema)),
    );
    const plain = await newDatabase(call, clusterId, { tier: "ha" });
    for (const [member, value] of Object.entries(MEMBERS)) {
      const before = (await call("GET", `/databases/${plain.id}`)).body;
      const changed = await call("PATCH", `/databases/${plain.id}`, { [member]: value });
      expect([changed.status, changed.body[member]]).to.deep.equal([200, value]);
      const same = { ...changed.body, ...pick(before, [member, "updated_at", "observed_at", "conditions"]) };
      expect(same).to.deep.equal(before);
      if (member === "storage_size_gb") continue;
      const unset = await call("PATCH", `/databases/${plain.id}`, { [member]: null });
      expect([unset.status, unset.body[member]]).to.deep.equal([200, before[member]]);
    }
    const whole = await newDatabase(call, clusterId, { tier: "ha", database_name: "shop", ...MEMBERS });
    expect(whole).to.deep.include({ ...MEMBERS, replicas: 3, database_name: "shop" });
  });
  const pick = (body: Body, members: readonly string[]): Body =>
    Object.fromEntries(members.map((member) => [member, body[member]]));

  it("makes one database of twenty requests for one name, and one of a repeated key", async () => {
    const body = { name: "once", cluster_id: clusterId, engine: "mysql" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("POST", "/databases", body)));
    const codes = answers.map(({ status, body: { code } }) => (status === 201 ? "made" : code));
    expect(codes.filter((code) => code === "made")).to.have.length(1);
    expect(new Set(codes)).to.deep.equal(new Set(["made", "name_taken"]));
    const keyed = { ...body, name: "keyed" };
    const [first, second] = [
      await call("POST", "/databases", keyed, { "idempotency-key": "db-1" }),
      await call("POST", "/databases", keyed, { "idempotency-key": "db-1" }),
    ];
    expect([first.status, second.status, second.body["id"]]).to.deep.equal([201, 201, first.body["id"]]);
    const other = await call("POST", "/databases", { ...keyed, engine: "postgresql" }, { "idempotency-key": "db-1" });
    expect(other.status).to.equal(422);
  });

  it("lists by cluster, engine, tier, status and name, newest first", async () => {
    const other = await newCluster(call, { tier: "dedicated" });
    const names = async (query: string): Promise<unknown[]> =>
      (await call<{ databases: Body[] }>("GET", `/databases?cluster_id=${other}${query}`)).body.databases.map(
        ({ name }) => name,
      );
    for (const [name, engine, tier] of [
      ["a-one", "postgresql", "single"],
      ["a-two", "mysql", "single"],
      ["b-three", "postgresql", "ha"],
    ])
      await newDatabase(call, other, { name, engine, tier });
    expect(await names("")).to.deep.equal(["b-three", "a-two", "a-one"]);
    expect(await names("&engine=mysql")).to.deep.equal(["a-two"]);
    expect(await names("&tier=ha")).to.deep.equal(["b-three"]);
    expect(await names("&q=a-&engine=postgresql&status=pending")).to.deep.equal(["a-one"]);
    expect(await names("&status=running")).to.deep.equal([]);
    const counted = await call("GET", `/databases?cluster_id=${other}&limit=1&count=true`);
    expect(counted.body["total"]).to.equal(3);
    const next = await names(`&limit=2&cursor=${String(counted.body["next_cursor"])}`);
    expect(next).to.deep.equal(["a-two", "a-one"]);
  });

  it("refuses bad input for what it is, all at once", async () => {
    const good = { name: "bad", cluster_id: clusterId, engine: "postgresql" };
    const rows: [Body, ...[string, RegExp | string][]][] = [
      [{ name: "Bad_Name" }, ["name", /lower-case letters, digits and hyphens.*such as my-shop$/]],
      [{ name: "x".repeat(41) }, ["name", "String should have at most 40 characters"]],
      [{ engine: "oracle" }, ["engine", "Input should be 'postgresql' or 'mysql'"]],
      [{ engine_version: "9.6" }, ["engine_version", /must be one of 14, 15/]],
      [{ engine_version: "eighteen" }, ["engine_version", /should match pattern/]],
      [{ engine: "mysql", engine_version: "18" }, ["engine_version", /must be one of/]],
      [{ tier: "cluster" }, ["tier", /should be 'single', 'ha' or 'replicated'/]],
      [{ storage_size_gb: 0 }, ["storage_size_gb", /greater than or equal to 1/]],
      [{ storage_size_gb: 1.5 }, ["storage_size_gb", /valid integer/]],
      [{ storage_size_gb: "20" }, ["storage_size_gb", /valid integer/]],
      [{ memory_request_mb: 64 }, ["memory_request_mb", /greater than or equal to 128/]],
      [{ max_connections: 5 }, ["max_connections", /greater than or equal to 10/]],
      [{ backup_retention_days: 91 }, ["backup_retention_days", /less than or equal to 90/]],
      [
        { backup_schedule: "* * *" },
        ["backup_schedule", /should be hourly, daily, weekly or a cron line of five fields/],
      ],
      [{ backup_schedule: "61 * * * *" }, ["backup_schedule", /such as "0 3 \* \* MON-FRI"/]],
      [{ backup_schedule: "0 22-2 * * *" }, ["backup_schedule", /runs downwards/]],
      [{ extensions: ["plpython3u"] }, ["extensions", /must be among/]],
      [{ extensions: ["vector", "vector"] }, ["extensions", /one twice/]],
      [{ engine: "mysql", extensions: ["vector"] }, ["extensions", /only for postgresql/]],
      [{ database_name: "postgres" }, ["database_name", /kept by the engine/]],
      [{ database_name: "Robert'); DROP" }, ["database_name", /should match pattern/]],
      [{ engine: "mysql", replication_source_id: clusterId }, ["replication_source_id", /only for postgresql/]],
      [{ replication_source_id: "x" }, ["replication_source_id", /valid UUID/]],
      [{ password: "x" }, ["password", "Extra inputs are not permitted"]],
      [{ name: null, tier: "x" }, ["tier", /should be/], ["name", /valid string/]],
    ];
    for (const [change, ...wanted] of rows) {
      const answer = await call<Faults>("POST", "/databases", { ...good, ...change });
      expect(answer.status, JSON.stringify(change)).to.equal(422);
      const told = answer.body.detail.map(({ loc, msg }) => [loc.at(-1), msg] as const);
      expect(told.map(([member]) => member)).to.deep.equal(wanted.map(([member]) => member));
      for (const [index, [, msg]] of wanted.entries()) expect(told[index]?.[1]).to.match(asPattern(msg));
    }
  });
  const asPattern = (text: RegExp | string): RegExp => (typeof text === "string" ? new RegExp(`^${text}$`) : text);

  it("refuses what the stored state forbids, in the last place and all at once", async () => {
    const { id } = await newDatabase(call, clusterId, { engine_version: "17", storage_size_gb: 20 });
    const patch = (body: Body, headers = {}): Promise<{ status: number; body: Faults }> =>
      call<Faults>("PATCH", `/databases/${id}`, body, headers);
    const both = await patch({ storage_size_gb: 10, engine_version: "16" });
    expect([both.status, refusals(both)]).to.deep.equal([
      422,
      [
        ["storage_size_gb", "Value error, storage_size_gb can grow, never shrink; it has 20"],
        [
          "engine_version",
          "Value error, engine_version can be raised, and lowered only after an upgrade that failed; it has 17",
        ],
      ],
    ]);
    // Unset it would be the default: less than it has.
    expect((await patch({ storage_size_gb: null })).status).to.equal(422);
    const stale = await patch({ storage_size_gb: 10 }, { "if-match": '"99.x"' });
    expect(stale.status).to.equal(412);
    const mysql = await newDatabase(call, clusterId, { engine: "mysql", engine_version: "8.0" });
    const alien = await call<Faults>("PATCH", `/databases/${mysql.id}`, {
      extensions: ["vector"],
      engine_version: "18",
    });
    expect(refusals(alien).map((one) => (one as string[])[0])).to.deep.equal(["engine_version", "extensions"]);
    expect((await call("PATCH", `/databases/${mysql.id}`, { engine_version: "8.4" })).status).to.equal(200);
    const old = await newDatabase(call, clusterId, { engine_version: "14" });
    const half = await call<Faults>("PATCH", `/databases/${old.id}`, { engine_version: "15" });
    expect(refusals(half)).to.deep.equal([
      ["engine_version", "Value error, PostgreSQL 14 can be raised to 16 or newer"],
    ]);
    expect((await call("PATCH", `/databases/${old.id}`, { engine_version: "18" })).status).to.equal(200);
  });

  it("says what a dry run would do, and does nothing", async () => {
    const { id } = await newDatabase(call, clusterId, { extensions: ["citext"], engine_version: "17" });
    const count = async (): Promise<unknown> =>
      (await gateway.services.pool.query("SELECT count(*), (SELECT sum(generation) FROM resources) FROM audit_entries"))
        .rows;
    const before = await count();
    const change = {
      storage_size_gb: 40,
      max_connections: 300,
      extensions: ["pgaudit"],
      engine_version: "18",
      backup_retention_days: 3,
    };
    const { status, body } = await call<Planned>("PATCH", `/databases/${id}?dry_run=true`, change);
    expect([status, body["storage_size_gb"]]).to.deep.equal([200, 40]);
    expect(body.plan.git_path).to.match(/^clusters\/[^/]+\/databases\/db-[^/]+\/values\.yaml$/);
    for (const line of ["-storageGb: 10", "+storageGb: 40", '+  max_connections: "300"', "+  retentionDays: 3"])
      expect(body.plan.values_diff).to.contain(line);
    expect(body.plan.values_diff).to.contain(`s3://archive/berth/org-${account.slug}/${id}`);
    const [version, restart, storage, dropped, retention] = body.plan.warnings;
    expect(version).to.match(/from 17 to 18.*no way back.*run ANALYZE and make another one/);
    expect(restart).to.equal("The server restarts: it is away for a moment (max_connections, extensions (pgaudit)).");
    expect(storage).to.match(/from 10 to 40 GB.*never shrinks/);
    expect(dropped).to.match(/stay installed.*: citext\.$/);
    expect(retention).to.match(/older than 3 days/);
    expect(actions(body)).to.deep.equal(["update Cluster restart", "update Database", "update ObjectStore"]);
    expect(body.plan).to.include({ objects_complete: true });
    expect(body.plan.objects[0]).to.include({ name: "postgres" });
    const grown = await call<Planned>("PATCH", `/databases/${id}?dry_run=true`, { storage_size_gb: 40 });
    expect(actions(grown.body), "volumes grow while servers run").to.deep.equal(["update Cluster"]);
    const quiet = await call<Planned>("PATCH", `/databases/${id}?dry_run=true`, { backup_enabled: true });
    expect(quiet.body.plan).to.deep.include({ values_diff: "", warnings: [], objects: [], objects_complete: true });
    const wanted = { name: "would-be", cluster_id: clusterId, engine: "postgresql" };
    const created = await call<Planned>("POST", "/databases?dry_run=true", wanted);
    expect([created.status, created.body["id"]]).to.deep.equal([200, "00000000-0000-0000-0000-000000000000"]);
    expect(created.body.plan.values_diff).to.contain("+storageGb: 10");
    const kinds = ["Cluster", "Namespace", "NetworkPolicy", "ObjectStore", "ScheduledBackup", "Secret"];
    expect(actions(created.body)).to.deep.equal(kinds.map((kind) => `create ${kind}`));
    const mysql = { name: "would-be", cluster_id: clusterId, engine: "mysql" };
    const other = await call<Planned>("POST", "/databases?dry_run=true", mysql);
    expect(other.body.plan).to.include({ objects_complete: false });
    expect(other.body.plan.warnings.join(" ")).to.match(/The Job that makes its user/);
    const removed = await call<Planned>("DELETE", `/databases/${id}?dry_run=true`);
    expect(actions(removed.body)).to.include.members(["delete Cluster", "delete Namespace", "delete Secret"]);
    expect(removed.body.plan.warnings.join(" ")).to.contain("final_backup=true");
    expect(await count()).to.deep.equal(before);
    expect((await find(id)).spec["storageSizeGb"]).to.equal(undefined);
  });

  it("says in a plan that a newer chart comes along with a change, and not with what changes nothing", async () => {
    const { id } = await newDatabase(call, clusterId, { storage_size_gb: 10 });
    const plan = async (change: Body): Promise<Planned["plan"]> =>
      (await call<Planned>("PATCH", `/databases/${id}?dry_run=true`, change)).body.plan;
    await gateway.settle("DatabaseInstance", id, "running", { chartVersion: "0.0.1" });
    const moved = await plan({ storage_size_gb: 20 });
    expect(moved.warnings.join()).to.match(/The platform's chart moves from 0\.0\.1 to .* its servers may restart\.$/);
    expect(moved.objects_complete).to.equal(false);
    expect(await plan({ storage_size_gb: 10 })).to.deep.include({ warnings: [], objects_complete: true });
    const { database } = gateway.services.chartVersions;
    await gateway.settle("DatabaseInstance", id, "running", { chartVersion: database });
    expect((await plan({ storage_size_gb: 20 })).warnings.join()).not.to.contain("chart");
  });

  it("waits until a change is settled, and answers an ETag that If-Match takes", async () => {
    const { id } = await newDatabase(call, clusterId);
    await gateway.settle("DatabaseInstance", id);
    const read = await call("GET", `/databases/${id}`);
    const etag = read.headers.get("etag") ?? "";
    expect((await call("GET", `/databases/${id}`, undefined, { "if-none-match": etag })).status).to.equal(304);
    const waiting = call("PATCH", `/databases/${id}?wait=300`, { storage_size_gb: 20 }, { "if-match": etag });
    await eventually(async () => expect((await find(id)).metadata.generation).to.equal(2));
    await gateway.settle("DatabaseInstance", id);
    expect([(await waiting).status, (await waiting).body["status"]]).to.deep.equal([200, "running"]);
    const late = await call("PATCH", `/databases/${id}`, { storage_size_gb: 30 }, { "if-match": etag });
    expect([late.status, late.body["code"]]).to.deep.equal([412, "precondition_failed"]);
  });

  it("tells how it is reached, to members only, never the password; each read is audited and never cached", async () => {
    const { id } = await newDatabase(call, clusterId, { database_name: "shop" });
    const handle = (await find(id)).metadata.name;
    const place = { connectionHost: `postgres-rw.${handle}.svc`, connectionPort: 5432 };
    await gateway.settle("DatabaseInstance", id, "running", {
      ...place,
      connectionSecretName: `${handle}-credentials`,
    });
    const connection = await call("GET", `/databases/${id}/connection`);
    expect(connection.body).to.deep.equal({
      host: `postgres-rw.${handle}.svc`,
      external_host: null,
      port: 5432,
      user: "app",
      database: "shop",
      secret_name: `${handle}-credentials`,
      secret_namespace: handle,
    });
    expect(connection.headers.get("cache-control")).to.equal("no-store");
    expect(await auditsOf(id)).to.deep.include({
      action: "getDatabaseConnection",
      outcome: "succeeded",
      actor_user_id: account.userId,
    });
    const viewer = await newAccount(gateway.url);
    const row = [account.organizationId, viewer.userId];
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, 'viewer')", row);
    expect((await viewer.call("GET", `/databases/${id}`)).status).to.equal(200);
    expect((await viewer.call("GET", `/databases/${id}/connection`)).status).to.equal(403);
    const { key } = await newKey(account.session, { scopes: ["deployments:write"] });
    const narrow = clientOf(gateway.url, { authorization: `Bearer ${key}` });
    expect((await narrow("GET", `/databases/${id}/connection`)).status).to.equal(403);
  });

  it("deletes with its options as annotations, refuses changes meanwhile, and is gone when it is gone", async () => {
    const { id } = await newDatabase(call, clusterId);
    const request = { "x-request-id": "delete-shop" };
    const deleting = call<Body>("DELETE", `/databases/${id}?final_backup=true&wait=300`, undefined, request);
    // What was shown last is what a change is judged by; the mark on the object comes a moment earlier.
    await eventually(async () =>
      expect((await call("GET", `/databases/${id}`)).body).to.include({ status: "deleting" }),
    );
    const { metadata } = await find(id);
    expect(metadata["deletionTimestamp"]).to.be.a("string");
    expect(metadata["annotations"]).to.include({ "hosting.berth.dev/final-backup": "request:delete-shop" });
    // Written after the delete: it was this request's.
    await eventually(async () =>
      expect((await find(id)).metadata["annotations"]).to.include({
        "hosting.berth.dev/delete-request": "delete-shop",
      }),
    );
    const refused = await call("PATCH", `/databases/${id}`, { storage_size_gb: 20 });
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "being_deleted"]);
    const inUse = await call("DELETE", `/clusters/${clusterId}`);
    expect([inUse.status, inUse.body["code"]]).to.deep.equal([409, "cluster_in_use"]);
    await gateway.finish("DatabaseInstance", id);
    expect((await deleting).body).to.include({ id, status: "deleting" });
    expect((await call("GET", `/databases/${id}`)).status).to.equal(404);
  });

  it("takes no more than the quota, also of requests at once", async () => {
    await gateway.services.pool.query(`UPDATE organizations SET quotas = '{"databases": 2}' WHERE id = $1`, [
      (await quotaAccount()).organizationId,
    ]);
    const { call: limited } = await quotaAccount();
    const cluster = await newCluster(limited);
    const body = { cluster_id: cluster, engine: "postgresql" };
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => limited("POST", "/databases", { ...body, name: `q-${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(2);
    expect(new Set(answers.map(({ body: { code } }) => code))).to.deep.equal(new Set([undefined, "quota_exceeded"]));
  });
  let madeAccount: Promise<Account> | undefined;
  const quotaAccount = (): Promise<Account> => (madeAccount ??= newAccount(gateway.url));
});
