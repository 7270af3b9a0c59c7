import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { DATABASE_BACKUPS, DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import { tellEvents } from "../../api/events/tell-events.ts";
import { databaseSecret } from "../../contract/identity.ts";
import { databaseBackupResponse } from "../../contract/rest/database-backups.ts";
import { databaseResponse } from "../../contract/rest/databases.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { newAccount, newCluster, newDatabase, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { findObject, placeOf } from "./find-object.ts";

type Body = Record<string, unknown>;
type Faults = { detail: { loc: (string | number)[]; msg: string }[] };

/** The operator's side is played by the statuses that it would write. */
describe("backups, restores, replicas and credentials of databases", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let clusterId: string;
  let elsewhereId: string;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_ARCHIVE_URL: "s3://archive" } });
    account = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call, { tier: "dedicated" });
    elsewhereId = await newCluster(call, { tier: "dedicated" });
  });
  after(() => gateway.stop());

  const SERVES = { connectionHost: "postgres-rw.x.svc", connectionPort: 5432, connectionSecretName: "x-credentials" };
  async function running(members: Body = {}, status: Body = {}): Promise<Body & { id: string }> {
    const made = await newDatabase(call, clusterId, { engine_version: "17", ...members });
    await gateway.settle("DatabaseInstance", made.id, "running", { ...SERVES, ...status });
    return made;
  }
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const saysOf = (answer: Answer): unknown[] => [answer.status, answer.body["code"]];
  const faultOf = ({ body }: Answer): { loc: (string | number)[]; msg: string } | undefined =>
    (body as unknown as Faults).detail[0];
  async function specOf(id: string): Promise<Body> {
    return (await findObject(gateway, DATABASE_INSTANCES, id)).spec;
  }
  async function completed(databaseId: string, status: Body = {}): Promise<string> {
    const made = await call<{ id: string }>("POST", `/databases/${databaseId}/backups`, {});
    expect(made.status).to.equal(201);
    await gateway.settle("DatabaseBackup", made.body.id, "completed", { databaseId, ...status });
    return made.body.id;
  }

  it("makes a backup that says whose it is, shows it alone and in the list, and deletes it", async () => {
    const { id } = await running();
    const path = `/databases/${id}/backups`;
    const made = await call("POST", path, { backup_type: null }, { "idempotency-key": "backup-1" });
    expect(made.status).to.equal(201);
    expect(made.body).to.include({
      database_instance_id: id,
      organization_id: account.organizationId,
      user_id: account.userId,
      backup_type: "full",
      trigger: "manual",
      status: "pending",
      size_bytes: null,
      s3_path: null,
    });
    const backupId = String(made.body["id"]);
    const again = await call("POST", path, { backup_type: null }, { "idempotency-key": "backup-1" });
    expect(again.body["id"]).to.equal(backupId);
    expect(saysOf(await call("POST", path, {}))).to.deep.equal([409, "conflict"]);
    expect(saysOf(await call("DELETE", `${path}/${backupId}`))).to.deep.equal([409, "conflict"]);
    const told = { startedAt: hoursAgo(1), completedAt: hoursAgo(0.5), sizeBytes: 4096, s3Path: "s3://archive/x" };
    await gateway.settle("DatabaseBackup", backupId, "completed", { databaseId: id, ...told });
    const one = await call("GET", `${path}/${backupId}`);
    expect(one.body).to.include({ status: "completed", size_bytes: 4096, s3_path: "s3://archive/x" });
    const second = await completed(id);
    const listed = async (query = ""): Promise<unknown[]> =>
      (await call<{ backups: Body[] }>("GET", `${path}${query}`)).body.backups.map((backup) => backup["id"]);
    expect(await listed()).to.deep.equal([second, backupId]);
    expect(await listed("?limit=1")).to.deep.equal([second]);
    expect(await listed("?status=failed")).to.deep.equal([]);
    expect(await listed("?status=completed")).to.have.length(2);
    const other = await running();
    expect((await call("GET", `/databases/${other.id}/backups/${backupId}`)).status).to.equal(404);
    expect((await call("DELETE", `/databases/${other.id}/backups/${backupId}`)).status).to.equal(404);
    const stale = await call("DELETE", `${path}/${backupId}`, undefined, { "if-match": '"99.x"' });
    expect(stale.status).to.equal(412);
    expect((await call("DELETE", `${path}/${backupId}`)).body).to.include({ id: backupId, status: "deleting" });
    await gateway.finish("DatabaseBackup", backupId);
    expect(await listed()).to.deep.equal([second]);
  });

  it("makes one of many backups that are asked for at once", async () => {
    const { id } = await running();
    const ask = (): Promise<Answer> => call("POST", `/databases/${id}/backups`, {});
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    const said = answers.map(({ status, body }) => (status === 201 ? "made" : body["code"]));
    expect(said.sort()).to.deep.equal([...new Array<string>(9).fill("conflict"), "made"]);
  });

  it("refuses a backup of what has not run, is being deleted, or has none of that kind", async () => {
    const fresh = await newDatabase(call, clusterId);
    expect(saysOf(await call("POST", `/databases/${fresh.id}/backups`, {}))).to.deep.equal([409, "conflict"]);
    const { id } = await running();
    const incremental = await call("POST", `/databases/${id}/backups`, { backup_type: "incremental" });
    expect([incremental.status, faultOf(incremental)?.loc]).to.deep.equal([422, ["body", "backup_type"]]);
    const differential = await call("POST", `/databases/${id}/backups`, { backup_type: "differential" });
    expect(faultOf(differential)?.msg).to.equal("Input should be 'full' or 'incremental'");
    await call("DELETE", `/databases/${id}`);
    expect(saysOf(await call("POST", `/databases/${id}/backups`, {}))).to.deep.equal([409, "being_deleted"]);
  });

  it("restores a completed backup into a new database with all but the source's name and address", async () => {
    const members = { tier: "ha", storage_size_gb: 20, extensions: ["citext"], external_access: true, cpu_request: 1 };
    const source = await running({ ...members, database_name: "shop", backup_schedule: "hourly" });
    const backupId = await completed(source.id, { engineBackupId: "20261121T101010" });
    const body = { new_name: "shop-before", backup_id: backupId };
    const planned = await call<Body & { plan: { values_diff: string } }>(
      "POST",
      `/databases/${source.id}/restore?dry_run=true`,
      body,
    );
    expect(planned.status).to.equal(200);
    expect(planned.body.plan.values_diff).to.contain("20261121T101010").and.contain(source.id);
    const restored = await call("POST", `/databases/${source.id}/restore`, body, { "idempotency-key": "restore-1" });
    expect([restored.status, restored.body["name"], restored.body["status"]]).to.deep.equal([
      201,
      "shop-before",
      "pending",
    ]);
    expect(restored.body).to.deep.include({
      ...members,
      external_access: false,
      restored_from: source.id,
      engine_version: "17",
      database_name: "shop",
      backup_schedule: "hourly",
      cluster_id: clusterId,
    });
    const spec = await specOf(String(restored.body["id"]));
    expect(spec["restore"]).to.deep.equal({ sourceId: source.id, backupId });
    const again = await call("POST", `/databases/${source.id}/restore`, body, { "idempotency-key": "restore-1" });
    expect(again.body["id"]).to.equal(restored.body["id"]);
    expect(saysOf(await call("POST", `/databases/${source.id}/restore`, body))).to.deep.equal([409, "name_taken"]);
    const there = await call("POST", `/databases/${source.id}/restore`, { ...body, cluster_id: elsewhereId });
    expect([there.status, there.body["cluster_id"]]).to.deep.equal([201, elsewhereId]);
  });

  it("restores moments inside the window alone, and names the window where it refuses", async () => {
    const { id } = await running();
    const restore = (body: Body): Promise<Answer> =>
      call("POST", `/databases/${id}/restore`, { new_name: "t", ...body });
    expect(saysOf(await restore({ point_in_time: hoursAgo(1) }))).to.deep.equal([409, "conflict"]);
    const from = hoursAgo(5);
    const until = hoursAgo(2);
    await gateway.settle("DatabaseInstance", id, "running", {
      ...SERVES,
      restorableFrom: from,
      restorableUntil: until,
    });
    expect((await call("GET", `/databases/${id}`)).body).to.include({ restorable_from: from, restorable_until: until });
    for (const [time, why] of [
      [hoursAgo(6), /too early; what can be restored reaches from/],
      [hoursAgo(-1), /lies in the future/],
      [hoursAgo(1), /too late.*later changes come into the archive within minutes, or with a backup/],
      [hoursAgo(0), /too late/],
    ] as const) {
      const refused = await restore({ point_in_time: time });
      expect([refused.status, faultOf(refused)?.loc]).to.deep.equal([422, ["body", "point_in_time"]]);
      expect(faultOf(refused)?.msg).to.match(why).and.contain(from).and.contain(until);
    }
    for (const body of [{}, { backup_id: null }, { point_in_time: "yesterday" }, { new_name: null }])
      expect((await restore(body)).status, JSON.stringify(body)).to.equal(422);
    const restored = await restore({ point_in_time: hoursAgo(3).replace("Z", "+00:00") });
    expect(restored.status).to.equal(201);
    const { restore: asked } = await specOf(String(restored.body["id"]));
    expect((asked as Body)["pointInTime"]).to.match(/\.\d{3}Z$/);
  });

  it("restores what is older than an upgrade by the version of then", async () => {
    const { id } = await running({ engine_version: "16" });
    const made = { id, handle: "x", engine: "postgresql", databaseName: "shop", storageSizeGb: 10 };
    const old = await completed(id, { completedAt: hoursAgo(4), source: { ...made, engineVersion: "16" } });
    expect((await call("PATCH", `/databases/${id}`, { engine_version: "17" })).status).to.equal(200);
    const window = { restorableFrom: hoursAgo(4), restorableUntil: hoursAgo(1) };
    await gateway.settle("DatabaseInstance", id, "running", { ...SERVES, ...window });
    await completed(id, { completedAt: hoursAgo(2), source: { ...made, engineVersion: "17" } });
    const versionOf = async (body: Body): Promise<unknown> =>
      (await call("POST", `/databases/${id}/restore?dry_run=true`, { new_name: "then", ...body })).body[
        "engine_version"
      ];
    const versions = [{ backup_id: old }, { point_in_time: hoursAgo(3) }, { point_in_time: hoursAgo(1.5) }].map(
      versionOf,
    );
    expect(await Promise.all(versions)).to.deep.equal(["16", "16", "17"]);
  });

  it("refuses backups that are not completed, not this database's, or not the caller's", async () => {
    const { id } = await running();
    const made = await call<{ id: string }>("POST", `/databases/${id}/backups`, {});
    const restore = (body: Body): Promise<Answer> =>
      call("POST", `/databases/${id}/restore`, { new_name: "u", ...body });
    expect(saysOf(await restore({ backup_id: made.body.id }))).to.deep.equal([409, "conflict"]);
    const other = await running();
    const foreign = await completed(other.id);
    expect(saysOf(await restore({ backup_id: foreign }))).to.deep.equal([404, "not_found"]);
    const stranger = await newAccount(gateway.url);
    const theirs = await newCluster(stranger.call, { tier: "dedicated" });
    const own = await completed(other.id);
    const body = { new_name: "u", backup_id: own };
    const path = `/databases/${other.id}/restore`;
    expect(saysOf(await stranger.call("POST", path, body))).to.deep.equal([404, "not_found"]);
    expect(saysOf(await call("POST", path, { ...body, cluster_id: theirs }))).to.deep.equal([404, "not_found"]);
    expect((await stranger.call("GET", `/databases/${other.id}/backups`)).status).to.equal(404);
    expect((await stranger.call("GET", `/databases/${other.id}/backups/${own}`)).status).to.equal(404);
  });

  it("shows and restores the final backup of a database that is gone", async () => {
    const source = await running({ database_name: "ledger", storage_size_gb: 15 });
    const object = (await gateway.kube.get(DATABASE_INSTANCES, await placeOf(gateway, source.id))) as KubeObject;
    const record = {
      id: source.id,
      handle: object.metadata.name,
      engine: "postgresql",
      engineVersion: "17",
      databaseName: "ledger",
      storageSizeGb: 15,
    };
    const times = { completedAt: hoursAgo(1), startedAt: hoursAgo(1) };
    const backupId = await completed(source.id, { source: record, engineBackupId: "20261121T111111", ...times });
    await call("DELETE", `/databases/${source.id}?final_backup=true`);
    await gateway.finish("DatabaseInstance", source.id);
    expect((await call("GET", `/databases/${source.id}`)).status).to.equal(404);
    const listed = await call<{ backups: Body[] }>("GET", `/databases/${source.id}/backups`);
    expect(listed.body.backups.map(({ id }) => id)).to.deep.equal([backupId]);
    const path = `/databases/${source.id}/restore`;
    const late = await call("POST", path, { new_name: "ledger", point_in_time: hoursAgo(0.5) });
    expect(faultOf(late)?.msg).to.match(/too late/);
    const restored = await call("POST", path, { new_name: "ledger", backup_id: backupId, cluster_id: clusterId });
    expect([restored.status, restored.body["database_name"], restored.body["storage_size_gb"]]).to.deep.equal([
      201,
      "ledger",
      15,
    ]);
    const stranger = await newAccount(gateway.url);
    expect((await stranger.call("GET", `/databases/${source.id}/backups`)).status).to.equal(404);
  });
  it("makes a replica on another cluster with what the source's data decides, and promotes it once", async () => {
    const source = await running({ database_name: "main", storage_size_gb: 30, max_connections: 200 });
    const replica = { name: "main-replica", cluster_id: elsewhereId, engine: "postgresql" };
    const follow = (members: Body = {}): Promise<Answer> =>
      call("POST", "/databases", { ...replica, replication_source_id: source.id, ...members });
    expect(saysOf(await follow())).to.deep.equal([409, "conflict"]);
    await gateway.settle("DatabaseInstance", source.id, "running", { ...SERVES, restorableFrom: hoursAgo(2) });
    for (const [members, member] of [
      [{ cluster_id: clusterId }, "cluster_id"],
      [{ engine_version: "18" }, "engine_version"],
      [{ database_name: "other" }, "database_name"],
      [{ storage_size_gb: 10 }, "storage_size_gb"],
      [{ max_connections: 100 }, "max_connections"],
      [{ extensions: ["citext"] }, "extensions"],
    ] as const) {
      const refused = await follow(members);
      expect([refused.status, faultOf(refused)?.loc]).to.deep.equal([422, ["body", member]]);
    }
    const made = await follow();
    expect(made.status).to.equal(201);
    expect(made.body).to.include({
      replication_source_id: source.id,
      database_name: "main",
      engine_version: "17",
      storage_size_gb: 30,
      max_connections: 200,
    });
    const path = `/databases/${String(made.body["id"])}`;
    expect(saysOf(await call("POST", `${path}/promote`))).to.deep.equal([409, "conflict"]);
    const lag = { replicationRole: "replica", replicationStatus: "following", replicationLagBytes: 512 };
    await gateway.settle("DatabaseInstance", String(made.body["id"]), "running", { ...SERVES, ...lag });
    expect((await call("GET", path)).body).to.include({ replication_role: "replica", replication_lag_bytes: 512 });
    expect(faultOf(await call("PATCH", path, { engine_version: "18" }))?.loc).to.deep.equal(["body", "engine_version"]);
    expect(saysOf(await call("POST", `${path}/credentials/rotate`))).to.deep.equal([409, "conflict"]);
    const planned = await call<Body & { plan: { warnings: string[] } }>("POST", `${path}/promote?dry_run=true`);
    expect([planned.status, planned.body["promoted"]]).to.deep.equal([200, true]);
    expect(planned.body.plan.warnings[0]).to.match(/512 bytes behind/);
    expect((await call("GET", path)).body["promoted"]).to.equal(false);
    for (const attempt of [1, 2]) {
      const promoted = await call("POST", `${path}/promote`);
      expect([attempt, promoted.status, promoted.body["promoted"]]).to.deep.equal([attempt, 200, true]);
    }
    expect(saysOf(await call("POST", `/databases/${source.id}/promote`))).to.deep.equal([409, "conflict"]);
    const chained = await follow({ name: "chained", replication_source_id: made.body["id"] });
    expect(saysOf(chained)).to.deep.equal([409, "conflict"]);
  });

  it("never follows a database of another organization", async () => {
    const stranger = await newAccount(gateway.url);
    const theirs = await newCluster(stranger.call, { tier: "dedicated" });
    const source = await running({}, { restorableFrom: hoursAgo(1) });
    const body = { name: "spy", cluster_id: theirs, engine: "postgresql", replication_source_id: source.id };
    expect(saysOf(await stranger.call("POST", "/databases", body))).to.deep.equal([404, "not_found"]);
  });

  it("rotates the password in the store alone: one version more, in no answer, log or object", async () => {
    const { id } = await running();
    const path = `/databases/${id}/credentials/rotate`;
    expect(saysOf(await call("POST", path))).to.deep.equal([409, "conflict"]);
    const scope = { organization: account.slug, deploymentId: undefined, area: "platform" } as const;
    const { secrets, pool } = gateway.services;
    const first = new SecretText("first-password");
    await secrets.create(scope, databaseSecret(id), { value: first, requestId: "made" });
    const rotated = await call("POST", path, undefined, { "idempotency-key": "rotate-1" });
    expect(rotated.body).to.include({ database_id: id, user: "app", version: 2, secret_name: "x-credentials" });
    expect(rotated.headers.get("cache-control")).to.equal("no-store");
    const value = (await secrets.read(scope, databaseSecret(id)))?.reveal() ?? "";
    expect(value).to.match(/^[A-Za-z0-9]{32}$/);
    const again = await call("POST", path, undefined, { "idempotency-key": "rotate-1" });
    expect(again.body).to.include({ version: 2 });
    expect((await call("POST", path)).body).to.include({ version: 3 });
    const kept = await pool.query<Body>(
      "SELECT row_to_json(a)::text AS text FROM audit_entries a UNION SELECT row_to_json(i)::text FROM idempotency_keys i UNION SELECT body::text FROM resources",
    );
    expect(JSON.stringify(kept.rows)).to.not.contain(value);
    expect(rotated.text + again.text).to.not.contain(value);
  });

  it("tells of databases and backups as reads show them", async () => {
    const { id } = await running();
    const backupId = await completed(id);
    const about = { seq: 1n, organizationId: account.organizationId, type: "updated", at: new Date() };
    const { events: told } = await tellEvents(gateway.services.pool, [
      { ...about, kind: "DatabaseInstance", resourceId: id },
      { ...about, kind: "DatabaseBackup", resourceId: backupId },
    ]);
    const shown = told.map(({ data }) => (JSON.parse(data) as { resource: unknown }).resource);
    const drop = ({ body }: Answer): Body => ({ ...body, observed_at: null });
    const read = [
      drop(await call("GET", `/databases/${id}`)),
      drop(await call("GET", `/databases/${id}/backups/${backupId}`)),
    ];
    expect(shown.map((one) => ({ ...(one as Body), observed_at: null }))).to.deep.equal(read);
    expect(
      [databaseResponse, databaseBackupResponse].map((schema, at) => schema.safeParse(shown[at]).success),
    ).to.deep.equal([true, true]);
  });

  it("lists backups that the engine's schedule made", async () => {
    const { id } = await running();
    const ref = await placeOf(gateway, id);
    const object = {
      apiVersion: "hosting.berth.dev/v1alpha1",
      kind: "DatabaseBackup",
      metadata: {
        name: `scheduled-${id.slice(-10)}`,
        namespace: ref.namespace,
        labels: { "hosting.berth.dev/organization-id": account.organizationId },
      },
      spec: { database: ref.name, trigger: "scheduled", engineBackup: "scheduled-1" },
    };
    const made = await gateway.kube.create(DATABASE_BACKUPS, object, { fieldManager: "test" });
    await gateway.mirrorObject("DatabaseBackup", made);
    const listed = await call<{ backups: Body[] }>("GET", `/databases/${id}/backups`);
    expect(listed.body.backups.map(({ trigger }) => trigger)).to.deep.equal(["scheduled"]);
  });
});
