import { forEachAtOnce } from "../../adapters/for-each-at-once.ts";
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
/** Clusters that are asked at once. */
const AT_ONCE = 10;
/** So long one cluster is asked for what it is to take back, before others have their turn. */
const TURN_MS = 15_000;

/**
 * Takes back kubeconfigs of who left or was demoted, whose session, key or consent has ended, and that were ended (docs/adr/0026):
 * 1. what is lost follows from memberships and credentials as they are now, so nothing needs to be told;
 * 2. the Secret that the tokens are bound to goes, and with a role the account too;
 * 3. only then it is forgotten. A cluster that does not answer is tried again with the next sweep: it may be one whose API server
 *    is made to answer nothing, for as many kubeconfigs as somebody likes, and nobody else's wait for those.
 */
export async function revokeLostAccess(services: Services, nowMs = (): number => performance.now()): Promise<void> {
  await sweepAccess(services.pool);
  const lost = await listLostAccess(services.pool, MOST);
  const ofClusters = [...Map.groupBy(lost, ({ clusterId }) => clusterId).values()];
  await forEachAtOnce(ofClusters, AT_ONCE, (one) =>
    revokeInTurn(services, one, nowMs).catch((error: unknown) => {
      services.log.info("Could not take back a kubeconfig; it is tried again", { fault: describeFault(error) });
    }),
  );
}

/** The first fault ends the turn of a cluster, too. */
async function revokeInTurn(services: Services, lost: readonly LostAccess[], nowMs: () => number): Promise<void> {
  const endMs = nowMs() + TURN_MS;
  for (const access of lost) {
    if (nowMs() >= endMs) return;
    await revoke(services, access);
  }
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
