import { expect } from "chai";
import { PODS, POSTGRESQL_CLUSTERS } from "../../../../adapters/kubernetes/resource-types.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";
import { readLagBytes } from "../../../../operator/controllers/database/replication-lag.ts";
import type { EngineServer } from "../../../../operator/controllers/database/server-status.ts";

const WRITER = { fieldManager: "cnpg" } as const;

type Answer = Readonly<{ status?: unknown; command?: readonly string[]; port?: number }>;

/** Plays a cluster whose pod postgres-2 answers at its status port, as CloudNativePG 1.30 makes it. */
async function startServer({ status, command = [], port = 8000 }: Answer): Promise<EngineServer & { asked: string[] }> {
  const asked: string[] = [];
  const client = new FakeKubeClient({
    onRequest: (method, path) => {
      asked.push(`${method} ${path}`);
      return status === undefined ? Promise.reject(new Error("no route")) : Promise.resolve(status);
    },
  });
  const namespace = "orders-abcdefghij";
  const ref = { namespace, name: "postgres" };
  await client.create(POSTGRESQL_CLUSTERS, { metadata: ref }, WRITER);
  const body = { status: { currentPrimary: "postgres-2" } };
  await client.patch(POSTGRESQL_CLUSTERS, ref, { kind: "merge", body }, WRITER);
  const ports = [
    { name: "postgresql", containerPort: 5432, protocol: "TCP" },
    { name: "status", containerPort: port, protocol: "TCP" },
  ];
  const containers = [
    { name: "plugin-barman-cloud", ports: [{ name: "status", containerPort: 1 }] },
    { name: "postgres", command: ["/controller/manager", "instance", "run", ...command], ports },
  ];
  await client.create(PODS, { metadata: { namespace, name: "postgres-2" }, spec: { containers } }, WRITER);
  return { client, namespace, asked };
}

describe("readLagBytes", () => {
  it("asks the primary of each cluster at its pod's status port, by TLS where that is served", async () => {
    const leader = await startServer({
      status: { currentLsn: "0/3000060", isPrimary: true },
      command: ["--status-port-tls"],
    });
    const follower = await startServer({ status: { replayLsn: "0/3000000", isPrimary: false }, port: 18_123 });
    expect(await readLagBytes(leader, follower)).to.equal(0x60);
    const pods = "GET /api/v1/namespaces/orders-abcdefghij/pods";
    expect(leader.asked).to.deep.equal([`${pods}/https:postgres-2:8000/proxy/pg/status`]);
    expect(follower.asked).to.deep.equal([`${pods}/http:postgres-2:18123/proxy/pg/status`]);
  });

  it("knows nothing while one of both does not answer, or says something else", async () => {
    const leader = await startServer({ status: { currentLsn: "0/3000060" } });
    for (const status of [undefined, "busy", { replayLsn: "" }])
      expect(await readLagBytes(leader, await startServer({ status }))).to.equal(undefined);
    const empty = { client: new FakeKubeClient(), namespace: "gone-abcdefghij" };
    expect(await readLagBytes(empty, leader)).to.equal(undefined);
  });
});
