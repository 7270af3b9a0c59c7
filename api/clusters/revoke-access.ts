import { SECRETS, SERVICE_ACCOUNTS } from "../../adapters/kubernetes/resource-types.ts";
import {
  forgetAccess,
  listLostAccess,
  noteTry,
  sweepAccess,
  type LostAccess,
} from "../../adapters/postgres/resources/cluster-access-store.ts";
import { findRow } from "../../adapters/postgres/resources/resource-rows.ts";
import { describeFault } from "../http/describe-fault.ts";
import type { Services } from "../services.ts";
import { ACCESS_NAMESPACE } from "../../contract/identity.ts";
import { accountNameOf } from "./mint-kubeconfig.ts";

const MOST = 100;

/**
 * Takes back kubeconfigs of who left or was demoted, whose session, key or consent has ended, and that were ended (docs/adr/0026):
 * 1. what is lost follows from memberships and credentials as they are now, so nothing needs to be told;
 * 2. the Secret that the tokens are bound to goes, and with a role the account too;
 * 3. only then it is forgotten. A cluster that does not answer is tried again with the next sweep.
 */
export async function revokeLostAccess(services: Services): Promise<void> {
  await sweepAccess(services.pool);
  for (const access of await listLostAccess(services.pool, MOST))
    await revoke(services, access).catch((error: unknown) => {
      services.log.info("Could not take back a kubeconfig; it is tried again", { fault: describeFault(error) });
    });
}

async function revoke(services: Services, access: LostAccess): Promise<void> {
  await noteTry(services.pool, access);
  const cluster = await findRow(services.pool, "Cluster", access.clusterId);
  const endpoint = cluster === undefined ? undefined : await services.clusterAccess.open(cluster);
  if (endpoint !== undefined) {
    const { client } = endpoint;
    const name = accountNameOf(access.userId);
    try {
      await client.delete(SECRETS, { namespace: ACCESS_NAMESPACE, name: access.secretName });
      if (access.lost === "role") {
        await client.delete(SERVICE_ACCOUNTS, { namespace: ACCESS_NAMESPACE, name });
      }
    } finally {
      await client.close();
    }
  }
  await forgetAccess(services.pool, access);
}
