/** Databases as Berth renders them on a cluster with real nodes, without a platform around it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { applyManifests } from "../../local/cluster/apply-manifests.ts";
import { callKube, type KubeAccess, type Manifest } from "../../local/cluster/kube-access.ts";
import { ARCHIVE_BUCKET } from "../../local/engine-operators/object-storage.ts";
import { startStack } from "../../local/stack.ts";
import { readPostgresql } from "../../operator/machines/database/engine-view.ts";
import type { DatabaseSource, RenderDatabaseInput } from "../../render/database/database-input.ts";
import { credentialsSecretName } from "../../render/database/database-names.ts";
import { renderDatabase } from "../../render/database/render-database.ts";
import { databaseInput } from "./database-input.ts";
import { eventually } from "./eventually.ts";
import { DATABASE_CHART, renderMany } from "./helm.ts";
import { query } from "./local-databases.ts";
import { connectCloud } from "./stack-cloud.ts";

const PATIENCE_MS = 20 * 60_000;
const PAUSE_MS = 250;
const CONNECT_MS = 60_000;
const ORGANIZATION = "org-acme";
const KINDS = ["/apis/postgresql.cnpg.io/v1/clusters", "/apis/barmancloud.cnpg.io/v1/objectstores"];

/** Which version of PostgreSQL the distribution has that this machine runs. */
export const DISTRIBUTION_VERSION = "15";
/** What REST is given for a database of that version which is asked from beside its cluster; its cluster is to be added. */
export const ORDERS = {
  name: "orders",
  engine: "postgresql",
  engine_version: DISTRIBUTION_VERSION,
  external_access: true,
  extensions: ["hstore"],
} as const;

type Status = Readonly<Record<string, unknown>>;
type Kube = Readonly<{
  status?: Status;
  spec?: Readonly<Record<string, unknown>>;
  data?: Readonly<Record<string, string>>;
}>;

/** A database that was asked for, by its namespace, and what Berth knows it by. */
export type Asked = Readonly<{
  handle: string;
  id: string;
  password: string;
  members: Partial<DatabaseSpec>;
  source?: DatabaseSource;
}>;

/** A cluster with real nodes that databases are asked for on. */
export type RealDatabaseCluster = Readonly<{
  handle: string;
  access: KubeAccess;
  /** Delivers a database as Argo CD would. */
  deliver: (asked: Asked) => Promise<void>;
  /** Waits until Berth would call it running. */
  runs: (asked: Asked, servers?: number) => Promise<Status>;
  /** Sends statements over the network, as its owner. */
  ask: (asked: Pick<Asked, "handle" | "password">, ...statements: string[]) => Promise<Record<string, unknown>[]>;
  get: (path: string) => Promise<Kube | undefined>;
  remove: (path: string) => Promise<void>;
  stop: () => Promise<void>;
}>;

/** Starts a simulated cloud with one cluster of real nodes. */
export async function startDatabaseCluster(handle: string, nodeCount: number): Promise<RealDatabaseCluster> {
  const homeDir = await mkdtemp(join(tmpdir(), "berth-databases-"));
  const stack = await startStack({ homeDir, only: ["cloud"], nodes: "real", quiet: true });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await rm(homeDir, { recursive: true, force: true });
  };
  try {
    const cloud = connectCloud(stack.cloud);
    const spec = { tier: "dedicated", region: "local-1", server_type: "small", kubernetes_version: "1.36" } as const;
    await cloud.putCluster(handle, { ...spec, node_count: nodeCount, autoscaling: null });
    const access = await eventually(async () => {
      const {
        state,
        reason,
        server = "",
        ca_data: ca = "",
        admin_token: token = "",
      } = (await cloud.getCluster(handle))!;
      expect(state, reason).to.equal("running");
      return { server, caPem: Buffer.from(ca, "base64").toString(), token };
    }, PATIENCE_MS);
    await eventually(async () => {
      for (const path of KINDS) expect((await callKube(access, { path })).status).to.equal(200);
    }, PATIENCE_MS);
    return { handle, access, ...open(access), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function open(access: KubeAccess): Omit<RealDatabaseCluster, "handle" | "access" | "stop"> {
  const get = async (path: string): Promise<Kube | undefined> => {
    const { status, body } = await callKube(access, { path });
    return status === 404 ? undefined : (body as Kube);
  };
  const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, PAUSE_MS);
  const statusOf = async (path: string): Promise<Status> => (await get(path))?.status ?? {};
  const ask: RealDatabaseCluster["ask"] = async ({ handle, password }, ...statements) => {
    const service = await get(`/api/v1/namespaces/${handle}/services/postgres-rw`);
    const host = String(service?.spec?.["clusterIP"]);
    return query({ host, port: 5432, password, connectionTimeoutMillis: CONNECT_MS }, ...statements);
  };
  return {
    get,
    deliver: async (asked) => applyManifests(access, [...surroundings(asked), ...(await render(asked))]),
    runs: (asked, servers = 1) =>
      soon(async () => {
        const status = await statusOf(clusterPath(asked.handle));
        const { health, message } = readPostgresql(status, servers);
        expect(health, message).to.equal("running");
        // The nodes' own rules come a moment after what the operator says.
        await ask(asked, "SELECT 1");
        return status;
      }),
    ask,
    remove: async (path) => {
      await callKube(access, { method: "DELETE", path });
      await soon(async () => expect(await get(path)).to.equal(undefined));
    },
  };
}

/** Names the path of an object of CloudNativePG. */
function enginePath(handle: string, plural: string, name: string): string {
  return `/apis/postgresql.cnpg.io/v1/namespaces/${handle}/${plural}/${name}`;
}

/** Names the path of a database's Cluster. */
export function clusterPath(handle: string): string {
  return enginePath(handle, "clusters", "postgres");
}

/** What the operator makes beside what Argo CD delivers. */
function surroundings({ handle, password }: Asked): Manifest[] {
  const labels = { "cnpg.io/reload": "true" };
  const metadata = { name: credentialsSecretName(handle), namespace: handle, labels };
  const stringData = { username: "app", password };
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: handle } },
    { apiVersion: "v1", kind: "Secret", metadata, type: "kubernetes.io/basic-auth", stringData },
  ];
}

async function render({ handle, id, members, source }: Asked): Promise<Manifest[]> {
  const { platform, ...rest } = databaseInput(members);
  const input: RenderDatabaseInput = {
    ...rest,
    handle,
    metadata: { name: handle, namespace: ORGANIZATION, id },
    platform: { ...platform, archive: { destination: `s3://${ARCHIVE_BUCKET}` } },
    source,
  };
  const [objects = []] = await renderMany(DATABASE_CHART, [renderDatabase(input).valuesYaml], handle);
  return objects.map((object) => ({ ...object, metadata: { ...object.metadata, namespace: handle } }));
}
