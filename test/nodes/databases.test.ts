import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { callKube } from "../../local/cluster/kube-access.ts";
import { listHierarchies } from "../../local/nodes/requirements.ts";
import { eventually } from "../support/eventually.ts";
import { clusterPath, startDatabaseCluster, type Asked, type RealDatabaseCluster } from "../support/real-databases.ts";
import { findNodeLacks } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { writeThroughDeath, type KilledWrites } from "../support/write-through-death.ts";

/** Of the distribution that this machine runs. */
const VERSION = "15";
const HANDLE = "databases";
const PATIENCE_MS = 20 * 60_000;

const orders: Asked = {
  handle: "orders-abcdefghij",
  id: "0190a8f0-0000-7000-8000-00000000000d",
  password: "first password",
  // This machine is no pod of the cluster: nobody else than these reaches a database that is not open to outside.
  members: { engineVersion: VERSION, externalAccess: true, extensions: ["hstore"] },
};
const copy = { password: "of the copy", members: orders.members } as const;
const again = { ...copy, handle: "again-abcdefghij", id: "0190a8f0-0000-7000-8000-0000000000a1" };
const moment = { ...copy, handle: "moment-abcdefghij", id: "0190a8f0-0000-7000-8000-0000000000a2" };
const shop: Asked = {
  handle: "shop-abcdefghij",
  id: "0190a8f0-0000-7000-8000-0000000000a3",
  password: "of the shop",
  members: { engineVersion: VERSION, externalAccess: true, tier: "ha" },
};

/** What Berth renders, on CloudNativePG as its project releases it; each step depends on the one before. */
describe("databases by the real CloudNativePG", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let cluster: RealDatabaseCluster;
  let betweenTime: string;

  before(async function () {
    if ((await findNodeLacks()).length > 0) this.skip();
    cluster = await startDatabaseCluster(HANDLE, 3);
  });
  after(() => (cluster as RealDatabaseCluster | undefined)?.stop());

  const rowsOf = async (asked: Asked): Promise<unknown[]> =>
    (await cluster.ask(asked, "SELECT n FROM rows ORDER BY n")).map(({ n }) => n);
  const refusalOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => "",
      (error: unknown) => (error as Error).message,
    );

  it("serves a database to who has its credentials, and to nobody else", async () => {
    await cluster.deliver(orders);
    await cluster.runs(orders);
    await cluster.ask(orders, "CREATE TABLE rows (n int)", "INSERT INTO rows VALUES (1)");
    const [row] = await cluster.ask(orders, "SHOW server_version");
    expect(row?.["server_version"]).to.match(new RegExp(`^${VERSION}\\.`));
    await eventually(() => cluster.ask(orders, "SELECT 'a=>1'::hstore -> 'a'"), PATIENCE_MS);
    const wrong = { ...orders, password: "a guess" };
    expect(await refusalOf(cluster.ask(wrong, "SELECT 1"))).to.match(/password authentication failed/);
  });

  it("refuses by its webhooks what it cannot do", async () => {
    const path = clusterPath(orders.handle);
    const body = { spec: { storage: { size: "1Gi" } } };
    const contentType = "application/merge-patch+json";
    const answer = await callKube(cluster.access, { method: "PATCH", path, contentType, body });
    expect(answer.status).to.equal(422);
    expect(JSON.stringify(answer.body)).to.match(/can't shrink/);
  });

  it("takes another password over, and the old one no longer", async () => {
    const rotated = { ...orders, password: "second password" };
    await cluster.deliver(rotated);
    await eventually(() => rowsOf(rotated), PATIENCE_MS);
    expect(await refusalOf(rowsOf(orders))).to.match(/password authentication failed/);
    await cluster.deliver(orders);
    await eventually(() => rowsOf(orders), PATIENCE_MS);
  });

  it("grows, and is reached from outside", async () => {
    await cluster.deliver({ ...orders, members: { ...orders.members, storageSizeGb: 20 } });
    const core = `/api/v1/namespaces/${orders.handle}`;
    await eventually(async () => {
      const claim = await cluster.get(`${core}/persistentvolumeclaims/postgres-1`);
      expect(claim?.status?.["capacity"]).to.deep.equal({ storage: "20Gi" });
      const service = await cluster.get(`${core}/services/postgres-external`);
      expect(service?.status).to.have.nested.property("loadBalancer.ingress[0].ip");
    }, PATIENCE_MS);
    await cluster.runs(orders);
    expect(await rowsOf(orders)).to.deep.equal([1]);
  });

  it("backs up when it is told to and by its schedule, and restores what was there then", async () => {
    const backup = await cluster.backUp(orders, "manual");
    await cluster.ask(orders, "INSERT INTO rows VALUES (2)");
    const [row] = await cluster.ask(orders, "SELECT clock_timestamp()::text AS now");
    betweenTime = new Date(String(row?.["now"])).toISOString();
    await cluster.ask(orders, "INSERT INTO rows VALUES (3)");
    const restored = restoreOf(again, { backup });
    await cluster.deliver(restored);
    await cluster.runs(restored);
    expect(await rowsOf(restored)).to.deep.equal([1]);
    await cluster.ask(restored, "INSERT INTO rows VALUES (9)");
    expect(await rowsOf(orders), "its source goes on as it was").to.deep.equal([1, 2, 3]);
    await eventually(async () => {
      const { body } = await callKube(cluster.access, {
        path: `/apis/postgresql.cnpg.io/v1/namespaces/${orders.handle}/backups?labelSelector=cnpg.io/scheduled-backup`,
      });
      const { items } = body as { items: { status?: { phase?: string } }[] };
      expect(items.map(({ status }) => status?.phase)).to.include("completed");
    }, PATIENCE_MS);
  });

  it("restores a moment between two writes", async () => {
    // Until a later change is in the archive the moment cannot be restored; a backup ends the WAL's segment.
    await cluster.backUp(orders, "later");
    const restored = restoreOf(moment, { time: betweenTime });
    await cluster.deliver(restored);
    await cluster.runs(restored);
    expect(await rowsOf(restored)).to.deep.equal([1, 2]);
  });

  it("goes with all that it had but its archive", async () => {
    for (const { handle } of [again, moment, orders]) {
      await cluster.remove(clusterPath(handle));
      await eventually(async () => {
        const { body } = await callKube(cluster.access, { path: `/api/v1/namespaces/${handle}/pods` });
        expect((body as { items: object[] }).items).to.deep.equal([]);
      }, PATIENCE_MS);
    }
  });

  it("loses no acknowledged write when the server that takes them dies, whether its pod or its node", async () => {
    await cluster.deliver(shop);
    for (const [what, kill] of [
      ["pod", killPod],
      ["node", freezeNode],
    ] as const) {
      const { currentPrimary } = await cluster.runs(shop, 3);
      const service = await cluster.get(`/api/v1/namespaces/${shop.handle}/services/postgres-rw`);
      const host = String(service?.spec?.["clusterIP"]);
      const writes = await writeThroughDeath({ host, password: shop.password }, () => kill(String(currentPrimary)));
      report(what, writes);
      expect(writes.lost).to.equal(0);
      expect((await cluster.get(clusterPath(shop.handle)))?.status?.["currentPrimary"]).to.not.equal(currentPrimary);
    }
  });

  async function killPod(name: string): Promise<void> {
    const path = `/api/v1/namespaces/${shop.handle}/pods/${name}?gracePeriodSeconds=0`;
    await callKube(cluster.access, { method: "DELETE", path });
  }

  /** All processes of the node at once, as when its machine stands still. */
  async function freezeNode(name: string): Promise<void> {
    const pod = await cluster.get(`/api/v1/namespaces/${shop.handle}/pods/${name}`);
    const node = String(pod?.spec?.["nodeName"]);
    for (const mount of listHierarchies(await readFile("/proc/mounts", "utf8")))
      for (const folder of await readdir(mount)) {
        if (!folder.endsWith(`-${node}`)) continue;
        const write = (file: string, text: string): Promise<void> =>
          writeFile(join(mount, folder, file), text, { flag: "r+" }).catch(() => undefined);
        await Promise.all([write("freezer.state", "FROZEN"), write("cgroup.freeze", "1")]);
      }
  }
});

/** Where its archive is read, and up to where. */
function restoreOf(to: Omit<Asked, "source">, up: Readonly<{ backup?: string; time?: string }>): Asked {
  const { handle, id } = orders;
  const source = { id, handle, follow: false, databaseName: "orders", storageSizeGb: 20, ...up };
  const point = up.time === undefined ? { backupId: id } : { pointInTime: up.time };
  return { ...to, source, members: { ...to.members, restore: { sourceId: id, ...point } } };
}

function report(what: string, { acknowledged, interruptedSeconds }: KilledWrites): void {
  console.log(`      ${what}: ${acknowledged} writes acknowledged, none taken for ${interruptedSeconds} s`);
}
