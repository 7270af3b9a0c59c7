/**
 * Asks CloudNativePG's servers how far their WAL is: the instance manager of each primary answers through the API server
 * (`/pg/status`, as `kubectl cnpg status` asks it). Where nobody answers the lag is not known.
 */
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { POSTGRESQL_CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import { deriveLagBytes } from "../machines/database/replication.ts";

/** Says where the servers of a database are. */
export type EngineServer = Readonly<{ client: KubeClient; namespace: string }>;

const CALL = { timeoutMs: 5_000 } as const;
const NAME = "postgres";

/** Reads how many bytes a replica is behind what it follows; undefined when one of both does not answer. */
export async function readLagBytes(leader: EngineServer, follower: EngineServer): Promise<number | undefined> {
  const [ahead, behind] = await Promise.all([walOf(leader), walOf(follower)]);
  return deriveLagBytes(ahead, behind);
}

async function walOf({ client, namespace }: EngineServer): Promise<unknown> {
  try {
    const cluster = await client.get(POSTGRESQL_CLUSTERS, { namespace, name: NAME }, CALL);
    const { currentPrimary } = (cluster?.["status"] ?? {}) as { currentPrimary?: string };
    if (currentPrimary === undefined) return undefined;
    const pod = `/api/v1/namespaces/${namespace}/pods/https:${currentPrimary}:8000`;
    return await client.request("GET", `${pod}/proxy/pg/status`, CALL);
  } catch {
    return undefined;
  }
}
