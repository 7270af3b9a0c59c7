import { ensureSystemOrganization } from "../../../adapters/postgres/identity/system-organization.ts";
import type { createHostCluster } from "../../../contract/rest/admin-clusters.ts";
import { beginCluster } from "../../clusters/begin-cluster.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";

/** Creates a host cluster, in the platform's own organization. */
export const handle: Handler<typeof createHostCluster> = async (context, { body, query }) => {
  const { userId } = assertUser(context.principal);
  const organization = await ensureSystemOrganization(context.services.pool);
  return beginCluster(context, { body, owner: { ...organization, userId }, role: "host" }, query);
};
