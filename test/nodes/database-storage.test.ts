import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { PERSISTENT_VOLUME_CLAIMS, STORAGE_CLASSES } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { askDatabase, type Connection } from "../support/database-login.ts";
import { eventually } from "../support/eventually.ts";
import { runningCluster, startPlatform, tenantClient } from "../support/platform.ts";
import { ORDERS } from "../support/real-databases.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Database = Readonly<{
  id: string;
  status: string;
  status_reason: string | null;
  error_message: string | null;
}>;
type Claim = KubeObject & Readonly<{ status?: Readonly<{ capacity?: object }> }>;

const PATIENCE_MS = 10 * 60_000;
const soon = <T>(probe: () => T | Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS);
const WHOLE = "SELECT string_agg(n::text, ',' ORDER BY n) AS rows FROM rows";

/** Each step depends on the one before. */
describe("The volumes of a database by the real CloudNativePG", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let orders: string;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    const { url, homeDir } = await startPlatform("real");
    berth = await registerAccount(url);
    clusterId = await runningCluster(berth, "volumes");
    tenant = await tenantClient(berth, clusterId, homeDir);
  });
  after(() => tenant?.close());

  const ask = (id: string, ...statements: string[]) => askDatabase(berth, tenant, id, ...statements);
  const rowsOf = async (id: string): Promise<unknown> => (await ask(id, WHOLE))[0]?.["rows"];
  const running = (id: string): Promise<Database> =>
    soon(async () => {
      const { body } = await berth.call<Database>("GET", `/databases/${id}`);
      expect(body.status, JSON.stringify(body)).to.equal("running");
      return body;
    });

  it("begins with rows", async () => {
    const made = await berth.call<Database>("POST", "/databases", { ...ORDERS, cluster_id: clusterId });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    orders = made.body.id;
    await running(orders);
    await soon(() => ask(orders, "SELECT 'a=>1'::hstore"));
    await ask(orders, "CREATE TABLE rows (n int, more hstore)", "INSERT INTO rows VALUES (1, 'a=>1')");
    await ask(orders, "INSERT INTO rows VALUES (2), (3)");
  });

  it("says that its volumes cannot grow where their storage class does not let them, and grows once it does", async () => {
    const { items } = await tenant.list(STORAGE_CLASSES, {});
    const name = items[0]?.metadata.name ?? "";
    const letGrow = (allowVolumeExpansion: boolean): Promise<unknown> =>
      tenant.patch(
        STORAGE_CLASSES,
        { name },
        { kind: "merge", body: { allowVolumeExpansion } },
        { fieldManager: "test" },
      );
    await letGrow(false);
    expect((await berth.call("PATCH", `/databases/${orders}`, { storage_size_gb: 12 })).status).to.equal(200);
    await soon(async () => {
      const { body } = await berth.call<Database>("GET", `/databases/${orders}`);
      expect(body, JSON.stringify(body)).to.include({ status: "degraded", status_reason: "StorageCannotGrow" });
      expect(body.error_message).to.contain(
        `have 10 GB and cannot get 12: the cluster's storage class ${name} lets no`,
      );
    });
    expect(await rowsOf(orders), "it serves").to.equal("1,2,3");
    await letGrow(true);
    await running(orders);
    const { body } = await berth.call<Connection>("GET", `/databases/${orders}/connection`);
    await soon(async () => {
      const claim = { namespace: body.secret_namespace, name: "postgres-1" };
      const found = await tenant.get<Claim>(PERSISTENT_VOLUME_CLAIMS, claim);
      expect(found?.status?.capacity).to.deep.equal({ storage: "12Gi" });
    });
  });
});
