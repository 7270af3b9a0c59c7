import { expect } from "chai";
import { callKube } from "../../local/cluster/kube-access.ts";
import { freezeNode } from "../support/freeze-node.ts";
import { clusterPath, DISTRIBUTION_VERSION, startDatabaseCluster, type Asked } from "../support/real-databases.ts";
import type { RealDatabaseCluster } from "../support/real-databases.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { writeThroughDeath, type KilledWrites } from "../support/write-through-death.ts";

const HANDLE = "databases";
const shop: Asked = {
  handle: "shop-abcdefghij",
  id: "0190a8f0-0000-7000-8000-0000000000a3",
  password: "of the shop",
  // This machine is no pod of the cluster: nobody else than these reaches a database that is not open to outside.
  members: { engineVersion: DISTRIBUTION_VERSION, externalAccess: true, tier: "ha" },
};

/** What only servers show that can fail over, without a platform around them; each step depends on the one before. */
describe("a database of three servers by the real CloudNativePG", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let cluster: RealDatabaseCluster;
  const frozen: string[] = [];

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    cluster = await startDatabaseCluster(HANDLE, 3);
  });
  after(async () => {
    // What stands still cannot be ended.
    for (const node of frozen) await freezeNode(node, false);
    await (cluster as RealDatabaseCluster | undefined)?.stop();
  });

  it("serves who has its credentials, and nobody else", async () => {
    await cluster.deliver(shop);
    await cluster.runs(shop, 3);
    const [row] = await cluster.ask(shop, "SHOW server_version");
    expect(row?.["server_version"]).to.match(new RegExp(`^${DISTRIBUTION_VERSION}\\.`));
    const refused = cluster.ask({ ...shop, password: "a guess" }, "SELECT 1").catch((error: unknown) => String(error));
    expect(await refused).to.match(/password authentication failed/);
  });

  it("answers queries that are so dear that PostgreSQL would compile them", async () => {
    const rows = await cluster.ask(
      shop,
      "SET jit_above_cost = 0",
      "SELECT sum(n)::int AS n FROM generate_series(1, 9) n",
    );
    expect(rows).to.deep.equal([{ n: 45 }]);
  });

  it("refuses by its webhooks what it cannot do", async () => {
    const path = clusterPath(shop.handle);
    const body = { spec: { storage: { size: "1Gi" } } };
    const contentType = "application/merge-patch+json";
    const answer = await callKube(cluster.access, { method: "PATCH", path, contentType, body });
    expect(answer.status).to.equal(422);
    expect(JSON.stringify(answer.body)).to.match(/can't shrink/);
  });

  for (const [what, kill] of [
    ["pod", killPod],
    ["node", killNode],
  ] as const)
    it(`loses no acknowledged write when the ${what} dies of the server that takes them`, async () => {
      const { currentPrimary } = await cluster.runs(shop, 3);
      const service = await cluster.get(`/api/v1/namespaces/${shop.handle}/services/postgres-rw`);
      const host = String(service?.spec?.["clusterIP"]);
      const writes = await writeThroughDeath({ host, password: shop.password }, () => kill(String(currentPrimary)));
      report(what, writes);
      expect(writes.lost).to.equal(0);
      expect((await cluster.get(clusterPath(shop.handle)))?.status?.["currentPrimary"]).to.not.equal(currentPrimary);
    });

  async function killPod(name: string): Promise<void> {
    const path = `/api/v1/namespaces/${shop.handle}/pods/${name}?gracePeriodSeconds=0`;
    await callKube(cluster.access, { method: "DELETE", path });
  }

  async function killNode(name: string): Promise<void> {
    const pod = await cluster.get(`/api/v1/namespaces/${shop.handle}/pods/${name}`);
    const node = String(pod?.spec?.["nodeName"]);
    frozen.push(node);
    await freezeNode(node, true);
  }

  it("has its three servers again when the node is back", async () => {
    for (const node of frozen.splice(0)) await freezeNode(node, false);
    await cluster.runs(shop, 3);
  });
});

function report(what: string, { acknowledged, interruptedSeconds }: KilledWrites): void {
  console.log(`      ${what}: ${acknowledged} writes acknowledged, none taken for ${interruptedSeconds} s`);
}
