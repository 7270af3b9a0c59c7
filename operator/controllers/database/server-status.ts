/**
 * Asks a server of CloudNativePG how far its WAL is: the instance manager of the primary answers through the API server
 * at the status port of its pod (`/pg/status`, as `kubectl cnpg status` asks it).
 */
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { PODS, POSTGRESQL_CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { CALL } from "../shared/looks.ts";

/** Where the servers of a database are. */
export type EngineServer = Readonly<{ client: KubeClient; namespace: string }>;

type Container = Readonly<{
  name?: string;
  command?: readonly string[];
  ports?: readonly Readonly<{ name?: string; containerPort?: number }>[];
}>;
type Pod = KubeObject & Readonly<{ spec?: Readonly<{ containers?: readonly Container[] }> }>;

const NAME = "postgres";
const STATUS_PORT = 8000;

/** Reads what the primary says of itself; undefined where nobody answers. */
export async function readServerStatus({ client, namespace }: EngineServer): Promise<unknown> {
  try {
    const cluster = await client.get(POSTGRESQL_CLUSTERS, { namespace, name: NAME }, CALL);
    const { currentPrimary } = (cluster?.["status"] ?? {}) as { currentPrimary?: string };
    if (currentPrimary === undefined) return undefined;
    const pod = await client.get<Pod>(PODS, { namespace, name: currentPrimary }, CALL);
    if (pod === undefined) return undefined;
    const { scheme, port } = statusPortOf(pod);
    const path = `/api/v1/namespaces/${namespace}/pods/${scheme}:${currentPrimary}:${port}/proxy/pg/status`;
    return await client.request("GET", path, CALL);
  } catch {
    return undefined;
  }
}

/** Its manager serves by TLS where its command says so. */
function statusPortOf({ spec }: Pod): Readonly<{ scheme: string; port: number }> {
  const container = spec?.containers?.find(({ name }) => name === "postgres");
  const port = container?.ports?.find(({ name }) => name === "status")?.containerPort ?? STATUS_PORT;
  return { scheme: container?.command?.includes("--status-port-tls") === true ? "https" : "http", port };
}
