import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { ProviderAccess, ReadyProvider } from "../../provisioners/port.ts";
import type { ClusterContext } from "./context.ts";

type Reached = Readonly<{ client: KubeClient }> & Pick<ProviderAccess, "server" | "caData">;

/** Works on a cluster by its provider's own access: before it is registered, and when it is so no more. */
export async function byProviderAccess<T>(
  { connect }: Pick<ClusterContext, "connect">,
  provider: ReadyProvider,
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
  const { server, caData, ...login } = await provider.access();
  const client = connect({ server, ...login, ...(caData === undefined ? {} : { caData }) });
  try {
    return await work({ client, server, caData });
  } finally {
    await client.close();
  }
}
