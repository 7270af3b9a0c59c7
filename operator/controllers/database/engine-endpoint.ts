import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { CallOptions, KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { SERVICES } from "../../../adapters/kubernetes/resource-types.ts";
import type { DatabaseEngine } from "../../../contract/resources/database-engines.ts";
import { primaryService } from "../../../render/database/database-names.ts";

type Service = KubeObject &
  Readonly<{ spec?: { type?: string; externalName?: string; ports?: readonly Readonly<{ port?: number }>[] } }>;

/** Where a server is reached when its Service leads out of the cluster. */
type EngineEndpoint = Readonly<{ host: string; port: number }>;

/** Reads where the primary's Service leads; undefined for an ordinary one, which is reached by its own name and port. */
export async function readEndpoint(
  client: KubeClient,
  { handle, id, engine }: Readonly<{ handle: string; id: string; engine: DatabaseEngine }>,
  options: CallOptions,
): Promise<EngineEndpoint | undefined> {
  const name = primaryService({ engine, id });
  const service = await client.get<Service>(SERVICES, { namespace: handle, name }, options);
  const { type, externalName: host, ports } = service?.spec ?? {};
  const port = ports?.[0]?.port;
  return type === "ExternalName" && host !== undefined && port !== undefined ? { host, port } : undefined;
}
