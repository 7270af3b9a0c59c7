import { expect } from "chai";
import { DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { sumAsked } from "../../adapters/postgres/resources/amount-store.ts";
import { PREVIEW_DATABASE_SECRET } from "../../contract/identity.ts";
import { clientOf, newAccount, newCluster, newDatabase, newDeployment, newKey, newPerson } from "./client.ts";
import type { Account, Answer, Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown>;
type Plan = { warnings: string[]; monthly_cost: { change: string } | null };
type Made = Body & { id: string; detail: string; plan?: Plan };

/** What the operator makes of them is told by test/simulation/preview-database.test.ts. */
describe("databases of previews", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let source: Body & { id: string };
  let databaseId: string;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_ARCHIVE_URL: "s3://archive" } });
    account = await newAccount(gateway.url);
    ({ call } = account);
    const clusterId = await newCluster(call, { tier: "dedicated" });
    databaseId = (await newDatabase(call, clusterId, ORDERS)).id;
    await gateway.settle("DatabaseInstance", databaseId);
    source = await newDeployment(call, clusterId, {
      name: "shop",
      environment_variables: [
        { name: "DATABASE_URL", secret_ref: "production" },
        { name: "LOG", value: "info" },
      ],
    });
  });
  after(() => gateway.stop());

  const ORDERS = {
    name: "orders",
    engine_version: "17",
    tier: "ha",
    storage_size_gb: 30,
    max_connections: 200,
    cpu_request: 2,
    extensions: ["pg_trgm"],
    database_name: "orders",
  };
  const preview = (body: Body, query = "", by = call): Promise<Answer<Made>> =>
    by<Made>("POST", `/deployments/${source.id}/previews${query}`, {
      image: "nginx:2",
      ttl: 3_600,
      database_id: databaseId,
      ...body,
    });
  const specOf = async (name: string): Promise<Body> => {
    const { items } = await gateway.kube.list(DEPLOYMENTS, {});
    return (items.find((item) => (item["spec"] as Body)["name"] === name)?.["spec"] ?? {}) as Body;
  };
  const backup = async (): Promise<string> => {
    const { body } = await call<Made>("POST", `/databases/${databaseId}/backups`, {});
    const told = { databaseId, engineBackupId: "x", completedAt: new Date().toISOString() };
    await gateway.settle("DatabaseBackup", body.id, "completed", told);
    return body.id;
  };

  it("begin empty, of one server and of the smallest size, with a variable in the place of the source's", async () => {
    const planned = await preview({ name: "empty", database: "empty" }, "?dry_run=true");
    expect(planned.status, planned.text).to.equal(200);
    expect(planned.body.plan?.warnings).to.include("Its own database begins empty: 10 GB, which go with it.");
    const without = await preview({ name: "none", database: "none", database_id: null }, "?dry_run=true");
    const change = ({ body }: Answer<Made>): number => Number(body.plan?.monthly_cost?.change);
    expect(change(planned) - change(without), "its storage costs").to.be.above(0);
    const { status, body, text } = await preview({ name: "empty", database: "empty" });
    expect(status, text).to.equal(201);
    expect(body["environment_variables"]).to.deep.equal([
      { name: "LOG", value: "info", secret_ref: null },
      { name: "DATABASE_URL", value: null, secret_ref: PREVIEW_DATABASE_SECRET },
    ]);
    const { database } = (await specOf("empty"))["preview"] as Body;
    expect(database).to.deep.equal({
      engine: "postgresql",
      engineVersion: "17",
      databaseName: "orders",
      extensions: ["pg_trgm"],
      variable: "DATABASE_URL",
    });
  });

  it("are copies of the newest completed backup, as large as that needs; without one it says what to do", async () => {
    const early = await preview({ name: "copy", database: "copy" });
    expect([early.status, early.body.detail]).to.deep.equal([
      409,
      `There is nothing to copy yet: no backup of orders has completed. Make one first: POST /databases/${databaseId}/backups.`,
    ]);
    await backup();
    const newest = await backup();
    const planned = await preview({ name: "copy", database: "copy" }, "?dry_run=true");
    expect(planned.body.plan?.warnings.join(" ")).to.match(/copy of orders as its backup of 2\S+ has it: 30 GB/);
    const made = await preview({ name: "copy", database: "copy", database_variable: "PG" });
    expect(made.status, made.text).to.equal(201);
    const { database } = (await specOf("copy"))["preview"] as Body;
    expect(database).to.deep.include({
      storageSizeGb: 30,
      maxConnections: 200,
      restore: { sourceId: databaseId, backupId: newest },
      variable: "PG",
    });
    const extended = await call("POST", `/deployments/${made.body.id}/extend`, { ttl: 7_200 });
    expect(extended.status, extended.text).to.equal(200);
    expect(((await specOf("copy"))["preview"] as Body)["database"]).to.deep.equal(database);
  });

  it("are nobody's way to the data of others, nor to more than a key may", async () => {
    const stranger = await newAccount(gateway.url);
    const theirs = (await newDatabase(stranger.call, await newCluster(stranger.call, { tier: "dedicated" }))).id;
    for (const database of ["empty", "copy"]) {
      const stolen = await preview({ name: "stolen", database, database_id: theirs });
      expect(stolen.status, "another tenant's database does not exist").to.equal(404);
      expect((await preview({ name: "stolen", database }, "", stranger.call)).status).to.equal(404);
    }
    const { key } = await newKey(account.session, { scopes: ["deployments:write"] });
    const narrow = clientOf(gateway.url, { authorization: `Bearer ${key}` });
    const refused = await preview({ name: "stolen", database: "copy" }, "", narrow);
    expect([refused.status, refused.body.detail]).to.deep.equal([403, "This API key lacks the scope databases:write."]);
    expect((await preview({ name: "stolen", database: "copy" }, "?dry_run=true", narrow)).status).to.equal(403);
    const allowed = await preview({ name: "plain", database: "none", database_id: null }, "", narrow);
    expect(allowed.status, allowed.text).to.equal(201);
  });

  it("are not made after one that belongs to another organization of the same person", async () => {
    const person = await newPerson(gateway.url);
    const { body } = await person.session<Made>("POST", "/organizations", { name: "Other" });
    const clusterId = await newCluster(person.session, { organization_id: body.id });
    const other = await newDeployment(person.session, clusterId, { name: "theirs" });
    const mine = await newDatabase(person.session, await newCluster(person.session, { tier: "dedicated" }));
    const answers = await Promise.all(
      ["empty", "copy"].map((database) =>
        person.session("POST", `/deployments/${other.id}/previews`, {
          name: "crossed",
          image: "nginx:2",
          ttl: 3_600,
          database,
          database_id: mine.id,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404]);
    expect([other["organization_id"], mine["organization_id"]]).to.deep.equal([body.id, person.organizationId]);
  });

  it("stay with the preview when that is promoted", async () => {
    const made = await preview({ name: "ready", database: "empty" });
    expect(made.status, made.text).to.equal(201);
    const target = await newCluster(call, { tier: "dedicated" });
    const promote = (more: object = {}): Promise<Answer<Made>> =>
      call<Made>("POST", `/deployments/${made.body.id}/promote`, { target_cluster_id: target, ...more });
    const refused = await promote();
    expect([refused.status, refused.body.detail]).to.deep.equal([
      409,
      "DATABASE_URL: leads to the preview's own database, which goes with the preview. Say overrides.environment_variables, with a database that stays.",
    ]);
    const variables = [{ name: "DATABASE_URL", secret_ref: "production" }];
    const promoted = await promote({ overrides: { environment_variables: variables } });
    expect(promoted.status, promoted.text).to.equal(201);
  });

  it("ask for what the organization may ask for, also before they are made, and once", async () => {
    const { pool } = gateway.services;
    const limit = (quotas: object): Promise<unknown> =>
      pool.query("UPDATE organizations SET quotas = $1 WHERE id = $2", [quotas, source["organization_id"]]);
    const { own, others } = await sumAsked(pool, String(source["organization_id"]), databaseId);
    const used = own.storage_gb + others.storage_gb;
    await limit({ storage_gb: used + 65 });
    const names = ["at-once-1", "at-once-2", "at-once-3"];
    const answers = await Promise.all(names.map((name) => preview({ name, database: "copy" })));
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([201, 201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.text).to.contain("storage_size_gb: the organization may ask for");
    expect((await preview({ name: "later", database: "copy" })).status, "none was made yet").to.equal(409);
    expect((await preview({ name: "later", database: "copy" }, "?dry_run=true")).status).to.equal(409);
    const [made] = answers.filter(({ status }) => status === 201);
    const id = made?.body.id ?? "";
    const extended = await call("POST", `/deployments/${id}/extend`, { ttl: 7_200 });
    expect(extended.status, extended.text).to.equal(200);
    expect((await sumAsked(pool, String(source["organization_id"]), null)).others.storage_gb).to.equal(used + 60);
    await limit({});
    await newDatabase(call, String(source["cluster_id"]), { name: "made", storage_size_gb: 30 }).then(({ id: one }) =>
      pool.query("UPDATE resources SET body = (body::jsonb || $1::jsonb)::json WHERE id = $2", [
        { preview_of: id },
        one,
      ]),
    );
    expect((await sumAsked(pool, String(source["organization_id"]), null)).others.storage_gb).to.equal(used + 60);
  });

  it("count among the databases that the organization may have", async () => {
    await gateway.services.pool.query("UPDATE organizations SET quotas = $1 WHERE id = $2", [
      { databases: 1 },
      source["organization_id"],
    ]);
    for (const query of ["", "?dry_run=true"]) {
      const { status, text } = await preview({ name: "too-many", database: "empty" }, query);
      expect([status, text.includes("1 of kind DatabaseInstance")], text).to.deep.equal([409, true]);
    }
    expect((await preview({ name: "fits", database: "none", database_id: null })).status).to.equal(201);
    const { items } = await gateway.kube.list(DATABASE_INSTANCES, {});
    expect(items.filter((item) => (item["spec"] as Body)["previewOf"] !== undefined)).to.deep.equal([]);
  });
});
