import { expect } from "chai";
import { Client } from "pg";
import { connectCloud } from "./stack-cloud.ts";
import { callKube, type KubeAccess } from "../../local/cluster/kube-access.ts";
import type { Stack } from "../../local/stack.ts";
import { eventually } from "./eventually.ts";

const GROUP = "/apis/postgresql.cnpg.io/v1";

type EngineObject = Readonly<{
  metadata: Readonly<{ name: string; uid: string }>;
  spec?: Record<string, unknown>;
  status?: Record<string, unknown> & { phase?: string };
}>;
type Manifest = Readonly<{ kind: string; metadata: Readonly<{ name: string }> }> & Record<string, unknown>;

/** A cluster of the simulated cloud as an engine's user sees it. */
export type EngineCluster = Readonly<{
  access: KubeAccess;
  /** Creates a namespace with the credentials that a Cluster names. */
  namespace: (name: string, password: string) => Promise<void>;
  create: (folder: string, manifest: Manifest) => Promise<EngineObject>;
  patch: (path: string, body: unknown) => Promise<unknown>;
  remove: (path: string) => Promise<unknown>;
  get: (path: string) => Promise<EngineObject | undefined>;
  /** Waits until an object's status is as it shall be. */
  becomes: (path: string, expected: Record<string, unknown>, deadlineMs?: number) => Promise<EngineObject>;
}>;

/** Makes a cluster of the simulated cloud and waits until it knows the engines' kinds. */
export async function startEngineCluster(stack: Stack, handle: string): Promise<EngineCluster> {
  const cloud = connectCloud(stack.cloud);
  const spec = {
    tier: "shared",
    region: "local-1",
    server_type: "small",
    node_count: 1,
    kubernetes_version: "1.36",
  } as const;
  await cloud.putCluster(handle, { ...spec, autoscaling: null });
  const access = await eventually(async () => {
    const found = await cloud.getCluster(handle);
    expect(found?.state, found?.reason).to.equal("running");
    return {
      server: found!.server!,
      caPem: Buffer.from(found!.ca_data!, "base64").toString(),
      token: found!.admin_token!,
    };
  }, 300_000);
  const cluster = openEngineCluster(access);
  await eventually(async () => {
    expect((await callKube(access, { path: `${GROUP}/clusters` })).status).to.equal(200);
    expect((await callKube(access, { path: "/apis/moco.cybozu.com/v1beta2/mysqlclusters" })).status).to.equal(200);
  });
  return cluster;
}

/** Opens a cluster of which one has admin access. */
function openEngineCluster(access: KubeAccess): EngineCluster {
  const ask = async (method: string, path: string, body?: unknown): Promise<EngineObject> => {
    const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const answer = await callKube(access, { method, path, contentType, ...(body === undefined ? {} : { body }) });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).to.be.lessThan(300);
    return answer.body as EngineObject;
  };
  const get = async (path: string): Promise<EngineObject | undefined> => {
    const answer = await callKube(access, { path });
    return answer.status === 404 ? undefined : (answer.body as EngineObject);
  };
  return {
    access,
    get,
    namespace: async (name, password) => {
      await ask("POST", "/api/v1/namespaces", { metadata: { name } });
      const stringData = { username: "app", password };
      await ask("POST", `/api/v1/namespaces/${name}/secrets`, { metadata: { name: "credentials" }, stringData });
    },
    create: (folder, manifest) => ask("POST", `${folder}?fieldValidation=Strict`, manifest),
    patch: (path, body) => ask("PATCH", path, body),
    remove: (path) => ask("DELETE", path),
    becomes: (path, expected, deadlineMs = 300_000) =>
      eventually(async () => {
        const found = await get(path);
        expect(found?.status, `${path}: ${JSON.stringify(found?.status)}`).to.deep.include(expected);
        return found!;
      }, deadlineMs),
  };
}

/** Names the path of an object of CloudNativePG. */
export function enginePath(namespace: string, plural: string, name?: string): string {
  return `${GROUP}/namespaces/${namespace}/${plural}${name === undefined ? "" : `/${name}`}`;
}

/** Writes a Cluster as charts/database does. */
export function postgresCluster(spec: Record<string, unknown> = {}): Manifest {
  const initdb = { database: "orders", owner: "app", secret: { name: "credentials" }, encoding: "UTF8" };
  return {
    apiVersion: "postgresql.cnpg.io/v1",
    kind: "Cluster",
    metadata: { name: "postgres" },
    spec: {
      instances: 1,
      imageName: "ghcr.io/cloudnative-pg/postgresql:18.4-system-trixie",
      storage: { size: "1Gi" },
      bootstrap: { initdb },
      ...spec,
    },
  };
}

type Service = Readonly<{ spec: { externalName?: string; ports: readonly { port: number }[] } }>;

/** Reads where the primary's Service leads. */
export async function primaryAddress(
  cluster: EngineCluster,
  namespace: string,
): Promise<{ host: string; port: number }> {
  const path = `/api/v1/namespaces/${namespace}/services/postgres-rw`;
  const { spec } = (await cluster.get(path)) as unknown as Service;
  return { host: spec.externalName ?? "", port: spec.ports[0]!.port };
}

type Login = Readonly<{
  host: string;
  port: number;
  password: string;
  user?: string;
  database?: string;
  connectionTimeoutMillis?: number;
}>;

/** Sends statements as a user's client would and answers the rows of the last. */
export async function query(login: Login, ...statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ user: "app", database: "orders", connectionTimeoutMillis: 30_000, ...login });
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Writes an ObjectStore as charts/database does. */
export function objectStore(name: string, destinationPath: string, retentionPolicy?: string): Manifest {
  const configuration = { destinationPath, s3Credentials: { inheritFromIAMRole: true } };
  return {
    apiVersion: "barmancloud.cnpg.io/v1",
    kind: "ObjectStore",
    metadata: { name },
    spec: { configuration, ...(retentionPolicy === undefined ? {} : { retentionPolicy }) },
  };
}
