import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import {
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  NAMESPACES,
  PERSISTENT_VOLUME_CLAIMS,
  PODS,
  POSTGRESQL_CLUSTERS,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { createBerth, type Berth } from "../../client/main.ts";
import { PREVIEW_DATABASE_SECRET } from "../../contract/identity.ts";
import { databaseImage } from "../../render/database/database-images.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { askDatabase, passwordOf, type Connection } from "../support/database-login.ts";
import { eventually } from "../support/eventually.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { DISTRIBUTION_VERSION, ORDERS } from "../support/real-databases.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Shown = Readonly<{ id: string; name: string; status: string; status_reason: string | null }>;

const PATIENCE_MS = 10 * 60_000;
const VOLUMES: ResourceType = {
  group: "",
  version: "v1",
  plural: "persistentvolumes",
  kind: "PersistentVolume",
  namespaced: false,
};
/** What a preview leaves nothing of, by where it is seen. */
const ON_CLUSTER = [NAMESPACES, PODS, SECRETS, PERSISTENT_VOLUME_CLAIMS, VOLUMES, POSTGRESQL_CLUSTERS];
/** It has a client of PostgreSQL; which of its names is asked for makes no other program of it. */
const [IMAGE, OTHER_IMAGE] = (["stable", "latest"] as const).map((channel) =>
  databaseImage("postgresql", DISTRIBUTION_VERSION, channel),
) as [string, string];
const SERVE = 'echo "$GREETING" > /tmp/index.html; exec httpd -f -p 8080 -h /tmp';

const soon = <T>(probe: () => T | Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS);

/** Each step depends on the one before. */
describe("Previews with databases of their own on real nodes", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let client: Berth;
  let tenant: KubeClient;
  let clusterId: string;
  let orders: string;
  let shop: string;
  let copy: string;
  let stood: Readonly<Record<string, readonly string[]>>;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    platform = await startPlatform("real");
    const account = await registerAccount(platform.url);
    berth = account;
    client = createBerth({ url: platform.url, key: account.key });
    clusterId = await runningCluster(berth, "previews");
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
  });
  after(() => tenant?.close());

  const create = async (path: string, body: object): Promise<Shown> => {
    const { status, body: made } = await berth.call<Shown>("POST", path, body);
    expect(status, JSON.stringify(made)).to.be.within(200, 202);
    return made;
  };
  const runs = (path: string): Promise<Shown> =>
    soon(async () => {
      const { body } = await berth.call<Shown>("GET", path);
      expect(body.status, JSON.stringify(body)).to.equal("running");
      return body;
    });
  const ask = (id: string, ...statements: string[]) => askDatabase(berth, tenant, id, ...statements);
  const rowsOf = async (id: string): Promise<unknown[]> =>
    (await ask(id, "SELECT n FROM rows ORDER BY n")).map(({ n }) => n);

  /** Runs a script in the pod of a deployment, through the gateway. */
  const inPod = async (id: string, script: string): Promise<string> => {
    const shell = await client.exec(id, { command: ["sh", "-c", script], stdin: false });
    let text = "";
    for await (const { data } of shell.output) text += Buffer.from(data).toString();
    expect(await shell.exited, text).to.equal(0);
    return text.trim();
  };
  const askInPod = (id: string, statement: string): Promise<string> =>
    soon(() => inPod(id, `psql "$DATABASE_URL" -Atc "${statement}" 2>&1`));

  const preview = (body: object): Promise<Shown> =>
    create(`/deployments/${shop}/previews`, { image: OTHER_IMAGE, ttl: 86_400, database_id: orders, ...body });
  const databaseOf = async (previewId: string): Promise<string> => {
    const { items } = await platform.management.list<KubeObject & { spec: { previewOf?: string } }>(
      DATABASE_INSTANCES,
      {},
    );
    const found = items.find(({ spec }) => spec.previewOf === previewId);
    const { body } = await berth.call<{ databases: Shown[] }>("GET", "/databases?limit=200");
    return body.databases.find(({ name }) => name === found?.metadata.name)?.id ?? "";
  };
  const seen = async (): Promise<Record<string, readonly string[]>> => {
    const lists = ON_CLUSTER.map(async (type) => {
      const { items } = await tenant.list(type, {});
      // A pod's name is another one after each change.
      const names = items.map(({ metadata: { namespace = "", name } }) => `${namespace}/${type === PODS ? "" : name}`);
      return [type.plural, names.sort()] as const;
    });
    const own = [DEPLOYMENTS, DATABASE_INSTANCES].map(async (type) => {
      const { items } = await platform.management.list(type, {});
      return [type.plural, items.map(({ metadata }) => metadata.name).sort()] as const;
    });
    return Object.fromEntries(await Promise.all([...lists, ...own]));
  };
  const end = async (id: string): Promise<void> => {
    expect((await berth.call("DELETE", `/deployments/${id}?wait=300`)).status).to.equal(200);
    await soon(async () => expect(await seen()).to.deep.equal(stood));
  };

  it("begin with a deployment that uses a database with rows", async () => {
    const database = await create("/databases", { ...ORDERS, cluster_id: clusterId });
    orders = database.id;
    await runs(`/databases/${orders}`);
    await soon(() => ask(orders, "SELECT 1"));
    await ask(orders, "CREATE TABLE rows (n int)", "INSERT INTO rows VALUES (1), (2)");
    const { body: connection } = await berth.call<Connection>("GET", `/databases/${orders}/connection`);
    const made = await create("/deployments", {
      name: "shop",
      cluster_id: clusterId,
      app_type: "web_app",
      docker_image: IMAGE,
      container_port: 8080,
      command: ["sh", "-c", SERVE],
      volumes: [{ path: "/data", sizeGb: 1 }],
      environment_variables: [
        { name: "DATABASE_URL", secret_ref: "url" },
        { name: "TOKEN", secret_ref: "token" },
        { name: "GREETING", value: "the shop" },
      ],
    });
    shop = made.id;
    const { host, port, user, database: name } = connection;
    const url = `postgresql://${user}:${await passwordOf(tenant, connection)}@${host}:${port}/${name}`;
    await create("/secrets", { name: "url", deployment_id: shop, value: url });
    await create("/secrets", { name: "token", deployment_id: shop, value: "first" });
    await runs(`/deployments/${shop}`);
    expect(await askInPod(shop, "SELECT count(*) FROM rows")).to.equal("2");
    await inPod(shop, "echo of the shop > /data/file");
  });

  it("get a copy with the rows of the source's newest backup", async () => {
    const { id } = await create(`/databases/${orders}/backups`, {});
    await soon(async () => {
      const { body } = await berth.call<Shown>("GET", `/databases/${orders}/backups/${id}`);
      expect(body.status, JSON.stringify(body)).to.equal("completed");
    });
    await ask(orders, "INSERT INTO rows VALUES (3)");
    stood = await soon(async () => {
      const found = await seen();
      expect(await seen(), "what stands there has come to rest").to.deep.equal(found);
      return found;
    });
    const made = await preview({ name: "shop-copy", database: "copy" });
    copy = made.id;
    expect(made).to.include({ preview_of: shop });
    await runs(`/deployments/${copy}`);
    expect(await askInPod(copy, "SELECT string_agg(n::text, ',' ORDER BY n) FROM rows")).to.equal("1,2");
    expect(await askInPod(copy, "SELECT 'a=>1'::hstore -> 'a'"), "its extensions").to.equal("1");
  });

  it("write into it what the source never sees, and begin with volumes that are empty", async () => {
    await askInPod(copy, "INSERT INTO rows VALUES (9)");
    await askInPod(copy, "DELETE FROM rows WHERE n = 1");
    await ask(orders, "INSERT INTO rows VALUES (4)");
    expect(await askInPod(copy, "SELECT string_agg(n::text, ',' ORDER BY n) FROM rows")).to.equal("2,9");
    expect(await rowsOf(orders)).to.deep.equal([1, 2, 3, 4]);
    expect(await inPod(copy, "ls -A /data | grep -v lost+found | wc -l")).to.equal("0");
    expect(await inPod(shop, "cat /data/file")).to.equal("of the shop");
  });

  it("have secrets of their own: another password, and values that go on when the source's change", async () => {
    const [theirs, ours] = await Promise.all([copy, shop].map((id) => inPod(id, 'echo "$DATABASE_URL $TOKEN"')));
    const read = (text = ""): { password: string; host: string; token: string } => {
      const [url = "", token = ""] = text.split(" ");
      const { password, host } = new URL(url);
      return { password, host, token };
    };
    const [copied, own] = [read(theirs), read(ours)];
    expect(copied.token).to.equal(own.token);
    expect([copied.password === own.password, copied.host === own.host]).to.deep.equal([false, false]);
    const { body } = await berth.call<{ secrets: { name: string; deployment_id: string }[] }>(
      "GET",
      "/secrets?limit=200",
    );
    const names = body.secrets.filter(({ deployment_id: id }) => id === copy).map(({ name }) => name);
    expect(names).to.have.members(["token", "url", PREVIEW_DATABASE_SECRET]);
    const { status } = await berth.call("PUT", `/secrets/token?deployment_id=${shop}`, { value: "second" });
    expect(status).to.equal(200);
    await soon(async () => expect(await inPod(shop, 'echo "$TOKEN"')).to.equal("second"));
    expect(await inPod(copy, 'echo "$TOKEN"')).to.equal("first");
    const url = `postgresql://app:${copied.password}@`;
    const { host } = own;
    const refused = await inPod(copy, `psql "${url}${host}/orders" -c "SELECT 1" 2>&1 || true`);
    expect(refused, "its password opens its own only").to.match(/password authentication failed/);
  });

  it("leave nothing when they are ended early, and their source as it is", async () => {
    const id = await databaseOf(copy);
    expect((await berth.call("GET", `/databases/${id}`)).status).to.equal(200);
    await end(copy);
    await soon(async () => expect((await berth.call("GET", `/databases/${id}`)).status).to.equal(404));
    expect(await rowsOf(orders)).to.deep.equal([1, 2, 3, 4]);
    expect(await askInPod(shop, "SELECT count(*) FROM rows")).to.equal("4");
    expect(await inPod(shop, "cat /data/file")).to.equal("of the shop");
  });

  it("begin empty where that was asked for, and go by themselves when their time is over", async () => {
    const made = await preview({ name: "shop-empty", database: "empty", database_variable: "OWN_URL" });
    await runs(`/deployments/${made.id}`);
    const tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    expect(await soon(() => inPod(made.id, `psql "$OWN_URL" -Atc "${tables}" 2>&1`))).to.equal("0");
    const extended = `psql "$OWN_URL" -Atc "SELECT 'a=>1'::hstore -> 'a'" 2>&1`;
    expect(await soon(() => inPod(made.id, extended)), "its source's extensions").to.equal("1");
    expect((await berth.call("POST", `/deployments/${made.id}/extend`, { ttl: 60 })).status).to.equal(200);
    await soon(async () => expect((await berth.call("GET", `/deployments/${made.id}`)).status).to.equal(404));
    await soon(async () => expect(await seen()).to.deep.equal(stood));
    expect(await rowsOf(orders)).to.deep.equal([1, 2, 3, 4]);
  });
});
