import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { noteAccess } from "../../adapters/postgres/resources/cluster-access-store.ts";
import { revokeLostAccess } from "../../api/clusters/revoke-access.ts";
import type { Services } from "../../api/services.ts";
import { organizationNamespace } from "../../contract/identity.ts";
import { createDatabase } from "../support/postgres.ts";
import { eventually } from "../support/eventually.ts";
import { newAccount, newCluster, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

const MANY = 150;

/** An imported cluster's API server is its owner's, and so is how many kubeconfigs of it have to be taken back. */
describe("a cluster whose API server is made to answer nothing", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let hostile: Account;
  let other: Account;
  let clusters: Readonly<{ hostile: string; other: string }>;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_POSTGRES_URL: await createDatabase() } });
    [hostile, other] = [await newAccount(gateway.url), await newAccount(gateway.url)];
    clusters = { hostile: await newCluster(hostile.call), other: await newCluster(other.call) };
  });
  beforeEach(() => gateway.services.pool.query("DELETE FROM cluster_access"));
  after(() => gateway.stop());

  /** Notes access of sessions that are over, so that it is lost. */
  const lose = async (clusterId: string, { userId }: Account, count: number): Promise<readonly string[]> => {
    const { pool } = gateway.services;
    const names: string[] = [];
    while (names.length < count)
      names.push(await noteAccess(pool, { clusterId, userId, sessionId: randomUUID(), apiKeyId: null }, 3_600));
    await pool.query("UPDATE cluster_access SET noted_at = noted_at - interval '2 minutes'");
    return names;
  };
  /** The gateway's parts, with clusters that do what is told; `asked` gets the Secrets that were to go. */
  const partsWith = (deleteAtHostile: () => Promise<boolean>, asked: string[]): Services => ({
    ...gateway.services,
    clusterAccess: {
      open: ({ namespace }) => {
        const isHostile = namespace === organizationNamespace(hostile.slug);
        const client = {
          delete: (_type: unknown, { name }: Readonly<{ name: string }>) => {
            asked.push(name);
            return isHostile ? deleteAtHostile() : Promise.resolve(true);
          },
          close: () => Promise.resolve(),
        } as Partial<KubeClient> as KubeClient;
        return Promise.resolve({ server: "https://cluster.example", client });
      },
    },
  });

  it("keeps nobody else's kubeconfigs alive, and is asked once", async () => {
    await lose(clusters.hostile, hostile, MANY);
    const [wanted = ""] = await lose(clusters.other, other, 1);
    const asked: string[] = [];
    const hanging = Promise.withResolvers<boolean>();
    const revoking = revokeLostAccess(partsWith(() => hanging.promise, asked));
    await eventually(() => expect(asked).to.include(wanted));
    hanging.reject(new Error("away"));
    await revoking;
    expect(asked).to.have.length(2);
  });

  it("has its turn, and no more, where it answers late", async () => {
    await lose(clusters.hostile, hostile, MANY);
    const [wanted = ""] = await lose(clusters.other, other, 1);
    const asked: string[] = [];
    let nowMs = 0;
    const late = (): Promise<boolean> => {
      nowMs += 10_000;
      return Promise.resolve(true);
    };
    await revokeLostAccess(partsWith(late, asked), () => nowMs);
    expect(asked).to.include(wanted).and.have.length(3);
  });
});
